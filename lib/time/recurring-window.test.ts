import { expect, test } from "vitest";
import { windowAt } from "./recurring-window.ts";
import { parseSchedule } from "./schedule.ts";

const at = (text: string) => Date.parse(text);
const nightly = { schedule: parseSchedule("0 22 * * *"), lengthMs: 8 * 3_600_000, timeZone: "Europe/Berlin" };

test("a window that opens before midnight is open until the next morning, in its time zone", () => {
  expect(windowAt(nightly, at("2026-07-01T19:59:59Z"))).toEqual({ isOpen: false, until: at("2026-07-01T20:00:00Z") });
  expect(windowAt(nightly, at("2026-07-01T20:00:00Z"))).toEqual({ isOpen: true, until: at("2026-07-02T04:00:00Z") });
  expect(windowAt(nightly, at("2026-07-02T03:59:59Z")).isOpen).toBe(true);
  expect(windowAt(nightly, at("2026-07-02T04:00:00Z")).isOpen).toBe(false);
  expect(windowAt(nightly, at("2026-12-01T20:30:00Z")).isOpen).toBe(false);
  expect(windowAt(nightly, at("2026-12-01T21:00:00Z")).isOpen).toBe(true);
});

test("windows that are longer than the interval of the schedule are always open", () => {
  const hourly = { schedule: parseSchedule("@hourly"), lengthMs: 2 * 3_600_000, timeZone: "UTC" };
  for (let minute = 0; minute < 180; minute += 7)
    expect(windowAt(hourly, at("2026-07-01T00:00:00Z") + minute * 60_000).isOpen).toBe(true);
});

test("a schedule that never runs has no windows", () => {
  const never = { schedule: parseSchedule("@never"), lengthMs: 60_000, timeZone: "UTC" };
  expect(windowAt(never, Date.now())).toEqual({ isOpen: false, until: Number.POSITIVE_INFINITY });
});
