// @vitest-environment node
import { expect, test } from "vitest";
import { packed, unpacked } from "./colours.ts";
import { highlight } from "./highlight.ts";
import { isLong } from "./yaml-printing.ts";
import { toggledLines } from "./line-pointer.ts";

test("unpacking packed colours restores the highlighted lines", () => {
  const text = 'name: "shop"\n\nreplicas: 3 # of them\nlist:\n  - true';
  const found = highlight(text, "yaml");
  const colours = packed(found);
  const lines = text.split("\n");
  expect(lines.map((line, at) => unpacked(colours, at, line))).toEqual(found);
  // A line without colours is returned as plain text.
  expect(unpacked(colours, 99, "more")).toEqual([{ text: "more", look: "" }]);
});

test("detects values that take long to print", () => {
  expect(isLong({ a: [1, 2, { b: "x".repeat(100_000) }] })).toBe(false);
  expect(isLong(Array.from({ length: 2000 }, () => 1))).toBe(true);
});

test("toggles one line, or selects a range", () => {
  const [single] = [toggledLines(new Set(), 4, undefined)];
  expect([...single]).toEqual([4]);
  expect([...toggledLines(single, 4, undefined)]).toEqual([]);
  expect([...toggledLines(single, 1, 4)].sort((a, b) => a - b)).toEqual([1, 2, 3, 4]);
});
