// Limits the stored size of a result, and removes characters that PostgreSQL refuses.
import type { Json } from "#language/columns.ts";
import { isRefused, storable, storableValue } from "#server/db/storable.ts";

export const defaultBounds = { message: 4 * 1024, error: 128 * 1024 };
/** The limits of this process, set from properties. */
export let maxMessageBytes = defaultBounds.message;
export let maxErrorBytes = defaultBounds.error;

export function boundTexts({ message, error }: typeof defaultBounds): void {
  maxMessageBytes = message;
  maxErrorBytes = error;
}

export const maxDetailBytes = 128 * 1024;
const maxDurationMs = 2 ** 31 - 1;

/** Returns null for an empty text; a text that is too long ends with an ellipsis. */
export function boundedText(text: string, maxBytes: number): string | null {
  if (text === "") return null;
  const clean = storable(text);
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if (clean.length * 3 <= maxBytes || Buffer.byteLength(clean) <= maxBytes) return clean;
  return `${Buffer.from(clean)
    .subarray(0, maxBytes - 3)
    .toString("utf8")
    .replace(/\uFFFD+$/, "")}…`;
}

/** Serializes to JSON; a document that is too long is replaced by its beginning. */
export function boundedDocument(value: Json, maxBytes: number): string | null {
  if (value === null) return null;
  const text = JSON.stringify(value);
  if (text === undefined) return null;
  const clean = isRefused(text) ? JSON.stringify(storableValue(value)) : text;
  const bytes = clean.length * 3 <= maxBytes ? 0 : Buffer.byteLength(clean);
  if (bytes <= maxBytes) return clean;
  return JSON.stringify({ truncated: true, bytes, begins: boundedText(clean, maxBytes / 4) });
}

export const boundedDuration = (ms: number) => Math.min(Math.max(0, Math.round(ms) || 0), maxDurationMs);
