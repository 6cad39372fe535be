// What is kept of a run: bounded, and nothing that PostgreSQL would refuse to keep.
import type { Json } from "#language/columns.ts";
import { isRefused, storable, storableValue } from "#server/db/storable.ts";

export const usualBounds = { message: 4 * 1024, error: 128 * 1024 };
/** Of this process, as its properties say. */
export let mostMessageBytes = usualBounds.message;
export let mostErrorBytes = usualBounds.error;

export function boundTexts({ message, error }: typeof usualBounds): void {
  mostMessageBytes = message;
  mostErrorBytes = error;
}

export const mostDetailBytes = 128 * 1024;
const mostDurationMs = 2 ** 31 - 1;

/** Null for nothing; a longer text ends with an ellipsis. */
export function boundedText(text: string, mostBytes: number): string | null {
  if (text === "") return null;
  const clean = storable(text);
  // No character takes more than three bytes for each of its units.
  if (clean.length * 3 <= mostBytes || Buffer.byteLength(clean) <= mostBytes) return clean;
  return `${Buffer.from(clean)
    .subarray(0, mostBytes - 3)
    .toString("utf8")
    .replace(/\uFFFD+$/, "")}…`;
}

/** As JSON; what is too long is replaced by its beginning. */
export function boundedDocument(value: Json, mostBytes: number): string | null {
  if (value === null) return null;
  const text = JSON.stringify(value);
  if (text === undefined) return null;
  const clean = isRefused(text) ? JSON.stringify(storableValue(value)) : text;
  const bytes = clean.length * 3 <= mostBytes ? 0 : Buffer.byteLength(clean);
  if (bytes <= mostBytes) return clean;
  return JSON.stringify({ truncated: true, bytes, begins: boundedText(clean, mostBytes / 4) });
}

export const boundedDuration = (ms: number) => Math.min(Math.max(0, Math.round(ms) || 0), mostDurationMs);
