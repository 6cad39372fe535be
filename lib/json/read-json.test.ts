import { expect, test } from "vitest";
import { maxJsonDepth, isDeepValue, readJson, tooDeep } from "./read-json.ts";

const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);

test.each([
  lists(maxJsonDepth),
  objects(maxJsonDepth),
  objects(1),
  "1",
  `"${"[".repeat(20_000)}"`,
  `"\\"${"[".repeat(20_000)}"`,
])("readJson reads a document within the depth limit like JSON.parse (%#)", (text) => {
  expect(readJson(text)).toEqual(JSON.parse(text));
  expect(isDeepValue(JSON.parse(text))).toBe(false);
});

test.each([lists(maxJsonDepth + 1), objects(maxJsonDepth + 1), lists(20_000), `{"a":"]","b":${lists(20_000)}}`])(
  "readJson rejects a document beyond the depth limit (%#)",
  (text) => {
    expect(() => readJson(text)).toThrow(tooDeep);
    expect(isDeepValue(JSON.parse(text))).toBe(true);
  },
);

test("isDeepValue visits an object with many references once per level", () => {
  let value: unknown = "end";
  for (let level = 0; level < 100; level += 1) value = Array.from({ length: 10 }, () => value);
  expect(isDeepValue(value)).toBe(false);
});
