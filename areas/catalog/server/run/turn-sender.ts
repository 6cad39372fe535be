// Each worker sends the jobs of due scrapers. It waits until the next one is due, or until a scraper changes.
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import type { Service, System, JobDefinition } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { ScrapeData } from "./scrape-job.ts";
import { nextTurnMs, sendDue } from "./turns.ts";

const minWaitMs = 1_000;
/** Limits the delay when a notification is lost or a clock is set forward. */
const maxWaitMs = 10_000;

export const turnSenderWith = (job: JobDefinition<ScrapeData>, everyMs = minWaitMs): Service => ({
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
  const pause = createWakeablePause();
  const stopListening = system.live.on(["config_scrapers"], pause.wake);
  while (!signal.aborted) {
    let waitMs = everyMs;
    try {
      const nextMs = await nextTurnMs(system.db);
      if (nextMs <= 0) await sendDue(system, job);
      else waitMs = Math.min(Math.max(nextMs, everyMs), maxWaitMs);
    } catch (error) {
      const level = isConnectionLost(error) ? "debug" : "warn";
      system.log[level]({ err: error }, "cannot look for due scrapers; trying again");
    }
    await pause.wait(waitMs, signal);
  }
  stopListening();
}
