import { read, write } from "#console/access/access.ts";
import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { GALLERY, viewPath } from "./data/view-ref.ts";
import { viewResource } from "./settings/view-resource.ts";
import { sidebarViews } from "./sidebar-views.ts";
import { viewTabs } from "./tabs/view-tabs.ts";

const guard = { feature: "views", needs: read("views") } as const;
const page = { ...guard, title: "View", shape: "cards" } as const;
const editor = settingsResource(viewResource);

export const views: ConsoleArea = {
  name: "views",
  pages: [
    { ...page, path: "/views/$id", load: () => import("./page/ViewPage.tsx") },
    { ...page, path: "/view/$name", load: () => import("./page/ViewPage.tsx") },
    { ...page, path: "/view/$namespace/$name", load: () => import("./page/ViewPage.tsx") },
    {
      ...guard,
      path: viewResource.path,
      title: viewResource.title,
      icon: viewResource.icon,
      menu: "sources",
      load: () => import("./settings/ViewsPage.tsx"),
    },
    ...editor.pages,
  ],
  resources: { view: { icon: viewResource.icon, href: viewPath } },
  actions: [
    ...editor.actions,
    { ...guard, needs: write("views"), title: "Add a view from the gallery", icon: "book-open", href: GALLERY },
  ],
  menu: { page: "/views/$id", entries: () => sidebarViews },
  slots: {
    "config.tabs": [
      { ...guard, title: "View", isUncounted: true, partsOf: viewTabs, load: () => import("./tabs/ViewOfConfig.tsx") },
    ],
  },
};
