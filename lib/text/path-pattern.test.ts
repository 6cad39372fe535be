import { expect, test } from "vitest";
import { fitsPath, mayLeadTo, pathPattern } from "./path-pattern.ts";

const read = (text: string) => pathPattern(text.split("/"));

test.each([
  ["a/*.txt", "a/b.txt", true],
  ["a/*.txt", "a/b/c.txt", false],
  ["a/*.txt", "a", false],
  ["**", "a", true],
  ["**", "a/b/c", true],
  ["a/**", "a", false],
  ["a/**", "a/b/c", true],
  ["a/**/c", "a/c", true],
  ["a/**/c", "a/b/b/c", true],
  ["a/**/c", "a/b/d", false],
  ["**/c*/d", "a/b/c1/d", true],
])("whether %s matches %s: %s", (pattern, path, expected) => {
  expect(fitsPath(read(pattern), path.split("/"))).toBe(expected);
});

test.each([
  ["a/*.txt", "a", true],
  ["a/*.txt", "b", false],
  ["a/*.txt", "a/b", false],
  ["a/**", "a/b/c", true],
  ["a/b/c", "a/b", true],
  ["a/b/c", "a/c", false],
])("whether %s may match something below %s: %s", (pattern, folder, expected) => {
  expect(mayLeadTo(read(pattern), folder.split("/"))).toBe(expected);
});
