// @vitest-environment node
import { expect, test } from "vitest";
import { findMatches } from "./find-matches.ts";
import { foldsOf } from "./folds.ts";

test("folds indented blocks, with or without empty lines", () => {
  const yaml = ["a:", "  b: 1", "", "  c:", "    - d", "e: 2"];
  expect(foldsOf(yaml)).toEqual([4, 1, 2, 4, 4, 5]);
  const json = ["{", '  "a": [', "    1", "  ],", '  "b": {}', "}"];
  expect(foldsOf(json)).toEqual([4, 2, 2, 3, 4, 5]);
  expect(foldsOf([])).toEqual([]);
});

test("finds all matches in order, ignoring case", () => {
  expect(findMatches(["Name: name", "x", "NAMENAME"], "name")).toEqual([
    { line: 0, start: 0, end: 4 },
    { line: 0, start: 6, end: 10 },
    { line: 2, start: 0, end: 4 },
    { line: 2, start: 4, end: 8 },
  ]);
  expect(findMatches(["a"], "")).toEqual([]);
  expect(findMatches(["a".repeat(5000)], "a")).toHaveLength(2000);
});
