// Defines scrapers as a resource. Their list is a tab of the catalog; they use the common resource editor.
import type { SettingsResource } from "#console/resources/settings-resource.ts";
import { OWN_SCRAPER } from "./own-scraper.ts";
import { scraperColumns, scraperRunColumns } from "./scraper-columns.tsx";

export const scrapers: SettingsResource = {
  table: "config_scrapers",
  list: "config_scrapers_with_status",
  path: "/catalog/scrapers",
  integration: "scrapers",
  parents: [{ title: "Catalog", href: "/catalog" }],
  title: "Scrapers",
  name: "Catalog Scraper",
  kind: "config_scraper",
  icon: "radar",
  resource: "config_scrapers",
  feature: "config",
  namespace: "default",
  columns: scraperColumns,
  runColumns: scraperRunColumns,
  runsOnAgents: true,
  hasJobs: true,
  hasSchedule: true,
  hasLastSuccess: true,
  noJobText: "Never ran",
  // Failed scrapers come first. The column is wide, because error messages need the space.
  order: { id: "job_status", desc: false },
  hiddenColumns: ["created_at"],
  builtIn: { id: OWN_SCRAPER, name: "Built-in (System)", page: () => import("./OwnItems.tsx") },
  status: () => import("./ScraperStatus.tsx"),
  spec: () => import("./ScraperSpec.tsx"),
  listsEntries: true,
};
