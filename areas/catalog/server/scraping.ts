// Builds the spec of scrapers and the scrape job from the list of kinds. Tests pass their own kinds.
import type { JobDefinition } from "#server/area.ts";
import type { KindNamed } from "./run/runnable.ts";
import { scrapeJobWith, type ScrapeData } from "./run/scrape-job.ts";
import type { ScraperKind } from "./scrape/scraper-kind.ts";
import { scraperSpecOf, type ScraperSpec } from "./spec/scraper.ts";

export interface Scraping {
  kinds: readonly ScraperKind[];
  kindNamed: KindNamed;
  spec: ScraperSpec;
  job: JobDefinition<ScrapeData>;
}

export function scrapingWith(kinds: readonly ScraperKind[]): Scraping {
  const byType = new Map(kinds.map((kind) => [kind.type, kind]));
  const kindNamed: KindNamed = (type) => byType.get(type);
  return { kinds, kindNamed, spec: scraperSpecOf(kinds), job: scrapeJobWith(kindNamed) };
}
