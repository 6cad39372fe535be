// The health page with ten thousand checks in a real Chromium: from the navigation to rows that can be pressed, and from the
// end of typing to what was found.
import { type Browser, chromium, type Page } from "@playwright/test";
import { provideChromium } from "../test/chromium.ts";
import { atMost, type Bench, median } from "./bench.ts";
import { startWithChecks } from "./checks-estate.ts";

const CHECKS = 10_000;
const ROWS_MS = 1000;
const FOUND_MS = 50;
/** Of the search box; what is measured begins when it is over. */
const DEBOUNCE_MS = 400;

export const healthPage: Bench = {
  name: "health-page",
  async run({ quick, profileFolder, progress }) {
    const product = await startWithChecks(CHECKS, { profileFolder });
    const isRoot = process.getuid?.() === 0;
    let browser: Browser | undefined;
    try {
      browser = await chromium.launch({ executablePath: await provideChromium(), chromiumSandbox: !isRoot });
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
      await context.addCookies(
        product.cookie.split("; ").map((cookie) => {
          const [name = "", ...value] = cookie.split("=");
          return { name, value: value.join("="), url: product.url };
        }),
      );
      await context.addInitScript(() => localStorage.setItem("signedIn", "true"));
      await context.addInitScript({ content: noteFirstRows });
      const page = await context.newPage();
      const rounds = quick ? 3 : 9;
      const shown = { grouped: [] as number[], flat: [] as number[] };
      // The first one warms up what every later one has: the server's copy, and the browser's code.
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

/** In the page, before anything else: remembers when rows were first painted and the page was free again. */
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
  // What comes after the rows is not in the way of the next round.
  await page.waitForLoadState("networkidle");
  return page.evaluate<number>("firstRows");
}

/** From the last letter until the rows are others, without the time that is waited for more letters. */
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
