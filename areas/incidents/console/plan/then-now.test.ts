// @vitest-environment node
import { expect, test } from "vitest";
import type { IncidentEvidence } from "../../contract/model.ts";
import { differencesOf, stateWord } from "./then-now.ts";

const state = { at: "2026-11-18T00:00:00Z", kind: "check" as const, id: "c1", name: "web" };

const compared = (before: IncidentEvidence["then"], now: IncidentEvidence["now"]) =>
  differencesOf(Object.fromEntries([["then", before] as const, ["now", now] as const]) as unknown as IncidentEvidence);

test("only the fields that differ are listed, and a missing field is shown as empty", () => {
  expect(
    compared({ ...state, health: "unhealthy", message: "HTTP status 503" }, { ...state, health: "healthy" }),
  ).toEqual([
    { field: "Health", before: "unhealthy", after: "healthy" },
    { field: "Message", before: "HTTP status 503", after: "" },
  ]);
});

test("the comparison is empty if one side is missing", () => {
  expect(compared({ ...state, health: "unhealthy" }, null)).toEqual([]);
});

test("the state is the health; without a health it is the status", () => {
  expect(stateWord({ ...state, status: "Running" })).toBe("Running");
  expect(stateWord({ ...state, health: "warning", status: "Running" })).toBe("warning");
  expect(stateWord(null)).toBeUndefined();
});
