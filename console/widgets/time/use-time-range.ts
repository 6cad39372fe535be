// The time range of a page, stored in the URL.
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
} from "#lib/time/time-range.ts";
import { problemOf } from "#lib/text/unreadable.ts";

interface TimeRangeOptions {
  /**
   * Parameters that have a different meaning on this page, such as the duration of a job. Changing the range keeps
   * them.
   */
  keeps?: readonly string[];
}

const NOTHING: readonly string[] = [];

/** Without a valid range in the URL, the page's default applies; it may be undefined. */
export function useTimeRange(defaultRange?: TimeRange, { keeps = NOTHING }: TimeRangeOptions = {}) {
  const search: Record<string, string | string[]> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { stated, wrong } = useMemo(() => read(search), [search]);
  const inAddress = wrong === undefined ? stated : undefined;
  useEffect(() => {
    // The message is for the author of the link. The reader sees the default range and can choose a different one.
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
      // The page number does not apply to a different range.
      query.delete("pageIndex");
      const text = query.toString();
      return navigate({ href: location.pathname + (text && `?${text}`) + location.hash });
    },
    [navigate, keeps],
  );
  return { range: inAddress ?? defaultRange, isInAddress: inAddress !== undefined, change };
}

function read(search: Parameters<typeof parseTimeParams>[0]) {
  const stated = parseTimeParams(search);
  const clock = { now: Date.now(), timeZone: "UTC" };
  return { stated, wrong: stated && problemOf(() => resolveTimeRange(stated, clock)) };
}

let lastText: string | null = null;
let lastRecent: readonly Ends[] = [];

/** The most recent absolute ranges, newest first. Cached, so that an unchanged text gives the same list. */
export const recentRanges = preference<readonly Ends[]>(
  "recentTimeRanges",
  (stored) => {
    if (stored !== lastText) [lastText, lastRecent] = [stored, parseRecent(stored)];
    return lastRecent;
  },
  (ranges) => JSON.stringify(ranges),
);
