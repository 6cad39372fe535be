import { expect, test } from "vitest";
import { tell, type Status, type Told } from "./alert.ts";

const at = "2026-11-15T12:00:00.000Z";

/** What is told of a row of results: + and -, in brackets in maintenance, under an overbar while the parent is down. */
function told(results: readonly (readonly [Status, ("parent down" | "maintenance")?])[], from: Partial<Told> = {}) {
  let row: Told = { status: null, told_status: null, alert_held_since: null, ...from };
  return results.map(([status, held]) => {
    const standing = tell(row, status, {
      isParentDown: held === "parent down",
      isInMaintenance: held === "maintenance",
      at,
    });
    row = { status, told_status: standing.told, alert_held_since: standing.heldSince };
    return standing.event ?? (standing.heldSince === null ? "" : "held");
  });
}

test("transitions are told, once; a first result only when it failed", () => {
  expect(told([["healthy"], ["healthy"], ["unhealthy"], ["unhealthy"], ["healthy"]])).toEqual([
    "",
    "",
    "check.failed",
    "",
    "check.passed",
  ]);
  expect(told([["unhealthy"], ["unhealthy"]])).toEqual(["check.failed", ""]);
});

test("a row from before anything was told goes by its status", () => {
  expect(told([["unhealthy"], ["healthy"]], { status: "unhealthy" })).toEqual(["", "check.passed"]);
});

test("an alert is held while the parent is down, and told when it still fails after that", () => {
  expect(told([["healthy"], ["unhealthy", "parent down"], ["unhealthy", "parent down"], ["unhealthy"]])).toEqual([
    "",
    "held",
    "held",
    "check.failed",
  ]);
});

test("an alert that was held and is over was never needed", () => {
  expect(told([["healthy"], ["unhealthy", "parent down"], ["healthy", "parent down"], ["healthy"]])).toEqual([
    "",
    "held",
    "",
    "",
  ]);
});

test("a recovery is never held by a parent", () => {
  expect(told([["unhealthy"], ["healthy", "parent down"]])).toEqual(["check.failed", "check.passed"]);
});

test("what happens in maintenance is told afterwards, if it is still so", () => {
  expect(told([["unhealthy", "maintenance"], ["unhealthy"]])).toEqual(["held", "check.failed"]);
  expect(told([["healthy"], ["unhealthy", "maintenance"], ["healthy", "maintenance"], ["healthy"]])).toEqual([
    "",
    "held",
    "",
    "",
  ]);
  expect(told([["unhealthy"], ["healthy", "maintenance"], ["healthy"]])).toEqual(["check.failed", "", "check.passed"]);
  expect(told([["unhealthy"], ["healthy", "maintenance"], ["unhealthy", "maintenance"], ["unhealthy"]])).toEqual([
    "check.failed",
    "",
    "",
    "",
  ]);
});
