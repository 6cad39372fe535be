import { read } from "#console/access/access.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const system: ConsoleArea = {
  name: "system",
  pages: [
    {
      path: "/settings/system",
      title: "System",
      icon: "monitor",
      menu: "system",
      jump: "y",
      shape: "detail",
      needs: read("rbac"),
      load: () => import("./SystemPage.tsx"),
    },
    {
      path: "/settings/audit",
      title: "Audit Log",
      icon: "scroll-text",
      menu: "system",
      needs: read("rbac"),
      load: () => import("./AuditPage.tsx"),
    },
  ],
  slots: {
    "event_queue.top": [{ title: "No worker", needs: read("rbac"), load: () => import("./NoWorker.tsx") }],
  },
};
