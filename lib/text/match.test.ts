import { describe, expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import { fits, likePattern, matches, parseMatch, printMatch, type Match } from "./match.ts";

describe("parses a match expression", () => {
  test.each<[string, Match]>([
    ["", { include: [], exclude: [] }],
    ["a", { include: [["a"]], exclude: [] }],
    [" a , !b ,, ! ", { include: [["a"]], exclude: [["b"]] }],
    [
      "a*,*b,*c*",
      {
        include: [
          ["a", ""],
          ["", "b"],
          ["", "c", ""],
        ],
        exclude: [],
      },
    ],
    ["a**b", { include: [["a", "b"]], exclude: [] }],
    ["a%2Cb,100%,%2a", { include: [["a,b"], ["100%"], ["*"]], exclude: [] }],
  ])("parses %j", (text, match) => expect(parseMatch(text)).toEqual(match));
});

describe("matches a value", () => {
  test.each([
    ["foo", "foo", true],
    ["foo", "FOO", true],
    ["foo", "food", false],
    ["foo*", "food", true],
    ["*oo", "foo", true],
    ["*o*", "foo", true],
    ["f*d", "food", true],
    ["ab*ba", "aba", false],
    ["*", "", true],
    ["*a*b*", "xbxa", false],
    ["*a*b*", "xaxb", true],
    ["foo,bar", "bar", true],
    ["!foo", "bar", true],
    ["!foo", "foo", false],
    ["foo*,!food", "food", false],
    ["foo*,!food", "fool", true],
    ["", "anything", true],
  ])("whether %j matches %j: %s", (text, value, expected) => expect(matches(parseMatch(text), value)).toBe(expected));
});

test("escapes LIKE wildcards that are literal text", () => {
  expect(likePattern(["50%_\\", ""])).toBe("50\\%\\_\\\\%");
});

const alphabet = ["a", "B", ",", "!", "*", "%", "%2C", "%zz", " ", "_", "ü", "\n", "\u00a0"];

test("parses the match expressions that it prints", () => {
  const chance = chanceOf(11);
  const pattern = () => chance.times(chance.between(1, 3), () => chance.text(alphabet, 4));
  // An exact empty string cannot be expressed, and adjacent wildcards are merged.
  const isSayable = (parts: string[]) => parts.slice(1, -1).every((part) => part !== "") && parts.join("*") !== "";
  const patterns = chance.times(2000, pattern).filter(isSayable);
  const read = patterns.map((item) => parseMatch(printMatch({ include: [item], exclude: [item] })));
  expect(read).toEqual(patterns.map((item) => ({ include: [item], exclude: [item] })));
});

test("matches a string that is generated from the pattern", () => {
  const chance = chanceOf(12);
  const broken = chance
    .times(500, () => chance.times(chance.between(1, 4), () => chance.text(["a", "b"], 3)))
    .map((parts) => ({ parts, value: parts.join(parts.length === 1 ? "" : chance.text(["a", "b"], 3)) }))
    .filter(({ parts, value }) => !fits(parts, value));
  expect(broken).toEqual([]);
});
