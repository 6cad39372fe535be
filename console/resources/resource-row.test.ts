import { describe, expect, test } from "vitest";
import { unnamedOrigins } from "./origin-names.ts";
import { deletionOf, draftOf, hasMissedRuns, originOf, rowOf, scheduleOf, scheduleWords } from "./resource-row.ts";

const row = { id: "1", name: "shop", namespace: "retail", source: "UI", agent_id: null };

describe("SE-72 a resource is edited in the console, or links to its source", () => {
  test.each([
    [{}, undefined],
    [{ source: null }, undefined],
    [{ source: "" }, undefined],
    [{ agent_id: "00000000-0000-0000-0000-000000000000" }, undefined],
    // This resource was created here for an agent.
    [{ agent_id: "7" }, undefined],
    [
      { agent_id: "7", source: "KubernetesCRD" },
      { text: "Linked to", link: { kind: "agent", id: "7" } },
    ],
    [{ source: "component/9" }, { text: "Created by", link: { kind: "component", id: "9" } }],
    [{ source: "kubernetes/9" }, { text: "Created by", link: { kind: "config", id: "9" } }],
    [{ source: "ConfigFile" }, { text: "Linked to local file" }],
    [{ source: "kubernetescrd" }, { text: "CRD linked to", link: { kind: "config", id: "1", name: "retail/shop" } }],
    [
      { source: "KubernetesCRD", namespace: null },
      { text: "CRD linked to", link: { kind: "config", id: "1", name: "shop" } },
    ],
    [{ source: "Push" }, { text: "Managed by Push" }],
    [{ source: "System" }, { text: "Built in" }],
  ])("%o", (changes, origin) => expect(originOf({ ...row, ...changes })).toEqual(origin));
});

test("a row can be deleted in the console unless a file, a cluster or an agent is its source", () => {
  expect(deletionOf(row)).toEqual({ isAllowed: true });
  expect(deletionOf({ ...row, source: "System" })).toEqual({ isAllowed: true, note: "It is not created again." });
  expect(deletionOf({ ...row, source: "Push" })).toMatchObject({ isAllowed: true });
  for (const source of ["file:a.yaml", "KubernetesCRD", "component/9", "ConfigFile"])
    expect(deletionOf({ ...row, source })).toEqual({ isAllowed: false, note: "Edit and delete it where it is kept." });
  expect(deletionOf({ ...row, source: "System", agent_id: "7" })).toMatchObject({ isAllowed: false });
  const id = "00000000-0000-0000-0000-000000000000";
  expect(deletionOf({ ...row, source: "System", id })).toEqual({ isAllowed: false, note: "It cannot be deleted." });
});

test("collects the creators whose names are not stored", () => {
  const [config, component] = ["0190a0a0-0000-4000-8000-000000000001", "0190a0a0-0000-4000-8000-000000000002"];
  const sources = [
    `kubernetes/${config}`,
    `kubernetes/${config}`,
    `component/${component}`,
    "kubernetes/9",
    "KubernetesCRD",
  ];
  expect(unnamedOrigins(sources.map((source) => ({ ...row, source })))).toEqual({
    config: [config],
    component: [component],
  });
});

test("converts a draft to a row with the columns of its table", () => {
  const draft = draftOf({ ...row, spec: { a: 1 }, created_at: "", updated_at: null, labels: null });
  expect(draft).toEqual({ name: "shop", namespace: "retail", labels: undefined, spec: { a: 1 } });
  expect(rowOf(draft, { hasNamespace: false, hasLabels: false })).toEqual({ name: "shop", spec: { a: 1 } });
  const columns = { hasNamespace: false, hasLabels: false, runsOnAgents: true };
  expect(rowOf(draft, columns)).toMatchObject({ agent_id: "00000000-0000-0000-0000-000000000000" });
  expect(rowOf({ ...draft, agent_id: "7" }, columns)).toMatchObject({ agent_id: "7" });
  expect(rowOf({ ...draft, name: " a " }, { hasNamespace: true, hasLabels: true })).toEqual({
    name: "a",
    namespace: "retail",
    labels: null,
    spec: { a: 1 },
  });
});

test.each([
  [{ schedule: "@hourly", interval: "30", spec: {} }, "@hourly"],
  [{ interval: "30", spec: {} }, "@every 30s"],
  [{ interval: "1h30m", spec: {} }, "@every 1h30m"],
  [{ spec: { schedule: "0 2 * * *" } }, "0 2 * * *"],
  [{ schedule: null, interval: null, spec: null }, undefined],
])("the schedule of %j is %s", (listed, expected) => {
  expect(scheduleOf(listed)).toBe(expected);
});

test.each([
  ["@every 15m", "Every 15m"],
  ["@every 60m", "Every 1h"],
  ["@every 90m", "Every 90m"],
  ["@daily", "Daily"],
  ["0 9 * * 1-5", "0 9 * * 1-5"],
])("the schedule %s is shown as %s", (schedule, expected) => expect(scheduleWords(schedule)).toBe(expected));

test.each([
  ["@every 15m", "2026-11-19T09:31:00Z", false],
  ["@every 15m", "2026-11-19T09:29:00Z", true],
  ["@every 1h", "2026-11-19T09:29:00Z", false],
  ["@every 1h30m", "2026-11-19T06:59:00Z", true],
  ["@every now and then", "2026-11-01T00:00:00Z", false],
  ["@daily", "2026-11-01T00:00:00Z", false],
  ["@every 15m", null, false],
])("with the schedule %s and the last run at %s, missed runs: %s", (schedule, last_runtime, expected) => {
  expect(hasMissedRuns({ schedule, spec: {}, last_runtime }, Date.parse("2026-11-19T10:00:00Z"))).toBe(expected);
});
