// Between two runs a kind may tell what happens as it happens. What it tells is saved in small batches; when it fails it is
// begun again, after longer and longer.
import { setTimeout as delay } from "node:timers/promises";
import type { System } from "#server/area.ts";
import { newId } from "#server/db/new-id.ts";
import { recordEnd } from "#server/jobs/history.ts";
import { createScrubber } from "#server/scrub.ts";
import { PluginsInUse } from "../plugins/in-use.ts";
import type { Plugins } from "../plugins/load-plugins.ts";
import { save } from "../save/save.ts";
import type { Found, Item, JudgeChange } from "../scrape/found.ts";
import { foundByEntry, reasonOf } from "./found-by.ts";
import { inBatches } from "./in-batches.ts";
import type { RunnableScraper, WrittenEntry } from "./runnable.ts";

export interface WatchTimes {
  /** How long what was told may wait for more. */
  batchMs: number;
  firstBackoffMs: number;
  mostBackoffMs: number;
}

export const usualTimes: WatchTimes = { batchMs: 500, firstBackoffMs: 1_000, mostBackoffMs: 60_000 };

const mostInBatch = 200;

interface Watching {
  signal: AbortSignal;
  times: WatchTimes;
  plugins: Plugins;
}

/** Ends with the signal, and never by itself. */
export async function watchEntry(
  system: System,
  scraper: RunnableScraper,
  entry: WrittenEntry,
  { signal, times, plugins }: Watching,
): Promise<void> {
  let backoff = times.firstBackoffMs;
  let told: string | undefined;
  while (!signal.aborted) {
    const begun = performance.now();
    const failure = await watchOnce(system, scraper, entry, { signal, times, plugins });
    if (signal.aborted) return;
    // One that held for a while is begun anew at once; one that ended by itself is no failure.
    if (performance.now() - begun > times.mostBackoffMs) backoff = times.firstBackoffMs;
    if (failure !== undefined && failure !== told)
      await tell(system, scraper, failure).catch((error: unknown) =>
        system.log.debug({ err: error }, "a failed watch could not be recorded"),
      );
    told = failure;
    await delay(backoff, undefined, { signal }).catch(() => {});
    backoff = Math.min(backoff * 2, times.mostBackoffMs);
  }
}

async function watchOnce(
  system: System,
  scraper: RunnableScraper,
  entry: WrittenEntry,
  { signal, times, plugins }: Watching,
): Promise<string | undefined> {
  const judges = new WeakMap<Item, JudgeChange>();
  const scrubber = createScrubber();
  let failure: string | undefined;
  const log = system.log.child({ scraper: scraper.id });
  const found = foundByEntry(
    entry,
    scraper,
    system,
    {
      signal,
      scrubber,
      log,
      // What is wrong with them the runs tell.
      plugins: new PluginsInUse(plugins),
      judges,
      warn: (warning) => log.debug({ warning }, "a watch of a scraper warned"),
    },
    (kind, spec, run) => kind.watch!(spec, run),
  );
  try {
    for await (const batch of inBatches(found, { most: mostInBatch, withinMs: times.batchMs })) {
      if (signal.aborted) return undefined;
      const { errors } = await save(system, all(batch), {
        scraper: { id: scraper.id, agentId: scraper.agentId },
        isWhole: false,
        signal,
        judge: (change, item) => judges.get(item)?.(change) ?? change,
      });
      failure = errors.at(-1) ?? failure;
    }
  } catch (error) {
    if (signal.aborted) return undefined;
    log.warn({ err: scrubber.error(error) }, "a watch of a scraper failed");
    failure = scrubber.text(reasonOf(error));
  }
  return failure;
}

// oxlint-disable-next-line typescript/require-await
async function* all(batch: readonly Found[]): AsyncGenerator<Found> {
  yield* batch;
}

const goesOn = "Listening is begun again by itself; what is missed until then is found by the next run.";

const tell = ({ db }: System, scraper: RunnableScraper, error: string) =>
  recordEnd(
    db.system,
    {
      id: newId(),
      name: "Scraper watch",
      resource: { type: "config_scraper", id: scraper.id },
      startedAt: new Date(),
    },
    { status: "FAILED", successes: 0, failures: 1, details: { errors: [`${error} ${goesOn}`] }, durationMs: 0 },
  );
