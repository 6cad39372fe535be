// Notifications on the server: rules, the pipeline from events to messages, channels, and retention of messages.
import type { ServerArea } from "#server/area.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { channelKinds } from "./channels/index.ts";
import { createPipeline, notificationInbox } from "./pipeline/pipeline.ts";
import { retainMessages } from "./retain.ts";
import { ruleManifests } from "./rules/rule-manifests.ts";
import { ruleSpec } from "./rules/rule-spec.ts";
import { trialRoutes } from "./trial/routes.ts";
import { pipelineParts } from "./wiring.ts";
import { notificationWrites } from "./writes.ts";

export const notifications: ServerArea = {
  name: "notifications",
  routes: trialRoutes,
  jobs: [retainMessages],
  services: [createPipeline(pipelineParts)],
  inboxes: [notificationInbox],
  kinds: channelKinds,
  writes: notificationWrites,
  manifests: [ruleManifests],
  schemas: manifestSchemas({
    names: ["notification"],
    kind: "Notification",
    apiVersion: "mission-control.flanksource.com/v1",
    spec: ruleSpec,
  }),
};
