import { expect, test } from "vitest";
import { timesOf } from "./incident-query.ts";

const created_at = "2026-11-18T00:00:00Z";

test("the times count from the start, and are unknown until they happen", () => {
  expect(timesOf({ created_at, acknowledged: "2026-11-18T00:01:00Z", resolved: null, closed: null })).toEqual({
    acknowledge: 60_000,
    resolve: undefined,
    end: null,
  });
});

test("an incident that was closed without being resolved ended then", () => {
  const closed = "2026-11-18T02:00:00Z";
  expect(timesOf({ created_at, acknowledged: closed, resolved: null, closed }).end).toBe(closed);
});
