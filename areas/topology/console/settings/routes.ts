// The pages of topologies in the settings. The list also offers to build a topology from the catalog.
import { read, write } from "#console/access/access.ts";
import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { BUILD_PATH, topologies } from "./topologies.ts";

const editor = settingsResource(topologies);
const guard = { feature: "settings.topology", needs: read("topologies") } as const;

export const topologySettings: Required<Pick<ConsoleArea, "pages" | "resources" | "actions">> = {
  pages: [
    {
      ...guard,
      path: topologies.path,
      title: topologies.title,
      icon: topologies.icon,
      menu: "sources",
      load: () => import("./TopologiesPage.tsx"),
    },
    {
      ...guard,
      needs: write("topologies"),
      path: BUILD_PATH,
      title: "Build a topology",
      shape: "form",
      load: () => import("./BuildPage.tsx"),
    },
    ...editor.pages,
  ],
  resources: editor.resources,
  actions: [
    ...editor.actions,
    { ...guard, needs: write("topologies"), title: "Build a topology", icon: "network", href: BUILD_PATH },
  ],
};
