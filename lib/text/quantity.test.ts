import { describe, expect, test } from "vitest";
import { memoryUnits, parseMemory, parseMillicores, printMemory, printMillicores, splitMemory } from "./quantity.ts";

describe("parseMemory", () => {
  test.each([
    ["512Mi", 512 * 2 ** 20],
    ["1.5Gi", 1.5 * 2 ** 30],
    ["2 Ti", 2 ** 41],
    ["1G", 1e9],
    ["1024", 1024],
  ])("parses %s", (text, bytes) => expect(parseMemory(text)).toBe(bytes));

  test.each(["", "Mi", "-1Mi", "1mi", "1i", "1 Mi b"])("refuses %j", (text) => {
    expect(() => parseMemory(text)).toThrow(
      "is not an amount of memory. Write a number and Mi, Gi or Ti, such as 512Mi.",
    );
  });

  test("WG-57 splits an amount into a figure and Mi, Gi or Ti", () => {
    expect(memoryUnits).toEqual(["Mi", "Gi", "Ti"]);
    expect(splitMemory("1536Mi")).toEqual({ figure: 1536, unit: "Mi" });
    expect(splitMemory("2048Ki")).toEqual({ figure: 2, unit: "Mi" });
    expect(splitMemory(String(2 ** 31))).toEqual({ figure: 2, unit: "Gi" });
    expect(splitMemory("0")).toEqual({ figure: 0, unit: "Mi" });
    for (const unit of memoryUnits) expect(splitMemory(printMemory(3, unit))).toEqual({ figure: 3, unit });
  });
});

describe("parseMillicores", () => {
  test.each([
    ["250m", 250],
    ["2", 2000],
    ["1.5", 1500],
    ["0.1", 100],
  ])("parses %s", (text, millicores) => {
    expect(parseMillicores(text)).toBe(millicores);
    expect(parseMillicores(printMillicores(millicores))).toBe(millicores);
  });

  test.each(["", "m", "1.5m", "0.0001", "-1", "2 cores"])("refuses %j", (text) => {
    expect(() => parseMillicores(text)).toThrow("is not an amount of CPU. Write millicores, such as 250m.");
  });
});
