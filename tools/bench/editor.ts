// Measures the YAML editor in Chromium: the time from the click on Code until it accepts input, with an empty cache and
// with its scripts preloaded; the time of a key press in five thousand lines; and the longest task until their errors
// are shown.
import type { Page } from "@playwright/test";
import { inGallery } from "../gallery/open.ts";
import { atMost, type Bench, median } from "./bench.ts";

const ROUNDS = 11;
/** The cold limit includes parsing half a megabyte of script; people do not notice a delay of a tenth of a second. */
const COLD_MS = 500;
const WARM_MS = 100;
const KEY_MS = 50;
const TASK_MS = 50;

export const editor: Bench = {
  name: "editor",
  async run({ quick, progress }) {
    return inGallery({ isFast: true }, async ({ browser, url }) => {
      const rounds = quick ? 3 : ROUNDS;
      const cold: number[] = [];
      const warm: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        // A new context has an empty cache.
        const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
        await page.goto(`${url}/_gallery/form-or-code/editable`, { waitUntil: "networkidle" });
        cold.push(await opened(page));
        // The scripts are preloaded when the pointer comes near the switch.
        await page.evaluate("localStorage.removeItem('formOrCode')");
        await page.reload({ waitUntil: "networkidle" });
        const scripts = [/yaml-text-.*\.js$/, /open-editor-.*\.js$/].map((name) => page.waitForResponse(name));
        await page.getByRole("radio", { name: "Form" }).first().focus();
        for (const script of scripts) await page.evaluate(`import("${(await script).url()}")`);
        warm.push(await opened(page));
        await page.context().close();
      }
      progress(`open, cold ${said(cold)} ms; fetched before ${said(warm)} ms`);
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.goto(`${url}/_gallery/code-editor/five-thousand-lines`, { waitUntil: "networkidle" });
      const keys = await keyTimes(page, rounds * 4);
      const busy = await maxTaskMs(page);
      progress(`a key in 5,000 lines ${said(keys)} ms; longest task until they are judged ${busy.toFixed(0)} ms`);
      const worst = (times: readonly number[]) => `worst ${Math.max(...times).toFixed(0)} ms`;
      return [
        atMost("editor: open, nothing fetched", median(cold), COLD_MS, "ms", worst(cold)),
        atMost("editor: open, fetched before", median(warm), WARM_MS, "ms", worst(warm)),
        atMost("editor: a key in 5,000 lines", median(keys), KEY_MS, "ms", worst(keys)),
        atMost("editor: longest task, 5,000 lines judged", busy, TASK_MS, "ms"),
      ];
    });
  },
};

const said = (times: readonly number[]) => times.map((ms) => ms.toFixed(0)).join(" ");

/** Returns the time from the click until the text is shown and has the focus. */
const opened = (page: Page) =>
  page.evaluate<number>(`(async () => {
    const code = document.querySelectorAll('[role="radiogroup"] input')[1];
    const begun = performance.now();
    code.click();
    for (;;) {
      await new Promise(requestAnimationFrame);
      const host = [...document.querySelectorAll("figure *")].find(({ shadowRoot }) => shadowRoot);
      const content = host?.shadowRoot.querySelector(".cm-content");
      if (!content?.textContent.includes("name:")) continue;
      content.focus();
      if (host.shadowRoot.activeElement === content) return performance.now() - begun;
    }
  })()`);

/** Returns the times from a key press until the letter is in the document and the frame is rendered. */
async function keyTimes(page: Page, keys: number): Promise<number[]> {
  await page.getByRole("textbox", { name: "Long" }).focus();
  await page.keyboard.press("Control+Home");
  await page.evaluate(`globalThis.times = []; addEventListener("keydown", () => {
    const begun = performance.now();
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - begun)));
  }, true)`);
  for (let key = 0; key < keys; key += 1) await page.keyboard.type("#", { delay: 60 });
  return page.evaluate<number[]>("times");
}

/** Returns the longest task between a faulty line and its error message. */
async function maxTaskMs(page: Page): Promise<number> {
  await page.evaluate(`globalThis.longest = 0; globalThis.tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }); tasks.observe({ type: "longtask" })`);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\ntwice: 1\ntwice: 2");
  await page.getByText("Duplicate key.").waitFor();
  await page.waitForTimeout(300);
  return page.evaluate<number>("longest");
}
