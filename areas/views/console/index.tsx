import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { sidebarViews } from "./sidebar-views.ts";

export const views: ConsoleArea = {
  name: "views",
  ...settingsResource({
    table: "views",
    path: "/settings/views",
    menu: "sources",
    title: "Views",
    name: "View",
    kind: "view",
    icon: "columns-3",
    resource: "views",
    feature: "views",
    namespace: "default",
    hasLabels: true,
  }),
  menu: { page: "/views/$id", entries: () => sidebarViews },
};
