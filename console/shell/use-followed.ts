import { useEffect } from "react";
import { followChanges } from "#console/client/follow-changes.ts";
import { liveState } from "./live-state.ts";

interface Followed {
  refetch(options: { cancelRefetch: boolean }): Promise<unknown>;
}

interface Following {
  /** A change in one of these relations refetches the query. */
  relations: readonly string[];
  everyMs?: number;
}

/**
 * Keeps the result of a slow query up to date. Other queries are refetched at every change, which aborts the running
 * request; with frequent changes a slow query would never finish.
 */
export function useFollowed({ refetch }: Followed, { relations, everyMs = 1000 }: Following) {
  useEffect(() => {
    const follower = followChanges(
      () => refetch({ cancelRefetch: false }),
      () => everyMs,
    );
    const stop = liveState.onChange((relation) => relations.includes(relation) && follower.changed());
    return () => {
      stop();
      follower.stop();
    };
  }, [refetch, relations, everyMs]);
}
