import { describe, expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import {
  add,
  DAY,
  endOf,
  HOUR,
  isTimeZone,
  MINUTE,
  momentOf,
  momentsOf,
  startOf,
  units,
  type Unit,
  wallOf,
} from "./zoned-time.ts";

const at = (text: string) => Date.parse(text);
const iso = (moment: number) => new Date(moment).toISOString();

/** These zones have clock changes of an hour (in both hemispheres), of half an hour, or none. */
const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"] as const;

describe("converts a wall time to a moment", () => {
  test.each([
    ["Europe/Berlin", "2026-11-15T10:30", "2026-11-15T09:30:00.000Z"],
    ["Europe/Berlin", "2026-07-15T10:30", "2026-07-15T08:30:00.000Z"],
    ["America/New_York", "2026-07-15T10:30", "2026-07-15T14:30:00.000Z"],
    ["Asia/Kolkata", "2026-07-15T10:30", "2026-07-15T05:00:00.000Z"],
    ["Australia/Lord_Howe", "2026-01-15T10:30", "2026-01-14T23:30:00.000Z"],
    ["UTC", "2026-01-15T10:30", "2026-01-15T10:30:00.000Z"],
    // Skipped: from 2:00 to 3:00 in Berlin, from 2:00 to 2:30 on Lord Howe, from midnight to 1:00 in Cairo.
    ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:00:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30:00.000Z"],
    ["Africa/Cairo", "2026-04-24T00:00", "2026-04-23T22:00:00.000Z"],
    // A repeated wall time means its first occurrence.
    ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z"],
    // Samoa skipped this day when it crossed the date line.
    ["Pacific/Apia", "2011-12-30T12:00", "2011-12-30T10:00:00.000Z"],
  ])("the wall time in %s %s is %s", (zone, wall, moment) => {
    expect(iso(momentOf(at(`${wall}Z`), zone))).toBe(moment);
  });

  test("returns both moments of a repeated wall time", () => {
    const twice = momentsOf(at("2026-10-25T02:30Z"), "Europe/Berlin").map(iso);
    expect(twice).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]);
  });
});

describe("adds hours as durations and days as calendar dates", () => {
  test.each([
    ["Europe/Berlin", "2026-03-28T12:00:00Z", 1, "d", "2026-03-29T11:00:00.000Z"],
    ["Europe/Berlin", "2026-03-28T12:00:00Z", 24, "h", "2026-03-29T12:00:00.000Z"],
    ["Europe/Berlin", "2026-10-25T01:30:00Z", 0, "d", "2026-10-25T01:30:00.000Z"],
    ["UTC", "2026-01-31T08:00:00Z", 1, "M", "2026-02-28T08:00:00.000Z"],
    ["UTC", "2028-02-29T08:00:00Z", -1, "y", "2027-02-28T08:00:00.000Z"],
    ["UTC", "2026-11-15T08:00:00Z", -2, "w", "2026-11-01T08:00:00.000Z"],
    ["UTC", "2026-11-15T08:00:00Z", 1500, "ms", "2026-11-15T08:00:01.500Z"],
  ] as const)("in %s, %s plus %d%s is %s", (zone, from, count, unit, expected) => {
    expect(iso(add(at(from), count, unit, zone))).toBe(expected);
  });
});

describe("start and end of a unit", () => {
  test.each([
    ["Europe/Berlin", "2026-11-15T09:30:15Z", "d", "2026-11-14T23:00:00.000Z", "2026-11-15T22:59:59.999Z"],
    ["Europe/Berlin", "2026-11-15T09:30:15Z", "w", "2026-11-08T23:00:00.000Z", "2026-11-15T22:59:59.999Z"],
    ["Europe/Berlin", "2026-11-15T09:30:15Z", "M", "2026-10-31T23:00:00.000Z", "2026-11-30T22:59:59.999Z"],
    ["Europe/Berlin", "2026-11-15T09:30:15Z", "y", "2025-12-31T23:00:00.000Z", "2026-12-31T22:59:59.999Z"],
    // These days have 23 and 25 hours.
    ["Europe/Berlin", "2026-03-29T09:00:00Z", "d", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
    ["Europe/Berlin", "2026-10-25T09:00:00Z", "d", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
    // The repeated hour counts as two hours.
    ["Europe/Berlin", "2026-10-25T00:30:00Z", "h", "2026-10-25T00:00:00.000Z", "2026-10-25T00:59:59.999Z"],
    ["Europe/Berlin", "2026-10-25T01:30:00Z", "h", "2026-10-25T01:00:00.000Z", "2026-10-25T01:59:59.999Z"],
    // Half of the hour is repeated, so it lasts 90 minutes.
    ["Australia/Lord_Howe", "2026-04-04T15:15:00Z", "h", "2026-04-04T14:00:00.000Z", "2026-04-04T15:29:59.999Z"],
    // The day begins at 01:00, because midnight was skipped.
    ["Africa/Cairo", "2026-04-24T09:00:00Z", "d", "2026-04-23T22:00:00.000Z", "2026-04-24T20:59:59.999Z"],
    ["Asia/Kolkata", "2026-11-15T09:10:00Z", "h", "2026-11-15T08:30:00.000Z", "2026-11-15T09:29:59.999Z"],
  ] as const)("in %s, %s is in the %s from %s to %s", (zone, moment, unit, start, end) => {
    expect([iso(startOf(at(moment), unit, zone)), iso(endOf(at(moment), unit, zone))]).toEqual([start, end]);
  });
});

describe.each(zones)("the zone %s at random moments, some of them near clock changes", (zone) => {
  const chance = chanceOf(zone.length);
  const changes = ["2026-03-08", "2026-03-28", "2026-04-04", "2026-10-03", "2026-10-24", "2026-11-01"].map(at);
  const moments = [
    ...changes.flatMap((day) => chance.times(30, () => day + chance.between(0, 2 * 24 * 60) * MINUTE)),
    ...chance.times(100, () => chance.between(at("1990-01-01"), at("2040-01-01"))),
  ];

  /** Collects the failing cases; an expect() per case would take most of the time. */
  const broken = (claim: (moment: number, unit: Unit) => boolean) =>
    units.flatMap((unit) => moments.filter((moment) => !claim(moment, unit)).map((moment) => `${iso(moment)} ${unit}`));

  test("momentsOf converts the wall time of a moment back to this moment", () => {
    expect(broken((moment) => momentsOf(wallOf(moment, zone), zone).includes(moment))).toEqual([]);
  });

  test("a moment lies between the start and the end of its unit", () => {
    const claim = (moment: number, unit: Unit) => {
      const [start, end] = [startOf(moment, unit, zone), endOf(moment, unit, zone)];
      const isBetween = start <= moment && moment <= end;
      return (
        isBetween && [start, end].every((at) => startOf(at, unit, zone) === start && endOf(at, unit, zone) === end)
      );
    };
    expect(broken(claim)).toEqual([]);
  });

  test("starts the next unit after the end of a unit", () => {
    const claim = (moment: number, unit: Unit) => {
      const following = endOf(moment, unit, zone) + 1;
      return startOf(following, unit, zone) === following;
    };
    expect(broken(claim)).toEqual([]);
  });

  test("never maps a later wall time to an earlier moment", () => {
    expect(broken((wall) => momentOf(wall, zone) <= momentOf(wall + chance.between(0, 3 * HOUR), zone))).toEqual([]);
  });

  test("adds about 24 hours for a day", () => {
    expect(broken((moment) => Math.abs(add(moment, 1, "d", zone) - moment - DAY) <= HOUR)).toEqual([]);
  });
});

test("returns NaN beyond the range of dates, and rejects unknown zones", () => {
  expect(add(0, 999_999, "y", "Europe/Berlin")).toBeNaN();
  expect([isTimeZone("Europe/Berlin"), isTimeZone("Mars/Olympus")]).toEqual([true, false]);
});
