import { expect, test } from "vitest";
import { deepestJson, isDeepValue, readJson, tooDeep } from "./read-json.ts";

const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);

test.each([
  lists(deepestJson),
  objects(deepestJson),
  objects(1),
  "1",
  `"${"[".repeat(20_000)}"`,
  `"\\"${"[".repeat(20_000)}"`,
])("a document within the limit is read as JSON.parse reads it (%#)", (text) => {
  expect(readJson(text)).toEqual(JSON.parse(text));
  expect(isDeepValue(JSON.parse(text))).toBe(false);
});

test.each([lists(deepestJson + 1), objects(deepestJson + 1), lists(20_000), `{"a":"]","b":${lists(20_000)}}`])(
  "a deeper one is refused (%#)",
  (text) => {
    expect(() => readJson(text)).toThrow(tooDeep);
    expect(isDeepValue(JSON.parse(text))).toBe(true);
  },
);

test("values with the same part in many places are walked once per level", () => {
  let value: unknown = "end";
  for (let level = 0; level < 100; level += 1) value = Array.from({ length: 10 }, () => value);
  expect(isDeepValue(value)).toBe(false);
});
