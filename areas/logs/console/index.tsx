import { read } from "#console/access/access.ts";
import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { logsHref } from "./logs-href.ts";
import { backendResource } from "./settings/log-backends.ts";

const guard = { feature: "logs", needs: read("logging_backends") } as const;
const editor = settingsResource(backendResource);

export const logs: ConsoleArea = {
  name: "logs",
  pages: [
    {
      ...guard,
      path: "/logs",
      title: "Logs",
      icon: "logs",
      menu: "main",
      order: 5,
      jump: "l",
      load: () => import("./page/LogsPage.tsx"),
    },
    {
      ...guard,
      path: backendResource.path,
      title: backendResource.title,
      icon: backendResource.icon,
      menu: "sources",
      load: () => import("./settings/BackendsPage.tsx"),
    },
    ...editor.pages,
  ],
  resources: editor.resources,
  actions: editor.actions,
  slots: {
    "component.actions": [{ ...guard, title: "Logs", load: () => import("./links/LogsOfComponent.tsx") }],
    "component.menu": [
      {
        ...guard,
        title: "View Logs",
        icon: "logs",
        fits: ({ hasLogs }) => hasLogs,
        hrefOf: ({ id }) => logsHref({ topologyId: id, timeRange: "1h" }),
      },
    ],
    "config.actions": [{ ...guard, title: "Logs", load: () => import("./links/LogsOfConfig.tsx") }],
    "check.actions": [{ ...guard, title: "Logs", load: () => import("./links/LogsOfCheck.tsx") }],
    "incident.actions": [{ ...guard, title: "Logs", load: () => import("./links/LogsOfIncident.tsx") }],
  },
};
