// Translates a selector to an SQL condition on one relation, whose row has the alias r. Strings are compared without
// regard to case, except exact values of labels and tags, which must match the index.
import { parsePoint, resolvePoint } from "#lib/time/date-math.ts";
import { isExact, likePattern, type Match, type Pattern } from "#lib/text/match.ts";
import { type Path, type Selector, type Term, fieldOf } from "#lib/selector/selector.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { Column } from "../db/relations.ts";
import type { Selected } from "./selected.ts";

/** Thrown if the selector uses a field that the relation does not have. */
export class UnknownField extends Unreadable {}

/** The limit of the protocol: PostgreSQL closes the connection if a statement has more parameters. */
const maxValues = 65_535;

/** The parameters of an SQL statement. */
export class Statement {
  readonly values: unknown[] = [];

  value(value: unknown, type = "text"): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** Returns the values, unless there are more than PostgreSQL accepts in one statement. */
  allValues(): unknown[] {
    if (this.values.length > maxValues) throw new Unreadable(`A selector can have at most ${maxValues} values.`);
    return this.values;
  }
}

export function condition(selector: Selector, selected: Selected, statement: Statement): string {
  switch (selector.kind) {
    case "all":
      return selector.of.length === 0 ? "true" : joined(selector.of, "and", selected, statement);
    case "any":
      return joined(selector.of, "or", selected, statement);
    default:
      return term(selector, selected, statement);
  }
}

const joined = (parts: readonly Selector[], word: "and" | "or", selected: Selected, statement: Statement) =>
  `(${parts.map((part) => condition(part, selected, statement)).join(` ${word} `)})`;

// Negates a condition. Only negated conditions are wrapped, because PostgreSQL cannot use an index for `(…) is true`.
const unless = (negated: boolean, text: string) => (negated ? `(${text}) is not true` : text);

function term(term: Term, selected: Selected, statement: Statement): string {
  switch (term.kind) {
    case "name":
      return unless(term.negated, isNamed(term.pattern, selected, statement));
    case "has":
      return unless(term.negated, has(term.path, selected, statement));
    case "is":
      return unless(
        term.negated,
        matched(term.match, (pattern) => is(term.path, pattern, selected, statement)),
      );
    case "compare":
      return compare(term, selected, statement);
  }
}

function matched({ include, exclude }: Match, fits: (pattern: Pattern) => string): string {
  const parts = [
    ...(include.length > 0 ? [`(${include.map(fits).join(" or ")})`] : []),
    ...exclude.map((pattern) => unless(true, fits(pattern))),
  ];
  return parts.join(" and ");
}

const like = (value: string, pattern: Pattern, statement: Statement) =>
  `${value} ilike ${statement.value(likePattern(pattern))}`;

/**
 * Renders a condition on the name. Prefixes of fewer than three letters contain no trigram, so they use a separate
 * index.
 */
function isNamed(pattern: Pattern, { name = "r.name", inOrder = false }: Selected, statement: Statement): string {
  const [start = "", end] = pattern;
  return pattern.length === 2 && end === "" && (inOrder || start.length < 3)
    ? `lower(${name}) like lower(${statement.value(likePattern(pattern))})`
    : like(name, pattern, statement);
}

const identifier = (name: string) => `r."${name.replaceAll('"', '""')}"`;

/** Finds the column of a path, and the keys inside it. */
function find(path: Path, { kind, columns }: Selected): { column: Column; sql: string; keys: readonly string[] } {
  const field = fieldOf(path);
  const [name, key] = kind.fields?.[field] ?? [field];
  const column = columns.get(name);
  if (!column) throw new UnknownField(`Unknown field ${path.join(".")}.`);
  return { column, sql: identifier(name), keys: [...(key === undefined ? [] : [key]), ...path.slice(1)] };
}

function has(path: Path, selected: Selected, statement: Statement): string {
  const { column, sql, keys } = find(path, selected);
  if (keys.length === 0) return hasValue(column, sql);
  if (column.type !== "jsonb") throw hasNoParts(path);
  if (column.shape === "Properties") return property(sql, keys, statement, "true");
  return `${sql} ? ${statement.value(keys.join("."))}`;
}

/** Renders a condition on a column that is named without a key, as in the field selector `owner`. */
function hasValue({ type }: Column, sql: string): string {
  if (type === "jsonb") return inDocument(sql, "true");
  return type.endsWith("[]") ? `cardinality(${sql}) > 0` : `${sql} is not null`;
}

const hasNoParts = (path: Path) =>
  new UnknownField(`The field ${fieldOf(path)} has no nested fields, so ${path.join(".")} does not exist.`);

function is(path: Path, pattern: Pattern, selected: Selected, statement: Statement): string {
  const field = fieldOf(path);
  if (field === "agent") return isAgent(pattern, selected, statement);
  if (field === "text" && selected.kind.words) return hasWords(pattern, selected.kind.words, statement);
  if (field === "scope" && selected.kind.scope) return isScope(pattern, selected.kind.scope, statement);
  const computed = path.length === 1 ? selected.computed?.get(field) : undefined;
  if (computed)
    return isExact(pattern)
      ? `${computed.sql} = ${statement.value(vocabulary(computed.values, pattern[0]!))}`
      : like(computed.sql, pattern, statement);
  const { column, sql: own, keys } = find(path, selected);
  const sql = (field === "name" ? selected.name : undefined) ?? own;
  if (column.type === "jsonb") return isInDocument({ column, sql, keys }, pattern, statement);
  if (keys.length > 0) throw hasNoParts(path);
  if (column.type === "uuid") return isId(sql, pattern, statement);
  if (column.type === "text[]")
    return isExact(pattern)
      ? `${sql} @> ${statement.value([pattern[0]], "text[]")}`
      : `exists (select from unnest(${sql}) as one where ${like("one", pattern, statement)})`;
  if (column.type !== "text") return like(`${sql}::text`, pattern, statement);
  if (column.values && isExact(pattern)) return `${sql} = ${statement.value(vocabulary(column.values, pattern[0]!))}`;
  const fits = like(sql, pattern, statement);
  // The type "pod" also matches Kubernetes::Pod.
  return field === "type" && isExact(pattern) ? `(${fits} or ${like(sql, ["", `::${pattern[0]}`], statement)})` : fits;
}

const vocabulary = (values: readonly string[], word: string) =>
  values.find((value) => value.toLowerCase() === word.toLowerCase()) ?? word;

const isUuid = (text: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

/** Renders a condition on an id. An exact pattern that is not a uuid matches no id. */
const isId = (sql: string, pattern: Pattern, statement: Statement) =>
  isExact(pattern) && isUuid(pattern[0]!)
    ? `${sql} = ${statement.value(pattern[0], "uuid")}`
    : isExact(pattern)
      ? "false"
      : like(`${sql}::text`, pattern, statement);

function isInDocument(
  { column, sql, keys }: { column: Column; sql: string; keys: readonly string[] },
  pattern: Pattern,
  statement: Statement,
): string {
  if (column.shape === "Properties" && keys.length > 0)
    return property(sql, keys, statement, like("coalesce(one ->> 'text', one ->> 'value')", pattern, statement));
  if (column.shape === "Labels" && keys.length > 0) {
    const key = keys.join(".");
    return isExact(pattern)
      ? `${sql} @> ${statement.value(JSON.stringify({ [key]: pattern[0] }), "jsonb")}`
      : like(`(${sql} ->> ${statement.value(key)})`, pattern, statement);
  }
  if (keys.length > 0) return like(`(${sql} #>> ${statement.value(keys, "text[]")})`, pattern, statement);
  return inDocument(sql, like("one #>> '{}'", pattern, statement));
}

/** Renders a condition on any value inside a document. */
const inDocument = (sql: string, condition: string) =>
  `exists (select from jsonb_path_query(${sql}, 'strict $.**') as one where jsonb_typeof(one) in ('string', 'number', 'boolean') and ${condition})`;

const property = (sql: string, keys: readonly string[], statement: Statement, condition: string) =>
  `exists (select from jsonb_array_elements(${sql}) as one where one ->> 'name' = ${statement.value(keys.join("."))} and ${condition})`;

function isAgent(pattern: Pattern, { columns }: Selected, statement: Statement): string {
  if (!columns.has("agent_id")) throw new UnknownField("Unknown field agent.");
  return `r.agent_id in (select a.id from agents a where ${like("a.name", pattern, statement)} or ${like("a.id::text", pattern, statement)})`;
}

const hasWords = (pattern: Pattern, { table, key }: { table: string; key: string }, statement: Statement) =>
  `r.id in (select w.${key} from ${table} w where w.words @@ words_query(${statement.value(pattern.join(" "))}))`;

const isScope = (pattern: Pattern, { column, of }: { column: string; of: string }, statement: Statement) =>
  `${identifier(column)} in (select p.id from ${of} p where ${[
    "p.id::text",
    "p.name",
    "concat(p.namespace, '/', p.name)",
  ]
    .map((value) => like(value, pattern, statement))
    .join(" or ")})`;

/** PostgreSQL refuses very long numbers. */
const maxDigits = 100;

function compare(term: Term & { kind: "compare" }, selected: Selected, statement: Statement): string {
  const { column, sql, keys } = find(term.path, selected);
  const name = term.path.join(".");
  if (column.type === "timestamp with time zone") {
    const moment = resolvePoint(parsePoint(term.value), { now: Date.now(), timeZone: "UTC" });
    const written = new Date(moment).toISOString();
    // PostgreSQL has no year 0, and reads other years of more or fewer than four digits differently.
    if (!/^(?!0000)\d{4}-/.test(written))
      throw new Unreadable(`${name} must be compared with a time from the year 1 to 9999.`, term.at);
    return `${sql} ${term.operator} ${statement.value(written, "timestamptz")}`;
  }
  if (!/^-?\d+(?:\.\d+)?$/.test(term.value))
    throw new Unreadable(`${name} must be compared with a number, not with ${JSON.stringify(term.value)}.`, term.at);
  if (term.value.length > maxDigits)
    throw new Unreadable(`${name} must be compared with a number of up to ${maxDigits} digits.`, term.at);
  const number = statement.value(term.value, "numeric");
  if (/^(?:numeric|integer|bigint|smallint|double precision|real)/.test(column.type))
    return `${sql} ${term.operator} ${number}`;
  if (column.type !== "jsonb") throw new Unreadable(`${name} is text: use = or !=.`, term.at);
  const text =
    column.shape === "Properties"
      ? `(select coalesce(one ->> 'text', one ->> 'value') from jsonb_array_elements(${sql}) as one where one ->> 'name' = ${statement.value(keys.join("."))} limit 1)`
      : `(${sql} #>> ${statement.value(column.shape === "Labels" ? [keys.join(".")] : keys, "text[]")})`;
  // A value that is not numeric, or too long for the type, is not cast and not compared.
  return `case when ${text} ~ '^-?\\d{1,${maxDigits}}(\\.\\d{1,${maxDigits}})?$' then ${text}::numeric ${term.operator} ${number} else false end`;
}
