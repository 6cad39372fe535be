// @vitest-environment node
import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "#lib/time/zoned-time.ts";
import type { GraphPoint } from "../../contract.ts";
import { readMinDuration, statusFigure } from "./duration-filter.ts";
import { relatedTo } from "./related.ts";
import { lookOf } from "./run-look.ts";
import { cellsOf, describeCell } from "./strip.ts";

const from = Date.UTC(2026, 10, 15, 12);
const to = from + HOUR;
const point = (minute: number, fields: Partial<GraphPoint>): GraphPoint => ({
  time: new Date(from + minute * MINUTE).toISOString(),
  status: true,
  duration: 5,
  passed: 0,
  failed: 0,
  could_not_check: 0,
  in_maintenance: 0,
  ...fields,
});

describe("the strip of runs", () => {
  test("shows the worst result in each cell", () => {
    const cells = cellsOf(
      [
        point(1, { passed: 2 }),
        point(11, { passed: 1, failed: 1 }),
        point(21, { failed: 1 }),
        point(31, { could_not_check: 1 }),
        point(41, { in_maintenance: 1 }),
        point(42, { could_not_check: 1 }),
      ],
      { from, to, maxCells: 6 },
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

  test("each cell is at least as long as the time between two runs", () => {
    const options = { from, to, minMs: 30 * MINUTE, maxCells: 60 };
    const cells = cellsOf([point(5, { passed: 1 }), point(35, { passed: 1 })], options);
    expect(cells.map(({ look }) => look)).toEqual(["healthy", "healthy"]);
    expect(cellsOf([], { from, to, minMs: 24 * HOUR, maxCells: 60 })).toHaveLength(1);
    // Data points of one minute that are not aligned with the span: no cell between them is empty.
    const minutes = Array.from({ length: 60 }, (_, minute) => point(minute + 0.4, { passed: 30 }));
    expect(cellsOf(minutes, { from, to, minMs: MINUTE, maxCells: 150 }).filter(({ look }) => look === "none")).toEqual(
      [],
    );
  });

  test("includes data points slightly outside the time span", () => {
    const cells = cellsOf([point(-1, { passed: 1 }), point(61, { failed: 1 })], { from, to, maxCells: 2 });
    expect(cells.map(({ look }) => look)).toEqual(["healthy", "unhealthy"]);
  });
});

describe("the history's filters", () => {
  test.each([
    ["100ms", 100],
    ["1s", 1000],
    ["0.5s", 500],
    ["30 S", 30_000],
  ])("HL-58 HL-59 reads %s as %i ms", (typed, millis) => expect(readMinDuration(typed)).toBe(millis));

  test.each(["", "5", "ms", "5m", "1h", "-5s", "5s6", "1e3ms"])("HL-58 refuses %j", (typed) =>
    expect(readMinDuration(typed)).toBeUndefined(),
  );

  test("HL-60 filters healthy as 1 and unhealthy as 0", () => {
    expect(["healthy", "unhealthy", ""].map(statusFigure)).toEqual(["1", "0", undefined]);
  });
});

test("shows the result of a run, and the reason if the run does not count towards uptime", () => {
  const run = { status: true, invalid: false, could_not_check: false, in_maintenance: false };
  expect(lookOf(run)).toEqual({ meaning: "healthy", word: "Passed", note: undefined });
  expect(lookOf({ ...run, status: false, invalid: true })).toMatchObject({ word: "Failed", note: "Invalid check" });
  expect(lookOf({ ...run, in_maintenance: true })).toMatchObject({ meaning: "healthy", note: "Maintenance" });
  expect(lookOf({ ...run, status: null, could_not_check: true })).toMatchObject({ meaning: "unchecked" });
});

test("lists each linked item once, without deleted items", () => {
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
