import { read, write } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const connections: ConsoleArea = {
  name: "connections",
  pages: [
    {
      path: "/settings/connections",
      title: "Connections",
      icon: "plug",
      menu: "sources",
      feature: "settings.connections",
      needs: read("connections"),
      load: () => import("./ConnectionsPage.tsx"),
    },
  ],
  actions: [
    {
      title: "Add Connection",
      icon: "plus",
      href: "/settings/connections?add=true",
      feature: "settings.connections",
      needs: write("connections"),
    },
  ],
  resources: {
    connection: { icon: "plug", href: (id) => `/settings/connections?id=${id}` },
  },
};
