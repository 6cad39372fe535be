import { expect, test } from "vitest";
import { timesOf } from "./incident-query.ts";

const created_at = "2026-11-18T00:00:00Z";

test("times are measured from the start of the incident, and are undefined until the event happens", () => {
  expect(timesOf({ created_at, acknowledged: "2026-11-18T00:01:00Z", resolved: null, closed: null })).toEqual({
    acknowledge: 60_000,
    resolve: undefined,
    end: null,
  });
});

test("the end of an incident that was closed without being resolved is the time it was closed", () => {
  const closed = "2026-11-18T02:00:00Z";
  expect(timesOf({ created_at, acknowledged: closed, resolved: null, closed }).end).toBe(closed);
});
