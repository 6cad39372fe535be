// Prints and parses durations. An age is one figure ("4m"), and a duration has all its parts ("1h 4m 12s"). Specs and
// URLs use both, without spaces ("1d12h").
import { Unreadable } from "../text/unreadable.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./zoned-time.ts";

const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

const ages: readonly (readonly [millis: number, unit: string])[] = [
  [YEAR, "y"],
  [MONTH, "mo"],
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "m"],
  [SECOND, "s"],
];

/**
 * Prints an age in the largest unit that fits, rounded down: 0s, 59s, 1m, 23h, 29d, 11mo, 2y. Negative ages (the
 * future) print as 0s.
 */
export function printAge(millis: number) {
  for (const [size, unit] of ages) {
    if (millis >= size) return `${Math.floor(millis / size)}${unit}`;
  }
  return "0s";
}

const parts: readonly (readonly [millis: number, unit: string])[] = [
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "m"],
  [SECOND, "s"],
];

/**
 * Prints a duration below a second in milliseconds, and a longer duration in days, hours, minutes and seconds without
 * the parts that are zero.
 */
export function printDuration(millis: number) {
  const whole = Math.max(0, Math.round(millis));
  if (whole < SECOND) return `${whole}ms`;
  let rest = whole;
  const words: string[] = [];
  for (const [size, unit] of parts) {
    const figure = Math.floor(rest / size);
    rest -= figure * size;
    if (figure > 0) words.push(`${figure}${unit}`);
  }
  return words.join(" ");
}

const latencies: readonly (readonly [millis: number, unit: string, below: number])[] = [
  [1, "ms", 1000],
  [SECOND, "s", 60],
  [MINUTE, "m", 60],
  [HOUR, "h", Number.POSITIVE_INFINITY],
];

/**
 * Prints a latency as one figure, with a decimal from seconds on: 12ms, 1.5s, 3m, 2.5h. The unit is chosen after
 * rounding.
 */
export function printLatency(millis: number) {
  for (const [size, unit, below] of latencies) {
    const figure = size === 1 ? Math.round(millis) : Math.round((millis / size) * 10) / 10;
    if (figure < below) return `${figure}${unit}`;
  }
  return "";
}

const lengths: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: SECOND,
  m: MINUTE,
  h: HOUR,
  d: DAY,
  w: 7 * DAY,
  mo: MONTH,
  y: YEAR,
};

/** Parses `30s`, `1h30m`, `1d12h` or `1.5h` into milliseconds. */
export function parseDuration(text: string): number {
  const part = /\s*(\d+(?:\.\d+)?)\s*([a-zµ]+)\s*/y;
  let millis = 0;
  const trimmed = text.trim();
  for (let at = 0; at < trimmed.length || at === 0; at = part.lastIndex) {
    const [, figure, unit = ""] = part.exec(trimmed) ?? [];
    const length = Object.hasOwn(lengths, unit) ? lengths[unit] : undefined;
    if (figure === undefined || length === undefined)
      throw new Unreadable(
        `${JSON.stringify(text)} is not a duration. Write a number and a unit, such as 30s, 15m or 1d12h.`,
        at,
      );
    millis += Number(figure) * length;
  }
  return millis;
}

/** Parses the header Retry-After: seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = text === "" ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The intervals at which a page can refresh itself. */
export const refreshIntervals = ["none", "15s", "30s", "60s", "2m", "3m", "5m", "10m", "15m"] as const;

/** The spans that charts and check histories offer, in minutes. A year counts as twelve months of thirty days. */
export const spanMinutes: ReadonlyMap<string, number> = new Map(
  "15m 1h 2h 3h 6h 12h 1d 2d 3d 1w 2w 3w 1mo 2mo 3mo 6mo 1y 2y 3y 5y".split(" ").map((span) => {
    const [, count, unit] = /^(\d+)(\D+)$/.exec(span)!;
    const year = (12 * MONTH) / MINUTE;
    return [span, Number(count) * (unit === "y" ? year : lengths[unit!]! / MINUTE)];
  }),
);
