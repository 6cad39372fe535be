// The longer time range that an empty list of changes offers.
import type { Clock } from "#lib/time/date-math.ts";
import { relativeRange, resolveTimeRange, type TimeRange } from "#lib/time/time-range.ts";

const begins = ["now-7d", "now-30d", "now-1y"];

/** The start of the shortest relative range that begins before the current range; empty if no such range exists. */
export function fartherBack(range: TimeRange, clock: Clock): string {
  const beginOf = (other: TimeRange) => Date.parse(resolveTimeRange(other, clock).from);
  // The margin of one minute prevents offering the same relative range again, which now resolves to a slightly later
  // time.
  const begin = beginOf(range) - MINUTE;
  return begins.find((from) => beginOf(relativeRange(from)) < begin) ?? "";
}

const MINUTE = 60_000;
