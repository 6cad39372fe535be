// Incidents on the server.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { incidentRuleSpec } from "./spec.ts";
import { incidentWrites } from "./writes.ts";

const rule = defineKind({
  family: "resource",
  type: "incident_rules",
  title: "Rule",
  icon: "siren",
  spec: incidentRuleSpec,
});

export const incidents: ServerArea = { name: "incidents", writes: incidentWrites, kinds: [rule] };
