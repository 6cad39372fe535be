// Measures the health page with ten thousand checks in Chromium: the time from the navigation to rows that can be
// clicked, and from the end of typing to the search result.
import type { Browser, Page } from "@playwright/test";
import { atMost, type Bench, median } from "./bench.ts";
import { launchBrowser, signedInContext } from "./browser.ts";
import { startWithChecks } from "./checks-estate.ts";

const CHECKS = 10_000;
const ROWS_MS = 1000;
const FOUND_MS = 50;
/** The debounce of the search box, which is subtracted. */
const DEBOUNCE_MS = 400;

export const healthPage: Bench = {
  name: "health-page",
  async run({ quick, profileFolder, progress }) {
    const product = await startWithChecks(CHECKS, { profileFolder });
    let browser: Browser | undefined;
    try {
      browser = await launchBrowser();
      const context = await signedInContext(browser, product, 1440);
      await context.addInitScript({ content: noteFirstRows });
      const page = await context.newPage();
      const rounds = quick ? 3 : 9;
      const shown = { grouped: [] as number[], flat: [] as number[] };
      // The first round warms up the cache of the server and the code in the browser.
      for (let round = 0; round <= rounds; round += 1)
        for (const [name, times] of Object.entries(shown)) {
          const ms = await firstRows(
            page,
            `${product.url}/health?hidePassing=false${name === "flat" ? "&groupBy=no-group" : ""}`,
          );
          if (round > 0) times.push(ms);
        }
      for (const [name, times] of Object.entries(shown))
        progress(`${name} rows after ${times.map((ms) => ms.toFixed(0)).join(" ")} ms`);
      const found = await searchTimes(page, quick ? 5 : 15);
      progress(`found after ${found.map((ms) => ms.toFixed(0)).join(" ")} ms`);
      const worst = (times: readonly number[]) => `worst of ${times.length}: ${Math.max(...times).toFixed(0)} ms`;
      return [
        atMost("health page: 10,000 checks in groups", median(shown.grouped), ROWS_MS, "ms", worst(shown.grouped)),
        atMost("health page: 10,000 rows", median(shown.flat), ROWS_MS, "ms", worst(shown.flat)),
        atMost("health page: search in 10,000 rows", median(found), FOUND_MS, "ms", worst(found)),
      ];
    } finally {
      await browser?.close();
      await product.stop();
    }
  },
};

/**
 * Runs in the page before any other script: records when the first rows were painted and the main thread was idle
 * again.
 */
const noteFirstRows = `
  const watch = new MutationObserver(() => {
    if (!document.querySelector("tbody tr[data-key]")) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { globalThis.firstRows = performance.now(); }));
  });
  watch.observe(document, { childList: true, subtree: true });`;

async function firstRows(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => "firstRows" in globalThis, undefined, { polling: 50 });
  // Waits for later requests, so that they do not disturb the next round.
  await page.waitForLoadState("networkidle");
  return page.evaluate<number>("firstRows");
}

/** Returns the times from the last letter until the rows have changed, without the debounce. */
function searchTimes(page: Page, rounds: number) {
  return page.evaluate<number[]>(`(async () => {
    const line = document.querySelector("main [role=searchbox]");
    const body = document.querySelector("tbody");
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    const times = [];
    for (let round = 0; round < ${rounds}; round += 1) {
      const changed = new Promise((resolve) => {
        const watch = new MutationObserver(() => { watch.disconnect(); requestAnimationFrame(() => resolve(performance.now())); });
        watch.observe(body, { childList: true, subtree: true, characterData: true });
      });
      const begun = performance.now();
      set.call(line, ["shop 7", "orders/1", ""][round % 3]);
      line.dispatchEvent(new Event("input", { bubbles: true }));
      times.push((await changed) - begun - ${DEBOUNCE_MS});
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return times;
  })()`);
}
