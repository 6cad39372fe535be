// @vitest-environment node
import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "#language/zoned-time.ts";
import type { GraphPoint } from "../../contract.ts";
import { readLeast, statusFigure } from "./duration-filter.ts";
import { relatedTo } from "./related.ts";
import { lookOf } from "./run-look.ts";
import { cellsOf, describeCell } from "./strip.ts";

const from = Date.UTC(2026, 10, 15, 12);
const to = from + HOUR;
const point = (minute: number, of: Partial<GraphPoint>): GraphPoint => ({
  time: new Date(from + minute * MINUTE).toISOString(),
  status: true,
  duration: 5,
  passed: 0,
  failed: 0,
  could_not_check: 0,
  in_maintenance: 0,
  ...of,
});

describe("the strip of runs", () => {
  test("has the worst of each piece of time", () => {
    const cells = cellsOf(
      [
        point(1, { passed: 2 }),
        point(11, { passed: 1, failed: 1 }),
        point(21, { failed: 1 }),
        point(31, { could_not_check: 1 }),
        point(41, { in_maintenance: 1 }),
        point(42, { could_not_check: 1 }),
      ],
      { from, to, most: 6 },
    );
    expect(cells.map(({ look }) => look)).toEqual([
      "healthy",
      "mixed",
      "unhealthy",
      "unchecked",
      "maintenance",
      "none",
    ]);
    expect(cells.map(describeCell)).toEqual([
      "2 passed",
      "1 passed, 1 failed",
      "1 failed",
      "1 could not be checked",
      "1 could not be checked, 1 in maintenance",
      "No runs",
    ]);
  });

  test("has no cell that is shorter than the time between two runs", () => {
    const options = { from, to, intervalMs: 30 * MINUTE, most: 60 };
    const cells = cellsOf([point(5, { passed: 1 }), point(35, { passed: 1 })], options);
    expect(cells.map(({ look }) => look)).toEqual(["healthy", "healthy"]);
    expect(cellsOf([], { from, to, intervalMs: 24 * HOUR, most: 60 })).toHaveLength(1);
  });

  test("keeps what lies a little outside", () => {
    const cells = cellsOf([point(-1, { passed: 1 }), point(61, { failed: 1 })], { from, to, most: 2 });
    expect(cells.map(({ look }) => look)).toEqual(["healthy", "unhealthy"]);
  });
});

describe("the history's filters", () => {
  test.each([
    ["100ms", 100],
    ["1s", 1000],
    ["0.5s", 500],
    ["30 S", 30_000],
  ])("HL-58 HL-59 %s is %i ms", (typed, millis) => expect(readLeast(typed)).toBe(millis));

  test.each(["", "5", "ms", "5m", "1h", "-5s", "5s6", "1e3ms"])("HL-58 %j is none", (typed) =>
    expect(readLeast(typed)).toBeUndefined(),
  );

  test("HL-60 healthy is asked as 1, unhealthy as 0", () => {
    expect(["healthy", "unhealthy", ""].map(statusFigure)).toEqual(["1", "0", undefined]);
  });
});

test("a run says what came of it, and what keeps it from counting", () => {
  const run = { status: true, invalid: false, could_not_check: false, in_maintenance: false };
  expect(lookOf(run)).toEqual({ meaning: "healthy", word: "Passed", note: undefined });
  expect(lookOf({ ...run, status: false, invalid: true })).toMatchObject({ word: "Failed", note: "Invalid check" });
  expect(lookOf({ ...run, in_maintenance: true })).toMatchObject({ meaning: "healthy", note: "Maintenance" });
  expect(lookOf({ ...run, status: null, could_not_check: true })).toMatchObject({ meaning: "unchecked" });
});

test("what a check is about stands once, and what is gone not at all", () => {
  const config = { configs: { id: "a", name: "web", type: "Pod" } };
  expect(
    relatedTo({
      configs: [config, config, { configs: null }],
      components: [{ components: { id: "a", name: "shop", icon: null } }],
    }),
  ).toEqual([
    { kind: "config", id: "a", name: "web", type: "Config" },
    { kind: "component", id: "a", name: "shop", type: "Component" },
  ]);
});
