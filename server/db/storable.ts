// Texts and documents from elsewhere as PostgreSQL takes them: characters of zero are refused by both, halves of characters by
// documents.
import type { Json } from "#language/columns.ts";

export const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** Whether a document, written as JSON, has something in it that PostgreSQL refuses. */
export const isRefused = (json: string): boolean => /\\u0000|\\ud[89a-f]/i.test(json);

/** The same without what is refused, keys included. Dates and the like stay what they are. */
export function storableValue<Value>(value: Value): Value {
  if (typeof value === "string") return storable(value) as Value;
  if (Array.isArray(value)) return value.map(storableValue) as Value;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [storable(key), storableValue(one as Json)]),
  ) as Value;
}
