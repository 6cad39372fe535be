// The default time range of the changes of an item: a week, or longer to include the last change, so that an item that
// "changed 8d ago" has a change in its list.
import { relativeRange, resolveTimeRange, type TimeRange } from "#lib/time/time-range.ts";

const ranges = ["now-7d", "now-30d", "now-1y", "now-5y"].map((from) => relativeRange(from));

export function changesRange(lastChange: string | undefined, now: number): TimeRange {
  const [shortest] = ranges;
  if (lastChange === undefined) return shortest!;
  const at = Date.parse(lastChange);
  const isIn = (range: TimeRange) => Date.parse(resolveTimeRange(range, { now, timeZone: "UTC" }).from) < at;
  return ranges.find(isIn) ?? shortest!;
}
