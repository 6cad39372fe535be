import { expect, test } from "vitest";
import { dateMath } from "./date-math.ts";

const now = new Date("2026-11-15T03:26:10.500Z"); // a Sunday

test.each([
  ["now", "2026-11-15T03:26:10.500Z"],
  ["now-1d", "2026-11-14T03:26:10.500Z"],
  ["now+90m", "2026-11-15T04:56:10.500Z"],
  ["now-1M-1w", "2026-10-08T03:26:10.500Z"],
  ["now/d", "2026-11-15T00:00:00.000Z"],
  ["now/w", "2026-11-09T00:00:00.000Z"],
  ["now-1y/y", "2025-01-01T00:00:00.000Z"],
  ["2026-01-01", "2026-01-01T00:00:00.000Z"],
  ["2026-01-01||+2h", "2026-01-01T02:00:00.000Z"],
  ["now-", undefined],
  ["now-1x", undefined],
  ["soon", undefined],
  ["now-999999y", undefined],
])("%s is %s", (text, expected) => {
  expect(dateMath(text, now)).toBe(expected);
});
