import { expect, test } from "vitest";
import { hasWords, splitWords } from "./word-search.ts";

test("splits words at everything but letters and digits", () => {
  expect(splitWords("It's a-b C_d, {9}\n Ünï/x.y")).toEqual(["it", "s", "a", "b", "c", "d", "9", "ünï", "x", "y"]);
  expect(splitWords(" --- ")).toEqual([]);
});

test.each([
  ["checkout-gateway in eu-west-1", "gateway checkout", true],
  ["checkout-gateway in eu-west-1", "gate CHECK", true],
  ["checkout-gateway in eu-west-1", "eu west 1", true],
  ["checkout-gateway in eu-west-1", "we", false],
  ["checkout-gateway in eu-west-1", "way", false],
  ["checkout-gateway in eu-west-1", " ", false],
])('whether "%s" has the words "%s": %s', (text, wanted, expected) => {
  expect(hasWords(text, wanted)).toBe(expected);
});
