// The rows that the table currently renders; further figures are requested only for these.
import type { Check } from "./check.ts";

export interface DrawnChecks {
  set(checks: readonly Check[]): void;
  get(): readonly Check[];
  subscribe(listener: () => void): () => void;
}

/** Waits until scrolling stops, so that no requests are sent for rows that are only scrolled past. */
const SETTLE_MS = 120;

export function createDrawnChecks(): DrawnChecks {
  let shown: readonly Check[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  return {
    set(checks) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        shown = checks;
        for (const listener of listeners) listener();
      }, SETTLE_MS);
    },
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
