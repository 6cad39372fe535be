import { expect, test } from "vitest";
import { ancestryOf } from "./ancestry.ts";
import { replayFailures, type Failure } from "./replay-failures.ts";
import type { Rule } from "./rule.ts";

const minute = 60_000;
const rule: Rule = { id: "r", name: "r", spec: { template: { title: "{{.name}} failed" } } };

const failure = (id: string, from: number, to: number): Failure => ({
  candidate: {
    kind: "check",
    id,
    name: id,
    type: null,
    health: "unhealthy",
    status: null,
    since: from,
    severities: [],
    categories: [],
    owner: null,
    labels: null,
    rules: [],
  },
  from,
  to,
});
const alone = ancestryOf(new Map(), new Set());

test("an incident lasts until all its checks have recovered, and the next failure opens another incident", async () => {
  const shop = new Set(["component shop"]);
  const parents = new Map([
    ["check a", shop],
    ["check b", shop],
  ]);
  const failures = [
    failure("b", 2 * minute, 5 * minute),
    failure("a", 1 * minute, 3 * minute),
    failure("a", 4 * minute, 4.5 * minute),
    failure("b", 6 * minute, 7 * minute),
    failure("a", 6.5 * minute, 8 * minute),
  ];
  const { opened, isCut } = await replayFailures(rule, failures, ancestryOf(parents, new Set()));
  expect(opened.map(({ at, title, joined }) => [Date.parse(at) / minute, title, joined])).toEqual([
    [6, "b failed", 1],
    [1, "a failed", 1],
  ]);
  expect(isCut).toBe(false);
});

test("a failure joins an older incident if a newer incident of the same component has ended", async () => {
  const parents = new Map([
    ["check a", new Set(["component shop"])],
    ["check b", new Set(["component till"])],
    ["component shop", new Set(["component city"])],
    ["component till", new Set(["component city"])],
  ]);
  const city = failure("city", 6 * minute, 7 * minute);
  const failures = [
    failure("a", 1 * minute, 9 * minute),
    failure("b", 2 * minute, 3 * minute),
    { ...city, candidate: { ...city.candidate, kind: "component" as const } },
  ];
  const { opened } = await replayFailures(rule, failures, ancestryOf(parents, new Set()));
  expect(opened.map(({ title, joined }) => [title, joined])).toEqual([
    ["b failed", 0],
    ["a failed", 1],
  ]);
});

test("only the newest failures are replayed, and other work can run in between", async () => {
  const failures = Array.from({ length: 20_010 }, (_, at) =>
    failure(`c${at % 2_000}`, at * minute, (at + 0.5) * minute),
  );
  let turns = 0;
  let isReplaying = true;
  const count = () => {
    turns += 1;
    if (isReplaying) setImmediate(count);
  };
  setImmediate(count);
  const { opened, isCut } = await replayFailures(rule, failures, alone);
  isReplaying = false;
  expect({ count: opened.length, isCut, newest: Date.parse(opened[0]!.at) / minute }).toEqual({
    count: 500,
    isCut: true,
    newest: 20_009,
  });
  expect(turns).toBeGreaterThan(30);
});
