// Where to look next when nothing happened in a time.
import type { Clock } from "#language/date-math.ts";
import { relativeRange, resolveTimeRange, type TimeRange } from "#language/time-range.ts";

const begins = ["now-7d", "now-30d", "now-1y"];

/** Since when, of the shortest span up to now that begins well before this one; empty when there is none. */
export function fartherBack(range: TimeRange, clock: Clock): string {
  const beginOf = (one: TimeRange) => Date.parse(resolveTimeRange(one, clock).from);
  // The same span a moment ago is not farther.
  const begin = beginOf(range) - MINUTE;
  return begins.find((from) => beginOf(relativeRange(from)) < begin) ?? "";
}

const MINUTE = 60_000;
