// The server part of incidents.
import type { ServerArea } from "#server/area.ts";
import { defineKind } from "#server/kinds.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { figureRoutes } from "./afterwards/figures.ts";
import { afterwardsRoutes } from "./afterwards/routes.ts";
import { evidenceRoutes } from "./model/evidence-state.ts";
import { myIncidentRoutes } from "./model/my-incidents.ts";
import { redactRoutes } from "./redact/redact.ts";
import { responderRoutes } from "./responders/choices.ts";
import { contactResponders } from "./responders/contact.ts";
import { notifyMentioned } from "./responders/mentioned.ts";
import { sendComments, syncComments } from "./responders/mirror.ts";
import { automation } from "./rules/automation.ts";
import { evaluateEvidence, incidentRules } from "./rules/jobs.ts";
import { ruleRoutes } from "./rules/routes.ts";
import { ruleManifests } from "./rules/rule-manifests.ts";
import { incidentRuleSpec } from "./spec.ts";
import { suggestionRoutes } from "./suggest/suggest.ts";
import { timelineRoutes } from "./timeline/read-timeline.ts";
import { incidentTools } from "./tools.ts";
import { incidentWrites } from "./writes.ts";

export { readableRelations } from "./model/readable.ts";

const rule = defineKind({
  family: "resource",
  type: "incident_rules",
  title: "Rule",
  icon: "siren",
  spec: incidentRuleSpec,
});

export const incidents: ServerArea = {
  name: "incidents",
  routes(app, system) {
    timelineRoutes(app, system);
    evidenceRoutes(app, system);
    myIncidentRoutes(app, system);
    redactRoutes(app, system);
    responderRoutes(app, system);
    ruleRoutes(app, system);
    suggestionRoutes(app, system);
    afterwardsRoutes(app, system);
    figureRoutes(app, system);
  },
  jobs: [syncComments, evaluateEvidence, incidentRules],
  listeners: [contactResponders, notifyMentioned, sendComments],
  services: [automation],
  manifests: [ruleManifests],
  writes: incidentWrites,
  mcp: { tools: incidentTools },
  kinds: [rule],
  events: [
    { name: "incident.created", title: "Incident created" },
    { name: "incident.comment.added", title: "Comment added to an incident" },
    { name: "incident.comment.mentioned", title: "Person mentioned in a comment" },
    { name: "incident.responder.added", title: "Responder added to an incident" },
    { name: "incident.responder.removed", title: "Responder removed from an incident" },
    { name: "incident.dod.added", title: "Definition of done added to an incident" },
    { name: "incident.dod.removed", title: "Definition of done removed from an incident" },
    { name: "incident.dod.passed", title: "Definition of done passed" },
    { name: "incident.dod.regressed", title: "Definition of done regressed" },
    ...["new", "open", "investigating", "mitigated", "resolved", "closed", "cancelled"].map((status) => ({
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
