import { expect, test } from "vitest";
import type { Event } from "#server/events.ts";
import { subjectOf } from "../pipeline/environment.ts";
import type { Fields, ResourceKind } from "../pipeline/resources.ts";
import { defaultText, type Context } from "./default-text.ts";

const nothing: Context = { changes: [], others: [], permalink: undefined, silenceUrl: undefined };

function textFor(
  event: string,
  kind: ResourceKind,
  row: Fields,
  { around = {}, ...context }: Partial<Context> & { around?: Fields } = {},
) {
  const published: Event = { name: event, id: "1" };
  return defaultText(subjectOf(published, { kind, id: "1", row, around }, {}), { ...nothing, ...context });
}

const check = { name: "orders", type: "http", namespace: "shop", severity: "high", labels: { app: "web" } };

test("a failing check has the error on one line, and the context", () => {
  const text = textFor("check.failed", "check", check, {
    around: { canary: { name: "shop" }, check_status: { error: "500 Internal\nServer Error", duration: 1_500 } },
    uptime: { passed: 58, failed: 2 },
    permalink: "https://deck/health",
    silenceUrl: "https://deck/silence",
  });
  expect(text).toMatchObject({ title: "orders failed", summary: "500 Internal" });
  expect(text.attributes).toEqual([
    { label: "Type", value: "http" },
    { label: "Canary", value: "shop" },
    { label: "Namespace", value: "shop" },
    { label: "Severity", value: "high" },
    { label: "Duration", value: "1s" },
    { label: "Uptime (1 h)", value: "96.6 %" },
    { label: "Labels", value: "app=web" },
  ]);
  expect(text.actions).toEqual([
    { label: "Open", url: "https://deck/health" },
    { label: "Silence", url: "https://deck/silence" },
  ]);
});

test("a recovery message contains the duration of the problem", () => {
  expect(textFor("check.passed", "check", check, { problemMs: 90_400 }).summary).toBe("Recovered after 1m 30s.");
});

test.each<[string, ResourceKind, Fields, string, string]>([
  [
    "playbook.approval.requested",
    "playbook",
    { name: "Restart", description: "Restarts the shop" },
    "Restart waits for approval",
    "Restarts the shop",
  ],
  ["playbook.run.failed", "playbook", { name: "Restart" }, "Restart failed", "The event is playbook.run.failed."],
  [
    "config.unhealthy",
    "config",
    { name: "pod-1", health: "unhealthy", description: "CrashLoopBackOff" },
    "pod-1 is unhealthy",
    "CrashLoopBackOff",
  ],
  [
    "config.degraded",
    "config",
    { name: "pod-1" },
    "pod-1 improved from unhealthy to warning",
    "The health is warning.",
  ],
  ["config.created", "config", { name: "pod-1" }, "pod-1 was created", "The event is config.created."],
  ["component.warning", "component", { name: "shop", status_reason: "slow" }, "shop has a warning", "slow"],
  [
    "incident.status.closed",
    "incident",
    { title: "Shop is down", incident_id: "INC-7" },
    "INC-7 closed: Shop is down",
    "The event is incident.status.closed.",
  ],
  [
    "incident.dod.passed",
    "incident",
    { title: "Shop is down", incident_id: "INC-7" },
    "INC-7 definition of done passed: Shop is down",
    "The event is incident.dod.passed.",
  ],
])("the default text for %s about a %s", (event, kind, row, title, summary) => {
  expect(textFor(event, kind, row)).toMatchObject({ title, summary });
});
