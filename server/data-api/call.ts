// rpc/{function}: its arguments come from the URL (GET) or the body (POST), and its rows are filtered, sorted, cut and
// embedded into like those of a view.
import { Problem, problem } from "#language/problem.ts";
import { claimsOf, readingKey } from "../db/policy.ts";
import type { Databases } from "../db/pool.ts";
import type { Catalog, SqlFunction } from "../db/relations.ts";
import { quote } from "../db/rights.ts";
import type { Actor } from "../http/actor.ts";
import { parse, type Asked } from "./parse.ts";
import { isOperation } from "./parse/filter.ts";
import { mayCall, planRead, resultRelation } from "./plan.ts";
import { PlanCache } from "./plan-cache.ts";
import type { Value } from "./query.ts";
import { answerRead, estimate, type Answer, type AnswerRow, type Wanted } from "./read.ts";
import { refusal } from "./refusal.ts";
import { parametersOf, renderRead, Writer, type Rendered } from "./render.ts";

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

const prepared = new PlanCache<Rendered>();

export function requireFunction(actor: Actor, catalog: Catalog, name: string): SqlFunction {
  const fn = catalog.functions.get(name);
  if (!fn?.exposed) throw refusal.noFunction(name, []);
  if (!mayCall(actor, fn)) throw problem.forbidden(fn.volatile ? "write" : "read", fn.resource, { code: "42501" });
  return fn;
}

export async function callFunction(db: Databases, call: Call, wanted: Wanted): Promise<Answer> {
  const { actor, catalog, name, method, body } = call;
  const fn = requireFunction(actor, catalog, name);
  if (fn.volatile && method !== "POST")
    throw new Problem("method_not_allowed", `${name} may change data: call it by POST.`, { code: "25006" });
  const relation = resultRelation(catalog, fn);
  const names = new Set(fn.arguments.map((argument) => argument.name));
  const asked = parse(call.search, {
    range: call.range,
    // An argument may bear the name of a column of the result; then an operator tells which is meant.
    isArgument: (parameter, value) =>
      body === undefined && names.has(parameter) && !(isOperation(value) && relation?.columns.has(parameter)),
  });
  const given = body === undefined ? [...asked.arguments.keys()] : Object.keys(body);
  refuseMismatch(fn, given, body === undefined && !relation ? asked : undefined);
  const values: Value[] = [...asked.query.values];
  const source = sourceOf(fn, given, asked, body, values);
  const isObject = relation !== undefined && !fn.returns.set;
  const form = isObject && wanted.accept.form === "array" ? "object" : wanted.accept.form;
  const accept = { ...wanted.accept, form };
  const count = isObject ? undefined : wanted.prefer.count;
  const caller = { db, claims: claimsOf(actor, fn.volatile ? "write" : "read") };

  if (!relation) return callScalar(caller, fn, source, asked, values, wanted);
  const key = JSON.stringify([
    name,
    readingKey(actor),
    given,
    body === undefined,
    form,
    accept.stripNulls,
    count,
    wanted.withBody,
    asked.query.shape,
  ]);
  const statement = prepared.get(catalog, key, () =>
    renderRead(planRead(actor, catalog, { name, relation }, asked.query.shape), source, {
      accept,
      count,
      withBody: wanted.withBody,
    }),
  );
  const row = await run(caller, { text: statement.text, parameters: parametersOf(statement, values) }, wanted);
  const total =
    row.total ??
    (count === undefined || fn.volatile
      ? null
      : await estimate(
          db.reading(caller.claims),
          planRead(actor, catalog, { name, relation }, asked.query.shape),
          source,
          { ...asked.query, values },
          count,
        ));
  const answer = answerRead({ ...row, total }, asked, { ...wanted, accept });
  return isObject ? { ...answer, status: 200 } : answer;
}

function refuseMismatch(fn: SqlFunction, given: readonly string[], asked: Asked | undefined): void {
  const known = new Map(fn.arguments.map((argument) => [argument.name, argument]));
  const surplus = given.filter((name) => !known.has(name));
  const missing = fn.arguments
    .filter(({ name, hasDefault }) => !hasDefault && !given.includes(name))
    .map(({ name }) => name);
  // A function without columns has nothing that a filter could speak of.
  const filtered =
    asked?.query.shape.main.conditions.flatMap((one) => (one.kind === "group" ? [] : [one.field.column])) ?? [];
  if (surplus.length + missing.length + filtered.length === 0) return;
  const signature = fn.arguments.map(
    ({ name, type, hasDefault }) => `${name} ${type}${hasDefault ? " (optional)" : ""}`,
  );
  throw refusal.noFunction(fn.name, [...given, ...filtered], `Perhaps you meant ${fn.name}(${signature.join(", ")})`);
}

/** How the statement calls it: by name, so that defaults stay where nothing was given. */
function sourceOf(fn: SqlFunction, given: readonly string[], asked: Asked, body: Call["body"], values: Value[]) {
  const types = new Map(fn.arguments.map(({ name, type }) => [name, type]));
  const places = new Map<string, number>();
  if (body !== undefined) values.push(JSON.stringify(body));
  const bodyPlace = values.length - 1;
  if (body === undefined) for (const name of given) places.set(name, values.push(asked.arguments.get(name)!) - 1);
  return (writer: Writer) => {
    const parts = given.map((name) => {
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

/** Whose rows a call sees. */
interface Caller {
  db: Databases;
  claims: string | undefined;
}

async function callScalar(
  caller: Caller,
  fn: SqlFunction,
  source: (writer: Writer) => string,
  asked: Asked,
  values: readonly Value[],
  wanted: Wanted,
): Promise<Answer> {
  const { limit, offset } = asked.query.shape.main;
  const writer = new Writer();
  const from = source(writer);
  const isVoid = fn.returns.type === "void";
  const one = (body: string) => `select ${body} as body, 1 as size, null as total, null as version from ${from} f`;
  const text = fn.returns.set
    ? [
        "select coalesce(json_agg(p.value), '[]')::text as body, count(*) as size, null as total, null as version",
        `from (select f as value from ${from} f limit ${writer.parameter(limit!)}::int8`,
        offset === undefined ? "" : `offset ${writer.parameter(offset)}::int8`,
        ") p",
      ].join("\n")
    : one(isVoid ? "null" : "to_json(f)::text");
  const row = await run(caller, { text, parameters: parametersOf({ text, uses: writer.uses }, values) }, wanted);
  if (isVoid) return { status: 204, headers: {}, body: undefined };
  if (fn.returns.set) return answerRead(row, asked, { ...wanted, accept: { ...wanted.accept, form: "array" } });
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: wanted.withBody ? (row.body ?? "null") : undefined,
  };
}

/** In a transaction only when it is to be taken back. */
async function run(
  { db, claims }: Caller,
  { text, parameters }: { text: string; parameters: unknown[] },
  { prefer }: Wanted,
): Promise<AnswerRow> {
  const { rows } =
    prefer.tx === "rollback"
      ? await db.trying(claims, (client) => client.query<AnswerRow>(text, parameters))
      : await db.reading(claims).query<AnswerRow>(text, parameters);
  return rows[0]!;
}
