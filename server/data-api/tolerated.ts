// What clients in use send beyond the grammar, relation by relation: taken here, and refused everywhere else.
import { embedName, type Query, type Selected, type SelectedEmbed, type Shape, type Value } from "./query.ts";

/** Filters on embeds that the client forgot to select; read as if it had said `!inner`. */
const filteredWithoutEmbed: Readonly<Record<string, readonly string[]>> = {
  incident_summary: ["hypotheses.evidences"],
};

/** Keys of a body that are no columns, but words to the relation's door. */
const bodyKeys: Readonly<Record<string, readonly string[]>> = {
  agents: ["cleanup"],
};

export const isToleratedKey = (relation: string, key: string) =>
  Object.hasOwn(bodyKeys, relation) && bodyKeys[relation]!.includes(key);

/** Their pickers write some severities with a capital letter, which the vocabulary has none of. */
export function withPlainSeverities(query: Query): Query {
  const places = query.shape.main.conditions.flatMap((one) =>
    one.kind === "compare" && one.field.column === "severity" && one.field.path.length === 0 ? [one.value] : [],
  );
  if (places.length === 0) return query;
  const plain = (value: Value): Value =>
    typeof value === "string" ? value.toLowerCase() : Array.isArray(value) ? value.map(String).map(lower) : value;
  return { ...query, values: query.values.map((value, place) => (places.includes(place) ? plain(value) : value)) };
}

const lower = (text: string) => text.toLowerCase();

export function addToleratedEmbeds(relation: string, shape: Shape): Shape {
  if (!Object.hasOwn(filteredWithoutEmbed, relation)) return shape;
  const missing = filteredWithoutEmbed[relation]!.filter((path) => Object.hasOwn(shape.embedded, path));
  if (missing.length === 0) return shape;
  const select: readonly Selected[] = shape.select.length > 0 ? shape.select : [allColumns];
  return { ...shape, select: missing.reduce((items, path) => withEmbed(items, path.split(".")), select) };
}

const allColumns: Selected = {
  kind: "column",
  field: { column: "*", path: [] },
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
};

/** An embed without columns filters and shows nothing. */
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
