import { describe, expect, test } from "vitest";
import { childrenOf, type Feature, featureOf, features, isFeature, isFeatureEnabled } from "./features.ts";

const disabled = (...names: string[]) => names.map((name) => ({ name: `${name}.disable`, value: "true" }));

test("every feature is on without properties", () => {
  expect(features.filter((feature) => !isFeatureEnabled(feature, []))).toEqual([]);
});

test.each(features)("AC-22 the property %s.disable with the value true switches it off", (feature) => {
  expect(isFeatureEnabled(feature, disabled(feature))).toBe(false);
});

test("AC-22 any other value leaves the feature on", () => {
  for (const value of ["false", "", "0", "TRUE "]) {
    expect(isFeatureEnabled("health", [{ name: "health.disable", value }])).toBe(true);
  }
});

describe("AC-23 a disabled feature takes with it what hangs on it", () => {
  const families: [parent: Feature, children: Feature[]][] = [
    ["config", ["settings.config_scraper"]],
    ["topology", ["settings.topology"]],
    ["health", ["settings.health", "settings.job_history"]],
  ];
  test.each(families)("AC-26 AC-27 AC-28 %s takes %s", (parent, children) => {
    const off = features.filter((feature) => !isFeatureEnabled(feature, disabled(parent)));
    expect(off.sort()).toEqual([parent, ...children].sort());
  });

  test("a disabled child leaves its parent on", () => {
    expect(isFeatureEnabled("health", disabled("settings.health"))).toBe(true);
  });
});

test("AC-25 a page of the settings is also switched off by its last word, where no area has that name", () => {
  expect(isFeatureEnabled("settings.users", disabled("users"))).toBe(false);
  expect(isFeatureEnabled("settings.job_history", disabled("job_history"))).toBe(false);
  // "playbooks" is an area: its page of the settings has a switch of its own.
  expect(isFeatureEnabled("settings.playbooks", disabled("playbooks"))).toBe(true);
  expect(isFeatureEnabled("playbooks", disabled("playbooks"))).toBe(false);
  expect(["users.disable", "settings.users.disable", "health.disable", "color"].map(featureOf)).toEqual([
    "settings.users",
    "settings.users",
    "health",
    undefined,
  ]);
  expect(childrenOf("health")).toEqual(["settings.health", "settings.job_history"]);
});

test("a name that is no feature is told apart", () => {
  expect(isFeature("settings.health")).toBe(true);
  expect(isFeature("health.disable")).toBe(false);
});
