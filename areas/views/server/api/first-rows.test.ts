import { expect, test } from "vitest";
import { firstRows } from "./first-rows.ts";

const rows = [
  ["a", 1, { "b]": ["],["] }],
  ['\\"],[', null, []],
  ["c", 2, {}],
];
const text = Buffer.from(JSON.stringify(rows));

test.each([1, 2])("returns the first %i rows", (max) => {
  expect(JSON.parse(firstRows(text, max).toString())).toEqual(rows.slice(0, max));
});

test("returns the same text if the array has no further rows", () => {
  for (const max of [3, 4]) expect(firstRows(text, max)).toBe(text);
  const empty = Buffer.from("[]");
  expect(firstRows(empty, 1)).toBe(empty);
});
