// The time range of a page, which lives in the address: what is chosen, and the two moments it means for this person.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { preference } from "#console/preference.ts";
import { type Ends, parseRecent, parseTimeParams, printTimeParams, type TimeRange } from "#language/time-range.ts";

interface TimeRangeOptions {
  /** Parameters that mean something else on this page, such as the duration of a job: another range leaves them. */
  keeps?: readonly string[];
}

const NOTHING: readonly string[] = [];

/** Without a range in the address the page's own applies; a page may have none. */
export function useTimeRange(standard?: TimeRange, { keeps = NOTHING }: TimeRangeOptions = {}) {
  const search: Record<string, string | string[]> = useSearch({ strict: false });
  const navigate = useNavigate();
  const inAddress = useMemo(() => parseTimeParams(search), [search]);
  const change = useCallback(
    (range: TimeRange | undefined) => {
      const query = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(printTimeParams(range))) {
        if (keeps.includes(name)) continue;
        if (value === undefined) query.delete(name);
        else query.set(name, value);
      }
      // The page of a list means nothing in another range.
      query.delete("pageIndex");
      const text = query.toString();
      return navigate({ href: location.pathname + (text && `?${text}`) + location.hash });
    },
    [navigate, keeps],
  );
  return { range: inAddress ?? standard, isInAddress: inAddress !== undefined, change };
}

let lastText: string | null = null;
let lastRecent: readonly Ends[] = [];

/** The absolute ranges that were used last, newest first. The same text gives the same list. */
export const recentRanges = preference<readonly Ends[]>(
  "recentTimeRanges",
  (stored) => {
    if (stored !== lastText) [lastText, lastRecent] = [stored, parseRecent(stored)];
    return lastRecent;
  },
  (ranges) => JSON.stringify(ranges),
);
