import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import { pattern } from "../expression/pattern.ts";
import { grepPattern, toExtended } from "./grep-pattern.ts";
import { lineMatcher } from "./line-matcher.ts";
import { parseTerms } from "./search-terms.ts";

/** Returns the lines that the machine's grep selects. */
function selected(lines: readonly string[], expression: { text: string; ignoresCase: boolean }): string[] {
  const args = ["-a", "-E", ...(expression.ignoresCase ? ["-i"] : []), "-e", expression.text];
  try {
    return execFileSync("grep", args, { input: `${lines.join("\n")}\n`, encoding: "utf8", env: { LC_ALL: "C" } })
      .split("\n")
      .slice(0, -1);
  } catch (error) {
    // 1 means that no line matches.
    if ((error as { status?: number }).status === 1) return [];
    throw error;
  }
}

const lines = [
  "2026-11-17 ERROR status=503 ms=12",
  "status=200 ms=7",
  "größe=7 é",
  "aéb axb a\u20acb ab",
  "ñab",
  "[x] {y} (z) a^b a-b a]b",
  "foo\r",
  "Foo bar",
  "tab\there",
  "a.b*c+d?e|f\\g",
  "",
];

describe("toExtended", () => {
  test.each([
    "status=5\\d\\d",
    "(?i)error|foo",
    "^foo$",
    "a.b",
    "^.{3}$",
    "^[^x]{2}b$",
    "[\\]^-]",
    "[a\\-b]\\w+",
    "(?:err|warn)\\b.*?ms",
    "(?P<name>st)a+tus",
    "a\\x{20ac}b",
    "\\S+\\s\\S+",
    "[[:digit:]]{3}",
    "\\[x\\]",
    "größe",
    "a?b{0,2}\\+",
    "",
    "x{2}|\\|f",
  ])("grep with the translation of %s selects at least the lines that the expression matches", (expression) => {
    const translated = toExtended(expression);
    expect(translated).toBeDefined();
    const found = new Set(selected(lines, translated!));
    const { matches } = lineMatcher({ all: [{ kind: "pattern", pattern: expression }], none: [] });
    expect(lines.filter((line) => matches(line) && !found.has(line))).toEqual([]);
  });

  test("grep selects only the matching lines if all lines are ASCII", () => {
    expect(selected(lines, toExtended("status=5\\d\\d")!)).toEqual([lines[0]]);
    expect(selected(lines, toExtended("^foo$")!)).toEqual(["foo\r"]);
    expect(selected(lines, toExtended("(?i)foo")!)).toEqual(["foo\r", "Foo bar"]);
  });

  test.each([
    "\\pL",
    "\\Aa",
    "a\\z",
    "(?i:a)b",
    "a(?i)b",
    "[é]",
    "(?i)é",
    "[^\\D]",
    "a{500}",
    "\\C",
    "\\1",
    "(a",
    "[^]",
  ])("has no translation for %s", (expression) => expect(toExtended(expression)).toBeUndefined());

  test("grep selects every match of random expressions in random lines", () => {
    const chance = chanceOf(20261117);
    const signs = ["a", "b", "é", "1", " ", "-", "]", "\u20ac", "_", "\r"];
    const atoms = ["a", "b", ".", "\\d", "[^a]", "[ab1]", "\\w", "\\S", "(a|b1)", "(?:.a)", "\\b", "é", "[\\]-]"];
    const repeats = ["", "", "", "*", "+?", "?", "{1,2}", "{2}"];
    const { pick } = chance;
    for (let round = 0; round < 60; round += 1) {
      const random = chance.times(60, () => chance.text(signs, 8));
      const parts = chance.times(chance.between(1, 4), () => {
        const atom = pick(atoms);
        return atom === "\\b" ? atom : atom + pick(repeats);
      });
      const expression = `${pick(["", "^", "(?i)"])}${parts.join("")}${pick(["", "$"])}`;
      const translated = toExtended(expression);
      if (!translated) continue;
      const found = new Set(selected(random, translated));
      const { matches } = lineMatcher({ all: [{ kind: "pattern", pattern: expression }], none: [] });
      const missed = random.filter((line) => matches(line) && !found.has(line));
      expect({ expression, translated: translated.text, missed }).toMatchObject({ missed: [] });
    }
    expect(() => pattern("(")).toThrow("not a regular expression");
  });
});

test("a search uses its longest fixed text, or a regular expression if it has no fixed text", () => {
  expect(grepPattern(parseTerms("error refused /x+/"))).toEqual({ kind: "fixed", text: "refused", ignoresCase: true });
  expect(grepPattern(parseTerms("Größe"))).toEqual({ kind: "fixed", text: "Größe", ignoresCase: false });
  // Without a locale, grep ignores the case of ASCII letters only.
  expect(grepPattern(parseTerms("größe"))).toEqual({ kind: "fixed", text: "gr", ignoresCase: true });
  expect(grepPattern(parseTerms("/a+b/"))).toEqual({ kind: "extended", text: "a+b", ignoresCase: false });
  expect(grepPattern(parseTerms("-error"))).toBeUndefined();
  expect(grepPattern(parseTerms("/\\pL/"))).toBeUndefined();
});
