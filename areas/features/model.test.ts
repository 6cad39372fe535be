import { expect, test } from "vitest";
import { aboutProperty, effectOf, switchedBy } from "./model.ts";

test.each([
  ["logs.disable", "bool", "Switches off Logs"],
  ["health.disable", "bool", "Switches off Health, Settings › Health, Settings › Job history"],
  ["users.disable", "bool", "Switches off Settings › Users"],
  ["settings.event_queue_status.disable", "bool", "Switches off Settings › Event queue status"],
  ["config.disable", "bool", "Switches off Catalog, Settings › Config scraper"],
  ["audit.retention.days", "int", "How long audit log entries are kept"],
  ["job.history.retention.days", "int", "How long job runs are kept"],
  ["config.changes.retention.days", "int", "How long config changes are kept"],
  ["rls.enable", "bool", "Guests see only what a permission allows"],
  ["permissions.connections", "text", "strict: checks and scrapers need a permission for each connection"],
  ["color", "text", ""],
  ["nothing.disable", "text", ""],
])("describes %s as %s: %s", (name, type, description) => {
  expect(aboutProperty(name)).toMatchObject({ type, description });
});

test("a numeric property has a unit if the property name contains a unit", () => {
  expect(aboutProperty("audit.retention.days").unit).toBe("days");
  expect(aboutProperty("canary.status.max.error").unit).toBe("bytes");
  expect(aboutProperty("check.concurrency.total").unit).toBeUndefined();
});

test.each([
  ["logs.disable", "true", "Logs: off"],
  ["logs.disable", "false", "Logs: on"],
  ["users.disable", "true", "Settings › Users: off"],
  ["logs.disable", "perhaps", undefined],
  ["rls.enable", "true", undefined],
])("the effect of %s with the value %s is %s", (name, value, effect) => {
  expect(effectOf(name, value)).toBe(effect);
});

test.each([
  ["logs.disable", "Logs"],
  ["health.disable", "Health, Settings › Health, Settings › Job history"],
  ["rls.enable", undefined],
])("%s switches off: %s", (name, features) => {
  expect(switchedBy(name)).toBe(features);
});
