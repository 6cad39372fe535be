// The HTTP calls that read messages, and the preferences of people.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./contract.schema.ts";

/** Returns the resources that messages are about, newest first, with the numbers of their messages. */
export const notificationSummary = call<Shape<typeof schema.notificationSummary>>("POST", "/api/notification/summary");

/** Returns a message with the steps of its decision and all delivery attempts. */
export const messageDetail = call<Shape<typeof schema.messageDetail>>("GET", "/api/notification/send_history/{id}");

/** Counts the messages since the person last opened the notifications. */
export const unreadMessages = call<Shape<typeof schema.unreadMessages>>("GET", "/api/notification/unread");

/** Marks all messages as seen. */
export const markMessagesRead = call<Shape<typeof schema.markMessagesRead>>("POST", "/api/notification/read");

/** Returns the channels and quiet hours of the person. */
export const ownPreferences = call<Shape<typeof schema.ownPreferences>>("GET", "/api/notification/preferences");

/** Replaces the channels and quiet hours of the person. */
export const saveOwnPreferences = call<Shape<typeof schema.saveOwnPreferences>>("PUT", "/api/notification/preferences");

export type SummaryQuery = Shape<typeof schema.notificationSummary>["body"];
export type SummaryAnswer = Shape<typeof schema.notificationSummary>["answer"];
export type SummaryRow = SummaryAnswer["results"][number];
export type MessageDetail = Shape<typeof schema.messageDetail>["answer"];
export type MessageAttempt = MessageDetail["attempts"][number];
export type Preferences = Shape<typeof schema.ownPreferences>["answer"];
export type PreferencesChange = Shape<typeof schema.saveOwnPreferences>["body"];
