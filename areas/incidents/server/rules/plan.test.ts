import { expect, test } from "vitest";
import type { ResourceKey } from "../history/resource.ts";
import { ancestryOf } from "./ancestry.ts";
import type { Candidate } from "./candidates.ts";
import { IncidentIndex, planMatches, topDown, type KnownIncident } from "./plan.ts";
import type { Rule } from "./rule.ts";

const rule = (id: string, spec: Rule["spec"] = {}): Rule => ({ id, name: id, spec });

const candidate = (key: ResourceKey): Candidate => {
  const [kind, id] = key.split(" ") as [Candidate["kind"], string];
  return {
    kind,
    id,
    name: id,
    type: null,
    health: "unhealthy",
    status: null,
    since: 0,
    severities: [],
    categories: [],
    owner: null,
    labels: null,
    rules: [],
  };
};

const incident = (id: string, of: string | null, keys: readonly ResourceKey[], isOpen = true): KnownIncident => ({
  id,
  rule: of,
  isOpen,
  resources: new Map(keys.map((key) => [key, true])),
});

const parents = new Map<ResourceKey, Set<ResourceKey>>([
  ["check a", new Set(["component shop"])],
  ["check b", new Set(["component shop"])],
  ["check c", new Set(["component till"])],
  ["component shop", new Set(["component city"])],
  ["component till", new Set(["component city"])],
]);
const ancestry = ancestryOf(parents, new Set(["component shop"]));
const decide = (known: readonly KnownIncident[], key: ResourceKey, of = rule("r")) => {
  const decision = new IncidentIndex(ancestry, known).decide(of, key);
  return typeof decision === "string" ? decision : decision.id;
};

test("a resource joins the open incident of an unhealthy ancestor", () => {
  expect(decide([incident("1", "other", ["component shop"])], "check a")).toBe("1");
  expect(decide([incident("1", "other", ["component shop"], false)], "check a")).toBe("open");
  // The city is healthy, so its incident does not explain the failure.
  expect(decide([incident("1", "other", ["component city"])], "check a")).toBe("open");
});

test("incidents of the same rule are preferred, then incidents that people opened, then incidents of other rules", () => {
  const [other, person, own] = [
    incident("other", "other", ["component shop"]),
    incident("person", null, ["component shop"]),
    incident("own", "r", ["component shop"]),
  ];
  expect(decide([other, person, own], "check a")).toBe("own");
  expect(decide([other, person], "check a")).toBe("person");
});

test("a resource joins the incident of its rule about a descendant, or about another check of the same component", () => {
  expect(decide([incident("1", "r", ["check a"])], "component shop")).toBe("1");
  expect(decide([incident("1", "other", ["check a"])], "component shop")).toBe("open");
  expect(decide([incident("1", "r", ["check a"])], "check b")).toBe("1");
  expect(decide([incident("1", "r", ["check a"])], "check c")).toBe("open");
});

test("a resource does not open an incident if it is already in the definition of done of an open incident of the rule", () => {
  expect(decide([incident("1", "r", ["check a"])], "check a")).toBe("known");
  expect(decide([incident("1", "r", ["check a"], false)], "check a")).toBe("known");
  expect(decide([incident("1", null, ["check a"])], "check a")).toBe("known");
  expect(decide([incident("1", "other", ["check a"])], "check a")).toBe("open");
});

test("ancestors are processed first, so that their descendants join", () => {
  const keys = ["check a", "component shop", "check c", "check b"];
  const sorted = topDown(keys.map(candidate), ancestry);
  expect(sorted[0]!.id).toBe("shop");
  const own = rule("r");
  let count = 0;
  const plan = planMatches(
    new IncidentIndex(ancestry, []),
    sorted.map((one) => ({ candidate: one, rule: own })),
    () => String((count += 1)),
  );
  expect(plan.openings.map(({ first }) => first.id)).toEqual(["shop", "c"]);
  expect(plan.joinings.map(({ incident: { id }, candidate: { id: joined } }) => [id, joined])).toEqual([
    ["1", "a"],
    ["1", "b"],
  ]);
});
