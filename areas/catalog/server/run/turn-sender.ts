// Looks for due scrapers every second, in each worker.
import { setTimeout as delay } from "node:timers/promises";
import type { Service, System, JobDefinition } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { ScrapeData } from "./scrape-job.ts";
import { sendDue } from "./turns.ts";

const lookEveryMs = 1_000;

export const turnSenderWith = (job: JobDefinition<ScrapeData>, everyMs = lookEveryMs): Service => ({
  name: "scraper schedule",
  roles: ["all", "worker"],
  async start(system) {
    const ending = new AbortController();
    const working = repeat(system, job, { everyMs, signal: ending.signal });
    return {
      async stop() {
        ending.abort();
        await working;
      },
    };
  },
});

async function repeat(
  system: System,
  job: JobDefinition<ScrapeData>,
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await sendDue(system, job);
    } catch (error) {
      const level = isConnectionLost(error) ? "debug" : "warn";
      system.log[level]({ err: error }, "cannot look for due scrapers; trying again");
    }
    await delay(everyMs, undefined, { signal }).catch(() => {});
  }
}
