import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const health: ConsoleArea = {
  name: "health",
  ...settingsResource({
    table: "canaries",
    list: "canaries_with_status",
    path: "/settings/canaries",
    title: "Health Check",
    name: "Health Check",
    kind: "canary",
    icon: "heart-pulse",
    resource: "canaries",
    feature: "settings.health",
    namespace: "default",
    hasLabels: true,
    hasJobs: true,
    hasSchedule: true,
  }),
};
