// Measures the live view of the page Logs in Chromium, while a file of its backend grows by 5,000 lines a second: the
// longest task, the private memory of the process that renders the page, and the delay until a line is shown.
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { atMost, type Bench, median, type Row } from "./bench.ts";
import { launchBrowser, signedInContext } from "./browser.ts";
import { type PageTask, recordTasks } from "./page-tasks.ts";
import { privateMegabytes, residentMegabytes } from "./process-figures.ts";
import { startProduct, type Product } from "./product.ts";

const PER_SECOND = 5_000;
const TASK_MS = 50;
const MEMORY_MB = 200;
const STEP_MS = 50;

export const logsPage: Bench = {
  name: "logs-page",
  async run({ quick, profileFolder, progress }) {
    const folder = mkdtempSync(join(tmpdir(), "quarterdeck-bench-logs-page-"));
    chmodSync(folder, 0o755);
    const path = join(folder, "busy.log");
    writeFileSync(path, lineOf(0));
    let product: Product | undefined;
    let browser: Browser | undefined;
    try {
      product = await startProduct({ profileFolder, variables: { ALLOW_DIRECTORIES: folder } });
      const backend = await addBackend(product, path);
      browser = await launchBrowser();
      const context = await signedInContext(browser, product, 1440);
      const page = await context.newPage();
      await page.goto(`${product.url}/logs?backend=${backend}&live=yes`);
      await page.getByRole("button", { name: "Pause" }).waitFor();
      await page.locator("[data-line]").first().waitFor();
      const figures = await follow(page, { path, browser, seconds: quick ? 15 : 60, progress });
      return rowsOf(figures);
    } finally {
      await browser?.close();
      await product?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const lineOf = (number: number) =>
  `${new Date().toISOString()} level=${number % 50 === 0 ? "error" : "info"} msg="request served" path=/api/db/items/${number} status=${200 + (number % 7)} ms=${number % 991}\n`;

async function addBackend({ url, cookie }: Product, path: string): Promise<string> {
  const answer = await fetch(`${url}/api/db/logging_backends`, {
    method: "POST",
    headers: { cookie, origin: url, "content-type": "application/json", prefer: "return=representation" },
    body: JSON.stringify({ name: "busy", source: "UI", spec: { backends: [{ file: { path: [path] } }] } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { id: string }[])[0]!.id;
}

interface Following {
  path: string;
  browser: Browser;
  seconds: number;
  progress(text: string): void;
}

interface Figures {
  written: number;
  seconds: number;
  /** The tasks of the page, the longest first. */
  tasks: readonly PageTask[];
  heap: readonly number[];
  /** The memory of the process that renders the page, without and with the code that all tabs share. */
  memory: readonly number[];
  resident: readonly number[];
  delays: readonly number[];
  /** The processor time that the page used, in milliseconds per second. */
  cpu: number;
}

/** Writes lines for the given time, and reads the figures of the page every second. */
async function follow(page: Page, { path, browser, seconds, progress }: Following): Promise<Figures> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const metric = async (name: string) => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find((found) => found.name === name)?.value ?? 0;
  };
  const [heap, memory, resident, delays]: [number[], number[], number[], number[]] = [[], [], [], []];
  let written = 1;
  const startTime = performance.now();
  const writer = setInterval(() => {
    const due = Math.floor(((performance.now() - startTime) / 1_000) * PER_SECOND) + 1;
    if (due > written)
      appendFileSync(path, Array.from({ length: due - written }, (_, at) => lineOf(written + at)).join(""));
    written = Math.max(written, due);
  }, STEP_MS);
  let cpu = 0;
  let tasks: PageTask[] = [];
  try {
    // The first lines warm up the code of the page.
    await delay(3_000);
    const stopRecording = await recordTasks(browser);
    cpu = await metric("TaskDuration");
    const pids = await renderers(browser);
    for (let second = 0; second < seconds; second += 1) {
      await delay(1_000);
      heap.push((await metric("JSHeapUsedSize")) / 1e6);
      memory.push(Math.max(...pids.map(privateMegabytes)));
      resident.push(Math.max(...pids.map(residentMegabytes)));
      delays.push(await newestAge(page));
    }
    cpu = (((await metric("TaskDuration")) - cpu) * 1_000) / seconds;
    tasks = await stopRecording();
  } finally {
    clearInterval(writer);
  }
  progress(
    `${written.toLocaleString("en")} lines in ${seconds + 3} s, newest line ${median(delays).toFixed(0)} ms old`,
  );
  progress(
    `heap ${range(heap)} MB, page ${range(memory)} MB, with shared code ${range(resident)} MB, ${cpu.toFixed(0)} ms of processor per second`,
  );
  const print = ({ duration, processor }: PageTask) => `${duration.toFixed(0)} (${processor.toFixed(0)})`;
  progress(`longest tasks, with their processor time: ${tasks.slice(0, 20).map(print).join(" ")} ms`);
  return { written, seconds, tasks, heap, memory, resident, delays, cpu };
}

/** The age of the newest line in the list, in milliseconds. */
const newestAge = (page: Page) =>
  page.evaluate<number>(`Date.now() - Date.parse(document.querySelector("[data-line] time").dateTime)`);

/** The browser processes that render pages. */
async function renderers(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

const range = (values: readonly number[]) => `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;

function rowsOf({ seconds, tasks, heap, memory, resident, delays, cpu }: Figures): Row[] {
  const [longest] = tasks;
  const over = tasks.filter(({ duration }) => duration > TASK_MS);
  const rate = `${PER_SECOND.toLocaleString("en")} lines/s for ${seconds} s`;
  return [
    atMost(
      "logs page, live: longest task",
      longest?.duration ?? 0,
      TASK_MS,
      "ms",
      `${rate}; ${over.length} of ${tasks.length.toLocaleString("en")} tasks over the bar; ${cpu.toFixed(0)} ms of processor per second`,
    ),
    atMost(
      "logs page, live: longest task, processor time",
      Math.max(0, ...tasks.map(({ processor }) => processor)),
      TASK_MS,
      "ms",
    ),
    atMost(
      "logs page, live: memory of the page",
      Math.max(...memory),
      MEMORY_MB,
      "MB",
      `JavaScript heap ${Math.max(...heap).toFixed(0)} MB; process with the shared code of the browser ${Math.max(...resident).toFixed(0)} MB`,
    ),
    atMost(
      "logs page, live: age of the newest line",
      median(delays),
      2_000,
      "ms",
      `worst ${Math.max(...delays).toFixed(0)} ms`,
    ),
  ];
}
