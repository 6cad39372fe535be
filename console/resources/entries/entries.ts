// A spec that holds things of several types, as a canary holds checks: one after the other as a form shows them, and what becomes
// of the spec when one is changed. Of some types there is only one.
import { isRecord, type JsonSchema, resolved, type SchemaProblem } from "#console/widgets/form/json-schema.ts";

export interface Entry {
  type: string;
  index: number;
  value: unknown;
}

export type EntrySpec = Readonly<Record<string, unknown>>;

export const specOf = (value: unknown): EntrySpec => (isRecord(value) ? value : {});

/** Whether it holds only one of the type, which then is no list. */
export const isSingle = (schema: JsonSchema, type: string) =>
  resolved(schema.properties?.[type], schema).type === "object";

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** In the order of the types, and then as they are written. */
export const entriesOf = (spec: EntrySpec, types: readonly string[]): readonly Entry[] =>
  types.flatMap((type) => listOf(spec[type]).map((value, index) => ({ type, index, value })));

/** What holds entries in a spec: everything that is a list of named things, known to run here or not. */
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

/** A type without entries is no longer in the spec. */
export function withoutEntry(spec: EntrySpec, { type, index }: Pick<Entry, "type" | "index">): EntrySpec {
  const { [type]: all, ...others } = spec;
  const rest = listOf(all).toSpliced(index, 1);
  return rest.length === 0 ? others : { ...spec, [type]: rest };
}

/** What others found wrong with one entry, each place seen from it. */
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

const shown = [
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

/** What it is called, and what it looks at. */
export function titleOf(value: unknown): { name: string; about: string } {
  const fields = specOf(value);
  const text = (key: string) => (typeof fields[key] === "string" ? fields[key].trim() : "");
  return { name: text("name"), about: shown.map(text).find((found) => found !== "") ?? "" };
}
