// Records the tasks of a page's main thread: their duration, and the processor time within it. On a machine with few
// processors, a task can wait for other programs; its duration is then longer than its processor time.
import type { Browser } from "@playwright/test";

export interface PageTask {
  /** In milliseconds, like `duration` and `processor`. */
  start: number;
  duration: number;
  processor: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** The processor time. */
  tdur?: number;
  args?: { name?: string };
}

/** The category of the event `RunTask`. */
const category = "disabled-by-default-devtools.timeline";

/**
 * Starts recording. The returned function ends it and returns the tasks of the busiest page, the longest first. It
 * throws if the browser has dropped a part of the recording.
 */
export async function recordTasks(browser: Browser): Promise<() => Promise<PageTask[]>> {
  const session = await browser.newBrowserCDPSession();
  const tasks = new Map<string, PageTask[]>();
  const mainThreads = new Set<string>();
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) {
      const thread = `${event.pid} ${event.tid}`;
      if (event.name === "thread_name" && event.args?.name === "CrRendererMain") mainThreads.add(thread);
      if (event.name !== "RunTask" || event.ph !== "X") continue;
      const [start, duration, processor] = [event.ts, event.dur ?? 0, event.tdur ?? 0].map((micros) => micros / 1_000);
      const task = { start: start!, duration: duration!, processor: processor! };
      if (!tasks.get(thread)?.push(task)) tasks.set(thread, [task]);
    }
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { recordMode: "recordContinuously", includedCategories: [category] },
  });
  const startTime = performance.now();
  return async () => {
    const length = performance.now() - startTime;
    const ended = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
    await session.send("Tracing.end");
    await ended;
    await session.detach();
    const [busiest = []] = [...tasks]
      .filter(([thread]) => mainThreads.has(thread))
      .map(([, found]) => found)
      .sort((a, b) => b.length - a.length);
    const starts = busiest.map(({ start }) => start);
    const covered = starts.reduce((a, b) => Math.max(a, b), 0) - starts.reduce((a, b) => Math.min(a, b), Infinity);
    if (!(covered > 0.95 * length - 1_000)) throw new Error("The browser has not recorded all tasks of the page.");
    return busiest.sort((a, b) => b.duration - a.duration);
  };
}
