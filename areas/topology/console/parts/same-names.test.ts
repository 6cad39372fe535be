import { expect, test } from "vitest";
import type { Topology } from "../../model.ts";
import { distinctionsOf } from "./same-names.ts";

const component = (id: string, name: string, more: Partial<Topology> = {}) =>
  ({ id, name, labels: {}, ...more }) as Topology;

test("components with the same name are distinguished by the attribute that differs most", () => {
  const found = distinctionsOf([
    component("1", "billing", { namespace: "money", labels: { environment: "prod", team: "red" } }),
    component("2", "billing", { namespace: "money", labels: { environment: "dev", team: "red" } }),
    component("3", "billing", { namespace: "money", labels: { environment: "staging", team: "blue" } }),
    component("4", "search", { namespace: "find", labels: { environment: "prod" } }),
  ]);
  expect(Object.fromEntries(found)).toEqual({
    1: { name: "environment", value: "prod" },
    2: { name: "environment", value: "dev" },
    3: { name: "environment", value: "staging" },
  });
});

test("components with equal attributes have no distinction, and a missing value is left out", () => {
  expect(distinctionsOf([component("1", "a", { namespace: "x" }), component("2", "a", { namespace: "x" })]).size).toBe(
    0,
  );
  const some = [component("1", "a", { namespace: "x" }), component("2", "a", { namespace: "y" }), component("3", "a")];
  expect([...distinctionsOf(some).keys()]).toEqual(["1", "2"]);
});
