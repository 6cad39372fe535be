// Decides from the schema how to edit a value: with the field that the schema specifies, otherwise by type. Values that
// no field supports are edited as YAML.
import { type FieldName, fieldNames } from "#language/field-marks.ts";
import { titleOf } from "#lib/text/words.ts";
import { isRecord, type JsonSchema, resolved, typesOf, variantsOf, wordsOf } from "./json-schema.ts";
import type { JsonType } from "./scalar-problem.ts";

export type Shape =
  | { draw: "field"; field: FieldName; schema: JsonSchema }
  | { draw: "choice"; words: readonly unknown[]; schema: JsonSchema }
  | { draw: "choices"; words: readonly unknown[]; schema: JsonSchema }
  | { draw: "object"; schema: JsonSchema }
  | { draw: "list"; item: JsonSchema; schema: JsonSchema }
  | { draw: "map"; item: JsonSchema; schema: JsonSchema }
  | { draw: "variants"; variants: readonly JsonSchema[]; schema: JsonSchema };

/** Whether an empty value can be written as null. */
export const isNullable = (schema: JsonSchema, root: JsonSchema): boolean =>
  typesOf(schema).includes("null") ||
  (wordsOf(schema)?.includes(null) ?? false) ||
  (variantsOf(schema)?.some((variant) => isNullable(resolved(variant, root), root)) ?? false);

export function shapeOf(schemaOrRef: JsonSchema | boolean | undefined, root: JsonSchema): Shape {
  const schema = resolved(schemaOrRef, root);
  const field = (name: FieldName): Shape => ({ draw: "field", field: name, schema });
  if (schema.field !== undefined && schema.field !== "select" && fieldNames.includes(schema.field))
    return field(schema.field);
  if (isEnvVar(schema, root)) return field("env-var");

  const words = wordsOf(schema);
  if (words) return { draw: "choice", words: words.filter((word) => word !== null), schema };
  const variants = variantsOf(schema)
    ?.map((variant) => resolved(variant, root))
    .filter((variant) => variant.type !== "null");
  if (variants?.length === 1) {
    const { anyOf: _, oneOf: __, ...marks } = schema;
    return shapeOf({ ...variants[0], ...marks }, root);
  }
  if (variants && isAnyScalar(variants)) return field("yaml");
  if (variants) {
    const all = variants.map(wordsOf);
    return all.every((values) => values !== undefined)
      ? { draw: "choice", words: all.flat().filter((word) => word !== null), schema }
      : { draw: "variants", variants, schema };
  }

  const types = typesOf(schema).filter((type) => type !== "null");
  switch (types.length === 1 ? types[0] : undefined) {
    case "string":
      return field(schema.secret ? "secret" : "text");
    case "number":
    case "integer":
      return field("number");
    case "boolean":
      return field("switch");
    case "array":
      return shapeOfList(schema, root);
    case "object":
      return shapeOfObject(schema, root);
    default:
      return field("yaml");
  }
}

/** If there are more choices, the list is edited with one select per entry. */
const MAX_CHOICES = 12;

function shapeOfList(schema: JsonSchema, root: JsonSchema): Shape {
  if (schema.prefixItems || isAnything(schema.items, root)) return { draw: "field", field: "yaml", schema };
  const item = resolved(schema.items, root);
  const words = wordsOf(item);
  return words && words.length <= MAX_CHOICES ? { draw: "choices", words, schema } : { draw: "list", item, schema };
}

function shapeOfObject(schema: JsonSchema, root: JsonSchema): Shape {
  if (Object.keys(schema.properties ?? {}).length > 0) return { draw: "object", schema };
  const { additionalProperties } = schema;
  if (isAnything(additionalProperties, root)) return { draw: "field", field: "yaml", schema };
  const item = resolved(additionalProperties, root);
  const shape = shapeOf(item, root);
  return shape.draw === "field" && shape.field === "text"
    ? { draw: "field", field: "key-values", schema }
    : { draw: "map", item, schema };
}

/** Whether the schema does not restrict the value, or forbids it. */
function isAnything(schema: JsonSchema | boolean | undefined, root: JsonSchema): boolean {
  if (!isRecord(schema)) return true;
  const { description: _, title: __, label: ___, default: ____, ...said } = resolved(schema, root);
  return Object.keys(said).length === 0;
}

/** Whether several scalar types are allowed: YAML syntax then distinguishes text from numbers. */
const isAnyScalar = (variants: readonly JsonSchema[]) =>
  new Set(
    variants
      .filter((variant) => wordsOf(variant) === undefined)
      .flatMap((variant) => typesOf(variant).filter((type) => scalars.has(type))),
  ).size > 1;

const scalars: ReadonlySet<JsonType> = new Set(["string", "number", "integer", "boolean"]);

/**
 * Whether the schema is `{value, valueFrom: {secretKeyRef…}}`, alone or as a variant. A schema that also requires a
 * name is a header.
 */
function isEnvVar(schema: JsonSchema, root: JsonSchema): boolean {
  const variants = variantsOf(schema);
  if (variants) return variants.some((variant) => isEnvVar(resolved(variant, root), root));
  const { type, properties = {}, required = [] } = schema;
  return type === "object" && Object.hasOwn(properties, "valueFrom") && !required.includes("name");
}

/** Whether the value may be an object; otherwise it is stored as text. */
export function takesObject(schemaOrRef: JsonSchema, root: JsonSchema): boolean {
  const schema = resolved(schemaOrRef, root);
  return (
    typesOf(schema).includes("object") || (variantsOf(schema)?.some((variant) => takesObject(variant, root)) ?? false)
  );
}

/** The initial value of a new list entry. */
export function emptyItem(schemaOrRef: JsonSchema, root: JsonSchema): unknown {
  const shape = shapeOf(schemaOrRef, root);
  if (shape.draw === "object" || shape.draw === "map") return {};
  if (shape.draw === "list" || shape.draw === "choices") return [];
  return typesOf(shape.schema).includes("string") ? "" : null;
}

export const labelOf = (schema: JsonSchema, key: string | number) =>
  schema.label ?? schema.title ?? (typeof key === "number" ? `${key + 1}` : titleOf(key));

const typeWords: Readonly<Record<JsonType, string>> = {
  string: "Text",
  number: "Number",
  integer: "Number",
  boolean: "Yes or no",
  array: "List",
  object: "Fields",
  null: "Nothing",
};

/** The label of each variant: its own, its discriminator, its only required key, or its type. */
export function variantLabels(variants: readonly JsonSchema[], root: JsonSchema): string[] {
  const labels = variants.map((schemaOrRef) => {
    const schema = resolved(schemaOrRef, root);
    const discriminator = Object.values(schema.properties ?? {})
      .map((property) => wordsOf(resolved(property, root)))
      .find((words) => words?.length === 1)?.[0];
    const [only, ...more] = schema.required ?? Object.keys(schema.properties ?? {});
    const type = typesOf(schema)[0];
    return (
      schema.label ??
      schema.title ??
      (typeof discriminator === "string" ? titleOf(discriminator) : undefined) ??
      (only !== undefined && more.length === 0 ? titleOf(only) : undefined) ??
      (type === undefined ? "Other" : typeWords[type])
    );
  });
  const isTwice = (label: string) => labels.filter((other) => other === label).length > 1;
  return labels.map((label, index) => (isTwice(label) ? `${label} ${index + 1}` : label));
}
