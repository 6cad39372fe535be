// @vitest-environment node
import { expect, test } from "vitest";
import { lastHours } from "./hourly.ts";

const now = Date.parse("2026-11-18T10:30:00Z");

test("hours without events are zero, and older hours are left out", () => {
  const counts = lastHours(
    [
      { hour: "2026-11-18T10:00:00+00:00", delivered: 5 },
      { hour: "2026-11-18T08:00:00+00:00", delivered: 2 },
      { hour: "2026-11-17T11:00:00+00:00", delivered: 7 },
      { hour: "2026-11-17T10:00:00+00:00", delivered: 9 },
    ],
    now,
  );
  expect(counts).toHaveLength(24);
  expect(counts.slice(-3)).toEqual([2, 0, 5]);
  expect(counts[0]).toBe(7);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(14);
});

test("an hour that has not begun according to the browser's clock is shown as the last hour", () => {
  expect(lastHours([{ hour: "2026-11-18T11:00:00+00:00", delivered: 1 }], now).at(-1)).toBe(1);
});
