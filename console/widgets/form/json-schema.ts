// Computes default values and problems from JSON schemas as zod prints them. The server validates when it stores a
// value; this module gives feedback while the person types.
import { readEnvVar } from "#language/env-var.ts";
import { isNothing, type FieldMarks } from "#language/field-marks.ts";
import type { TextPlace } from "#language/problem.ts";
import {
  languageProblem,
  NUMBER,
  numberProblem,
  REQUIRED,
  textProblem,
  WHOLE_NUMBER,
  type JsonType,
  type ScalarRules,
} from "./scalar-problem.ts";

export interface JsonSchema extends FieldMarks, ScalarRules {
  $ref?: string;
  $defs?: Readonly<Record<string, JsonSchema>>;
  definitions?: Readonly<Record<string, JsonSchema>>;
  title?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  /** Set by zod for readonly types. Ignored here, since a form replaces values instead of mutating them. */
  readOnly?: boolean;
  deprecated?: boolean;
  properties?: Readonly<Record<string, JsonSchema | boolean>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema | boolean;
  prefixItems?: readonly JsonSchema[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  not?: JsonSchema;
}

export type Path = readonly (string | number)[];

export interface SchemaProblem {
  path: Path;
  message: string;
  /** The position of the problem inside the text at this path. */
  place?: TextPlace | undefined;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a path as one string, for use as a map key. */
export const pathKey = (path: Path) => JSON.stringify(path);

const NOTHING: JsonSchema = { not: {} };

/** Follows references; keywords next to `$ref` override the referenced schema. */
export function resolved(schema: JsonSchema | boolean | undefined, root: JsonSchema): JsonSchema {
  if (schema === undefined || schema === true) return {};
  if (schema === false) return NOTHING;
  let found = schema;
  // References may be chained; the limit stops circular references.
  for (let step = 0; found.$ref !== undefined && step < 20; step += 1) {
    const { $ref, ...siblings } = found;
    found = { ...pointedAt($ref, root), ...siblings };
  }
  return found;
}

function pointedAt(ref: string, root: JsonSchema): JsonSchema {
  const steps = ref.replace(/^#\/?/, "").split("/").filter(Boolean);
  let found: unknown = root;
  for (const step of steps) {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    found = isRecord(found) ? found[key] : undefined;
  }
  return isRecord(found) ? found : {};
}

export const typesOf = ({ type }: JsonSchema): readonly JsonType[] =>
  type === undefined ? [] : typeof type === "string" ? [type] : type;

/** The schema's alternatives, or undefined if there are none. */
export const variantsOf = (schema: JsonSchema): readonly JsonSchema[] | undefined => schema.oneOf ?? schema.anyOf;

export function typeOf(value: unknown): JsonType | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" || type === "object" ? type : undefined;
}

/** The initial value: the schema's default; for objects, the required and defaulted properties. */
export function defaultFor(schemaOrRef: JsonSchema, root: JsonSchema = schemaOrRef): unknown {
  const schema = resolved(schemaOrRef, root);
  if (schema.default !== undefined) return structuredClone(schema.default);
  if (schema.const !== undefined) return schema.const;
  const variants = variantsOf(schema);
  if (variants) return defaultVariant(variants, root);
  switch (typesOf(schema).length === 1 ? schema.type : undefined) {
    case "object":
      return defaultObject(schema, root);
    case "array":
      return [];
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return schema.enum?.length === 1 ? schema.enum[0] : undefined;
  }
}

/** The first variant, if its default already identifies it; undefined where null is allowed. */
function defaultVariant(variants: readonly JsonSchema[], root: JsonSchema): unknown {
  if (variants.some(({ type }) => type === "null")) return undefined;
  const first = defaultFor(variants[0]!, root);
  return isRecord(first) && Object.keys(first).length === 0 ? undefined : first;
}

function defaultObject(schema: JsonSchema, root: JsonSchema): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const isWanted = schema.required?.includes(key) || resolved(property, root).default !== undefined;
    const value = isWanted ? defaultFor(resolved(property, root), root) : undefined;
    if (value !== undefined) object[key] = value;
  }
  return object;
}

/** All problems of a value, each with its path. */
export function problemsOf(schema: JsonSchema, value: unknown): SchemaProblem[] {
  return check(schema, value, { root: schema, path: [] });
}

interface Place {
  root: JsonSchema;
  path: Path;
}

const at = (place: Place, step: string | number): Place => ({ ...place, path: [...place.path, step] });

function check(schemaOrRef: JsonSchema | boolean | undefined, value: unknown, place: Place): SchemaProblem[] {
  const schema = resolved(schemaOrRef, place.root);
  const say = (message: string | undefined) => (message === undefined ? [] : [{ path: place.path, message }]);
  if (value === undefined) return schema.default === undefined ? say(REQUIRED) : [];
  if (schema.refused !== undefined && !isNothing(value))
    return say(schema.refused.charAt(0).toUpperCase() + schema.refused.slice(1));
  if (schema.field === "env-var" && readEnvVar(value) === undefined) return say(REQUIRED);
  if (schema.not !== undefined && Object.keys(schema.not).length === 0) return say("This field is not allowed here");

  const variants = variantsOf(schema);
  if (variants) {
    const found = variants.map((variant) => check(variant, value, place));
    if (found.some((problems) => problems.length === 0)) return say(languageProblem(schema.field, value));
    return found[nearestVariant(variants, value, place.root)] ?? [];
  }
  if (schema.const !== undefined && value !== schema.const) return say(`Must be ${JSON.stringify(schema.const)}`);
  if (schema.enum && !schema.enum.includes(value))
    return say(value === "" ? REQUIRED : `Must be one of ${schema.enum.map(String).join(", ")}`);

  const types = typesOf(schema);
  const type = typeOf(value);
  const isOfType =
    types.length === 0 || types.some((allowed) => allowed === type || (allowed === "integer" && type === "number"));
  if (!isOfType) return say(typeProblem(types, value));
  const wrong = languageProblem(schema.field, value);
  if (wrong !== undefined) return say(wrong);
  switch (type) {
    case "string":
      return say(textProblem(value as string, schema));
    case "number":
      return say(numberProblem(value, schema));
    case "array":
      return checkList(schema, value as readonly unknown[], place);
    case "object":
      return checkObject(schema, value as Readonly<Record<string, unknown>>, place);
    default:
      return [];
  }
}

function typeProblem(types: readonly JsonType[], value: unknown): string {
  if (value === null) return REQUIRED;
  if (types.includes("number")) return NUMBER;
  if (types.includes("integer")) return typeof value === "number" ? WHOLE_NUMBER : NUMBER;
  if (types.includes("boolean")) return "Must be true or false";
  if (types.includes("string")) return "Must be text; put it in quotes";
  return types.includes("array") ? "Must be a list" : types.includes("object") ? "Must have keys and values" : REQUIRED;
}

function checkList(schema: JsonSchema, list: readonly unknown[], place: Place): SchemaProblem[] {
  const { prefixItems = [], items, minItems = 0, maxItems, uniqueItems } = schema;
  const problems = list.flatMap((item, index) => check(prefixItems[index] ?? items, item, at(place, index)));
  const say = (message: string) => problems.unshift({ path: place.path, message });
  if (list.length < minItems)
    say(list.length === 0 ? REQUIRED : `Must have at least ${minItems} ${minItems === 1 ? "entry" : "entries"}`);
  if (maxItems !== undefined && list.length > maxItems)
    say(`Must have at most ${maxItems} ${maxItems === 1 ? "entry" : "entries"}`);
  if (uniqueItems && new Set(list.map((item) => JSON.stringify(item))).size < list.length)
    say("All entries must be different");
  return problems;
}

/** Whether `shownWhen` shows a field, given its siblings' values. */
export const isAskedFor = (
  property: JsonSchema | boolean,
  among: Readonly<Record<string, JsonSchema | boolean>>,
  values: Readonly<Record<string, unknown>>,
  root: JsonSchema,
) =>
  Object.entries(resolved(property, root).shownWhen ?? {}).every(
    ([key, word]) => (values[key] ?? resolved(among[key], root).default) === word,
  );

function checkObject(schema: JsonSchema, value: Readonly<Record<string, unknown>>, place: Place): SchemaProblem[] {
  const { properties = {}, required = [], additionalProperties = true, propertyNames } = schema;
  const problems: SchemaProblem[] = [];
  const own = (key: string) => (Object.hasOwn(value, key) ? value[key] : undefined);
  for (const [key, property] of Object.entries(properties)) {
    if (!isAskedFor(property, properties, value, place.root)) continue;
    if (own(key) !== undefined || required.includes(key)) problems.push(...check(property, own(key), at(place, key)));
  }
  for (const key of required.filter((name) => !Object.hasOwn(properties, name) && own(name) === undefined))
    problems.push({ path: [...place.path, key], message: REQUIRED });
  for (const key of Object.keys(value).filter((name) => !Object.hasOwn(properties, name) && own(name) !== undefined)) {
    const name = propertyNames && check(propertyNames, key, place)[0]?.message;
    if (name !== undefined) problems.push({ path: [...place.path, key], message: `The key is invalid: ${name}` });
    else if (additionalProperties === false)
      problems.push({ path: [...place.path, key], message: `Unknown field ${key}` });
    else if (additionalProperties !== true) problems.push(...check(additionalProperties, own(key), at(place, key)));
  }
  return [
    ...problems,
    ...(schema.allOf ?? []).flatMap((part) => checkObject(resolved(part, place.root), value, place)),
  ];
}

/**
 * Returns the variant that most likely matches a value: the discriminator counts most, then the type, then the number
 * of problems.
 */
export function nearestVariant(variants: readonly JsonSchema[], value: unknown, root: JsonSchema): number {
  const costs = variants.map((variant) => costOf(resolved(variant, root), value, root));
  return costs.indexOf(Math.min(...costs));
}

function costOf(schema: JsonSchema, value: unknown, root: JsonSchema): number {
  const problems = check(schema, value, { root, path: [] });
  if (problems.length === 0) return isRecord(value) ? countUnknownKeys(schema, value) / 1000 : 0;
  const types = typesOf(schema);
  const type = typeOf(value);
  const isOther = types.length > 0 && type !== undefined && !types.includes(type);
  if (isOther) return 10_000;
  if (!isRecord(value)) return problems.length;
  const matches = Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const meant = wordsOf(resolved(property, root));
    return meant === undefined || value[key] === undefined ? [] : [meant.includes(value[key])];
  });
  return (
    problems.length +
    countUnknownKeys(schema, value) +
    (matches.includes(false) ? 1000 : matches.includes(true) ? -100 : 0)
  );
}

/** The allowed values, if the schema lists them. */
export const wordsOf = (schema: JsonSchema): readonly unknown[] | undefined =>
  schema.const === undefined ? schema.enum : [schema.const];

/** The number of keys that the schema does not define. */
const countUnknownKeys = (
  { properties = {}, additionalProperties }: JsonSchema,
  value: Readonly<Record<string, unknown>>,
) => (isRecord(additionalProperties) ? 0 : Object.keys(value).filter((key) => !Object.hasOwn(properties, key)).length);
