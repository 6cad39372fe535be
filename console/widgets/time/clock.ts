// One clock for all ages on the screen. It ticks every second while somebody looks at the page, and not otherwise.
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function runWhileSeen() {
  clearInterval(timer);
  timer = undefined;
  if (listeners.size === 0 || document.hidden) return;
  tick();
  timer = setInterval(tick, 1000);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = Date.now();
    document.addEventListener("visibilitychange", runWhileSeen);
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener("visibilitychange", runWhileSeen);
    clearInterval(timer);
  };
}

/** What `of` makes of the present moment. The caller draws again only when that differs. */
export const useClock = <Shown extends string | number>(of: (now: number) => Shown) =>
  useSyncExternalStore(subscribe, () => of(now));
