// Runs scrapers as jobs: one run per scraper at a time across all processes, recorded in the job history. If the
// process dies, another worker continues the job.
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import { defineJob } from "#server/jobs/definition.ts";
import type { JobDefinition, Service } from "#server/area.ts";
import { whileUnchanged, type ResourceChanged } from "#server/spec/unchanged.ts";
import { reasonOf } from "./found-by.ts";
import { loadScrapers } from "./load.ts";
import { runScraper, type ScraperRunResult } from "./run-scraper.ts";
import type { KindNamed } from "./runnable.ts";
import { isCrdSync, syncResources } from "./crd-sync.ts";
import { scraperTurns } from "./turns.ts";

export interface ScrapeData {
  scraper_id: string;
}

export const scrapeJobWith = (kindNamed: KindNamed): JobDefinition<ScrapeData> =>
  defineJob<ScrapeData>({
    name: "catalog.scrape",
    title: "Scraper",
    concurrency: 4,
    // Timeout of the job, which is longer than the maximum timeout of a scraper.
    timeoutSeconds: 86_000,
    // A failed run is recorded and repeated on its schedule; only a run whose process died is retried.
    retry: { limit: 2, delaySeconds: 5, backoff: true },
    singletonKey: ({ scraper_id: id }) => id,
    resource: ({ scraper_id: id }) => ({ type: "config_scraper", id }),
    async run({ data, system, signal, scrubber, log, success, fail, stop, report }) {
      const [scraper] = await loadScrapers(system, [data.scraper_id]);
      if (!scraper) return stop("The scraper was deleted.");
      const unchanged = whileUnchanged(system, { table: "config_scrapers", noun: "scraper" }, scraper);
      try {
        const result = await runScraper(system, scraper, {
          signal: AbortSignal.any([signal, unchanged.signal]),
          scrubber,
          log,
          kindNamed,
        });
        success(sumOf(result, "added", "updated", "unchanged", "changes"));
        const synced = isCrdSync(scraper)
          ? await syncResources(system, scraper, { isWhole: result.errors.length === 0 })
          : { errors: [], deleted: 0 };
        for (const error of listErrors(result.errors, synced.errors, result.failures)) fail(error);
        const { rateLimitedUntil } = result;
        const deleted = sumOf(result, "deleted") + synced.deleted;
        report({
          ...(deleted > 0 && { deleted }),
          scrape_summary: result.summary as unknown as Json,
          ...(rateLimitedUntil && { rate_limit_reset: rateLimitedUntil.toISOString() }),
        });
        if (rateLimitedUntil)
          await sql`
            update scraper_turns set rate_limited_until = ${rateLimitedUntil.toISOString()}
            where  scraper_id = ${scraper.id}`.execute(system.db.system);
      } catch (error) {
        // If the job engine stopped the job, it reports the reason.
        if (signal.aborted) throw error;
        if (unchanged.signal.aborted) return stop((unchanged.signal.reason as ResourceChanged).message);
        log.warn({ err: scrubber.error(error), scraper: scraper.id }, "a scraper failed");
        fail(reasonOf(error));
      } finally {
        unchanged.stop();
      }
    },
  });

/** Sends the jobs of due scrapers. */
export const turnSenderWith = (job: JobDefinition<ScrapeData>, everyMs?: number): Service =>
  scraperTurns.sender(job, (id) => ({ scraper_id: id }), everyMs);

/** Maximum number of errors in the history; the last error contains the total. */
const maxErrors = 50;

/** Yields one string per error, because the caller counts them. */
function* listErrors(errors: readonly string[], refused: readonly string[], failures: number): Generator<string> {
  const [all, total] = [[...refused, ...errors], refused.length + failures];
  const shown = total <= maxErrors ? all : all.slice(0, maxErrors - 1);
  yield* shown;
  const more = `There were ${total} errors in total; the first ${shown.length} are listed.`;
  for (let count = shown.length; count < total; count += 1) yield more;
}

/** Sums the given counts over all config types. */
const sumOf = (
  { summary }: ScraperRunResult,
  ...counts: readonly ("added" | "updated" | "unchanged" | "deleted" | "changes")[]
) =>
  Object.values(summary.config_types).reduce(
    (sum, type) => counts.reduce((subtotal, count) => subtotal + type[count], sum),
    0,
  );
