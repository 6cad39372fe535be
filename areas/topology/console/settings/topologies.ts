// Topologies as a resource: the list also offers to build one from the catalog; the editor is that of all resources.
import { read, write } from "#console/access/access.ts";
import { settingsResource } from "#console/resources/resource.ts";
import type { SettingsResource } from "#console/resources/settings-resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const topologies: SettingsResource = {
  table: "topologies",
  list: "topologies_with_status",
  path: "/settings/topologies",
  title: "Topology",
  name: "Topology",
  kind: "topology",
  icon: "network",
  purpose: "A topology shows the systems that you run, with their parts and their health.",
  resource: "topologies",
  feature: "settings.topology",
  namespace: "default",
  hasLabels: true,
  hasJobs: true,
  hasSchedule: true,
  spec: () => import("./TopologySpec.tsx"),
};

export const BUILD_PATH = "/settings/topologies/build";

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
