// Prepares strings and documents for PostgreSQL: quotes them in statements, and removes characters that it rejects,
// which are NUL and, in documents, unpaired surrogates.
import type { Json } from "#language/columns.ts";

/** Quotes an SQL identifier. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Quotes a string constant. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

export const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** Whether a document, as JSON, contains characters that PostgreSQL rejects. */
export const isRefused = (json: string): boolean => /\\u0000|\\ud[89a-f]/i.test(json);

/** Removes the rejected characters from values and keys. Dates and similar objects are returned unchanged. */
export function storableValue<Value>(value: Value): Value {
  if (typeof value === "string") return storable(value) as Value;
  if (Array.isArray(value)) return value.map(storableValue) as Value;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [storable(key), storableValue(part as Json)]),
  ) as Value;
}
