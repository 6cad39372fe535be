import { describe, expect, test } from "vitest";
import { printAge, printDuration } from "./duration.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe("an age is one figure in the largest unit that fits", () => {
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
  ])("%d ms is %s", (millis, text) => expect(printAge(millis)).toBe(text));
});

describe("a duration shows milliseconds below a second and all its parts above", () => {
  test.each([
    [0, "0ms"],
    [-3, "0ms"],
    [999, "999ms"],
    [999.6, "1s"],
    [second, "1s"],
    [61 * second, "1m 1s"],
    [hour + 5 * second, "1h 5s"],
    [2 * day + 3 * hour, "2d 3h"],
  ])("%d ms is %s", (millis, text) => expect(printDuration(millis)).toBe(text));
});
