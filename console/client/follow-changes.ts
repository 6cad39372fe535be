// Turns a stream of news into questions that do not pile up.

const AT_MOST_EVERY_MS = 1000;

export interface Follower {
  changed(): void;
  stop(): void;
}

/** Asks at once, then at most once a second or as said, never while an answer is on its way, and not while nobody looks. */
export function followChanges(ask: () => Promise<unknown>, everyMs = AT_MOST_EVERY_MS): Follower {
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
    }, everyMs);
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
