import { settingsResource } from "#console/resources/resource.ts";
import { read } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

const topologies = settingsResource({
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
});

const guard = { feature: "topology", needs: read("topologies") } as const;

export const topology: ConsoleArea = {
  name: "topology",
  pages: [
    {
      ...guard,
      path: "/topology",
      title: "Topology",
      menuName: "Dashboard",
      icon: "layout-dashboard",
      menu: "main",
      order: 1,
      jump: "d",
      shape: "cards",
      load: () => import("./dashboard/TopologyPage.tsx"),
    },
    ...topologies.pages,
  ],
  slots: {
    "check.failing": [
      { title: "Why", feature: "health", needs: read("canaries"), load: () => import("./why/WhyOfCheck.tsx") },
    ],
    "config.unhealthy": [
      { title: "Why", feature: "config", needs: read("config_scrapers"), load: () => import("./why/WhyOfConfig.tsx") },
    ],
  },
  resources: topologies.resources,
  actions: topologies.actions,
};
