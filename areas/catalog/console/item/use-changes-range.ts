import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type TimeRange, relativeRange, resolveTimeRange } from "#lib/time/time-range.ts";
import { lastChanges } from "./item-query.ts";

const ranges = ["now-30d", "now-1y", "now-5y"].map((from) => relativeRange(from));

/**
 * The default time range of the changes of an item: 30 days, or longer to include the last change, so that an item that
 * "changed 40d ago" has a change in its list.
 */
export function changesRange(lastChange: string | undefined, now: number): TimeRange {
  const [shortest] = ranges;
  if (lastChange === undefined) return shortest!;
  const at = Date.parse(lastChange);
  const isIn = (range: TimeRange) => Date.parse(resolveTimeRange(range, { now, timeZone: "UTC" }).from) < at;
  return ranges.find(isIn) ?? shortest!;
}

/** Returns undefined until the last change of the item is known. */
export function useChangesRange(id: string): TimeRange | undefined {
  const { data, isError, dataUpdatedAt } = useQuery(lastChanges(id));
  const last = data?.[0]?.created_at;
  const isKnown = data !== undefined || isError;
  return useMemo(
    () => (isKnown ? changesRange(last, dataUpdatedAt) : undefined),
    // The range is not recomputed for each response, because it must not change while the user reads the list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [isKnown, last],
  );
}
