import { expect, test } from "vitest";
import { lineMatcher } from "./line-matcher.ts";
import { expressionOf, parseTerms } from "./search-terms.ts";

test("words, phrases, exclusions and regular expressions are parsed", () => {
  expect(parseTerms('timeout "connection refused" -debug /status=5\\d\\d/ -/a b/')).toEqual({
    all: [
      { kind: "text", text: "timeout" },
      { kind: "text", text: "connection refused" },
      { kind: "pattern", pattern: "status=5\\d\\d" },
    ],
    none: [
      { kind: "text", text: "debug" },
      { kind: "pattern", pattern: "a b" },
    ],
  });
  expect(parseTerms("  ")).toEqual({ all: [], none: [] });
  // A path is a word, and an open quote belongs to its word.
  expect(parseTerms('/api/db/x a/b/ "open -').all).toEqual([
    { kind: "text", text: "/api/db/x" },
    { kind: "text", text: "a/b/" },
    { kind: "text", text: '"open' },
  ]);
  expect(() => parseTerms("/(/")).toThrow("not a regular expression");
});

test.each([
  ["error", "An ERROR occurred", true],
  ["Error", "An ERROR occurred", false],
  ["error refused", "refused: error", true],
  ["error -refused", "refused: error", false],
  ["/^a.*z$/", "a to z\r", true],
  ["/(?i)größe/", "GRÖSSE größe", true],
  ["/x{3}/", "xx", false],
  ["", "anything", true],
])("whether the search %s matches %s: %s", (search, line, expected) => {
  const matcher = lineMatcher(parseTerms(search));
  expect(matcher.matches(line)).toBe(expected);
  expect(matcher.mayMatch(`one\n${line}\ntwo`)).toBe(expected || search.includes("-refused"));
});

test("a search with too many terms is refused", () => {
  expect(parseTerms("a ".repeat(50)).all).toHaveLength(50);
  expect(() => parseTerms("a -b ".repeat(26))).toThrow("at most 50 words");
});

test("a block is skipped only if none of its lines can match", () => {
  for (const search of ["/^b/", "/b$/", "/\\Ab/", "/b\\z/", "/(?-i)b/"])
    expect(lineMatcher(parseTerms(search)).mayMatch("a\nb\nc")).toBe(true);
  expect(lineMatcher(parseTerms("/^x/")).mayMatch("a\nb\nc")).toBe(false);
  expect(lineMatcher(parseTerms("a b")).mayMatch("a\nc")).toBe(false);
});

test("an expression that would take a backtracking engine years is matched at once", () => {
  const { matches } = lineMatcher(parseTerms("/(a+)+$/"));
  expect(matches(`${"a".repeat(50_000)}b`)).toBe(false);
});

test("converts a term to a single regular expression for external backends", () => {
  expect(parseTerms('a.b "C d" /x+/').all.map(expressionOf)).toEqual(["(?i)a\\.b", "C d", "x+"]);
});
