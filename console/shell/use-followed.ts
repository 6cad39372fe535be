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
 * Keeps an answer in step that takes a while to make: other answers are asked for anew with every change, and what is on its way
 * is given up. While much changes, this one would never arrive.
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
