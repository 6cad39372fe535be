import { read, write } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

const guard = { feature: "settings.integrations", needs: read("integrations") } as const;

export const integrations: ConsoleArea = {
  name: "integrations",
  pages: [
    {
      ...guard,
      path: "/settings/integrations",
      title: "Integrations",
      icon: "workflow",
      menu: "sources",
      load: () => import("./IntegrationsPage.tsx"),
    },
  ],
  actions: [
    {
      ...guard,
      needs: write("integrations"),
      title: "Add Integration",
      icon: "plus",
      href: "/settings/integrations?add=true",
    },
  ],
};
