// The HTTP calls about notification rules.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./rules.contract.schema.ts";

/** Returns the last events, as examples for writing filters. */
export const recentEvents = call<Shape<typeof schema.recentEvents>>("GET", "/api/notification/events");

/** Returns the message that a rule would send about a resource, without sending it. */
export const previewRule = call<Shape<typeof schema.previewRule>>("POST", "/api/notification/preview");

/** Returns the rules that apply to a resource, with their recipients. */
export const whoIsNotified = call<Shape<typeof schema.whoIsNotified>>("GET", "/api/notification/who/{kind}/{id}");

/** Sends a message again. */
export const redeliver = call<Shape<typeof schema.redeliver>>("POST", "/api/notification/send_history/{id}/redeliver");

export type RulePreview = Shape<typeof schema.previewRule>["answer"];
export type PreviewedRule = Shape<typeof schema.previewRule>["body"]["rule"];
export type RecentEvents = Shape<typeof schema.recentEvents>["answer"];
export type NotifyingRule = Shape<typeof schema.whoIsNotified>["answer"]["rules"][number];
