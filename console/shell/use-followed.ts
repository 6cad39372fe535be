import { useEffect } from "react";
import { followChanges } from "#console/client/follow-changes.ts";
import { liveState } from "./live-state.ts";

interface Followed {
  refetch(options: { cancelRefetch: boolean }): Promise<unknown>;
}

interface Following {
  /** In which a change asks again. */
  relations: readonly string[];
  everyMs?: number;
}

/**
 * Keeps the answer of a slow query up to date. Other queries are sent again at every change and abort the running request;
 * while much changes, a slow one would never finish.
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
