// The catalog area of the server: runs scrapers, saves the items they find, and serves items, changes and versions.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { absentEntrySchemas, entrySchemas, manifestSchemas } from "#server/schema-files.ts";
import { changeRoutes } from "./api/changes.ts";
import { summaryRoutes } from "./api/summary.ts";
import { versionRoutes } from "./api/versions.ts";
import { closeInsights } from "./close-insights.ts";
import { catalogEvents } from "./event-names.ts";
import { pluginManifests } from "./manifests/plugin-manifests.ts";
import { scraperManifestsWith } from "./manifests/scraper-manifests.ts";
import { ownScrapersWith } from "./own-scrapers.ts";
import { ageTallies, indexItems, mergeChangeNotes, refreshGroups, retainChanges, sweepGroups } from "./retain.ts";
import { retainScraped } from "./retain-scraped.ts";
import { endScrapers } from "./run/end-scrapers.ts";
import { turnSenderWith } from "./run/scrape-job.ts";
import { scraperWatchesWith } from "./run/watches.ts";
import type { ScraperKind } from "./scrape/scraper-kind.ts";
import { absentTypes, whyAbsent } from "./spec/absent.ts";
import { scraperKinds } from "./scrapers/index.ts";
import { scrapingWith, type Scraping } from "./scraping.ts";
import { scrapingRoutes } from "./scraping-api/routes.ts";
import { scraperEntry } from "./spec/entry.ts";
import { pluginSpec } from "./spec/plugin.ts";
import { catalogMcp } from "./tools.ts";
import { catalogWritesWith } from "./writes.ts";

export { scrapeKubernetesSoon } from "./run/turns.ts";
export { findConfigs, selectableConfigs, type FoundConfig } from "./find-configs.ts";

const resourceOf = ({ spec }: Scraping) =>
  defineKind({ family: "resource", type: "config_scrapers", title: "Catalog Scraper", icon: "radar", spec });

const pluginResource = defineKind({
  family: "resource",
  type: "scrape_plugins",
  title: "Scrape Plugin",
  icon: "plug",
  spec: pluginSpec,
});

/** Tests pass their own action kinds. */
export function catalogWith(kinds: readonly ScraperKind[]): ServerArea {
  const scraping = scrapingWith(kinds);
  const { job, kindNamed, spec } = scraping;
  return {
    name: "catalog",
    routes(app, system) {
      summaryRoutes(app, system);
      changeRoutes(app, system);
      versionRoutes(app, system);
      scrapingRoutes(app, system, scraping);
    },
    jobs: [
      ageTallies,
      retainChanges,
      retainScraped,
      closeInsights,
      refreshGroups,
      mergeChangeNotes,
      sweepGroups,
      indexItems,
      job,
      endScrapers,
    ],
    services: [ownScrapersWith(kindNamed), turnSenderWith(job), scraperWatchesWith(kindNamed)],
    events: catalogEvents,
    manifests: [scraperManifestsWith(spec), pluginManifests],
    writes: catalogWritesWith(scraping),
    mcp: catalogMcp,
    kinds: [resourceOf(scraping), pluginResource, ...kinds],
    schemas: [
      ...manifestSchemas({
        names: ["scrape_config", "config_scraper"],
        kind: "ScrapeConfig",
        apiVersion: "configs.flanksource.com/v1",
        spec,
      }),
      ...manifestSchemas({
        names: ["scrape_plugin"],
        kind: "ScrapePlugin",
        apiVersion: "configs.flanksource.com/v1",
        spec: pluginSpec,
      }),
      ...entrySchemas("config", kinds),
      ...absentEntrySchemas("config", { types: absentTypes, spec: scraperEntry({}), why: whyAbsent }),
    ],
  };
}

export const catalog = catalogWith(scraperKinds);
