// @vitest-environment node
import { expect, test } from "vitest";
import { packed, unpacked } from "./colours.ts";
import { highlight } from "./highlight.ts";
import { isLong } from "./is-long.ts";
import { pointedAt } from "./line-pointer.ts";

test("colours that travelled in few numbers are the colours that were found", () => {
  const text = 'name: "shop"\n\nreplicas: 3 # of them\nlist:\n  - true';
  const found = highlight(text, "yaml");
  const colours = packed(found);
  const lines = text.split("\n");
  expect(lines.map((line, at) => unpacked(colours, at, line))).toEqual(found);
  // Of a line that nobody coloured there is still the text.
  expect(unpacked(colours, 99, "more")).toEqual([{ text: "more", look: "" }]);
});

test("what takes long to write is known before it is written", () => {
  expect(isLong({ a: [1, 2, { b: "x".repeat(100_000) }] })).toBe(false);
  expect(isLong(Array.from({ length: 2000 }, () => 1))).toBe(true);
});

test("lines are pointed at one by one, or from the one before to this one", () => {
  const [one] = [pointedAt(new Set(), 4, undefined)];
  expect([...one]).toEqual([4]);
  expect([...pointedAt(one, 4, undefined)]).toEqual([]);
  expect([...pointedAt(one, 1, 4)].sort((a, b) => a - b)).toEqual([1, 2, 3, 4]);
});
