import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const logs: ConsoleArea = {
  name: "logs",
  ...settingsResource({
    table: "logging_backends",
    path: "/settings/log-backends",
    menu: "sources",
    title: "Log Backends",
    name: "Log Backend",
    kind: "logging_backend",
    icon: "logs",
    resource: "logging_backends",
    feature: "logs",
    hasLabels: true,
  }),
};
