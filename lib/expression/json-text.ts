// Writes values as JSON. JSON.stringify does not support integers beyond 2^53 and durations, and cannot sort keys in
// the order of Go.
import { uncounted } from "./budget.ts";
import { formatTime } from "./go-time.ts";
import { Optional, Unsigned, isMap, weigh } from "./values.ts";
import { Span } from "./span.ts";

export interface JsonStyle {
  indent?: string | undefined;
  /** Sorts keys by code point. Default: insertion order. */
  sorted?: boolean;
  /** Escapes `<`, `>` and `&` as \u003c, like Go's encoder. */
  escaped?: boolean;
}

export function toJson(value: unknown, style: JsonStyle = {}): string {
  uncounted(weigh(value));
  const text = written(value, style, "");
  return style.escaped
    ? text.replaceAll(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : text;
}

function written(value: unknown, style: JsonStyle, margin: string): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return Number.isFinite(value) ? String(value) : "null";
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      break;
    default:
      return "null";
  }
  if (value === null) return "null";
  if (value instanceof Span) return JSON.stringify(value.toSeconds());
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "null" : JSON.stringify(formatTime(value, "RFC3339Nano"));
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString("base64"));
  if (value instanceof Unsigned) return String(value.value);
  if (value instanceof Optional) return written(value.has ? value.value : null, style, margin);
  const inner = margin + (style.indent ?? "");
  if (Array.isArray(value))
    return bracketed(
      "[]",
      value.map((element) => written(element, style, inner)),
      style,
      margin,
    );
  if (!isMap(value)) return "null";
  const entries: [string, unknown][] =
    value instanceof Map
      ? [...(value as Map<unknown, unknown>)].map(([key, held]) => [String(key), held])
      : Object.entries(value);
  if (style.sorted) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const colon = style.indent === undefined ? ":" : ": ";
  return bracketed(
    "{}",
    entries
      .filter(([, held]) => held !== undefined && typeof held !== "function")
      .map(([key, held]) => JSON.stringify(key) + colon + written(held, style, inner)),
    style,
    margin,
  );
}

function bracketed(signs: string, parts: readonly string[], { indent }: JsonStyle, margin: string): string {
  const [open, close] = signs;
  if (indent === undefined || parts.length === 0) return open + parts.join(",") + close!;
  return `${open}\n${parts.map((part) => margin + indent + part).join(",\n")}\n${margin}${close}`;
}
