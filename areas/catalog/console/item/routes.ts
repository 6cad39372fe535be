// The pages of an item. Tabs of other areas are at /catalog/{id}/{tab}, and those with parts at /catalog/{id}/{tab}/{part}.
import type { PageOf } from "#console/shell/area.ts";
import { read } from "#console/access/access.ts";

const page = { title: "Catalog item", shape: "detail", feature: "config", needs: read("config_scrapers") } as const;
const spec = () => import("./spec/SpecPage.tsx");

export const itemPages: readonly PageOf[] = [
  { ...page, path: "/catalog/$id", load: spec },
  { ...page, path: "/catalog/$id/spec", load: spec },
  { ...page, path: "/catalog/$id/changes", load: () => import("./ItemChangesPage.tsx") },
  { ...page, path: "/catalog/$id/insights", load: () => import("./ItemInsightsPage.tsx") },
  { ...page, path: "/catalog/$id/relationships", load: () => import("./relationships/RelationshipsPage.tsx") },
  { ...page, path: "/catalog/$id/$tab", load: () => import("./SlotPage.tsx") },
  { ...page, path: "/catalog/$id/$tab/$part", load: () => import("./SlotPage.tsx") },
];
