// The calls of Alertmanager's API, version 2
// (https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml), and the receiver of its webhooks.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./alertmanager.contract.schema.ts";

/** Receives alerts from Prometheus or amtool. The name of the access token is the source of the alerts. */
export const postAlerts = call<Shape<typeof schema.postAlerts>>("POST", "/api/v2/alerts");

/** Receives alerts that an Alertmanager sends to a webhook receiver (payload version 4). */
export const postWebhook = call<Shape<typeof schema.postWebhook>>("POST", "/api/alertmanager/webhook");

export const getAlerts = call<Shape<typeof schema.getAlerts>>("GET", "/api/v2/alerts");
export const getAlertGroups = call<Shape<typeof schema.getAlertGroups>>("GET", "/api/v2/alerts/groups");
export const getSilences = call<Shape<typeof schema.getSilences>>("GET", "/api/v2/silences");
export const postSilence = call<Shape<typeof schema.postSilence>>("POST", "/api/v2/silences");
export const getSilence = call<Shape<typeof schema.getSilence>>("GET", "/api/v2/silence/{silenceID}");
/** Ends a silence now. */
export const deleteSilence = call<Shape<typeof schema.deleteSilence>>("DELETE", "/api/v2/silence/{silenceID}");
export const getStatus = call<Shape<typeof schema.getStatus>>("GET", "/api/v2/status");
export const getReceivers = call<Shape<typeof schema.getReceivers>>("GET", "/api/v2/receivers");

export type ShownAlert = Shape<typeof schema.getAlerts>["answer"][number];
export type ShownSilence = Shape<typeof schema.getSilence>["answer"];
