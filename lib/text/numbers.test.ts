import { describe, expect, test } from "vitest";
import { printCost, printNumber, printShare } from "./numbers.ts";

test.each([
  [0, "0"],
  [1234, "1,234"],
  [-1_234_567.8912, "-1,234,567.891"],
])("the number %d prints as %s", (value, text) => expect(printNumber(value)).toBe(text));

describe("prints a share with one decimal", () => {
  test.each([
    [0, "0.0%"],
    [0.5, "50.0%"],
    [0.995, "99.5%"],
    [0.3333, "33.3%"],
    [1, "100.0%"],
    // One failure in a million must not print as no failures.
    [0.999_999, "99.9%"],
    [0.000_001, "0.1%"],
  ])("%d prints as %s", (share, text) => expect(printShare(share)).toBe(text));
});

describe("prints small costs with more decimals", () => {
  test.each([
    [0, "0.00"],
    [1234, "1.2k"],
    [345.6, "346"],
    [34.56, "34.6"],
    [3.456, "3.46"],
    [0.0345, "0.03"],
    [0.0034, "0.003"],
  ])("%d prints as %s", (value, text) => expect(printCost(value)).toBe(text));
});
