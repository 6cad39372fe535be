import { settingsResource } from "#console/resources/resource.ts";
import { read } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const topology: ConsoleArea = {
  name: "topology",
  slots: {
    "check.failing": [
      { title: "Why", feature: "health", needs: read("canaries"), load: () => import("./why/WhyOfCheck.tsx") },
    ],
    "config.unhealthy": [
      { title: "Why", feature: "config", needs: read("config_scrapers"), load: () => import("./why/WhyOfConfig.tsx") },
    ],
  },
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
