import type { ConsoleArea } from "#console/shell/area.ts";
import { sidebarViews } from "./sidebar-views.ts";

export const views: ConsoleArea = {
  name: "views",
  menu: { page: "/views/$id", entries: () => sidebarViews },
};
