import { describe, expect, test } from "vitest";
import { childrenOf, type Feature, featureOf, features, isFeature, isFeatureEnabled } from "./features.ts";

const disabled = (...names: string[]) => names.map((name) => ({ name: `${name}.disable`, value: "true" }));

test("enables every feature when no property is set", () => {
  expect(features.filter((feature) => !isFeatureEnabled(feature, []))).toEqual([]);
});

test.each(features)("AC-22 disables the feature when the property %s.disable is true", (feature) => {
  expect(isFeatureEnabled(feature, disabled(feature))).toBe(false);
});

test("AC-22 keeps the feature enabled for any other value", () => {
  for (const value of ["false", "", "0", "TRUE "]) {
    expect(isFeatureEnabled("health", [{ name: "health.disable", value }])).toBe(true);
  }
});

describe("AC-23 disables the features that depend on a disabled feature", () => {
  const families: [parent: Feature, children: Feature[]][] = [
    ["config", ["settings.config_scraper"]],
    ["topology", ["settings.topology"]],
    ["health", ["settings.health", "settings.job_history"]],
  ];
  test.each(families)("AC-26 AC-27 AC-28 disabling %s also disables %s", (parent, children) => {
    const off = features.filter((feature) => !isFeatureEnabled(feature, disabled(parent)));
    expect(off.sort()).toEqual([parent, ...children].sort());
  });

  test("keeps the parent of a disabled feature enabled", () => {
    expect(isFeatureEnabled("health", disabled("settings.health"))).toBe(true);
  });
});

test("AC-25 disables a settings page by the last word of its name if no area has that name", () => {
  expect(isFeatureEnabled("settings.users", disabled("users"))).toBe(false);
  expect(isFeatureEnabled("settings.job_history", disabled("job_history"))).toBe(false);
  // "playbooks" is also an area, so its settings page needs the full property name.
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

test("rejects names of unknown features", () => {
  expect(isFeature("settings.health")).toBe(true);
  expect(isFeature("health.disable")).toBe(false);
});
