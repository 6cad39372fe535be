// Reads scrapers from manifest files, and stores them.
import { defineManifest } from "#server/manifests/manifest-kind.ts";
import { readResources, type ReadOptions, type ReadResource } from "#server/manifests/read-resources.ts";
import { storedResources } from "#server/manifests/stored-resources.ts";
import { syncTurn } from "../run/turns.ts";
import type { ScraperSpec } from "../spec/scraper.ts";

export const readScrapers = (text: string, spec: ScraperSpec, options: ReadOptions = {}) =>
  readResources(text, { kind: "ScrapeConfig", group: "configs.flanksource.com/", noun: "scraper", spec }, options);

export const scraperManifestsWith = (spec: ScraperSpec) =>
  defineManifest<ReadResource>({
    kind: "ScrapeConfig",
    resource: "config_scraper",
    read: (text, options) => readScrapers(text, spec, options),
    ...storedResources({ table: "config_scrapers", schema: spec, after: syncTurn }),
  });
