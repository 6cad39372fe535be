// Measures the dashboard with ten thousand components in Chromium: the time from the navigation to cards that can be
// clicked, and from the choice of a filter or the end of typing to the result.
import type { Browser, Page } from "@playwright/test";
import { atMost, type Bench, median } from "./bench.ts";
import { launchBrowser, signedInContext } from "./browser.ts";
import { startWithComponents } from "./topology-estate.ts";

const SHOWN_MS = 1000;
const FOUND_MS = 50;
/** The debounce of the search box, which is subtracted. */
const DEBOUNCE_MS = 400;

export const topologyPage: Bench = {
  name: "topology-page",
  async run({ quick, profileFolder, progress }) {
    const product = await startWithComponents(profileFolder);
    let browser: Browser | undefined;
    try {
      browser = await launchBrowser();
      const context = await signedInContext(browser, product, 1440);
      await context.addInitScript({ content: noteFirstCards });
      const page = await context.newPage();
      const rounds = quick ? 3 : 9;
      const shown: number[] = [];
      // The first round warms up the cache of the server and the code in the browser.
      for (let round = 0; round <= rounds; round += 1) {
        const ms = await firstCards(page, `${product.url}/topology`);
        if (round > 0) shown.push(ms);
      }
      progress(`cards after ${shown.map((ms) => ms.toFixed(0)).join(" ")} ms`);
      const found = await searchTimes(page, quick ? 6 : 15);
      progress(`found after ${found.map((ms) => ms.toFixed(0)).join(" ")} ms`);
      const filtered = await filterTimes(page, quick ? 6 : 15);
      progress(`filtered after ${filtered.map((ms) => ms.toFixed(0)).join(" ")} ms`);
      const worst = (times: readonly number[]) => `worst of ${times.length}: ${Math.max(...times).toFixed(0)} ms`;
      return [
        atMost("topology page: 10,000 components, cards usable", median(shown), SHOWN_MS, "ms", worst(shown)),
        atMost("topology page: search", median(found), FOUND_MS, "ms", worst(found)),
        atMost("topology page: filter by type, with its request", median(filtered), FOUND_MS, "ms", worst(filtered)),
      ];
    } finally {
      await browser?.close();
      await product.stop();
    }
  },
};

/**
 * Runs in the page before any other script: records when the first cards were painted and the main thread was idle
 * again.
 */
const noteFirstCards = `
  const watch = new MutationObserver(() => {
    if (!document.querySelector("main article")) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { globalThis.firstCards = performance.now(); }));
  });
  watch.observe(document, { childList: true, subtree: true });`;

async function firstCards(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => "firstCards" in globalThis, undefined, { polling: 50 });
  // Waits for later requests, so that they do not disturb the next round.
  await page.waitForLoadState("networkidle");
  return page.evaluate<number>("firstCards");
}

/** Resolves with the time when other cards fill the window and are painted. */
const cardsChanged = `
  const shown = () => [...document.querySelectorAll("main ul[aria-label=Components] > li > article")]
    .filter((card) => card.getBoundingClientRect().top < innerHeight).map((card) => card.getAttribute("aria-label")).join();
  const changed = () => new Promise((resolve) => {
    const before = shown();
    const watch = new MutationObserver(() => {
      if (shown() === before) return;
      watch.disconnect();
      requestAnimationFrame(() => resolve(performance.now()));
    });
    watch.observe(document.querySelector("main"), { childList: true, subtree: true });
  });
  const set = (element, prototype, value, event) => {
    Object.getOwnPropertyDescriptor(prototype, "value").set.call(element, value);
    element.dispatchEvent(new Event(event, { bubbles: true }));
  };`;

/** Returns the times from the last letter until the cards have changed, without the debounce. */
function searchTimes(page: Page, rounds: number) {
  return page.evaluate<number[]>(`(async () => {
    ${cardsChanged}
    const line = document.querySelector("main [role=searchbox]");
    const times = [];
    for (let round = 0; round < ${rounds}; round += 1) {
      const next = changed();
      const begun = performance.now();
      set(line, HTMLInputElement.prototype, ["service-7", "service-31", ""][round % 3], "input");
      times.push((await next) - begun - ${DEBOUNCE_MS});
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return times;
  })()`);
}

/** Returns the times from the choice of a type until the cards have changed, including the request. */
function filterTimes(page: Page, rounds: number) {
  return page.evaluate<number[]>(`(async () => {
    ${cardsChanged}
    const times = [];
    for (let round = 0; round < ${rounds}; round += 1) {
      const select = [...document.querySelectorAll("main select")].find((one) => [...one.options].some(({ value }) => value === "Level1"));
      const next = changed();
      const begun = performance.now();
      set(select, HTMLSelectElement.prototype, round % 2 === 0 ? "Level1" : select.options[0].value, "change");
      times.push((await next) - begun);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return times;
  })()`);
}
