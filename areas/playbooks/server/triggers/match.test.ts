import { expect, test } from "vitest";
import { listensTo, matchingTrigger, triggerEventOf, type EventSubject, type EventTrigger } from "./match.ts";

const check: EventSubject = {
  kind: "check",
  check: { name: "api", labels: { team: "sre", tier: "1" } },
  canary: { name: "web", namespace: "prod" },
  checkSummary: { uptime: { passed: 1, failed: 3 } },
};
const config: EventSubject = { kind: "config", config: { name: "web", tags: { cluster: "eu-1" }, labels: { a: "b" } } };
const component: EventSubject = { kind: "component", component: { name: "web", labels: { team: "sre" } } };

test.each<[EventTrigger, boolean]>([
  [{ event: "failed" }, true],
  [{ event: "passed" }, false],
  [{ event: "failed", filter: "check.name == 'api' && canary.namespace == 'prod'" }, true],
  [{ event: "failed", filter: "check_summary.uptime.failed > 2" }, true],
  [{ event: "failed", filter: "check.name == 'web'" }, false],
  [{ event: "failed", labels: { team: "sre,dev", tier: "!2" } }, true],
  [{ event: "failed", labels: { team: "s*" } }, true],
  [{ event: "failed", labels: { team: "dev" } }, false],
  [{ event: "failed", labels: { team: "sre", missing: "x" } }, false],
  [{ event: "failed", labels: { missing: "!x" } }, true],
  [{ event: "failed", labels: { team: "sre" }, filter: "false" }, false],
])("the trigger %j of a failed check matches: %s", async (trigger, isMatch) => {
  expect(await matchingTrigger({ canary: [trigger] }, "check.failed", check)).toBe(isMatch ? trigger : undefined);
});

test("any entry can match; config items are matched by their tags", async () => {
  const entries = [
    { event: "unhealthy", labels: { a: "b" } },
    { event: "unhealthy", labels: { cluster: "eu-*" } },
  ];
  expect(await matchingTrigger({ config: entries }, "config.unhealthy", config)).toBe(entries[1]);
  expect(await matchingTrigger({ config: entries }, "config.healthy", config)).toBeUndefined();
  const own = { event: "warning", filter: "component.labels.team == 'sre'" };
  expect(await matchingTrigger({ component: [own] }, "component.warning", component)).toBe(own);
});

test("a filter that cannot be evaluated is an error", async () => {
  const triggers = { config: [{ event: "created", filter: "check.name == 'x'" }] };
  await expect(matchingTrigger(triggers, "config.created", config)).rejects.toThrow("Unknown variable: check");
});

test("only events that a playbook listens to need their rows", () => {
  const triggers = { canary: [{ event: "failed" }] };
  expect(listensTo(triggers, "check.failed")).toBe(true);
  expect(listensTo(triggers, "check.passed")).toBe(false);
  expect(listensTo(triggers, "component.failed")).toBe(false);
  expect(listensTo(undefined, "check.failed")).toBe(false);
  expect(triggerEventOf("incident.created")).toBeUndefined();
  expect(triggerEventOf("config.degraded")).toEqual({ kind: "config", event: "degraded" });
});
