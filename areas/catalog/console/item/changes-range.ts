// The time range that the tab with the changes of an item opens with: a week, or as much as it takes to include the last change, so
// that an item that "changed 8d ago" has a change in its list.
import { relativeRange, resolveTimeRange, type TimeRange } from "#language/time-range.ts";

const ranges = ["now-7d", "now-30d", "now-1y", "now-5y"].map((from) => relativeRange(from));

export function changesRange(lastChange: string | undefined, now: number): TimeRange {
  const [usual] = ranges;
  if (lastChange === undefined) return usual!;
  const at = Date.parse(lastChange);
  const isIn = (range: TimeRange) => Date.parse(resolveTimeRange(range, { now, timeZone: "UTC" }).from) < at;
  return ranges.find(isIn) ?? usual!;
}
