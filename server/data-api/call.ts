// Calls functions under rpc/{function}. Arguments come from the URL (GET) or the body (POST). The resulting rows can be
// filtered, sorted, paged and embedded like those of a view.
import { Problem, problem } from "#language/problem.ts";
import type { Resource } from "#language/roles.ts";
import { claimsOf, readingKey } from "../db/policy.ts";
import type { Databases } from "../db/pool.ts";
import type { Catalog, SqlFunction } from "../db/relations.ts";
import { quote } from "../db/sql-text.ts";
import type { Actor } from "../http/actor.ts";
import { pairs, parse, type ParsedRequest } from "./parse.ts";
import { isOperation } from "./parse/filter.ts";
import { mayCall, planRead, resultRelation } from "./plan.ts";
import type { Plan } from "./planned.ts";
import { PlanCache, shapeKey } from "./plan-cache.ts";
import type { Condition, Value } from "./query.ts";
import { aggregates, answerRead, countApart, estimate, type Answer, type AnswerRow, type Wanted } from "./read.ts";
import { refusal } from "./refusal.ts";
import { namedRefusal } from "./refused-row.ts";
import { parametersOf, renderCount, renderRead, Writer, type ReadOptions, type Rendered } from "./render.ts";

export interface Call {
  actor: Actor;
  catalog: Catalog;
  name: string;
  method: string;
  search: string;
  range: string | undefined;
  /** The arguments of a POST. */
  body: Readonly<Record<string, unknown>> | undefined;
}

type Source = (writer: Writer) => string;

interface Prepared {
  statement: Rendered;
  /** The statement for the total, if it is counted separately. */
  counting: Rendered | undefined;
}

const prepared = new PlanCache<Prepared>();

/** All served overloads of a function. */
export function requireFunctions(catalog: Catalog, name: string): readonly SqlFunction[] {
  const found = catalog.overloads.get(name)?.filter(({ exposed }) => exposed) ?? [];
  if (found.length === 0) throw refusal.noFunction(name, []);
  return found;
}

export function requireCall(actor: Actor, fn: SqlFunction): void {
  if (!mayCall(actor, fn)) throw problem.forbidden(fn.volatile ? "write" : "read", fn.resource, { code: "42501" });
}

/** Chooses the overload that has the given arguments. */
function choose(all: readonly SqlFunction[], { name, search, body }: Call): SqlFunction {
  const [only, ...others] = all;
  if (others.length === 0) return only!;
  const known = new Set(all.flatMap((fn) => fn.arguments.map((argument) => argument.name)));
  const names =
    body === undefined
      ? [...pairs(search)].map(([parameter]) => parameter).filter((parameter) => known.has(parameter))
      : Object.keys(body);
  const fitting = all.filter(
    (fn) =>
      names.every((argumentName) => fn.arguments.some((argument) => argument.name === argumentName)) &&
      fn.arguments.every((argument) => argument.hasDefault || names.includes(argument.name)),
  );
  const [first, ...more] = fitting;
  if (!first) throw refusal.noFunction(name, names, `Perhaps you meant ${all.map(signature).join(" or ")}`);
  if (more.length > 0)
    throw refusal.manyFunctions(
      fitting.map(
        (fn) => `public.${name}(${fn.arguments.map((argument) => `${argument.name} => ${argument.type}`).join(", ")})`,
      ),
    );
  return first;
}

const signature = (fn: SqlFunction) =>
  `${fn.name}(${fn.arguments.map(({ name, type, hasDefault }) => `${name} ${type}${hasDefault ? " (optional)" : ""}`).join(", ")})`;

export async function callFunction(db: Databases, call: Call, wanted: Wanted): Promise<Answer> {
  const { actor, catalog, name, method, body } = call;
  const fn = choose(requireFunctions(catalog, name), call);
  requireCall(actor, fn);
  if (fn.volatile && method !== "POST")
    throw new Problem("method_not_allowed", `${name} may change data, so call it with POST.`, { code: "25006" });
  const relation = resultRelation(catalog, fn);
  const names = new Set(fn.arguments.map((argument) => argument.name));
  const parsed = parse(call.search, {
    range: call.range,
    // An argument may have the same name as a column of the result; a value with an operator is then a filter.
    isArgument: (parameter, value) =>
      body === undefined && names.has(parameter) && !(isOperation(value) && relation?.columns.has(parameter)),
  });
  const argumentNames = body === undefined ? [...parsed.arguments.keys()] : Object.keys(body);
  refuseMismatch(fn, argumentNames, relation ? [] : parsed.query.shape.main.conditions);
  const values: Value[] = [...parsed.query.values];
  const source = sourceOf(fn, argumentNames, parsed, body, values);
  const isObject = relation !== undefined && !fn.returns.set;
  const form = isObject && wanted.accept.form === "array" ? "object" : wanted.accept.form;
  const accept = { ...wanted.accept, form };
  const count = isObject ? undefined : wanted.prefer.count;
  const claims = claimsOf(actor, fn.volatile ? "write" : "read");
  // The total is counted separately as for relations, except for a function that writes, because the function must be
  // called only once.
  const isCountedApart = count === "exact" && claims !== undefined && !fn.volatile && relation && !aggregates(parsed);
  const reach = count === undefined || fn.volatile || isCountedApart ? "page" : "all";
  const caller: Caller = { db, claims, reach, resource: fn.resource };

  if (!relation) return callScalar(caller, fn, source, parsed, values, wanted);
  const how = [form, accept.stripNulls, isCountedApart ? "apart" : count, wanted.withBody];
  const key = shapeKey(parsed.query.shape, signature(fn), readingKey(actor), argumentNames, body === undefined, how);
  const plan = () => planRead(actor, catalog, { name, relation }, parsed.query.shape);
  const { statement, counting } = prepared.get(catalog, key, () => {
    const planned = plan();
    const options = { accept, count: isCountedApart ? undefined : count, withBody: wanted.withBody };
    return {
      statement: renderCall(planned, source, fn, options),
      counting: isCountedApart ? renderCount(planned, source) : undefined,
    };
  });
  const row = await run(caller, { text: statement.text, parameters: parametersOf(statement, values) }, wanted);
  const query = { ...parsed.query, values };
  const total = counting
    ? await countApart(db.reading(claims, "all"), counting, query, row.size)
    : (row.total ??
      (count === undefined || fn.volatile
        ? null
        : await estimate(db.reading(claims, caller.reach), plan(), source, query, count)));
  return answerRead({ ...row, total }, parsed, { ...wanted, accept });
}

/**
 * Renders the call so that a volatile function is called once, even if the statement refers to its rows several times.
 */
function renderCall(plan: Plan, source: Source, { volatile }: SqlFunction, options: ReadOptions): Rendered {
  if (!volatile) return renderRead(plan, source, options);
  let called = "";
  const { text, uses } = renderRead(plan, (writer) => ((called = source(writer)), "called"), options);
  return { text: `with called as materialized (select * from ${called})\n${text}`, uses };
}

function refuseMismatch(fn: SqlFunction, argumentNames: readonly string[], conditions: readonly Condition[]): void {
  const known = new Map(fn.arguments.map((argument) => [argument.name, argument]));
  const surplus = argumentNames.filter((name) => !known.has(name));
  const missing = fn.arguments
    .filter(({ name, hasDefault }) => !hasDefault && !argumentNames.includes(name))
    .map(({ name }) => name);
  // The result of a function without columns cannot be filtered.
  const filtered = conditions.map((condition) =>
    condition.kind === "group" ? condition.join : condition.field.column,
  );
  if (surplus.length + missing.length + filtered.length === 0) return;
  throw refusal.noFunction(fn.name, [...argumentNames, ...filtered], `Perhaps you meant ${signature(fn)}`);
}

/** Renders the call as SQL with named arguments, so that missing arguments get their defaults. */
function sourceOf(
  fn: SqlFunction,
  argumentNames: readonly string[],
  parsed: ParsedRequest,
  body: Call["body"],
  values: Value[],
) {
  const types = new Map(fn.arguments.map(({ name, type }) => [name, type]));
  const places = new Map<string, number>();
  if (body !== undefined) values.push(JSON.stringify(body));
  const bodyPlace = values.length - 1;
  if (body === undefined)
    for (const name of argumentNames) places.set(name, values.push(parsed.arguments.get(name)!) - 1);
  return (writer: Writer) => {
    const parts = argumentNames.map((name) => {
      const type = types.get(name)!;
      const value =
        body === undefined
          ? `${writer.parameter(places.get(name)!)}::${type}`
          : `(select r.${quote(name)} from json_to_record(${writer.parameter(bodyPlace)}::json) as r(${quote(name)} ${type}))`;
      return `${quote(name)} => ${value}`;
    });
    return `public.${quote(fn.name)}(${parts.join(", ")})`;
  };
}

/** Database access for a call. */
interface Caller {
  db: Databases;
  claims: string | undefined;
  /**
   * The pool for a caller with claims. A function that writes needs the page role, because the role for all rows is
   * read-only.
   */
  reach: "page" | "all";
  /** The resource of the function. */
  resource: Resource;
}

async function callScalar(
  caller: Caller,
  fn: SqlFunction,
  source: Source,
  parsed: ParsedRequest,
  values: readonly Value[],
  wanted: Wanted,
): Promise<Answer> {
  const { limit, offset } = parsed.query.shape.main;
  const writer = new Writer();
  const from = source(writer);
  const text = fn.returns.set
    ? [
        `with called as (select f as value from ${from} f)`,
        "select coalesce(json_agg(p.value), '[]')::text as body, count(*) as size,",
        `${wanted.prefer.count ? "(select count(*) from called)" : "null"} as total, null as version`,
        `from (select value from called limit ${writer.parameter(limit!)}::int8`,
        offset === undefined ? "" : `offset ${writer.parameter(offset)}::int8`,
        ") p",
      ].join("\n")
    : `select to_json(f)::text as body, 1 as size, null as total, null as version from ${from} f`;
  const row = await run(caller, { text, parameters: parametersOf({ text, uses: writer.uses }, values) }, wanted);
  if (fn.returns.type === "void") return { status: 204, headers: {}, body: undefined };
  const type = "application/json; charset=utf-8";
  if (fn.returns.set) return answerRead(row, parsed, { ...wanted, accept: { form: "array", stripNulls: false, type } });
  return {
    status: 200,
    headers: { "content-type": type },
    body: wanted.withBody ? (row.body ?? "null") : undefined,
  };
}

/** Uses a transaction only for tx=rollback. */
async function run(
  { db, claims, reach, resource }: Caller,
  { text, parameters }: { text: string; parameters: unknown[] },
  { prefer }: Wanted,
): Promise<AnswerRow> {
  const answered =
    prefer.tx === "rollback"
      ? db.trying(claims, (client) => client.query<AnswerRow>(text, parameters))
      : db.reading(claims, reach).query<AnswerRow>(text, parameters);
  const { rows } = await answered.catch((error: unknown) => {
    throw namedRefusal(error, () => resource);
  });
  return rows[0]!;
}
