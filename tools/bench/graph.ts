// Measures a graph of two thousand nodes and five thousand edges in Chromium: the time until it is rendered, and the
// longest task while it is rendered, panned, zoomed and traversed by keyboard.
import type { Page } from "@playwright/test";
import { inGallery } from "../gallery/open.ts";
import { atMost, type Bench } from "./bench.ts";

const TASK_MS = 100;
/** The layout runs in a worker. */
const DRAWN_MS = 2000;
const STATE = "2-000-nodes-and-5-000-lines";

export const graph: Bench = {
  name: "graph",
  async run({ quick, progress }) {
    return inGallery({ isFast: true }, async ({ browser, url }) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript({ content: noteTasks });
      // Loads the code of the gallery and of the graph first, so that only the graph is measured.
      await page.goto(`${url}/_gallery/graph/around-one-node`, { waitUntil: "networkidle" });
      await page.locator("[data-graph]").first().waitFor();
      const drawn = await busy(page, async () => {
        const startedAt = performance.now();
        await page.evaluate(
          `history.pushState({}, "", "/_gallery/graph/${STATE}"); dispatchEvent(new PopStateEvent("popstate"))`,
        );
        await page.locator('[data-graph="node-0"]').waitFor({ timeout: 60_000 });
        return performance.now() - startedAt;
      });
      progress(`drawn after ${drawn.result.toFixed(0)} ms, longest task ${drawn.longest.toFixed(0)} ms`);
      const steps = quick ? 20 : 60;
      const moved = await busy(page, () => drag(page, steps));
      progress(`longest task while it is moved ${moved.longest.toFixed(0)} ms`);
      const zoomed = await busy(page, () => zoom(page, steps));
      progress(`longest task while it is made small and large ${zoomed.longest.toFixed(0)} ms`);
      const walked = await busy(page, () => walk(page, steps));
      progress(`longest task while it is gone through ${walked.longest.toFixed(0)} ms`);
      return [
        atMost("graph: 2,000 nodes and 5,000 lines drawn", drawn.result, DRAWN_MS, "ms"),
        atMost("graph: longest task until drawn", drawn.longest, TASK_MS, "ms"),
        atMost("graph: longest task, moved", moved.longest, TASK_MS, "ms"),
        atMost("graph: longest task, small and large", zoomed.longest, TASK_MS, "ms"),
        atMost("graph: longest task, by keyboard", walked.longest, TASK_MS, "ms"),
      ];
    });
  },
};

/** Runs in the page before any other script. */
const noteTasks = `globalThis.longest = 0; new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
}).observe({ type: "longtask" })`;

async function busy<Result>(page: Page, work: () => Promise<Result>): Promise<{ result: Result; longest: number }> {
  await page.evaluate("longest = 0");
  const result = await work();
  // The observer reports a task after it has ended.
  await page.waitForTimeout(500);
  return { result, longest: await page.evaluate<number>("longest") };
}

async function drag(page: Page, steps: number) {
  await page.mouse.move(900, 700);
  await page.mouse.down();
  for (let step = 0; step < steps; step += 1) await page.mouse.move(900 - step * 12, 700 - step * 9);
  await page.mouse.up();
}

async function zoom(page: Page, steps: number) {
  await page.mouse.move(700, 450);
  for (const by of [120, -120])
    for (let step = 0; step < steps; step += 1) {
      await page.mouse.wheel(0, by);
      await page.evaluate("new Promise(requestAnimationFrame)");
    }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Show the whole graph" }).click();
  await page.waitForTimeout(500);
}

async function walk(page: Page, steps: number) {
  await page.locator('[data-graph="node-0"]').focus();
  await page.keyboard.press("Home");
  for (let step = 0; step < steps / 2; step += 1) {
    await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft"][step % 4]!);
    await page.waitForTimeout(50);
  }
}
