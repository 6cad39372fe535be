import { expect, test } from "vitest";
import { quietUntil, type QuietHours } from "./quiet-hours.ts";

const night: QuietHours = {
  time_zone: "Europe/Berlin",
  quiet_from: "22:00:00",
  quiet_until: "07:00:00",
  quiet_days: null,
};

const endOf = (hours: Partial<QuietHours>, moment: string) => {
  const end = quietUntil({ ...night, ...hours }, Date.parse(moment));
  return end === undefined ? undefined : new Date(end).toISOString();
};

test.each<[string, Partial<QuietHours>, string, string | undefined]>([
  ["before they begin", {}, "2026-11-17T20:59:59Z", undefined],
  ["when they begin", {}, "2026-11-17T21:00:00Z", "2026-11-18T06:00:00.000Z"],
  ["after midnight", {}, "2026-11-18T02:00:00Z", "2026-11-18T06:00:00.000Z"],
  ["when they end", {}, "2026-11-18T06:00:00Z", undefined],
  [
    "on the same day",
    { quiet_from: "12:00", quiet_until: "13:30" },
    "2026-11-17T11:30:00Z",
    "2026-11-17T12:30:00.000Z",
  ],
  ["on a day without them", { quiet_days: [1, 3] }, "2026-11-17T22:00:00Z", undefined],
  ["after midnight of a quiet day", { quiet_days: [2] }, "2026-11-18T02:00:00Z", "2026-11-18T06:00:00.000Z"],
  ["after midnight of the day before one", { quiet_days: [3] }, "2026-11-18T02:00:00Z", undefined],
  ["on a Sunday", { quiet_days: [7] }, "2026-11-22T22:00:00Z", "2026-11-23T06:00:00.000Z"],
  ["in the night of the change to summer time", {}, "2026-03-28T23:00:00Z", "2026-03-29T05:00:00.000Z"],
  ["without a time zone", { time_zone: null }, "2026-11-17T22:30:00Z", "2026-11-18T07:00:00.000Z"],
  [
    "on two whole days",
    { time_zone: null, quiet_from: "00:00", quiet_until: "00:00", quiet_days: [6, 7] },
    "2026-11-21T12:00:00Z",
    "2026-11-23T00:00:00.000Z",
  ],
])("%s", (_, hours, moment, expected) => {
  expect(endOf(hours, moment)).toBe(expected);
});
