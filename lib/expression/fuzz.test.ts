// Runs random expressions: each must return a value or a fault with a readable message.
import { expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import { withinBudget } from "./budget.ts";
import { compile, type Notation } from "./compile.ts";
import { ExpressionFault } from "./fault.ts";
import { compileJq } from "./jq/compile.ts";

const parts: Record<"cel" | "template", readonly string[]> = {
  cel: [
    "x",
    "y.z",
    "'a'",
    "1",
    "2.5",
    "null",
    "true",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ",",
    ".",
    "?",
    ":",
    "+",
    "-",
    "*",
    "/",
    "%",
    "==",
    "<",
    ">=",
    "&&",
    "||",
    "!",
    " in ",
    "\\",
    "'",
    '"',
    "\n",
    "\0",
    "é",
    "range(9)",
    ".map(i, i)",
    ".filter(j, j == j)",
    ".all(k, k)",
    ".matches('(a*)*b')",
    ".repeat(9)",
    "math.Add(",
    "JSON('{}')",
    ".toJSON()",
    "YAML(",
    "regexp.Match('[', ",
    "has(x.y)",
    "b'x'",
    "0x",
    "1e999",
    "r'",
    "has(",
    ".constructor",
    "__proto__",
    "size(",
    "duration('",
    "time.Now()",
    ".sortBy(i, i)",
    ".?a.orValue(",
    ".fold(i, s, s)",
    ".fold(k, v, s, 0, s)",
    ".optMap(i, i)",
    "k8s.getHealth(",
    "jq('.[]', ",
    "gcp.incidents",
    "regexp.FindAll('(a*)*', ",
  ],
  template: [
    "{{",
    "}}",
    "{{-",
    " -}}",
    "$(",
    ")",
    "(",
    "|",
    "if ",
    "else",
    "end",
    "range ",
    "with ",
    "define ",
    "template ",
    "block ",
    "break",
    "continue",
    ".x",
    ".y.z",
    "$",
    "$v",
    ":=",
    "=",
    ",",
    '"a"',
    "`r`",
    "'c'",
    "1",
    "-2.5",
    "0x",
    "nil",
    "true",
    "printf ",
    "index ",
    "len ",
    "slice ",
    "eq ",
    "lt ",
    "and ",
    "or ",
    "not ",
    "repeat 9 ",
    "toJSON ",
    "/*",
    "*/",
    "\n",
    "\\",
    '"',
    "é",
    "\0",
    "constructor",
    ".__proto__",
    "call ",
    "html ",
    "dict ",
    "text",
  ],
};

const jqParts = [
  [".", "..", ".a", ".[0]", ".[]", ".[1:]", "[", "]", "{", "}", "(", ")", "|", ",", ";", ":", "?", "//", "="],
  ["|=", "+=", "+", "-", "*", "/", "%", "==", "<", "and", "or", "not", "if ", "then ", "else ", "elif ", "end"],
  ["reduce ", "foreach ", " as $x ", "$x", "def f: ", "f", "try ", "catch ", "label $l|", "break $l", "1", "2.5"],
  ['"a"', '"\\(.)"', "null", "true", "@csv", "@base64", "@nope", "map(", "select(", "add", "keys", "length"],
  ["to_entries", "from_entries", "paths", "del(.a)", 'test("(a*)*b")', 'split(",")', "tojson", "range(3)"],
  ["recurse", "first", "limit(2;", "sort_by(", "group_by(", "\n", "# c", "\\", '"', "é", "\0", "__proto__", "$__loc__"],
].flat();

/** Messages of the JavaScript engine, which would not help the author of an expression. */
const defect = /undefined|\[object|Cannot read|is not a function|is not iterable/;

const values = { x: { y: [1, "a", null], z: 2.5 }, y: { z: "aaaa" }, n: 3 };

test("4000 random jq programs return values or readable faults", () => {
  const chance = chanceOf(12);
  let runs = 0;
  const bad: string[] = [];
  for (let count = 0; count < 4_000; count += 1) {
    const text = chance.times(chance.between(1, 7), () => chance.pick(jqParts)).join(chance.next() < 0.5 ? "" : " ");
    try {
      withinBudget({ deadline: performance.now() + 1_000, room: 100_000 }, () => compileJq(text)(values));
      runs += 1;
    } catch (error) {
      if (!(error instanceof ExpressionFault) || defect.test(error.message)) bad.push(`${text}: ${String(error)}`);
    }
  }
  expect(bad).toEqual([]);
  expect(runs).toBeGreaterThan(100);
});

test.each(Object.keys(parts) as ("cel" | "template")[])(
  "4000 random %s expressions return values or readable faults",
  async (notation: Notation & ("cel" | "template")) => {
    const chance = chanceOf(11);
    let runs = 0;
    const bad: string[] = [];
    for (let count = 0; count < 4_000; count += 1) {
      const pieces = chance.times(chance.between(1, 6), () => chance.pick(parts[notation]));
      const text = pieces.join(chance.next() < 0.5 ? "" : " ");
      try {
        await (await compile(notation, text)).run(values);
        runs += 1;
      } catch (error) {
        if (!(error instanceof ExpressionFault) || defect.test(error.message)) bad.push(`${text}: ${String(error)}`);
      }
    }
    expect(bad).toEqual([]);
    // At least some of the random expressions must be valid, or the test proves nothing.
    expect(runs).toBeGreaterThan(100);
  },
);
