// The fields and labels by which checks can be grouped, tabbed and pivoted. In URLs a label is written as its key, with
// a prefix if the key is also the name of a field.

export const groupFields = ["no-group", "canary_name", "name", "description", "type"] as const;
export const tabFields = ["namespace", "agent_id"] as const;

export type Facet<Field extends string> = { type: "field"; field: Field } | { type: "label"; key: string };

export type GroupBy = Facet<(typeof groupFields)[number]>;
export type TabBy = Facet<(typeof tabFields)[number]>;

const PREFIX = "label:";

export function parseFacet<Field extends string>(text: string, fields: readonly Field[]): Facet<Field> {
  const field = fields.find((item) => item === text);
  if (field !== undefined) return { type: "field", field };
  return { type: "label", key: text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text };
}

export function printFacet<Field extends string>(facet: Facet<Field>, fields: readonly Field[]): string {
  if (facet.type === "field") return facet.field;
  const isTaken = facet.key.startsWith(PREFIX) || fields.some((field) => field === facet.key);
  return isTaken ? PREFIX + facet.key : facet.key;
}
