// Measures the table with ten thousand rows in Chromium: the time from a click to the new rows, and the longest task
// while scrolling.
import type { Page } from "@playwright/test";
import { inGallery } from "../gallery/open.ts";
import { atMost, type Bench, median } from "./bench.ts";

const ROUNDS = 15;
const BAR_MS = 50;
const FRAMES = 300;

export const table: Bench = {
  name: "table",
  async run({ quick, progress }) {
    return inGallery({ isFast: true }, async ({ browser, url }) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.goto(`${url}/_gallery/data-table/10-000-rows`, { waitUntil: "networkidle" });
      const rounds = quick ? 5 : ROUNDS;
      const sorts = await processed(page, rounds, () => sortTimes(page, rounds));
      progress(`sort ${sorts.result.map((ms) => ms.toFixed(0)).join(" ")} ms`);
      await page.goto(page.url().replace(/\?.*$/, "?status=healthy:1"), { waitUntil: "networkidle" });
      const filters = await processed(page, rounds, () => filterTimes(page, rounds));
      progress(`filter ${filters.result.map((ms) => ms.toFixed(0)).join(" ")} ms`);
      await page.goto(page.url().replace(/\?.*$/, ""), { waitUntil: "networkidle" });
      const scrolled = await processed(page, FRAMES, () => scroll(page));
      const said = ({ result, cpu }: { result: readonly number[]; cpu: string }) =>
        `worst ${Math.max(...result).toFixed(0)} ms; ${cpu}`;
      return [
        atMost("table: sort 10,000 rows", median(sorts.result), BAR_MS, "ms", said(sorts)),
        atMost("table: filter 10,000 rows", median(filters.result), BAR_MS, "ms", said(filters)),
        atMost("table: longest task while scrolling", scrolled.result.longest, BAR_MS, "ms", scrolled.cpu),
        atMost("table: rows in the document", scrolled.result.maxRows, 80, "rows"),
      ];
    });
  },
};

/** Measures the time from a click on a column title until the rows have changed: sorting, rendering and the URL. */
const sortTimes = (page: Page, rounds: number) =>
  timed(page, rounds, `document.querySelector('th[data-col="name"]').click()`);

/** Measures the time from a click on a chip, which switches from include to exclude, until the rows have changed. */
function filterTimes(page: Page, rounds: number) {
  // A chip goes from include to exclude to removed; then it is restored without being measured.
  const press = `(() => {
    const chip = document.querySelector('[aria-label="Filtered by"] button');
    if (chip) chip.click();
    else history.back();
  })()`;
  return timed(page, rounds, press);
}

/** CPU time of the page is less affected by other processes than elapsed time. */
async function processed<Result>(
  page: Page,
  rounds: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; cpu: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  const before = await spent();
  const result = await work();
  const cpu = `${(((await spent()) - before) / rounds).toFixed(1)} ms of processor each`;
  await session.detach();
  return { result, cpu };
}

async function timed(page: Page, rounds: number, press: string): Promise<number[]> {
  const source = `(async () => {
    const times = [];
    const body = document.querySelector("tbody");
    for (let round = 0; round < ${rounds}; round += 1) {
      const changed = new Promise((resolve) => {
        const watch = new MutationObserver(() => { watch.disconnect(); resolve(performance.now()); });
        watch.observe(body, { childList: true, subtree: true, characterData: true });
      });
      const begun = performance.now();
      ${press};
      times.push((await changed) - begun);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return times;
  })()`;
  return page.evaluate<number[]>(source);
}

function scroll(page: Page) {
  return page.evaluate<{ longest: number; maxRows: number }>(`(async () => {
    let longest = 0;
    const watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    watch.observe({ type: "longtask" });
    const scroller = document.querySelector('[role="grid"]').parentElement;
    let maxRows = 0;
    // Scrolls in small steps like a mouse wheel, then in large steps like a dragged scrollbar.
    for (const step of [...Array(${FRAMES * 0.8}).fill(120), ...Array(${FRAMES * 0.2}).fill(5000)]) {
      scroller.scrollBy({ top: step });
      await new Promise(requestAnimationFrame);
      maxRows = Math.max(maxRows, document.querySelectorAll("tbody tr[data-key]").length);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    watch.disconnect();
    return { longest, maxRows };
  })()`);
}
