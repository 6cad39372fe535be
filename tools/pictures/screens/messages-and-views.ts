// Notifications with their rules and silences, logs, views and applications.
import { type Screen, screen } from "../screen.ts";

export const messageScreens: readonly Screen[] = [
  screen("notifications", "/notifications", "Notifications: open incidents, approvals, messages"),
  screen("notification-detail", "/notifications?id={id}", "Dialog of a message that failed: decision and attempts", {
    row: "failedMessage",
  }),
  screen("notification-rules", "/notifications/rules", "List of notification rules"),
  screen(
    "notification-rule-editor",
    "/notifications/rules?id={id}",
    "Dialog that edits a notification rule, with preview",
    { row: "notification" },
  ),
  screen("silences", "/notifications/silences", "List of silences"),
  screen("silence-add", "/notifications/silences/add?config_id={id}", "Form that adds a silence for an item", {
    row: "item",
  }),
  screen("notification-preferences", "/notifications/preferences", "My channels and quiet hours"),
  screen("logs", "/logs?backend={id}&range=now-1h", "Logs of a file backend: histogram and lines", {
    row: "logBackend",
  }),
  screen(
    "logs-line",
    "/logs?backend={id}&range=now-1h&query=ERROR",
    "Logs searched for ERROR, with the details of a line",
    {
      row: "logBackend",
      async act({ page }) {
        await page.locator("[data-line]").nth(3).click();
      },
    },
  ),
  screen("log-backends", "/settings/log-backends", "Settings: list of log backends"),
  screen("log-backend-editor", "/settings/log-backends/{id}", "Editor of a log backend", { row: "logBackend" }),
  screen("views", "/settings/views", "List of views"),
  screen("view", "/views/{id}", "A view with panels and a table", { row: "view" }),
  screen("view-editor", "/settings/views/{id}", "Editor of a view", { row: "view" }),
  screen("applications", "/applications", "List of applications"),
  screen("application", "/applications/default/checkout", "Audit report of an application"),
  screen("application-editor", "/applications/{id}", "Editor of an application", { row: "application" }),
];
