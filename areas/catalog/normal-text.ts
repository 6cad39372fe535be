// Prints documents of config items in a normalized form, so that they can be compared: keys sorted, nulls left out, two
// spaces per level, one line per value. Two documents with the same text count as unchanged, regardless of how they are
// stored.
import type { Json } from "#language/columns.ts";

type Entries = Readonly<Record<string, Json | undefined>>;

const isPresent = (value: Json | undefined) => value !== null && value !== undefined;

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Sorts keys and removes nulls in objects; nulls in lists are kept, because they have a position. */
export function withoutNulls(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(withoutNulls);
  const entries = value as Entries;
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(entries).sort()) {
    const entry = entries[key];
    if (entry === null || entry === undefined) continue;
    const inner = typeof entry === "object" ? withoutNulls(entry) : entry;
    // A plain assignment to this key would set the prototype.
    if (key === "__proto__") Object.defineProperty(copy, key, { value: inner, enumerable: true, configurable: true });
    else copy[key] = inner;
  }
  return copy;
}

/** The text for display and diffs. It ends with a line break. */
export const normalText = (value: Json): string => printed(withoutNulls(value));

/** Prints a document that is already normalized. */
export const printed = (document: Json): string => `${JSON.stringify(document, null, 2)}\n`;

/** Prints a document in one line, for a hash. It concatenates strings, which is faster than sorting a copy. */
export function normalLine(value: Json): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  let text = "";
  if (isList(value)) {
    for (let at = 0; at < value.length; at += 1) text += (at === 0 ? "[" : ",") + normalLine(value[at] ?? null);
    return text === "" ? "[]" : `${text}]`;
  }
  const entries = value as Entries;
  for (const key of Object.keys(entries).sort()) {
    const entry = entries[key];
    if (entry === null || entry === undefined) continue;
    text += `${text === "" ? "{" : ","}${quoted(key)}:${normalLine(entry)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

/** Most strings are short and need no escaping. */
const isPlain = /^[ !#-[\]-~]*$/;
const quoted = (text: string) => (text.length < 200 && isPlain.test(text) ? `"${text}"` : JSON.stringify(text));

/** Whether two documents have the same normalized text. The text itself is not built. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return (a ?? null) === (b ?? null);
  if (isList(a) || isList(b)) {
    if (!isList(a) || !isList(b) || a.length !== b.length) return false;
    for (let at = 0; at < a.length; at += 1) if (!isSame(a[at], b[at])) return false;
    return true;
  }
  const [ours, theirs] = [a as Entries, b as Entries];
  let left = 0;
  for (const key of Object.keys(ours)) {
    if (!isPresent(ours[key])) continue;
    if (!Object.hasOwn(theirs, key) || !isSame(ours[key], theirs[key])) return false;
    left += 1;
  }
  for (const key of Object.keys(theirs)) if (isPresent(theirs[key])) left -= 1;
  return left === 0;
}
