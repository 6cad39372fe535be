// The catalog on the server: scrapers are run, what they find is kept, and what happened to it is asked for and kept up.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { catalogApiRoutes } from "./api/routes.ts";
import { scraperManifests } from "./manifests/scraper-manifests.ts";
import { ownScrapers } from "./own-scrapers.ts";
import { ageTallies, indexItems, refreshGroups, retainChanges, sweepGroups } from "./retain.ts";
import { retainScraped } from "./retain-scraped.ts";
import { endScrapers } from "./run/end-scrapers.ts";
import { scrapeJob } from "./run/scrape-job.ts";
import { turnSender } from "./run/turn-sender.ts";
import { scraperWatches } from "./run/watches.ts";
import { scraperKinds } from "./scrapers/index.ts";
import { scrapingRoutes } from "./scraping-api/routes.ts";
import { scraperSpec } from "./spec/scraper.ts";
import { catalogWrites } from "./writes.ts";

export { findConfigs, selectableConfigs, type FoundConfig } from "./find-configs.ts";

const scraper = defineKind({
  family: "resource",
  type: "config_scrapers",
  title: "Catalog Scraper",
  icon: "radar",
  spec: scraperSpec,
});

export const catalog: ServerArea = {
  name: "catalog",
  routes(app, system) {
    catalogApiRoutes(app, system);
    scrapingRoutes(app, system);
  },
  jobs: [ageTallies, retainChanges, retainScraped, refreshGroups, sweepGroups, indexItems, scrapeJob, endScrapers],
  services: [ownScrapers, turnSender, scraperWatches],
  manifests: [scraperManifests],
  writes: catalogWrites,
  kinds: [scraper, ...scraperKinds],
};
