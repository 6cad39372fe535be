import { describe, expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import { parsePoint, printPoint, resolvePoint, type Point } from "./date-math.ts";
import { Unreadable } from "../text/unreadable.ts";
import { units } from "./zoned-time.ts";

const now = Date.parse("2026-11-15T03:26:10.500Z"); // a Sunday
const resolve = (text: string, timeZone = "UTC", round: "down" | "up" = "down") =>
  new Date(resolvePoint(parsePoint(text), { now, timeZone, round })).toISOString();

describe("WG-09 reads now, and now plus or minus a duration", () => {
  test.each([
    ["now", "2026-11-15T03:26:10.500Z"],
    ["now-1d", "2026-11-14T03:26:10.500Z"],
    ["now+90m", "2026-11-15T04:56:10.500Z"],
    ["now - 2 h", "2026-11-15T01:26:10.500Z"],
    ["now-1M-1w", "2026-10-08T03:26:10.500Z"],
    ["now+1d-1d", "2026-11-15T03:26:10.500Z"],
  ])("%s is %s", (text, moment) => expect(resolve(text)).toBe(moment));
});

describe("WG-10 accepts the units ms, s, m, h, d, w, M and y", () => {
  test.each([
    ["now-500ms", "2026-11-15T03:26:10.000Z"],
    ["now-10s", "2026-11-15T03:26:00.500Z"],
    ["now-26m", "2026-11-15T03:00:10.500Z"],
    ["now-3h", "2026-11-15T00:26:10.500Z"],
    ["now-15d", "2026-10-31T03:26:10.500Z"],
    ["now-2w", "2026-11-01T03:26:10.500Z"],
    ["now-1M", "2026-10-15T03:26:10.500Z"],
    ["now-1y", "2025-11-15T03:26:10.500Z"],
  ])("%s is %s", (text, moment) => expect(resolve(text)).toBe(moment));
});

describe("WG-11 rounds to the start or the end of a unit after a slash", () => {
  test.each([
    ["now/s", "2026-11-15T03:26:10.000Z", "2026-11-15T03:26:10.999Z"],
    ["now/h", "2026-11-15T03:00:00.000Z", "2026-11-15T03:59:59.999Z"],
    ["now/d", "2026-11-15T00:00:00.000Z", "2026-11-15T23:59:59.999Z"],
    ["now/w", "2026-11-09T00:00:00.000Z", "2026-11-15T23:59:59.999Z"],
    ["now-2h/d", "2026-11-15T00:00:00.000Z", "2026-11-15T23:59:59.999Z"],
    ["now-4h/d", "2026-11-14T00:00:00.000Z", "2026-11-14T23:59:59.999Z"],
    ["now-1y/y", "2025-01-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z"],
    ["now/M+1d", "2026-11-02T00:00:00.000Z", "2026-12-01T23:59:59.999Z"],
  ])("%s is %s rounded down, and %s rounded up", (text, down, up) => {
    expect([resolve(text), resolve(text, "UTC", "up")]).toEqual([down, up]);
  });

  test("rounds in the time zone of the caller", () => {
    expect(resolve("now/d", "America/New_York")).toBe("2026-11-14T05:00:00.000Z");
    expect(resolve("now/h", "Asia/Kolkata")).toBe("2026-11-15T02:30:00.000Z");
  });
});

describe("reads a date in the time zone of the caller unless the date contains a zone", () => {
  test.each([
    ["2026-01-01", "2025-12-31T23:00:00.000Z"],
    ["2026-01-01 10:30", "2026-01-01T09:30:00.000Z"],
    ["2026-07-01T10:30:15.5", "2026-07-01T08:30:15.500Z"],
    ["2026-01-01T10:30:00Z", "2026-01-01T10:30:00.000Z"],
    ["2026-01-01T10:30:00.123456+05:30", "2026-01-01T05:00:00.123Z"],
    ["2026-01-01||+2h", "2026-01-01T01:00:00.000Z"],
    ["2026-01-31||+1M/d", "2026-02-27T23:00:00.000Z"],
  ])("%s is %s", (text, moment) => expect(resolve(text, "Europe/Berlin")).toBe(moment));

  test("extends an end date without a time to the last millisecond of the day", () => {
    expect(resolve("2026-11-15", "UTC", "up")).toBe("2026-11-15T23:59:59.999Z");
    expect(resolve("2026-11-15 10:30", "UTC", "up")).toBe("2026-11-15T10:30:00.000Z");
  });
});

describe("explains how to correct text that cannot be parsed", () => {
  test.each([
    ["", "A time is missing. Write now, now-2h, now-1d/d or 2026-11-15 10:30.", 0],
    ["soon", '"soon" is not a valid time. Write now, now-2h, now-1d/d or 2026-11-15 10:30.', 0],
    ["now-", 'Write a number and a unit after "-", such as -2h.', 3],
    ["now-5", 'A unit is missing after "-5". Use ms, s, m, h, d, w, M or y.', 3],
    ["now-1x", '"x" is not a unit of time. Use ms, s, m, h, d, w, M or y.', 3],
    ["now-1d/", 'A unit is missing after "/". Use ms, s, m, h, d, w, M or y.', 6],
    ["now 1d", '"1d" cannot be parsed. Write now, now-2h, now-1d/d or 2026-11-15 10:30.', 3],
    ["2026-02-30", "2026-02-30 does not exist.", 0],
    ["2026-01-01 25:00", "2026-01-01 25:00 does not exist.", 0],
    ["2026-13-01", "2026-13-01 does not exist.", 0],
    ["now-999999y", "now-999999y is out of range.", 0],
  ])("for %j", (text, message, at) => {
    expect(() => resolve(text)).toThrow(new Unreadable(message, at));
  });
});

test("parses the points in time that it prints", () => {
  const chance = chanceOf(3);
  const points = chance.times(500, (): Point => ({
    anchor: chance.pick(["now", "now", "2026-11-15", "2026-11-15 10:30", "2026-11-15T10:30:00Z"]),
    steps: chance.times(chance.between(0, 3), () =>
      chance.next() < 0.3
        ? { round: chance.pick(units) }
        : { add: chance.between(1, 400) * chance.pick([-1, 1]), unit: chance.pick(units) },
    ),
  }));
  expect(points.map((point) => parsePoint(printPoint(point)))).toEqual(points);
  const texts = points.map(printPoint);
  expect(texts.map((text) => printPoint(parsePoint(text)))).toEqual(texts);
});
