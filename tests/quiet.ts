// When a page has nothing left to fetch. Playwright's own "networkidle" waits for the live stream, too, which never ends,
// and then for half a second more, which many pages add up.
import { setTimeout as pause } from "node:timers/promises";
import type { Page, Request } from "@playwright/test";

const isStream = (request: Request) => new URL(request.url()).pathname === "/api/events";

export interface Traffic {
  /** Resolves once nothing was on its way for as long. */
  quiet(forMs: number): Promise<void>;
}

/** Watches from now on. */
export function watchTraffic(page: Page): Traffic {
  const open = new Set<Request>();
  let changed = performance.now();
  const note = (change: (request: Request) => void) => (request: Request) => {
    if (isStream(request)) return;
    change(request);
    changed = performance.now();
  };
  page.on(
    "request",
    note((request) => open.add(request)),
  );
  page.on(
    "requestfinished",
    note((request) => open.delete(request)),
  );
  page.on(
    "requestfailed",
    note((request) => open.delete(request)),
  );
  return {
    async quiet(forMs) {
      for (;;) {
        const left = open.size > 0 ? forMs : forMs - (performance.now() - changed);
        if (left <= 0) return;
        await pause(Math.min(left, 50));
      }
    },
  };
}
