import { describe, expect, test } from "vitest";
import { printDate, printDay, printLong, printMinute, printTime, printZone, readDate, timeGroup } from "./dates.ts";

const at = (text: string) => Date.parse(text);

describe("fixed formats", () => {
  const moments = ["2026-11-05T09:05:07.008Z", "2026-07-15T22:30:00Z", "2026-01-01T23:00:00Z"].map(at);
  test("FM-01 prints a time as h:mm A", () => {
    expect(moments.map((moment) => printTime(moment, "UTC"))).toEqual(["9:05 AM", "10:30 PM", "11:00 PM"]);
    expect(printTime(at("2026-01-01T00:30:00Z"), "UTC")).toBe("12:30 AM");
    expect(printTime(at("2026-01-01T12:30:00Z"), "UTC")).toBe("12:30 PM");
  });
  test("FM-02 prints a short date as MMM DD", () => {
    expect(moments.map((moment) => printDay(moment, "Europe/Berlin"))).toEqual(["Nov 05", "Jul 16", "Jan 02"]);
  });
  test("FM-03 prints a long date as h:mm A, MMM DD, YYYY", () => {
    expect(printLong(moments[0]!, "America/New_York")).toBe("4:05 AM, Nov 05, 2026");
  });
  test("FM-04 prints the end of a range as YYYY-MM-DD HH:mm", () => {
    expect(printMinute(moments[1]!, "Asia/Kolkata")).toBe("2026-07-16 04:00");
  });
});

test("FM-05 treats empty text, null and the zero date as no date", () => {
  for (const nothing of ["", null, undefined, "0001-01-01T00:00:00Z", "0001-01-01", "soon"])
    expect(readDate(nothing)).toBeUndefined();
  expect(readDate("2026-11-05T09:05:07Z")).toBe(at("2026-11-05T09:05:07Z"));
  expect(readDate(0)).toBe(0);
});

describe("formats of the user preference", () => {
  const now = at("2026-11-13T12:00:00Z"); // a Friday
  test.each([
    ["2026-11-13T09:05:07.008Z", "2h", "09:05:07", "Nov 13 09:05:07", "2026-11-13 09:05:07.008"],
    ["2026-11-09T09:05:07.008Z", "4d", "Mon 09:05:07", "Nov 9 09:05:07", "2026-11-09 09:05:07.008"],
    ["2026-11-08T09:05:07.008Z", "5d", "Nov 8 09:05", "Nov 8 09:05:07", "2026-11-08 09:05:07.008"],
    ["2025-12-31T09:05:07.008Z", "10mo", "Dec 31 2025 09:05", "Dec 31 2025 09:05:07", "2025-12-31 09:05:07.008"],
  ])("prints %s as %s, %s, %s or %s", (moment, ...expected) => {
    const clock = { now, timeZone: "UTC" };
    const printed = (["short", "medium", "full", "timestamp"] as const).map((format) =>
      printDate(at(moment), format, clock),
    );
    expect(printed).toEqual(expected);
  });

  test("uses the time zone of the user preference", () => {
    const clock = { now, timeZone: "Australia/Lord_Howe" };
    // On Lord Howe Island it is already the 14th, so the moment was yesterday.
    expect(printDate(at("2026-11-13T10:00:00Z"), "medium", { ...clock, now: at("2026-11-13T14:00:00Z") })).toBe(
      "Fri 21:00:00",
    );
    expect(printDate(at("2026-11-13T10:00:00Z"), "timestamp", clock)).toBe("2026-11-13 21:00:00.000");
  });
});

describe("FM-09 groups moments under headings", () => {
  const clock = { now: at("2026-11-13T12:00:00Z"), timeZone: "UTC" };
  test.each([
    ["2026-11-13T00:00:00Z", "today"],
    ["2026-11-12T23:59:59Z", "this week"],
    ["2026-11-08T23:59:59Z", "this month"],
    ["2026-10-31T23:59:59Z", "this year"],
    ["2025-12-31T23:59:59Z", "previous year"],
    ["2020-01-01T00:00:00Z", "previous year"],
  ])('lists %s under "%s"', (moment, group) => expect(timeGroup(at(moment), clock)).toBe(group));
});

test.each([
  ["UTC", "2026-11-18", "UTC"],
  ["Europe/Berlin", "2026-11-18", "GMT+1"],
  ["Europe/Berlin", "2026-07-18", "GMT+2"],
])("the zone %s on %s has the name %s", (zone, day, name) => expect(printZone(zone, at(day))).toBe(name));
