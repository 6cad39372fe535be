// Defines plugins as a resource. Their list is below the list of scrapers; they use the common resource editor.
import type { SettingsResource } from "#console/resources/settings-resource.ts";
import { scrapers } from "./scrapers.ts";

export const plugins: SettingsResource = {
  table: "scrape_plugins",
  list: "scrape_plugins_with_status",
  path: "/catalog/scrapers/plugins",
  parents: [...(scrapers.parents ?? []), { title: scrapers.title, href: scrapers.path }],
  title: "Scrape Plugins",
  name: "Scrape Plugin",
  kind: "scrape_plugin",
  icon: "plug",
  resource: "config_scrapers",
  feature: "config",
  namespace: "default",
  hasFaults: true,
  spec: () => import("./PluginSpec.tsx"),
};
