// The schedule of scrapers (`scraper_turns`).
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
