// Turns a stream of change events into rate-limited refetches.

export interface Follower {
  changed(): void;
  stop(): void;
}

/** Refetches at once, then at most once per interval, never concurrently, and not while the tab is hidden. */
export function followChanges(refetch: () => Promise<unknown>, minIntervalMs: () => number): Follower {
  let isFetching = false;
  let isBehind = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const go = async () => {
    isBehind = false;
    isFetching = true;
    await refetch().catch(() => {});
    isFetching = false;
    if (isStopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      refetchIfDue();
    }, minIntervalMs());
  };
  const refetchIfDue = () => {
    if (isBehind && !isFetching && timer === undefined && !document.hidden) void go();
  };
  document.addEventListener("visibilitychange", refetchIfDue);
  return {
    changed() {
      isBehind = true;
      refetchIfDue();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", refetchIfDue);
    },
  };
}
