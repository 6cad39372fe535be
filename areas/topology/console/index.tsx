import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const topology: ConsoleArea = {
  name: "topology",
  ...settingsResource({
    table: "topologies",
    list: "topologies_with_status",
    path: "/settings/topologies",
    menu: "sources",
    title: "Topology",
    name: "Topology",
    kind: "topology",
    icon: "network",
    resource: "topologies",
    feature: "settings.topology",
    namespace: "default",
    hasLabels: true,
    hasJobs: true,
  }),
};
