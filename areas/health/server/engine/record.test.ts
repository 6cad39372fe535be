import { expect, test } from "vitest";
import { decideAlert, type AlertState, type Status } from "./record.ts";

const at = "2026-11-15T12:00:00.000Z";

/**
 * Applies a series of results and returns one string per result: the event, "held" for an alert that is held back, or
 * an empty string.
 */
function eventsFor(results: readonly (readonly [Status, "maintenance"?])[], from: Partial<AlertState> = {}) {
  let row: AlertState = { status: null, told_status: null, alert_held_since: null, ...from };
  return results.map(([status, held]) => {
    const decision = decideAlert(row, status, { isInMaintenance: held === "maintenance", at });
    row = { status, told_status: decision.reported, alert_held_since: decision.heldSince };
    return decision.event ?? (decision.heldSince === null ? "" : "held");
  });
}

test("sends one event per status change, and an event for the first result only if it failed", () => {
  expect(eventsFor([["healthy"], ["healthy"], ["unhealthy"], ["unhealthy"], ["healthy"]])).toEqual([
    "",
    "",
    "check.failed",
    "",
    "check.passed",
  ]);
  expect(eventsFor([["unhealthy"], ["unhealthy"]])).toEqual(["check.failed", ""]);
});

test("compares a result with the stored status if no event was sent yet", () => {
  expect(eventsFor([["unhealthy"], ["healthy"]], { status: "unhealthy" })).toEqual(["", "check.passed"]);
});

test("holds events back during maintenance, and sends them afterwards if they still apply", () => {
  expect(eventsFor([["unhealthy", "maintenance"], ["unhealthy"]])).toEqual(["held", "check.failed"]);
  expect(eventsFor([["healthy"], ["unhealthy", "maintenance"], ["healthy", "maintenance"], ["healthy"]])).toEqual([
    "",
    "held",
    "",
    "",
  ]);
  expect(eventsFor([["unhealthy"], ["healthy", "maintenance"], ["healthy"]])).toEqual([
    "check.failed",
    "",
    "check.passed",
  ]);
  expect(eventsFor([["unhealthy"], ["healthy", "maintenance"], ["unhealthy", "maintenance"], ["unhealthy"]])).toEqual([
    "check.failed",
    "",
    "",
    "",
  ]);
});
