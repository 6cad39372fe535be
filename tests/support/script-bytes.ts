// Lists the scripts that a page fetches until it is idle, with their gzipped size. Sizes are exact, so a test can check
// a budget.
import { gzipSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { watchTraffic } from "./quiet.ts";

export interface ScriptBytes {
  url: string;
  gzip: number;
}

/** A page counts as idle after this time without requests. */
const IDLE_MS = 500;

/**
 * Opens the page and waits for `ready`, an element that only the finished page has: a busy machine may pause longer
 * than IDLE_MS before it requests the next scripts.
 */
export async function scriptBytes(page: Page, url: string, ready: Locator): Promise<ScriptBytes[]> {
  const scripts: Promise<ScriptBytes>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      scripts.push(response.body().then((body) => ({ url: response.url(), gzip: gzipSync(body).length })));
  });
  const traffic = watchTraffic(page);
  await page.goto(url);
  await ready.waitFor();
  await traffic.quiet(IDLE_MS);
  return Promise.all(scripts);
}
