// A run of a scraper as a job: one at a time of each scraper however many processes there are, taken up by another worker when
// its process dies, with a row in the history that says what it did.
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import { defineJob, type JobDefinition } from "#server/jobs/definition.ts";
import { reasonOf } from "./found-by.ts";
import { loadScrapers } from "./load.ts";
import { runScraper, type ScraperRan } from "./run-scraper.ts";
import type { KindNamed } from "./runnable.ts";
import { isTakingOver, takeOver } from "./taken-over.ts";
import { whileUnchanged, type ScraperChanged } from "./unchanged.ts";

export interface ScrapeData {
  scraper_id: string;
}

export const scrapeJobWith = (kindNamed: KindNamed): JobDefinition<ScrapeData> =>
  defineJob<ScrapeData>({
    name: "catalog.scrape",
    title: "Scraper",
    concurrency: 4,
    // One that was told to stop by its own words has ended long before.
    timeoutSeconds: 86_000,
    // A run that fails is told, and comes again by its schedule; only one whose process died is run again.
    retry: { limit: 2, delaySeconds: 5, backoff: true },
    singletonKey: ({ scraper_id: id }) => id,
    resource: ({ scraper_id: id }) => ({ type: "config_scraper", id }),
    async run({ data, system, signal, scrubber, log, success, fail, stop, report }) {
      const [scraper] = await loadScrapers(system, [data.scraper_id]);
      if (!scraper) return stop("The scraper is gone.");
      const unchanged = whileUnchanged(system, scraper);
      try {
        const ran = await runScraper(system, scraper, {
          signal: AbortSignal.any([signal, unchanged.signal]),
          scrubber,
          log,
          kindNamed,
        });
        success(sumOf(ran, "added", "updated", "unchanged", "changes"));
        const takenOver = isTakingOver(scraper)
          ? await takeOver(system, scraper, { isWhole: ran.errors.length === 0 })
          : { errors: [], deleted: 0 };
        for (const error of errorsTold(ran.errors, takenOver.errors, ran.failures)) fail(error);
        const { rateLimitedUntil } = ran;
        const deleted = sumOf(ran, "deleted") + takenOver.deleted;
        report({
          ...(deleted > 0 && { deleted }),
          scrape_summary: ran.summary as unknown as Json,
          ...(rateLimitedUntil && { rate_limit_reset: rateLimitedUntil.toISOString() }),
        });
        if (rateLimitedUntil)
          await sql`
            update scraper_turns set rate_limited_until = ${rateLimitedUntil.toISOString()}
            where  scraper_id = ${scraper.id}`.execute(system.db.system);
      } catch (error) {
        // The engine says why when it is its own end.
        if (signal.aborted) throw error;
        if (unchanged.signal.aborted) return stop((unchanged.signal.reason as ScraperChanged).message);
        log.warn({ err: scrubber.error(error), scraper: scraper.id }, "a scraper could not be run");
        fail(reasonOf(error));
      } finally {
        unchanged.stop();
      }
    },
  });

/** As many as the history keeps; the last of them says how many there are. */
const mostTold = 50;

/** One for each, so that they are counted. */
function* errorsTold(errors: readonly string[], refused: readonly string[], failures: number): Generator<string> {
  const [all, total] = [[...refused, ...errors], refused.length + failures];
  const shown = total <= mostTold ? all : all.slice(0, mostTold - 1);
  yield* shown;
  const more = `There were ${total} errors in all. Of these the first ${shown.length} are told.`;
  for (let count = shown.length; count < total; count += 1) yield more;
}

/** Sums these counts over all config types. */
const sumOf = (
  { summary }: ScraperRan,
  ...counts: readonly ("added" | "updated" | "unchanged" | "deleted" | "changes")[]
) =>
  Object.values(summary.config_types).reduce(
    (sum, type) => counts.reduce((ofType, count) => ofType + type[count], sum),
    0,
  );
