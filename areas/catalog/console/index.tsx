import { read } from "#console/access/access.ts";
import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { itemPages } from "./item/routes.ts";
import { changePath, configPath, insightPath } from "./parts/config-path.ts";
import { plugins } from "./scrapers/plugins.ts";
import { scrapers } from "./scrapers/scrapers.ts";

const scraperEditor = settingsResource(scrapers);
const pluginEditor = settingsResource(plugins);

const guard = { feature: "config", needs: read("config_scrapers") } as const;

export const catalog: ConsoleArea = {
  name: "catalog",
  pages: [
    {
      ...guard,
      path: "/catalog",
      aliases: ["/configs"],
      title: "Catalog",
      icon: "boxes",
      menu: "main",
      order: 4,
      jump: "c",
      load: () => import("./list/CatalogPage.tsx"),
    },
    { ...guard, path: "/catalog/changes", title: "Catalog Changes", load: () => import("./changes/ChangesPage.tsx") },
    {
      ...guard,
      path: "/catalog/insights",
      title: "Catalog Insights",
      load: () => import("./insights/InsightsPage.tsx"),
    },
    { ...guard, path: "/catalog/scrapers", title: "Scrapers", load: () => import("./scrapers/ScrapersPage.tsx") },
    {
      ...guard,
      path: "/catalog/scrapers/plugins",
      title: "Scrape Plugins",
      load: () => import("./scrapers/PluginsPage.tsx"),
    },
    ...scraperEditor.pages,
    ...pluginEditor.pages,
    ...itemPages,
  ],
  resources: {
    config: { icon: "boxes", href: configPath },
    config_change: { icon: "history", href: changePath },
    config_analysis: { icon: "lightbulb", href: insightPath },
    ...scraperEditor.resources,
    ...pluginEditor.resources,
  },
  actions: [...scraperEditor.actions, ...pluginEditor.actions],
};
