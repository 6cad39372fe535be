// A spec with entries of several types, such as the checks of a canary: as a flat list for the form, and the updated
// spec after a change. Some types allow only one entry.
import { isRecord, type JsonSchema, resolved, type SchemaProblem } from "#console/widgets/form/json-schema.ts";

export interface Entry {
  type: string;
  index: number;
  value: unknown;
}

export type EntrySpec = Readonly<Record<string, unknown>>;

export const specOf = (value: unknown): EntrySpec => (isRecord(value) ? value : {});

/** Whether the type allows only one entry, stored as an object instead of a list. */
export const isSingle = (schema: JsonSchema, type: string) =>
  resolved(schema.properties?.[type], schema).type === "object";

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** Ordered by type, then as in the spec. */
export const entriesOf = (spec: EntrySpec, types: readonly string[]): readonly Entry[] =>
  types.flatMap((type) => listOf(spec[type]).map((value, index) => ({ type, index, value })));

/** The keys of a spec that hold entries: the known kinds, and every list of objects with a name. */
export const typesOf = (schema: JsonSchema, kinds: readonly string[]): readonly string[] => {
  const written = Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const { type, items } = resolved(property, schema);
    const item = type === "array" ? resolved(items, schema) : undefined;
    return item?.properties && Object.hasOwn(item.properties, "name") ? [key] : [];
  });
  return [...new Set([...kinds, ...written])];
};

export function withEntry(spec: EntrySpec, { type, index, value }: Entry, schema: JsonSchema): EntrySpec {
  const list = listOf(spec[type]);
  if (isSingle(schema, type)) return { ...spec, [type]: value };
  return { ...spec, [type]: index < list.length ? list.with(index, value) : [...list, value] };
}

/** Removes the key of a type without entries. */
export function withoutEntry(spec: EntrySpec, { type, index }: Pick<Entry, "type" | "index">): EntrySpec {
  const { [type]: all, ...others } = spec;
  const rest = listOf(all).toSpliced(index, 1);
  return rest.length === 0 ? others : { ...spec, [type]: rest };
}

/** The problems of one entry, with paths relative to it. */
export const problemsOf = (
  problems: readonly SchemaProblem[],
  { type, index }: Pick<Entry, "type" | "index">,
  schema: JsonSchema,
): readonly SchemaProblem[] =>
  problems.flatMap(({ path: [first, second, ...rest], message }) => {
    if (first !== type) return [];
    if (isSingle(schema, type)) return [{ path: second === undefined ? [] : [second, ...rest], message }];
    return second === index ? [{ path: rest, message }] : [];
  });

const subjects = [
  "url",
  "endpoint",
  "host",
  "addr",
  "connection",
  "query",
  "path",
  "bucketName",
  "kind",
  "clusterName",
  "script",
];

/** The name of an entry and the target it checks. */
export function titleOf(value: unknown): { name: string; about: string } {
  const fields = specOf(value);
  const text = (key: string) => (typeof fields[key] === "string" ? fields[key].trim() : "");
  return { name: text("name"), about: subjects.map(text).find((found) => found !== "") ?? "" };
}
