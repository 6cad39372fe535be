import { read } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { componentPath } from "./card/component-path.ts";
import { componentPages } from "./component/routes.ts";
import { topologySettings } from "./settings/routes.ts";

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
    ...componentPages,
    ...topologySettings.pages,
  ],
  slots: {
    "check.failing": [
      { title: "Why", feature: "health", needs: read("canaries"), load: () => import("./why/WhyOfCheck.tsx") },
    ],
    "config.unhealthy": [
      { title: "Why", feature: "config", needs: read("config_scrapers"), load: () => import("./why/WhyOfConfig.tsx") },
    ],
  },
  resources: { component: { icon: "network", href: componentPath }, ...topologySettings.resources },
  actions: topologySettings.actions,
};
