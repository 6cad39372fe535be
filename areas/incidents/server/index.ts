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
  events: [
    { name: "incident.created", title: "Incident created" },
    { name: "incident.comment.added", title: "Comment added to an incident" },
    { name: "incident.responder.added", title: "Responder added to an incident" },
    { name: "incident.responder.removed", title: "Responder removed from an incident" },
    { name: "incident.dod.added", title: "Definition of done added to an incident" },
    { name: "incident.dod.removed", title: "Definition of done removed from an incident" },
    { name: "incident.dod.passed", title: "Definition of done passed" },
    { name: "incident.dod.regressed", title: "Definition of done regressed" },
    ...["open", "investigating", "mitigated", "resolved", "closed", "cancelled"].map((status) => ({
      name: `incident.status.${status}`,
      title: `Incident ${status}`,
    })),
  ],
  schemas: manifestSchemas({
    names: ["incident_rule"],
    kind: "IncidentRule",
    apiVersion: "mission-control.flanksource.com/v1",
    spec: incidentRuleSpec,
  }),
};
