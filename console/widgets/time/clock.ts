// One clock for all ages on the screen. It ticks every second while the page is visible.
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function runWhileVisible() {
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
    document.addEventListener("visibilitychange", runWhileVisible);
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener("visibilitychange", runWhileVisible);
    clearInterval(timer);
  };
}

/** A value computed from the current time. The component renders again only when the value changes. */
export const useClock = <Shown extends string | number>(compute: (now: number) => Shown) =>
  useSyncExternalStore(subscribe, () => compute(now));
