// The requested time span: `start` (or `since`) to `end` (or `until`), each a time or an age.
import { parsePoint, resolvePoint } from "#lib/time/date-math.ts";
import { parseDuration } from "#lib/time/duration.ts";
import { problem } from "#language/problem.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import { HOUR } from "#lib/time/zoned-time.ts";

export interface Span {
  from: Date;
  to: Date;
}

export interface SpanQuery {
  start?: string | undefined;
  since?: string | undefined;
  end?: string | undefined;
  until?: string | undefined;
}

/** A time before all stored data that PostgreSQL can represent. */
const earliest = Date.parse("2000-01-01T00:00:00Z");

/** `part` is the part of the request that contains the span. */
export function readSpan({ start, since, end, until }: SpanQuery, now: number, part: "query" | "body" = "query"): Span {
  const to = momentOf("end", end ?? until, now, part) ?? now;
  const from = momentOf("start", start ?? since, now, part) ?? to - HOUR;
  if (from >= to) throw problem.badParts([{ path: `${part}.start`, message: "must be before end" }]);
  return { from: new Date(Math.max(from, earliest)), to: new Date(Math.max(to, earliest + 1)) };
}

/** Reads a time, an age or a date-math expression from a query parameter. */
export function momentOf(path: string, text: string | undefined, now: number, part = "query"): number | undefined {
  if (text === undefined) return undefined;
  try {
    // `1h` is an age, `2026-11-15T12:00:00Z` a time, `now-1h` a date-math expression.
    if (/^\s*\d+(?:\.\d+)?\s*[a-zµ]/.test(text)) return now - parseDuration(text);
    return resolvePoint(parsePoint(text), { now, timeZone: "UTC", round: path === "start" ? "down" : "up" });
  } catch (error) {
    if (error instanceof Unreadable) throw problem.badParts([{ path: `${part}.${path}`, message: error.message }]);
    throw error;
  }
}
