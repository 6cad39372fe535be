// Detects that a page has no pending request. Playwright's own "networkidle" also waits for live streams, which never
// end, and then for another half second, which adds up over many pages.
import { setTimeout as pause } from "node:timers/promises";
import type { Page, Request } from "@playwright/test";

const streams = new Set(["/api/events", "/api/logs/tail"]);
const isStream = (request: Request) => streams.has(new URL(request.url()).pathname);

export interface Traffic {
  /** Resolves once no request has been open for the given number of milliseconds. */
  quiet(forMs: number): Promise<void>;
}

/** Counts requests from the moment of the call. */
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
