// Runs the watches of all scrapers whose kinds support it, in one process. A watch starts with a scraper, restarts when
// the scraper changes, and ends when the scraper is paused or deleted.
import { setTimeout as delay } from "node:timers/promises";
import type { Service, System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { createLead } from "#server/manifests/lead.ts";
import { loadPlugins, noPlugins, type Plugins } from "../plugins/load-plugins.ts";
import { loadScrapers, type LoadedScraper } from "./load.ts";
import { entriesOf, type KindNamed, type WrittenEntry } from "./runnable.ts";
import { writtenSchedule } from "./turns.ts";
import { defaultTimes, watchEntry, type WatchTimes } from "./watch-entry.ts";

interface Watched {
  /** The versions of the scraper and of the plugins. */
  version: string;
  stop(): Promise<void>;
}

const lookEveryMs = 5_000;
/** Several changes within this delay are handled together. */
const lookAfterMs = 50;
/** Maximum time to wait for a driver that does not react to the abort. */
const stopWithinMs = 2_000;

export const scraperWatchesWith = (kindNamed: KindNamed, times: WatchTimes = defaultTimes): Service => ({
  name: "scraper watches",
  roles: ["all", "worker"],
  async start(system) {
    const ending = new AbortController();
    const watches = createWatches(system, { kindNamed, times });
    let wake = () => {};
    const unsubscribe = system.live.on(["config_scrapers", "scrape_plugins"], () => wake());
    const working = (async () => {
      while (!ending.signal.aborted) {
        await watches.look().catch((error: unknown) => {
          const level = isConnectionLost(error) ? "debug" : "warn";
          system.log[level]({ err: error }, "cannot update the scraper watches; trying again");
        });
        const woken = new Promise<void>((resolve) => {
          wake = () => void setTimeout(resolve, lookAfterMs);
        });
        const waiting = new AbortController();
        const signal = AbortSignal.any([ending.signal, waiting.signal]);
        await Promise.race([delay(lookEveryMs, undefined, { signal }).catch(() => {}), woken]);
        waiting.abort();
      }
    })();
    return {
      async stop() {
        unsubscribe();
        ending.abort();
        await working;
        await watches.stop();
      },
    };
  },
});

const versionOf = (scraper: LoadedScraper, plugins: Plugins) => `${scraper.version} ${plugins.version}`;

function createWatches(system: System, { kindNamed, times }: { kindNamed: KindNamed; times: WatchTimes }) {
  const lead = createLead(system.db, "scraper watches");
  const watched = new Map<string, Watched>();
  let plugins = noPlugins;

  const watchedBy = ({ spec }: LoadedScraper): WrittenEntry[] =>
    writtenSchedule(spec) === undefined
      ? []
      : entriesOf(spec, kindNamed).entries.filter(({ kind }) => kind.watch !== undefined);

  function start(scraper: LoadedScraper, entries: readonly WrittenEntry[]): void {
    const ending = new AbortController();
    const { signal } = ending;
    const all = Promise.all(entries.map((entry) => watchEntry(system, scraper, entry, { signal, times, plugins })));
    watched.set(scraper.id, {
      version: versionOf(scraper, plugins),
      async stop() {
        ending.abort();
        await Promise.race([all, delay(stopWithinMs)]);
      },
    });
  }

  async function end(ids: readonly string[]): Promise<void> {
    const ended = ids.map((id) => watched.get(id)!);
    for (const id of ids) watched.delete(id);
    await Promise.all(ended.map((watch) => watch.stop()));
  }

  return {
    async look(): Promise<void> {
      const scrapers = await loadScrapers(system);
      const wanted = new Map(
        scrapers
          .map((scraper) => ({ scraper, entries: watchedBy(scraper) }))
          .filter(({ entries }) => entries.length > 0)
          .map((entry) => [entry.scraper.id, entry]),
      );
      plugins = wanted.size > 0 ? await loadPlugins(system, plugins) : noPlugins;
      const isAsBefore = (id: string, version: string) => {
        const now = wanted.get(id);
        return now !== undefined && versionOf(now.scraper, plugins) === version;
      };
      // The leader lock occupies a database connection, so it is only taken if there is a scraper to watch.
      const isOurs = wanted.size + watched.size > 0 && (await lead.isOurs());
      await end([...watched].filter(([id, { version }]) => !isOurs || !isAsBefore(id, version)).map(([id]) => id));
      if (!isOurs) return;
      for (const { scraper, entries } of wanted.values()) if (!watched.has(scraper.id)) start(scraper, entries);
    },

    async stop(): Promise<void> {
      await end([...watched.keys()]);
      await lead.release();
    },
  };
}
