// Converts values of queries and expressions to table cells.
import { parseDuration } from "#lib/time/duration.ts";
import { Optional, Span, Unsigned } from "#lib/expression/values.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { ColumnSpec } from "../spec/column-spec.ts";

/** Returns the value of an expression as JSON: times as strings, durations in nanoseconds. */
export function plain(value: unknown): unknown {
  switch (typeof value) {
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case "number":
      return Number.isFinite(value) ? value : null;
    case "string":
    case "boolean":
      return value;
    case "object":
      break;
    default:
      return null;
  }
  if (value === null) return null;
  if (value instanceof Span) return value.ms * 1_000_000;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Unsigned) return plain(value.value);
  if (value instanceof Optional) return value.has ? plain(value.value) : null;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(plain);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(entries.map(([key, held]: [unknown, unknown]) => [String(key), plain(held)]));
}

const isNumeric = (text: string) => /^\s*[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(text);

export function cellOf(type: ColumnSpec["type"], value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (type) {
    case "boolean":
      return typeof value === "string" ? /^(?:t|true|yes|1)$/i.test(value.trim()) : Boolean(value);
    case "number":
    case "decimal":
    case "gauge":
    case "bytes":
    case "millicore":
      return typeof value === "string" && isNumeric(value) ? Number(value) : plain(value);
    case "duration":
      return durationOf(value);
    case "labels":
      return typeof value === "string" ? documentIn(value) : plain(value);
    case "string":
    case "health":
    case "status":
    case "datetime":
    case "url":
    case "config_item": {
      const printable = plain(value);
      return typeof printable === "object" ? JSON.stringify(printable) : printable;
    }
  }
}

/** Converts a duration to nanoseconds. A string contains nanoseconds, or a duration such as `1h30m`. */
function durationOf(value: unknown): unknown {
  if (typeof value !== "string") return plain(value);
  if (isNumeric(value)) return Number(value);
  return problemOf(() => parseDuration(value)) === undefined ? parseDuration(value) * 1_000_000 : value;
}

/** Parses a string that contains a JSON object or list, and returns any other string unchanged. */
export function documentIn(text: string): unknown {
  if (text[0] !== "{" && text[0] !== "[") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
