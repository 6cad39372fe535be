// Describes an entry of a list in one line, from the texts that are set.
import { isRecord, type JsonSchema, nearestVariant, resolved } from "../json-schema.ts";
import { labelOf, shapeOf } from "../shape.ts";

export interface Summary {
  /** The label, title or name of the entry; undefined if it has none. */
  title: string | undefined;
  /** Its other texts. */
  rest: string;
}

const titleKeys = ["label", "title", "name"] as const;
/** More texts do not fit into a line. */
const MAX_TEXTS = 3;

/** Secrets, numbers and icons are left out. */
export function summaryOf(schema: JsonSchema | boolean | undefined, value: unknown, root: JsonSchema): Summary {
  const title = isRecord(value) ? titleKeys.map((key) => textOf(value[key])).find((text) => text !== "") : undefined;
  const others = isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !titleKeys.some((titleKey) => titleKey === key)))
    : value;
  return { title, rest: textsOf(schema, others, root).slice(0, MAX_TEXTS).join(" · ") };
}

const textOf = (value: unknown) => (typeof value === "string" ? (value.trim().split("\n", 1)[0] ?? "") : "");

const hiddenFields: ReadonlySet<string> = new Set(["secret", "env-var", "icon", "yaml", "key-values"]);

function textsOf(given: JsonSchema | boolean | undefined, value: unknown, root: JsonSchema): readonly string[] {
  if (value === undefined || value === null) return [];
  const shape = shapeOf(given, root);
  switch (shape.draw) {
    case "variants":
      return textsOf(shape.variants[nearestVariant(shape.variants, value, root)], value, root);
    case "object":
      return isRecord(value)
        ? Object.entries(shape.schema.properties ?? {}).flatMap(([key, property]) => {
            const texts = textsOf(property, value[key], root);
            return isRecord(value[key]) ? [labelOf(resolved(property, root), key), ...texts] : texts;
          })
        : [];
    case "map":
      return isRecord(value) ? Object.keys(value) : [];
    case "list":
      return Array.isArray(value) ? value.flatMap((item) => textsOf(shape.item, item, root)) : [];
    case "field":
      if (hiddenFields.has(shape.field)) return [];
  }
  return (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== "");
}
