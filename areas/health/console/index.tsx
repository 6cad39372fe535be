import { read } from "#console/access/access.ts";
import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { checkPath } from "../model.ts";
import { failedRunsOf } from "./canary/failed-runs.ts";

const canaries = settingsResource({
  table: "canaries",
  list: "canaries_with_status",
  path: "/settings/canaries",
  menu: "sources",
  title: "Health Checks",
  name: "Health Check",
  kind: "canary",
  icon: "list-checks",
  resource: "canaries",
  feature: "settings.health",
  namespace: "default",
  hasLabels: true,
  runsOnAgents: true,
  hasJobs: true,
  hasSchedule: true,
  hasChecks: true,
  // Shows the status of the last check runs, not of a job in the job history.
  jobTitle: "Last Result",
  // Canaries with failing checks come first.
  order: { id: "checks", desc: true },
  jobReason: failedRunsOf,
  status: () => import("./canary/CanaryStatus.tsx"),
  spec: () => import("./canary/CanarySpec.tsx"),
  listsEntries: true,
});

export const health: ConsoleArea = {
  name: "health",
  pages: [
    {
      path: "/health",
      title: "Health",
      icon: "heart-pulse",
      menu: "main",
      order: 2,
      jump: "h",
      feature: "health",
      needs: read("canaries"),
      load: () => import("./dashboard/HealthPage.tsx"),
    },
    {
      path: "/health/checks/$id",
      title: "Check",
      shape: "detail",
      feature: "health",
      needs: read("canaries"),
      load: () => import("./check/CheckPage.tsx"),
    },
    { path: "/view/health", title: "Health", isBare: true, load: () => import("./dashboard/HealthView.tsx") },
    ...canaries.pages,
  ],
  slots: {
    "config.tabs": [
      {
        title: "Checks",
        feature: "health",
        needs: read("canaries"),
        load: () => import("./ChecksOfConfig.tsx"),
        badge: () => import("./ChecksBadge.tsx"),
      },
    ],
    "config.status": [
      {
        title: "Failing checks",
        feature: "health",
        needs: read("canaries"),
        load: () => import("./FailingChecks.tsx"),
      },
    ],
  },
  resources: { ...canaries.resources, check: { icon: "heart-pulse", href: (id) => checkPath(id) } },
  actions: canaries.actions,
};
