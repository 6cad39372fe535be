import { read, write } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const agents: ConsoleArea = {
  name: "agents",
  pages: [
    {
      path: "/settings/agents",
      title: "Agents",
      icon: "server",
      menu: "sources",
      feature: "agents",
      needs: read("agents"),
      load: () => import("./AgentsPage.tsx"),
    },
  ],
  actions: [
    {
      title: "Add Agent",
      icon: "plus",
      href: "/settings/agents?addAgent=true",
      feature: "agents",
      needs: write("agents"),
    },
  ],
  resources: {
    agent: { icon: "server", href: (id) => `/settings/agents?id=${id}` },
  },
};
