// The time range of a check: the default according to its last run, and the conversion of spans for requests and
// labels.
import { spanMinutes } from "#lib/time/duration.ts";
import { MINUTE, add } from "#lib/time/zoned-time.ts";

/** The spans that can be chosen. */
export const spans: readonly string[] = [...spanMinutes.keys()];

/**
 * The spans that can be the default. They are fewer than the selectable spans, so that the default does not change each
 * minute while a check is late.
 */
const suggested = "1h 3h 6h 12h 1d 2d 3d 1w 2w 3w 1mo 2mo 3mo 6mo 1y 2y 3y 5y".split(" ");
export const defaultSpan = "1h";

export const isSpan = (text: string) => spanMinutes.has(text);

/** The shortest span that contains the last run, so that there is something to see. */
export function spanForLastRun(lastRun: number | undefined, now: number): string {
  if (lastRun === undefined) return defaultSpan;
  return suggested.find((span) => now - lastRun <= millisOf(span)) ?? suggested.at(-1)!;
}

export const millisOf = (span: string) => (spanMinutes.get(span) ?? 60) * MINUTE;

/** The start of a span. Months and years are calendar months and years. */
export function beginOf(span: string, now: number): number {
  const [, count, unit] = /^(\d+)(mo|y)$/.exec(span) ?? [];
  return count === undefined ? now - millisOf(span) : add(now, -Number(count), unit === "mo" ? "M" : "y", "UTC");
}

/** The value for the graph API: the span itself, or its start for spans of months. */
export const startOfGraph = (span: string, now: number) =>
  span.endsWith("mo") ? new Date(beginOf(span, now)).toISOString() : span;

const words: Readonly<Record<string, string>> = { m: "minute", h: "hour", d: "day", w: "week", mo: "month", y: "year" };

/** Prints a span in words, such as "3 hours". */
export function describeSpan(span: string): string {
  const [, count = "", unit = ""] = /^(\d+)(\D+)$/.exec(span) ?? [];
  return words[unit] === undefined ? span : `${count} ${words[unit]}${count === "1" ? "" : "s"}`;
}
