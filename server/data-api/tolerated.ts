// Requests of existing clients that extend the grammar, by relation. They are accepted for these relations only.
import {
  embedName,
  type Condition,
  type Query,
  type Selected,
  type SelectedEmbed,
  type Shape,
  type Value,
} from "./query.ts";

/** Filters on embeds that a client does not select; handled as if they were selected with `!inner`. */
const filteredWithoutEmbed: Readonly<Record<string, readonly string[]>> = {
  incident_summary: ["hypotheses.evidences"],
};

/** A column of an embed that replaces a filtered column. */
interface EmbeddedColumn {
  embed: string;
  column: string;
  /** Deleted related rows are ignored. */
  isLive?: true;
}

/**
 * Filters on columns that a relation cannot have, because each row may have several values: an insight belongs to every
 * component of its config item, and a rule about a canary applies to all its checks. The filter moves to the embed.
 */
const filteredThrough: Readonly<Record<string, Readonly<Record<string, EmbeddedColumn>>>> = {
  config_analysis_items: {
    component_id: { embed: "config_items.config_component_relationships", column: "component_id", isLive: true },
  },
  permissions_summary: { check_id: { embed: "canaries.checks", column: "id" } },
};

/** Keys of a body that are not columns but options for the relation's write hook. */
const bodyKeys: Readonly<Record<string, readonly string[]>> = {
  agents: ["cleanup"],
};

export const isToleratedKey = (relation: string, key: string) =>
  Object.hasOwn(bodyKeys, relation) && bodyKeys[relation]!.includes(key);

/** Older names of values, by relation and column; the stored rows have only the current names. */
const formerValues: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  ...Object.fromEntries(
    ["incidents", "incident_summary", "incidents_by_component", "incidents_by_config"].map((relation) => [
      relation,
      { type: { technical_debt: "technicalDebt" } },
    ]),
  ),
  incident_histories: { type: { "incident_status.updated": "incident.status_updated" } },
};

/**
 * Translates values in filters to the stored values. Clients send some severities with a capital letter, but the
 * allowed values are all in lower case.
 */
export function withStoredValues(relation: string, query: Query): Query {
  const former = formerValues[relation] ?? {};
  const translators = new Map<number, (text: string) => string>();
  for (const condition of comparesIn(query.shape.main.conditions)) {
    const { column, path } = condition.field;
    if (path.length > 0) continue;
    const names = Object.hasOwn(former, column) ? former[column] : undefined;
    if (column === "severity") translators.set(condition.value, (text) => text.toLowerCase());
    else if (names) translators.set(condition.value, (text) => (Object.hasOwn(names, text) ? names[text]! : text));
  }
  if (translators.size === 0) return query;
  const values = query.values.map((value, place): Value => {
    const translate = translators.get(place);
    if (!translate) return value;
    return typeof value === "string"
      ? translate(value)
      : Array.isArray(value)
        ? value.map(String).map(translate)
        : value;
  });
  return { ...query, values };
}

const comparesIn = (conditions: readonly Condition[]): (Condition & { kind: "compare" })[] =>
  conditions.flatMap((condition) =>
    condition.kind === "compare" ? [condition] : condition.kind === "group" ? comparesIn(condition.of) : [],
  );

/** Moves filters of existing clients to where the planner expects them. */
export const tolerated = (relation: string, shape: Shape): Shape =>
  addToleratedEmbeds(relation, moveFilters(relation, shape));

function moveFilters(relation: string, shape: Shape): Shape {
  if (!Object.hasOwn(filteredThrough, relation)) return shape;
  const columns = filteredThrough[relation]!;
  const embeddedColumnOf = (condition: Condition): EmbeddedColumn | undefined =>
    condition.kind === "compare" && !condition.negated && Object.hasOwn(columns, condition.field.column)
      ? columns[condition.field.column]
      : undefined;
  const moved = shape.main.conditions.filter(embeddedColumnOf);
  if (moved.length === 0) return shape;
  const embedded = { ...shape.embedded };
  let select: readonly Selected[] = shape.select.length > 0 ? shape.select : [allColumns];
  for (const condition of moved) {
    const { embed, column, isLive } = embeddedColumnOf(condition)!;
    const level = embedded[embed] ?? { conditions: [], order: [], limit: undefined, offset: undefined };
    const conditions = [...level.conditions, { ...condition, field: { column, path: [] } } as Condition];
    if (isLive) conditions.push(notDeleted);
    embedded[embed] = { ...level, conditions };
    select = withEmbed(select, embed.split("."));
  }
  const main = { ...shape.main, conditions: shape.main.conditions.filter((condition) => !embeddedColumnOf(condition)) };
  return { select, main, embedded };
}

const notDeleted: Condition = {
  kind: "is",
  field: { column: "deleted_at", path: [] },
  negated: false,
  what: "null",
};

function addToleratedEmbeds(relation: string, shape: Shape): Shape {
  if (!Object.hasOwn(filteredWithoutEmbed, relation)) return shape;
  const missing = filteredWithoutEmbed[relation]!.filter(
    (path) => Object.hasOwn(shape.embedded, path) && !isSelected(shape.select, path.split(".")),
  );
  if (missing.length === 0) return shape;
  const select: readonly Selected[] = shape.select.length > 0 ? shape.select : [allColumns];
  return { ...shape, select: missing.reduce((items, path) => withEmbed(items, path.split(".")), select) };
}

function isSelected(items: readonly Selected[], [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  return items.some((item) => item.kind === "embed" && embedName(item) === name && isSelected(item.select, rest));
}

const allColumns: Selected = {
  kind: "column",
  field: { column: "*", path: [] },
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
};

/** An embed without columns only filters. */
function withEmbed(items: readonly Selected[], [name, ...rest]: readonly string[]): readonly Selected[] {
  if (name === undefined) return items;
  const isIt = (item: Selected): item is SelectedEmbed => item.kind === "embed" && embedName(item) === name;
  const found = items.find(isIt);
  const embed: SelectedEmbed = found ?? {
    kind: "embed",
    target: name,
    alias: undefined,
    hint: undefined,
    join: "inner",
    spread: false,
    select: [],
  };
  return [
    ...items.filter((item) => item !== found),
    { ...embed, join: "inner", select: withEmbed(embed.select, rest) },
  ];
}
