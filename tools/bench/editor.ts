// The YAML editor in a real Chromium: from the press on Code until it can be typed in, with nothing fetched yet and with
// its scripts fetched before; a key in five thousand lines, and the longest that the page was busy in one piece until what
// is wrong with them was found.
import type { Page } from "@playwright/test";
import { inGallery } from "../gallery/open.ts";
import { atMost, type Bench, median } from "./bench.ts";

const ROUNDS = 11;
/** Parsing half a megabyte of script included; a person waits a tenth of a second without noticing. */
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
        // A context of its own has nothing in its cache.
        const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
        await page.goto(`${url}/_gallery/form-or-code/editable`, { waitUntil: "networkidle" });
        cold.push(await opened(page));
        // Whoever comes near the switch has the scripts fetched before the press.
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
      const busy = await longestTask(page);
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

/** From the press until the text is there and takes the focus. */
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

/** From the key until the letter is in the document and the frame is drawn. */
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

/** From a line that is wrong until that is told: the longest that nothing else could happen. */
async function longestTask(page: Page): Promise<number> {
  await page.evaluate(`globalThis.longest = 0; globalThis.tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }); tasks.observe({ type: "longtask" })`);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\ntwice: 1\ntwice: 2");
  await page.getByText("This key stands here twice.").waitFor();
  await page.waitForTimeout(300);
  return page.evaluate<number>("longest");
}
