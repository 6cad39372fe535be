import { read } from "#console/access/access.ts";
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
  resources: {
    connection: { icon: "plug", href: (id) => `/settings/connections?id=${id}` },
  },
};
