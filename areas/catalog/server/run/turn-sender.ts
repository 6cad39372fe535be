// Sends the jobs of due scrapers.
import type { JobDefinition, Service } from "#server/area.ts";
import type { ScrapeData } from "./scrape-job.ts";
import { scraperTurns } from "./turns.ts";

export const turnSenderWith = (job: JobDefinition<ScrapeData>, everyMs?: number): Service =>
  scraperTurns.sender(job, (id) => ({ scraper_id: id }), everyMs);
