// Renders a Plan as one SQL statement. The database converts the rows to JSON and returns them as one string. Embeds
// are subqueries in the select list, because PostgreSQL computes those after sorting and limiting, for the rows of the
// page only.
import { formulaPattern, numberPattern, writeCell } from "#lib/text/csv-cell.ts";
import { literal, quote } from "../db/sql-text.ts";
import { isHidden } from "./copied-resources.ts";
import { comparisons, patterns, textSearches } from "./operators.ts";
import type { Accept, Prefer } from "./parse/prefer.ts";
import { defaultRows } from "./parse/range.ts";
import type { LevelPlan, Output, Plan, PlannedCondition, PlannedEmbed, PlannedField, PlannedOrder } from "./planned.ts";
import type { Value } from "./query.ts";

export interface Rendered {
  text: string;
  /** Indexes of the request's values, in the order of the statement's parameters. */
  uses: readonly number[];
}

export const parametersOf = ({ uses }: Rendered, values: readonly Value[]) => uses.map((place) => values[place]);

/** Assigns parameter numbers and aliases while a statement is rendered. */
export class Writer {
  readonly uses: number[] = [];
  #aliases = 0;

  /** Returns the parameter for a value of the request; a value that is used several times has one parameter. */
  parameter(place: number): string {
    const known = this.uses.indexOf(place);
    return `$${(known < 0 ? this.uses.push(place) - 1 : known) + 1}`;
  }

  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }
}

export interface ReadOptions {
  accept: Pick<Accept, "form" | "stripNulls">;
  count: Prefer["count"];
  /** False for HEAD requests. */
  withBody: boolean;
}

/** The source of the main rows: a table or view, a function call, or the rows that a statement has written. */
export type From = string;

export const relationFrom = (name: string): From => `public.${quote(name)}`;

export function renderRead(plan: Plan, from: (writer: Writer) => From, options: ReadOptions): Rendered {
  const writer = new Writer();
  return { text: answerOf(writer, plan, from(writer), options), uses: writer.uses };
}

/** Renders a statement that counts the matching rows. */
export function renderCount(plan: Plan, from: (writer: Writer) => From): Rendered {
  const writer = new Writer();
  return { text: `select count(*) as total from (${countable(writer, plan, from(writer))}) c`, uses: writer.uses };
}

/**
 * Renders the statement that reads a page and returns its size, the total if requested, and the version of a single
 * row.
 */
export function answerOf(writer: Writer, plan: Plan, from: From, { accept, count, withBody }: ReadOptions): string {
  const columns = [
    `${withBody ? bodyOf(plan, accept) : "null"} as body`,
    "count(*) as size",
    `${count === "exact" ? totalOf(writer, plan, from) : "null::int8"} as total`,
    `${plan.isByKey ? versionOf(writer, plan, from) : "null"} as version`,
  ];
  return `select ${columns.join(",\n       ")}\nfrom (\n${levelSelect(writer, plan, from, writer.alias(), [])}\n) p`;
}

function bodyOf(plan: LevelPlan, { form, stripNulls }: ReadOptions["accept"]): string {
  const row = stripNulls ? "json_strip_nulls(row_to_json(p.*))" : "p.*";
  switch (form) {
    case "array":
      return `coalesce(json_agg(${row}), '[]')::text`;
    case "object":
      return `(json_agg(${row}) -> 0)::text`;
    case "csv":
      return csvOf(plan);
  }
}

function csvOf(plan: LevelPlan): string {
  const outputs = flatOutputs(plan);
  const header = outputs
    .map(({ name }) => writeCell(name))
    .map((name) => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(",");
  const cells = outputs.map(({ kind, name }) => {
    const text = kind === "embed" ? `to_json(p.${quote(name)})::text` : `p.${quote(name)}::text`;
    // Same rule as in writeCell(): a spreadsheet must not run formulas from row content.
    const isFormula = `${text} ~ ${literal(formulaPattern)} and ${text} !~ ${literal(numberPattern)}`;
    const mark = `case when ${isFormula} then '''' else '' end`;
    return (
      `case when ${text} ~ '[",\\r\\n]' then '"' || ${mark} || replace(${text}, '"', '""') || '"' ` +
      `else ${mark} || coalesce(${text}, '') end`
    );
  });
  return `${literal(`${header}\n`)} || coalesce(string_agg(${cells.join(" || ',' || ") || "''"}, E'\\n'), '')`;
}

/**
 * Renders the total. If the page is not full, the total is computed from the page; otherwise PostgreSQL counts the
 * rows.
 */
function totalOf(writer: Writer, plan: Plan, from: From): string {
  const offset = plan.offset === undefined ? "0" : `${writer.parameter(plan.offset)}::int8`;
  const limit = `${writer.parameter(plan.limit!)}::int8`;
  return (
    `case when count(*) < ${limit} and (count(*) > 0 or ${offset} = 0) then ${offset} + count(*)\n` +
    `else (select count(*) from (${countable(writer, plan, from)}) c) end`
  );
}

/** Renders the query for all matching rows, without paging. */
export function countable(writer: Writer, plan: Plan, from: From): string {
  const alias = writer.alias();
  const counted = from === relationFrom(plan.source.rows) ? relationFrom(plan.source.count) : from;
  if (plan.isGrouped)
    return levelSelect(writer, { ...plan, order: [], limit: undefined, offset: undefined }, from, alias, []);
  return `select 1 from ${counted} ${alias}${whereOf(writer, plan, alias, [])}`;
}

function versionOf(writer: Writer, plan: Plan, from: From): string {
  const alias = writer.alias();
  return `(select ${alias}.xmin::text from ${from} ${alias}${whereOf(writer, plan, alias, [])})`;
}

function levelSelect(writer: Writer, plan: LevelPlan, from: From, alias: string, joins: readonly string[]): string {
  const laterals: string[] = [];
  const outputs: { text: string; isGroup: boolean }[] = [];
  for (const output of plan.outputs)
    if (output.kind === "spread") outputs.push(...spread(writer, output.embed, alias, plan.isGrouped, laterals));
    else
      outputs.push({
        text: `${outputText(writer, output, alias, plan.isGrouped)} as ${quote(output.name)}`,
        isGroup: output.kind === "embed" || output.aggregate === undefined,
      });
  const order = plan.order.map((term) => ({ ...term, text: orderText(writer, term, alias) }));
  const groups = [
    ...outputs.flatMap(({ isGroup }, index) => (isGroup ? [index + 1] : [])),
    // A column of an embed that is used for sorting must also be grouped by, because PostgreSQL cannot derive it from
    // the embed alone.
    ...order.flatMap(({ embed, text }) => (embed ? [text] : [])),
  ];
  return [
    `select ${outputs.map(({ text }) => text).join(", ")}`,
    `from ${from} ${alias}${laterals.map((lateral) => `\n${lateral}`).join("")}`,
    whereOf(writer, plan, alias, joins).trim(),
    plan.isGrouped && groups.length > 0 ? `group by ${groups.join(", ")}` : "",
    order.length > 0 ? `order by ${order.map((term) => `${term.text}${placeOf(term)}`).join(", ")}` : "",
    plan.limit === undefined ? "" : `limit ${writer.parameter(plan.limit)}::int8`,
    plan.offset === undefined ? "" : `offset ${writer.parameter(plan.offset)}::int8`,
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function outputText(
  writer: Writer,
  output: Exclude<Output, { kind: "spread" }>,
  alias: string,
  isGrouped: boolean,
): string {
  // The type json has no equality, which grouping needs, so convert to jsonb.
  if (output.kind === "embed") return comparable(embedText(writer, output.embed, alias), isGrouped);
  const { field, cast } = output;
  const plain = field ? fieldText(field, alias) : "*";
  return aggregated(output, cast === undefined ? plain : `cast(${plain} as ${cast})`);
}

const comparable = (rows: string, isGrouped: boolean) => (isGrouped ? `to_jsonb(${rows})` : rows);

type FieldOutput = Extract<Output, { kind: "field" }>;

function aggregated({ aggregate, aggregateCast }: FieldOutput, value: string): string {
  if (aggregate === undefined) return value;
  const text = `${aggregate}(${value})`;
  return aggregateCast === undefined ? text : `cast(${text} as ${aggregateCast})`;
}

/** Renders a row or an array of rows, which is converted to JSON once, together with the embedding row. */
function embedText(writer: Writer, embed: PlannedEmbed, parent: string): string {
  if (embed.isOff) return "null::json";
  const rows = embedSelect(writer, embed, parent);
  // Avoid an alias that is also a column name, because the name would then refer to the column.
  const names = outputNames(embed.plan);
  let row = "x";
  while (names.includes(row)) row += "x";
  const select = `select ${row} from (\n${rows}\n) ${row}`;
  return embed.toMany ? `array(${select})` : `(${select})`;
}

function embedSelect(writer: Writer, embed: PlannedEmbed, parent: string): string {
  const alias = writer.alias();
  const { plan } = embed;
  const { from, joins } = embedSource(writer, embed, parent, alias, plan.source.rows);
  if (!embed.toMany)
    return levelSelect(writer, { ...plan, order: [], limit: undefined, offset: undefined }, from, alias, joins);
  const rows = levelSelect(writer, plan, from, alias, joins);
  return plan.limit === undefined ? `${rows}\nlimit ${defaultRows}` : rows;
}

/** Renders the embedded relation and its join conditions. */
function embedSource(
  writer: Writer,
  { join }: PlannedEmbed,
  parent: string,
  alias: string,
  relation: string,
): { from: From; joins: string[] } {
  const equal =
    (left: string, right: string) =>
    ([a, b]: readonly [string, string]) =>
      `${left}.${quote(a)} = ${right}.${quote(b)}`;
  if (join.kind === "direct") return { from: relationFrom(relation), joins: join.on.map(equal(parent, alias)) };
  const junction = writer.alias();
  return {
    from: `${relationFrom(join.table)} ${junction}, ${relationFrom(relation)}`,
    joins: [...join.parent.map(equal(parent, junction)), ...join.child.map(equal(junction, alias))],
  };
}

/** Adds the lateral join of a spread embed, and returns its outputs. */
function spread(
  writer: Writer,
  embed: PlannedEmbed,
  parent: string,
  isGrouped: boolean,
  laterals: string[],
): { text: string; isGroup: boolean }[] {
  const side = writer.alias();
  if (!embed.toMany) {
    laterals.push(
      `left join lateral (${embedSelect(writer, { ...embed, plan: ungrouped(embed.plan) }, parent)}) ${side} on true`,
    );
    return flatOutputs(embed.plan).map((output) => {
      const name = quote(output.name);
      const value = output.kind === "field" && output.field === undefined ? "*" : `${side}.${name}`;
      const isGroup = output.kind === "embed" || output.aggregate === undefined;
      const text = output.kind === "embed" ? comparable(value, isGrouped) : aggregated(output, value);
      return { text: `${text} as ${name}`, isGroup };
    });
  }
  const rows = embedSelect(writer, embed, parent);
  const names = outputNames(embed.plan).map(quote);
  const lists = names.map((name) => `json_agg(x.${name}) as ${name}`).join(", ");
  laterals.push(`left join lateral (select ${lists} from (\n${rows}\n) x) ${side} on true`);
  return names.map((name) => ({
    text: `coalesce(${side}.${name}, '[]')${isGrouped ? "::jsonb" : ""} as ${name}`,
    isGroup: true,
  }));
}

/** Removes the aggregates: the level that a to-one embed is spread into computes them. */
function ungrouped(plan: LevelPlan): LevelPlan {
  if (!plan.isGrouped) return plan;
  const outputs = plan.outputs.flatMap((output): Output[] => {
    if (output.kind === "spread")
      return [{ kind: "spread", embed: { ...output.embed, plan: ungrouped(output.embed.plan) } }];
    if (output.kind === "embed") return [output];
    return output.field ? [{ ...output, aggregate: undefined, aggregateCast: undefined }] : [];
  });
  return { ...plan, outputs, isGrouped: false };
}

const flatOutputs = (plan: LevelPlan): Exclude<Output, { kind: "spread" }>[] =>
  plan.outputs.flatMap((output) => (output.kind === "spread" ? flatOutputs(output.embed.plan) : [output]));

const outputNames = (plan: LevelPlan): string[] => flatOutputs(plan).map(({ name }) => name);

export function whereOf(writer: Writer, plan: LevelPlan, alias: string, joins: readonly string[]): string {
  const all = [...joins, ...plan.conditions.map((condition) => conditionText(writer, condition, alias))];
  return all.length === 0 ? "" : `\nwhere ${all.join("\nand ")}`;
}

/** Renders a condition. `isWanted` means that it is not inside a negation, so false and null are equivalent. */
function conditionText(writer: Writer, condition: PlannedCondition, alias: string, isWanted = true): string {
  const text = positive(writer, condition, alias, isWanted && !condition.negated);
  return condition.negated ? `not (${text})` : text;
}

function positive(writer: Writer, condition: PlannedCondition, alias: string, isWanted: boolean): string {
  switch (condition.kind) {
    case "group":
      return `(${condition.of.map((part) => conditionText(writer, part, alias, isWanted)).join(` ${condition.join} `)})`;
    case "exists": {
      const child = writer.alias();
      const { from, joins } = embedSource(writer, condition.embed, alias, child, condition.embed.plan.source.count);
      return `exists (select 1 from ${from} ${child}${whereOf(writer, condition.embed.plan, child, joins)})`;
    }
    case "is":
      return `${fieldText(condition.field, alias)} is ${condition.what.replace("_", " ")}`;
    case "compare":
      return comparison(writer, condition, alias, isWanted);
  }
}

const isArray = ({ type, path }: PlannedField) => path.length === 0 && type.endsWith("[]");

function comparison(
  writer: Writer,
  condition: Extract<PlannedCondition, { kind: "compare" }>,
  alias: string,
  isWanted: boolean,
): string {
  const { field, operator, quantifier, language } = condition;
  const left = fieldText(field, alias);
  const value = writer.parameter(condition.value);
  if (operator === "in")
    return isArray(field)
      ? `${left} in (select e::${field.type} from unnest(${value}::text[]) e)`
      : `${left} = any(${value})`;
  const search = textSearches[operator];
  if (search !== undefined) {
    const config = language === undefined ? "" : `${writer.parameter(language)}::text::regconfig, `;
    const document = field.type === "tsvector" && field.path.length === 0 ? left : `to_tsvector(${config}${left})`;
    return `${document} @@ ${search}(${config}${value}::text)`;
  }
  const sql = comparisons[operator]!;
  const right = quantifier === undefined ? value : `${quantifier}(${value})`;
  // A pattern matches an array if it matches one of its elements.
  if (isArray(field) && patterns.has(operator))
    return `case when ${left} is not null then exists (select 1 from unnest(${left}) e where e::text ${sql} ${right}) end`;
  // Labels have an index for containment, but no index for the value of a key. Only containment is used, because with
  // both conditions the planner would treat them as independent and expect almost no rows.
  const [step] = field.path;
  if (
    isWanted &&
    field.isLabels &&
    operator === "eq" &&
    quantifier === undefined &&
    step?.arrow === "->>" &&
    field.path.length === 1
  )
    return `${alias}.${quote(field.column)} @> jsonb_build_object(${literal(step.key)}, ${value}::text)`;
  return `${left} ${sql} ${right}`;
}

function orderText(writer: Writer, { embed, field }: PlannedOrder, alias: string): string {
  if (!embed) return fieldText(field, alias);
  const child = writer.alias();
  // The column used for sorting may not be part of the embed's own plan.
  const { from, joins } = embedSource(writer, embed, alias, child, embed.plan.relation);
  return `(select ${fieldText(field, child)} from ${from} ${child}${whereOf(writer, embed.plan, child, joins)} limit 1)`;
}

const placeOf = ({ direction, nulls }: PlannedOrder) =>
  `${direction ? ` ${direction}` : ""}${nulls ? ` nulls ${nulls}` : ""}`;

function fieldText({ column, type, path, maskedBy, hidden }: PlannedField, alias: string): string {
  if (maskedBy !== undefined) return `case when ${alias}.${quote(maskedBy)} then '***' end`;
  const stored = `${alias}.${quote(column)}`;
  const plain = hidden ? `(case when ${isHidden(hidden, alias)} then null else ${stored} end)` : stored;
  if (path.length === 0) return plain;
  const json = type === "jsonb" ? plain : type === "json" ? `${plain}::jsonb` : `to_jsonb(${plain})`;
  const steps = path.map(({ arrow, key }) => `${arrow}${/^-?\d{1,9}$/.test(key) ? `(${key})` : literal(key)}`);
  return `(${json}${steps.join("")})`;
}
