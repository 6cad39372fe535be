// Notifications on the server: rules, the pipeline from events to messages, channels, silences, alerts from Prometheus
// and Alertmanager, and the messages that people read.
import type { ServerArea } from "#server/area.ts";
import { manifestSchemas } from "#server/schema-files.ts";
import { alertDeadlines, resolveAlerts, retainAlerts } from "./alertmanager/resolve.ts";
import { alertmanagerRoutes } from "./alertmanager/routes.ts";
import { channelTools } from "./channels/channel-tools.ts";
import { channelKinds } from "./channels/index.ts";
import { ruleRoutes } from "./api/routes.ts";
import { failedRunListeners } from "./failed-runs.ts";
import { createPipeline, notificationInbox } from "./pipeline.ts";
import { messageRoutes } from "./read/message.ts";
import { preferenceRoutes } from "./read/preferences.ts";
import { compactMessageTallies, summaryRoutes } from "./read/summary.ts";
import { unreadRoutes } from "./read/unread.ts";
import { retainMessages } from "./retain.ts";
import { ruleManifests } from "./rules/rule-manifests.ts";
import { ruleSpec } from "./rules/rule-spec.ts";
import { createSilences } from "./silences/match.ts";
import { silenceRoutes } from "./silences/routes.ts";
import { silenceManifests, silenceSpec } from "./silences/silence-manifests.ts";
import { silenceWrites } from "./silences/writes.ts";
import { notificationTools } from "./tools.ts";
import { trialRoutes } from "./trial/routes.ts";
import { notificationWrites } from "./writes.ts";

const apiVersion = "mission-control.flanksource.com/v1";

const parts = { channels: channelTools, silences: createSilences };

export const notifications: ServerArea = {
  name: "notifications",
  routes(app, system) {
    ruleRoutes(app, system, parts);
    trialRoutes(app, system);
    silenceRoutes(app, system);
    alertmanagerRoutes(app, system);
    summaryRoutes(app, system);
    messageRoutes(app, system);
    unreadRoutes(app, system);
    preferenceRoutes(app, system);
  },
  jobs: [retainMessages, resolveAlerts, retainAlerts, compactMessageTallies],
  services: [createPipeline(parts), alertDeadlines],
  listeners: failedRunListeners(parts),
  inboxes: [notificationInbox],
  kinds: channelKinds,
  writes: { ...notificationWrites, ...silenceWrites },
  mcp: { tools: notificationTools },
  manifests: [ruleManifests, silenceManifests],
  schemas: [
    ...manifestSchemas({ names: ["notification"], kind: "Notification", apiVersion, spec: ruleSpec }),
    ...manifestSchemas({ names: ["notification_silence"], kind: "NotificationSilence", apiVersion, spec: silenceSpec }),
  ],
};

export { readRecentEvents } from "./api/recent-events.ts";
export { channelService, deliveryFailureOf } from "./channels/channel-service.ts";
export { channelTools } from "./channels/channel-tools.ts";
export { DeliveryFailure, type Message, type MessageText } from "./channels/channel.ts";
export type { ServiceAddress } from "./channels/service-url.ts";
export { deliverToAll } from "./delivery/deliver-to-all.ts";
export { findTargets, type Target } from "./delivery/targets.ts";
export { createTagNames } from "./pipeline/tag-names.ts";
export { maskMessages } from "./redact.ts";
export { readMarkdown } from "./text/read-markdown.ts";
export { escapeHtml, renderHtml } from "./text/render-html.ts";
export { templateHelpers } from "./text/template-helpers.ts";
