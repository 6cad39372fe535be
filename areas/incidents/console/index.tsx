import { settingsResource } from "#console/resources/resource.ts";
import type { ConsoleArea } from "#console/shell/area.ts";

export const incidents: ConsoleArea = {
  name: "incidents",
  ...settingsResource({
    table: "incident_rules",
    path: "/settings/incident_rules",
    menu: "automation",
    title: "Rules",
    name: "Rule",
    kind: "incident_rule",
    icon: "siren",
    resource: "incident",
    feature: "incidents",
  }),
};
