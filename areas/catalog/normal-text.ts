// The document of a config item as it is compared: keys in order, nulls left out, two spaces deep, one line a value. What is
// stored may be written otherwise; what counts as changed is this text.
import type { Json } from "#language/columns.ts";

type Entries = Readonly<Record<string, Json | undefined>>;

const isPresent = (value: Json | undefined) => value !== null && value !== undefined;

const keysOf = (value: Entries) =>
  Object.keys(value)
    .filter((key) => isPresent(value[key]))
    .sort();

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The same without nulls in objects; in lists a null holds a place, and stays. */
export function withoutNulls(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(withoutNulls);
  const entries = value as Entries;
  // Object.fromEntries makes a key of what is called __proto__; an assignment would not.
  return Object.fromEntries(keysOf(entries).map((key) => [key, withoutNulls(entries[key]!)]));
}

/** In one line, for a hash. */
export function normalLine(value: Json): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  if (isList(value)) {
    let text = "[";
    for (const [index, one] of value.entries()) text += (index === 0 ? "" : ",") + normalLine(one ?? null);
    return `${text}]`;
  }
  const entries = value as Entries;
  let text = "{";
  for (const key of Object.keys(entries).sort()) {
    const one = entries[key];
    if (one === null || one === undefined) continue;
    text += `${text.length === 1 ? "" : ","}${JSON.stringify(key)}:${normalLine(one)}`;
  }
  return `${text}}`;
}

/** For people and for diffs. Ends with a line break. */
export const normalText = (value: Json): string => `${printed(value, "")}\n`;

function printed(value: Json, indent: string): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  const deeper = `${indent}  `;
  if (isList(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((one) => deeper + printed(one ?? null, deeper)).join(",\n")}\n${indent}]`;
  }
  const entries = value as Entries;
  const keys = keysOf(entries);
  if (keys.length === 0) return "{}";
  return `{\n${keys.map((key) => `${deeper}${JSON.stringify(key)}: ${printed(entries[key]!, deeper)}`).join(",\n")}\n${indent}}`;
}

// What JSON has no word for, such as NaN, is null to it.
const scalar = (value: string | number | boolean | null | undefined) => JSON.stringify(value ?? null);
