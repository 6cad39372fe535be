// The checks of a canary as its spec has them, by type: one after the other as a form shows them, and what becomes of the
// spec when one is changed. Of some types there is only one.
import { isRecord, type JsonSchema, resolved, type SchemaProblem } from "#console/widgets/form/json-schema.ts";

export interface WrittenCheck {
  type: string;
  index: number;
  value: unknown;
}

export type CanarySpec = Readonly<Record<string, unknown>>;

export const specOf = (value: unknown): CanarySpec => (isRecord(value) ? value : {});

/** Whether a canary holds only one of the type, which then is no list. */
export const isSingle = (schema: JsonSchema, type: string) =>
  resolved(schema.properties?.[type], schema).type === "object";

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** In the order of the types, and then as they are written. */
export const checksOf = (spec: CanarySpec, types: readonly string[]): readonly WrittenCheck[] =>
  types.flatMap((type) => listOf(spec[type]).map((value, index) => ({ type, index, value })));

/** What holds checks in a spec: everything that is a list of named things, known to run here or not. */
export const typesOf = (schema: JsonSchema, kinds: readonly string[]): readonly string[] => {
  const written = Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const { type, items } = resolved(property, schema);
    const item = type === "array" ? resolved(items, schema) : undefined;
    return item?.properties && Object.hasOwn(item.properties, "name") ? [key] : [];
  });
  return [...new Set([...kinds, ...written])];
};

export function withCheck(spec: CanarySpec, { type, index, value }: WrittenCheck, schema: JsonSchema): CanarySpec {
  const list = listOf(spec[type]);
  if (isSingle(schema, type)) return { ...spec, [type]: value };
  return { ...spec, [type]: index < list.length ? list.with(index, value) : [...list, value] };
}

/** A type without checks is no longer in the spec. */
export function withoutCheck(spec: CanarySpec, { type, index }: Pick<WrittenCheck, "type" | "index">): CanarySpec {
  const { [type]: all, ...others } = spec;
  const rest = listOf(all).toSpliced(index, 1);
  return rest.length === 0 ? others : { ...spec, [type]: rest };
}

/** What others found wrong with one check, each place seen from it. */
export const problemsOf = (
  problems: readonly SchemaProblem[],
  { type, index }: Pick<WrittenCheck, "type" | "index">,
  schema: JsonSchema,
): readonly SchemaProblem[] =>
  problems.flatMap(({ path: [first, second, ...rest], message }) => {
    if (first !== type) return [];
    if (isSingle(schema, type)) return [{ path: second === undefined ? [] : [second, ...rest], message }];
    return second === index ? [{ path: rest, message }] : [];
  });

const shown = ["url", "endpoint", "host", "addr", "connection", "query", "path", "bucketName", "kind"];

/** What it is called, and what it looks at. */
export function titleOf(value: unknown): { name: string; about: string } {
  const fields = specOf(value);
  const text = (key: string) => (typeof fields[key] === "string" ? fields[key].trim() : "");
  return { name: text("name"), about: shown.map(text).find((found) => found !== "") ?? "" };
}
