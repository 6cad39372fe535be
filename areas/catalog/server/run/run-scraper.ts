// Runs a scraper and saves the items as they are found. The run ends at its deadline, and immediately when the scraper
// is changed or deleted.
import { sql } from "kysely";
import { parseDuration } from "#lib/time/duration.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import type { Log } from "#server/log.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { PluginsInUse } from "../plugins/in-use.ts";
import { loadPlugins, type Plugin } from "../plugins/load-plugins.ts";
import { noteFaults } from "../plugins/note-faults.ts";
import { retentionWith } from "../plugins/retention.ts";
import type { Age } from "../save/save-run.ts";
import { save, type Saved } from "../save/save.ts";
import { Warnings } from "../save/tally.ts";
import type { Item, JudgeChange } from "../scrape/found.ts";
import { logLevels } from "../spec/scraper.ts";
import { foundBy } from "./found-by.ts";
import { timeLimit } from "./time-limit.ts";
import type { KindNamed, RunnableScraper } from "./runnable.ts";

export interface ScraperRunResult extends Saved {
  rateLimitedUntil: Date | undefined;
}

export interface RunOptions {
  /** Stops the run immediately; found items that are not saved yet are lost. */
  signal: AbortSignal;
  scrubber: Scrubber;
  log: Log;
  kindNamed: KindNamed;
}

const defaultTimeoutMs = 4 * 3_600_000;

export async function runScraper(
  system: System,
  scraper: RunnableScraper,
  options: RunOptions,
): Promise<ScraperRunResult> {
  const { signal, scrubber, kindNamed } = options;
  const log = withLogLevel(scraper.spec, options.log.child({ scraper: `${scraper.namespace}/${scraper.name}` }));
  const plugins = await loadPlugins(system);
  const used = new PluginsInUse(plugins);
  const judges = new WeakMap<Item, JudgeChange>();
  const late = new Warnings();
  let rateLimitedUntil: Date | undefined;
  const deadline = timeLimit(
    deadlineMs(scraper.spec),
    "The items found until then were saved, and nothing was deleted. Set a longer timeout, or read less from the source.",
  );
  const found = foundBy(scraper, system, {
    // At the deadline the source is stopped, and the items found until then are saved.
    signal: AbortSignal.any([signal, deadline.signal]),
    scrubber,
    log,
    kindNamed,
    plugins: used,
    judges,
    lastSummary: await lastSummaryOf(system, scraper.id),
    warn: (warning, at) => late.add(warning, at),
    rateLimited: (until) => void (rateLimitedUntil = until),
  });
  const { summary, ...failed } = await save(system, found, {
    scraper: { id: scraper.id, agentId: scraper.agentId },
    isWhole: true,
    signal,
    retention: retentionOf(scraper.spec, plugins.whole),
    judge: (change, item) => judges.get(item)?.(change) ?? change,
  }).finally(() => deadline.stop());
  await noteFaults(system, scraper, used.faults(scrubber));
  return { summary: { ...summary, warnings: [...summary.warnings, ...late.all()] }, ...failed, rateLimitedUntil };
}

function withLogLevel({ logLevel }: RunnableScraper["spec"], log: Log): Log {
  const level = logLevels.find((name) => name === logLevel);
  return level === undefined ? log : log.child({}, { level });
}

export function deadlineMs(spec: RunnableScraper["spec"]): number {
  const { timeout } = spec;
  if (typeof timeout !== "string" || problemOf(() => parseDuration(timeout)) !== undefined) return defaultTimeoutMs;
  // Must be less than the timeout of the job.
  return Math.min(Math.max(1_000, parseDuration(timeout)), 23 * 3_600_000);
}

export function retentionOf(
  { retention: own }: RunnableScraper["spec"],
  plugins: readonly Pick<Plugin, "retention">[],
): { staleItemAge?: Age; staleAnalysisAge?: Age } {
  const retention = retentionWith(own, plugins);
  const [items, insights] = [ageOf(retention["staleItemAge"]), ageOf(retention["staleAnalysisAge"])];
  return {
    ...(items !== undefined && { staleItemAge: items }),
    ...(insights !== undefined && { staleAnalysisAge: insights }),
  };
}

function ageOf(written: unknown): Age | undefined {
  if (typeof written !== "string") return undefined;
  if (written.trim() === "keep") return "keep";
  return problemOf(() => parseDuration(written)) === undefined ? parseDuration(written) : undefined;
}

/** Returns the summary of the last run, which templates can use. */
async function lastSummaryOf({ db }: Pick<System, "db">, id: string): Promise<unknown> {
  const { rows } = await sql<{ summary: unknown }>`
    select details -> 'scrape_summary' as summary
    from   job_history
    where  resource_type = 'config_scraper' and resource_id = ${id} and details ? 'scrape_summary'
    order  by time_start desc
    limit  1`.execute(db.system);
  return rows[0]?.summary;
}
