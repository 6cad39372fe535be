// The document of a config item as it is compared: keys in order, nulls left out, two spaces deep, one line a value. What is
// stored may be written otherwise; what counts as changed is this text.
import type { Json } from "#language/columns.ts";

type Entries = Readonly<Record<string, Json | undefined>>;

const isPresent = (value: Json | undefined) => value !== null && value !== undefined;

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The same with its keys in order and without nulls in objects; in lists a null holds a place, and stays. */
export function withoutNulls(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(withoutNulls);
  const entries = value as Entries;
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(entries).sort()) {
    const one = entries[key];
    if (one === null || one === undefined) continue;
    const inner = typeof one === "object" ? withoutNulls(one) : one;
    // An assignment would set what the object inherits from.
    if (key === "__proto__") Object.defineProperty(copy, key, { value: inner, enumerable: true, configurable: true });
    else copy[key] = inner;
  }
  return copy;
}

/** For people and for diffs. Ends with a line break. */
export const normalText = (value: Json): string => printed(withoutNulls(value));

/** The text of a document that is normalised already. */
export const printed = (document: Json): string => `${JSON.stringify(document, null, 2)}\n`;

/** In one line, for a hash. Written by hand, because a copy with its keys in order costs more. */
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
    const one = entries[key];
    if (one === null || one === undefined) continue;
    text += `${text === "" ? "{" : ","}${quoted(key)}:${normalLine(one)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

/** Most texts are short and have nothing in them that has to be escaped. */
const isPlain = /^[ !#-[\]-~]*$/;
const quoted = (text: string) => (text.length < 200 && isPlain.test(text) ? `"${text}"` : JSON.stringify(text));

/** Whether two documents have the same text, found out without writing it. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return (one ?? null) === (other ?? null);
  if (isList(one) || isList(other)) {
    if (!isList(one) || !isList(other) || one.length !== other.length) return false;
    for (let at = 0; at < one.length; at += 1) if (!isSame(one[at], other[at])) return false;
    return true;
  }
  const [ours, theirs] = [one as Entries, other as Entries];
  let left = 0;
  for (const key of Object.keys(ours)) {
    if (!isPresent(ours[key])) continue;
    if (!Object.hasOwn(theirs, key) || !isSame(ours[key], theirs[key])) return false;
    left += 1;
  }
  for (const key of Object.keys(theirs)) if (isPresent(theirs[key])) left -= 1;
  return left === 0;
}
