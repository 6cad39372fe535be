// Incidents on the server.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { incidentRuleSpec } from "./spec.ts";
import { incidentWrites } from "./writes.ts";

const rule = defineKind({
  family: "resource",
  type: "incident_rules",
  title: "Rule",
  icon: "siren",
  spec: incidentRuleSpec,
});

export const incidents: ServerArea = {
  name: "incidents",
  writes: incidentWrites,
  kinds: [rule],
  schemas: manifestSchemas({
    names: ["incident_rule"],
    kind: "IncidentRule",
    apiVersion: "mission-control.flanksource.com/v1",
    spec: incidentRuleSpec,
  }),
};
