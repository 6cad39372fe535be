// Watches a source between two runs, for kinds that can report changes. Changes are saved in small batches; a watch
// that fails restarts with exponential backoff.
import { setTimeout as delay } from "node:timers/promises";
import type { System } from "#server/area.ts";
import { newId } from "#lib/uuid/new-id.ts";
import { recordEnd } from "#server/jobs/history.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { PluginsInUse } from "../plugins/in-use.ts";
import type { Plugins } from "../plugins/load-plugins.ts";
import { save } from "../save/save.ts";
import type { Found, Item, JudgeChange } from "../scrape/found.ts";
import { foundByEntry, reasonOf } from "./found-by.ts";
import { inBatches } from "./in-batches.ts";
import type { RunnableScraper, WrittenEntry } from "./runnable.ts";

export interface WatchTimes {
  /** How long a reported change waits for further changes of the same batch. */
  batchMs: number;
  firstBackoffMs: number;
  maxBackoffMs: number;
}

export const defaultTimes: WatchTimes = { batchMs: 500, firstBackoffMs: 1_000, maxBackoffMs: 60_000 };

const maxBatchSize = 200;

interface Watching {
  signal: AbortSignal;
  times: WatchTimes;
  plugins: Plugins;
}

/** Runs until the signal aborts. */
export async function watchEntry(
  system: System,
  scraper: RunnableScraper,
  entry: WrittenEntry,
  { signal, times, plugins }: Watching,
): Promise<void> {
  let backoff = times.firstBackoffMs;
  let recorded: string | undefined;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const failure = await watchOnce(system, scraper, entry, { signal, times, plugins });
    if (signal.aborted) return;
    // If the watch ran for a while, the backoff is reset. A watch that ends without an error does not count as a
    // failure.
    if (performance.now() - startedAt > times.maxBackoffMs) backoff = times.firstBackoffMs;
    if (failure !== undefined && failure !== recorded)
      await recordFailure(system, scraper, failure).catch((error: unknown) =>
        system.log.debug({ err: error }, "a failed watch could not be recorded"),
      );
    recorded = failure;
    await delay(backoff, undefined, { signal }).catch(() => {});
    backoff = Math.min(backoff * 2, times.maxBackoffMs);
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
      // Runs record the faults of plugins, so the watch does not.
      plugins: new PluginsInUse(plugins),
      judges,
      warn: (warning) => log.debug({ warning }, "a watch of a scraper warned"),
    },
    (kind, spec, run) => kind.watch!(spec, run),
  );
  try {
    for await (const batch of inBatches(found, { max: maxBatchSize, withinMs: times.batchMs })) {
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

/** Short, because lists show the error in two lines. The next run finds the changes that the watch missed. */
const retryNote = "The watch is retried.";

const recordFailure = ({ db }: System, scraper: RunnableScraper, error: string) =>
  recordEnd(
    db.system,
    {
      id: newId(),
      name: "Scraper watch",
      resource: { type: "config_scraper", id: scraper.id },
      startedAt: new Date(),
    },
    { status: "FAILED", successes: 0, failures: 1, details: { errors: [`${error} ${retryNote}`] }, durationMs: 0 },
  );
