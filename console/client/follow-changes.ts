// Turns a stream of news into questions that do not pile up.

export interface Follower {
  changed(): void;
  stop(): void;
}

/** Asks at once, then at most as often as told, never while an answer is on its way, and not while nobody looks. */
export function followChanges(ask: () => Promise<unknown>, atMostEveryMs: () => number): Follower {
  let isAsking = false;
  let isBehind = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const go = async () => {
    isBehind = false;
    isAsking = true;
    await ask().catch(() => {});
    isAsking = false;
    if (isOver) return;
    timer = setTimeout(() => {
      timer = undefined;
      changedMaybe();
    }, atMostEveryMs());
  };
  const changedMaybe = () => {
    if (isBehind && !isAsking && timer === undefined && !document.hidden) void go();
  };
  document.addEventListener("visibilitychange", changedMaybe);
  return {
    changed() {
      isBehind = true;
      changedMaybe();
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", changedMaybe);
    },
  };
}
