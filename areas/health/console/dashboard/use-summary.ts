// Loads the summary once and then keeps it up to date. Changes are requested at most once per second, whole lists every
// ten seconds. There is one request at a time, and only while the page is visible.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { isWorthRetrying } from "#console/client/failure.ts";
import { followChanges } from "#console/client/follow-changes.ts";
import { liveState } from "#console/shell/live-state.ts";
import { type Summary, summaryQuery } from "./summary.ts";

/** A run changes the summaries; the other relations are changed by people. */
const followed = new Set(["checks", "check_status_summaries", "canaries", "maintenance_windows"]);

const CHANGES_EVERY_MS = 1000;
/** The interval for people who can see only some checks, because they get the whole list each time. */
const WHOLE_EVERY_MS = 10_000;

interface Reading {
  source: string;
  /** Maximum time without a response, whether or not changes are reported. */
  intervalMs: (hasFailed: boolean) => number;
  /** A new value triggers a request. */
  timeRange: string;
}

export function useSummary({ source, intervalMs, timeRange }: Reading) {
  const cache = useQueryClient();
  const query = useQuery({
    ...summaryQuery(source),
    // A cached summary is shown at once and refreshed.
    refetchOnMount: "always",
    refetchInterval: ({ state }) => intervalMs(state.status === "error"),
    retry: (failures, error) => failures < 1 && isWorthRetrying(error),
  });
  const { refetch } = query;

  useEffect(() => {
    const { queryKey } = summaryQuery(source);
    const atMostEveryMs = () =>
      cache.getQueryData<Summary>(queryKey)?.cursor === undefined ? WHOLE_EVERY_MS : CHANGES_EVERY_MS;
    const follower = followChanges(() => refetch({ cancelRefetch: false }), atMostEveryMs);
    const stop = liveState.onChange((relation) => followed.has(relation) && follower.changed());
    return () => {
      stop();
      follower.stop();
    };
  }, [refetch, cache, source]);

  // The button reloads everything, and cancels a pending request.
  const reload = useCallback(() => {
    const { queryKey } = summaryQuery(source);
    cache.setQueryData<Summary>(queryKey, (known) => known && { ...known, cursor: undefined });
    return refetch({ cancelRefetch: true });
  }, [cache, source, refetch]);

  useReloadOn(timeRange, refetch);
  return { ...query, reload };
}

/** Does not reload for the first value, which was already requested. */
function useReloadOn(value: string, reload: () => unknown) {
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    void reload();
  }, [value, reload]);
}
