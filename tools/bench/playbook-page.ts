// Measures the page of a run in Chromium while its action writes 50 MB: the longest task of the page.
import type { Browser } from "@playwright/test";
import { atMost, type Bench, type Row } from "./bench.ts";
import { launchBrowser, signedInContext } from "./browser.ts";
import { startProduct, type Product } from "./product.ts";

const outputBytes = 50 * 1024 * 1024;
const taskMs = 50;
const lastLine = "the end of the output";

export const playbookPage: Bench = {
  name: "playbook-page",
  async run({ profileFolder, progress }) {
    const product = await startProduct({ profileFolder });
    let browser: Browser | undefined;
    try {
      browser = await launchBrowser();
      const context = await signedInContext(browser, product, 1440);
      await context.addInitScript({ content: watchTasks });
      const page = await context.newPage();
      // The first run warms up the code of the page.
      for (const bytes of [outputBytes / 10, outputBytes]) {
        await page.goto(`${product.url}/playbooks/runs/${await startRun(product, bytes)}`);
        const output = page.getByRole("log", { name: "Output" });
        await output.waitFor();
        await page.evaluate("longTasks.length = 0");
        await output.getByText(lastLine).waitFor({ timeout: 300_000 });
      }
      const tasks = await page.evaluate<number[]>("longTasks");
      progress(`tasks over ${taskMs} ms: ${tasks.map((ms) => ms.toFixed(0)).join(" ") || "none"}`);
      return [rowOf(tasks)];
    } finally {
      await browser?.close();
      await product.stop();
    }
  },
};

/** Runs in the page before any other script: records the tasks that block it for 50 ms or more. */
const watchTasks = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask" });`;

async function startRun({ url, cookie }: Product, bytes: number): Promise<string> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { cookie, origin: url, "content-type": "application/json", prefer: "return=representation" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json() as Promise<unknown>;
  };
  // The page opens while the script waits.
  const script = `sleep 3; yes "a line of the output of an action" | head -c ${bytes}; echo; echo "${lastLine}"`;
  const spec = { actions: [{ name: "print", exec: { script } }] };
  const [{ id }] = (await post("/api/db/playbooks?select=id", { name: `output ${bytes}`, spec })) as [{ id: string }];
  return ((await post("/api/playbook/run", { id })) as { run_id: string }).run_id;
}

const rowOf = (tasks: readonly number[]): Row =>
  atMost(
    "page of a run with 50 MB of live output: longest task",
    Math.max(0, ...tasks),
    taskMs,
    "ms",
    `${tasks.length} over the bar`,
  );
