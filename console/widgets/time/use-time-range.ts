// The time range of a page, which lives in the address: what is chosen, and the two moments it means for this person.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo } from "react";
import { preference } from "#console/preference.ts";
import {
  type Ends,
  parseRecent,
  parseTimeParams,
  printTimeParams,
  resolveTimeRange,
  type TimeRange,
} from "#language/time-range.ts";
import { problemOf } from "#language/unreadable.ts";

interface TimeRangeOptions {
  /** Parameters that mean something else on this page, such as the duration of a job: another range leaves them. */
  keeps?: readonly string[];
}

const NOTHING: readonly string[] = [];

/** Without a range in the address, or with one that cannot be read, the page's own applies; a page may have none. */
export function useTimeRange(standard?: TimeRange, { keeps = NOTHING }: TimeRangeOptions = {}) {
  const search: Record<string, string | string[]> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { stated, wrong } = useMemo(() => read(search), [search]);
  const inAddress = wrong === undefined ? stated : undefined;
  useEffect(() => {
    // For who wrote the address; who reads the page sees its own range and can choose another.
    // oxlint-disable-next-line no-console
    if (wrong !== undefined) console.warn(`The time range in the address cannot be read. ${wrong}`);
  }, [wrong]);
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

function read(search: Parameters<typeof parseTimeParams>[0]) {
  const stated = parseTimeParams(search);
  const clock = { now: Date.now(), timeZone: "UTC" };
  return { stated, wrong: stated && problemOf(() => resolveTimeRange(stated, clock)) };
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
