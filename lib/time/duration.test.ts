import { describe, expect, test } from "vitest";
import { parseDuration, printAge, printDuration, printLatency, refreshIntervals, spanMinutes } from "./duration.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe("FM-06 prints an age as one figure in the largest unit that fits", () => {
  test.each([
    [-5 * second, "0s"],
    [0, "0s"],
    [999, "0s"],
    [59 * second, "59s"],
    [minute, "1m"],
    [59 * minute + 59 * second, "59m"],
    [hour, "1h"],
    [23 * hour, "23h"],
    [day, "1d"],
    [29 * day, "29d"],
    [30 * day, "1mo"],
    [364 * day, "12mo"],
    [365 * day, "1y"],
    [800 * day, "2y"],
  ])("prints %d ms as %s", (millis, text) => expect(printAge(millis)).toBe(text));
});

describe("FM-07 prints a duration below a second in milliseconds, and a longer duration with all its parts", () => {
  test.each([
    [0, "0ms"],
    [-3, "0ms"],
    [999, "999ms"],
    [999.6, "1s"],
    [second, "1s"],
    [61 * second, "1m 1s"],
    [hour + 5 * second, "1h 5s"],
    [2 * day + 3 * hour, "2d 3h"],
  ])("prints %d ms as %s", (millis, text) => expect(printDuration(millis)).toBe(text));
});

describe("HL-51 prints a latency as one figure: ms under 1 s, s under 1 min, m under 1 h, otherwise h", () => {
  test.each([
    [0, "0ms"],
    [0.4, "0ms"],
    [12.4, "12ms"],
    [949, "949ms"],
    [1500, "1.5s"],
    [2000, "2s"],
    [59.94 * second, "59.9s"],
    [90 * second, "1.5m"],
    [2.5 * hour, "2.5h"],
    [50 * hour, "50h"],
  ])("prints %d ms as %s", (millis, text) => expect(printLatency(millis)).toBe(text));
});

describe("parseDuration", () => {
  test.each([
    ["30s", 30 * second],
    ["1h30m", hour + 30 * minute],
    ["1d12h", 36 * hour],
    ["2w", 14 * day],
    ["1.5h", 90 * minute],
    ["250ms", 250],
    ["100us", 0.1],
    ["1mo", 30 * day],
    [" 5 m ", 5 * minute],
  ])("parses %s", (text, millis) => expect(parseDuration(text)).toBeCloseTo(millis));

  test.each(["", "5", "m", "5x", "1h30", "-5m", "5m,"])("refuses %j", (text) => {
    expect(() => parseDuration(text)).toThrow(
      "is not a duration. Write a number and a unit, such as 30s, 15m or 1d12h.",
    );
  });

  test("parses a printed duration after its spaces are removed", () => {
    for (const millis of [1, 999, second, 61 * second, hour + 5 * second, 2 * day + 3 * hour])
      expect(parseDuration(printDuration(millis))).toBe(millis);
  });

  test("the first refresh interval is “none”", () => {
    expect(refreshIntervals).toEqual(["none", "15s", "30s", "60s", "2m", "3m", "5m", "10m", "15m"]);
    expect(refreshIntervals.slice(1).map(parseDuration)).toEqual(
      [15, 30, 60, 120, 180, 300, 600, 900].map((seconds) => seconds * second),
    );
  });
});

test("FM-10 lists spans from 15m to 5y in minutes", () => {
  expect([...spanMinutes.keys()].join(" ")).toBe("15m 1h 2h 3h 6h 12h 1d 2d 3d 1w 2w 3w 1mo 2mo 3mo 6mo 1y 2y 3y 5y");
  expect(["15m", "1h", "1d", "1w", "1mo", "6mo", "1y", "5y"].map((span) => spanMinutes.get(span))).toEqual([
    15, 60, 1440, 10_080, 43_200, 259_200, 518_400, 2_592_000,
  ]);
});
