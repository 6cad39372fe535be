import { expect, test } from "vitest";
import { matchesTrigger, type TriggerConditions, type TriggerSubject } from "./match.ts";

const check: TriggerSubject = {
  values: {
    check: { name: "api" },
    canary: { name: "web", namespace: "prod" },
    check_summary: { uptime: { passed: 1, failed: 3 } },
  },
  labels: { team: "sre", tier: "1" },
};

test.each<[TriggerConditions, boolean]>([
  [{}, true],
  [{ filter: " " }, true],
  [{ filter: "check.name == 'api' && canary.namespace == 'prod'" }, true],
  [{ filter: "check_summary.uptime.failed > 2" }, true],
  [{ filter: "check.name == 'web'" }, false],
  [{ filter: "check.name" }, false],
  [{ labels: { team: "sre,dev", tier: "!2" } }, true],
  [{ labels: { team: "s*" } }, true],
  [{ labels: { team: "dev" } }, false],
  [{ labels: { team: "sre", missing: "x" } }, false],
  [{ labels: { missing: "!x" } }, true],
  [{ labels: { constructor: "*" } }, false],
  [{ labels: { team: "sre" }, filter: "false" }, false],
])("the conditions %j match: %s", async (trigger, isMatch) => {
  expect(await matchesTrigger(trigger, check)).toBe(isMatch);
});

test("a filter only receives resources of its kind", async () => {
  const config = { values: { config: { tags: { cluster: "eu-1" } } }, labels: { cluster: "eu-1" } };
  expect(await matchesTrigger({ filter: "config.tags.cluster == 'eu-1'", labels: { cluster: "eu-*" } }, config)).toBe(
    true,
  );
  await expect(matchesTrigger({ filter: "check.name == 'x'" }, config)).rejects.toThrow("Unknown variable: check");
});
