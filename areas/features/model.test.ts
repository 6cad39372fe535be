import { expect, test } from "vitest";
import { aboutProperty } from "./model.ts";

test.each([
  ["logs.disable", "bool", "Switches off logs"],
  ["health.disable", "bool", "Switches off health, the settings page health, the settings page job history"],
  ["users.disable", "bool", "Switches off the settings page users"],
  ["settings.event_queue_status.disable", "bool", "Switches off the settings page event queue status"],
  ["audit.retention.days", "int", "Days that rows are kept: audit"],
  ["config.changes.retention.days", "int", "Days that rows are kept: config changes"],
  ["rls.enable", "bool", "Guests see only what permission rules name"],
  [
    "permissions.connections",
    "text",
    "strict: checks, scrapers and the like use a connection only if a rule allows it",
  ],
  ["color", "text", ""],
  ["nothing.disable", "text", ""],
])("describes %s as %s: %s", (name, type, description) => {
  expect(aboutProperty(name)).toMatchObject({ type, description });
});

test("numbers have a unit, if their name has one", () => {
  expect(aboutProperty("audit.retention.days").unit).toBe("days");
  expect(aboutProperty("canary.status.max.error").unit).toBe("bytes");
  expect(aboutProperty("check.concurrency.total").unit).toBeUndefined();
});
