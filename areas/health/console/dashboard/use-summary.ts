// The summary in a page: read once, then kept in step with the server. What changed is asked for at most once a second,
// where everything is told each time every ten, one question at a time, and only while somebody looks.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { isWorthRetrying } from "#console/client/failure.ts";
import { followChanges } from "#console/client/follow-changes.ts";
import { liveState } from "#console/shell/live-state.ts";
import { type Summary, summaryQuery } from "./summary.ts";

/** A run of a check is a row of its summaries; the rest is what people change. */
const followed = new Set(["checks", "check_status_summaries", "canaries", "maintenance_windows"]);

const CHANGES_EVERY_MS = 1000;
/** Who sees some checks only is told all of them each time. */
const WHOLE_EVERY_MS = 10_000;

interface Reading {
  source: string;
  /** After how long without an answer it is asked for, whether or not anything is heard. */
  intervalMs: (hasFailed: boolean) => number;
  /** Another one asks again. */
  timeRange: string;
}

export function useSummary({ source, intervalMs, timeRange }: Reading) {
  const cache = useQueryClient();
  const query = useQuery({
    ...summaryQuery(source),
    // Seen before, it is shown at once and brought up to date.
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

  // Whoever presses the button wants everything anew. What is on its way is given up.
  const reload = useCallback(() => {
    const { queryKey } = summaryQuery(source);
    cache.setQueryData<Summary>(queryKey, (known) => known && { ...known, cursor: undefined });
    return refetch({ cancelRefetch: true });
  }, [cache, source, refetch]);

  useReloadOn(timeRange, refetch);
  return { ...query, reload };
}

/** Not for the first value: that one has been asked for. */
function useReloadOn(value: string, reload: () => unknown) {
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    void reload();
  }, [value, reload]);
}
