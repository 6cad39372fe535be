import { expect, test } from "vitest";
import { mayHaveLongNumber, readJson } from "./read-json.ts";

test.each<[string, unknown]>([
  ["9007199254740991", 9_007_199_254_740_991],
  ["9007199254740993", "9007199254740993"],
  ["-9007199254740993", "-9007199254740993"],
  ['{"a":[1,9007199254740993]}', { a: [1, "9007199254740993"] }],
  ["[ 1E+400, 1e5, 0.1234567890123456789 ]", ["1E+400", 100_000, 0.123_456_789_012_345_68]],
  ["1.5e300", 1.5e300],
  ['"9007199254740993"', "9007199254740993"],
  ['{"__proto__": 9007199254740993}', JSON.parse('{"__proto__": "9007199254740993"}')],
])("reads %s without losing digits", (text, wanted) => {
  expect(readJson(text)).toEqual(wanted);
});

test("digests, ids and strings do not count as long numbers, so such documents are parsed without a reviver", () => {
  const document = {
    sha: "4e1234567890123456789012",
    id: "018f3e12-1234-7000-8000-123456789012",
    at: 1_763_278_030_123,
    n: 0.1 + 0.2,
  };
  expect(mayHaveLongNumber(JSON.stringify(document))).toBe(false);
  expect(mayHaveLongNumber(JSON.stringify(document, null, 2))).toBe(false);
});
