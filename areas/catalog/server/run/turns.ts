// The schedule of scrapers (`scraper_turns`).
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import { createTurns } from "#server/jobs/turns.ts";

export { scheduleIn as writtenSchedule } from "#server/jobs/turns.ts";

export const fallbackSchedule = { property: "scrapers.default.schedule", text: "@every 60m" };

export const scraperTurns = createTurns({
  table: "scraper_turns",
  key: "scraper_id",
  of: "config_scrapers",
  noun: "scrapers",
  fallback: fallbackSchedule,
  minIntervalMs: 29_000,
  heldUntil: "rate_limited_until",
});

/** Makes a new or changed scraper due immediately. */
export const syncTurn = scraperTurns.sync;

/**
 * Runs a Kubernetes scraper as soon as possible. Returns false if the scraper has no schedule or is not a Kubernetes
 * scraper.
 */
export async function scrapeKubernetesSoon(tx: Tx, scraper: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update scraper_turns t
    set    due_at = least(t.due_at, now())
    from   config_scrapers s
    where  s.id = t.scraper_id and s.id = ${scraper} and s.spec ? 'kubernetes'`.execute(tx);
  return Number(numAffectedRows) > 0;
}
