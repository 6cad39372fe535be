// @vitest-environment node
import { describe, expect, test } from "vitest";
import { fold, pairUp, type Part } from "./arrange.ts";
import { type DiffLine, diffLines, parseUnified } from "./diff-lines.ts";

const shown = (lines: readonly DiffLine[]) =>
  lines.map(({ type, text }) => `${{ same: " ", removed: "-", added: "+" }[type]}${text}`);
const side = (lines: readonly DiffLine[], left: "removed" | "added") =>
  lines.filter(({ type }) => type !== left).map(({ text }) => text);

test("a changed line is removed and added, the rest is the same", () => {
  expect(shown(diffLines("a\nb\nc\n", "a\nB\nc\n"))).toEqual([" a", "-b", "+B", " c"]);
  expect(diffLines("a\nc", "a\nb\nc")[1]).toEqual({ type: "added", after: 2, text: "b" });
});

test.each([
  ["", ""],
  ["", "a"],
  ["a", ""],
  ["a\nb", "b\na"],
])("edges: %j to %j", (before, after) => {
  const lines = diffLines(before, after);
  expect(side(lines, "added").join("\n")).toBe(before);
  expect(side(lines, "removed").join("\n")).toBe(after);
});

describe("whatever the texts", () => {
  // A small generator with a seed: the same texts on every run.
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const text = () => Array.from({ length: random(30) + 1 }, () => "abcdefg"[random(7)]).join("\n");

  test("both sides can be read off the diff again, with their line numbers, and no change is needless", () => {
    for (let round = 0; round < 500; round += 1) {
      const [before, after] = [text(), text()];
      const lines = diffLines(before, after);
      expect(side(lines, "added").join("\n")).toBe(before);
      expect(side(lines, "removed").join("\n")).toBe(after);
      const numbers = lines.flatMap((line) => (line.type === "added" ? [] : [line.before]));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(lines.filter(({ type }) => type === "same")).toHaveLength(
        commonLength(before.split("\n"), after.split("\n")),
      );
    }
  });
});

/** The length of the longest common subsequence, the slow way. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0);
  for (const left of a) {
    let diagonal = 0;
    row = row.map((above, index) => {
      const best = left === b[index] ? diagonal + 1 : Math.max(above, row[index - 1] ?? 0);
      diagonal = above;
      return best;
    });
    for (let index = 1; index < row.length; index += 1) row[index] = Math.max(row[index]!, row[index - 1]!);
  }
  return row.at(-1) ?? 0;
}

test("ten thousand different lines do not take for ever", () => {
  const many = (name: string) => Array.from({ length: 10_000 }, (_, line) => `${name} ${line}`).join("\n");
  expect(diffLines(many("a"), many("b"))).toHaveLength(20_000);
});

test("a unified diff is read with its line numbers, and anything else is none", () => {
  const lines = parseUnified("--- a\n+++ b\n@@ -3,3 +3,3 @@ spec:\n same\n-old\n+new\n\\ No newline at end of file\n");
  expect(lines).toEqual([
    { type: "same", before: 3, after: 3, text: "same" },
    { type: "removed", before: 4, text: "old" },
    { type: "added", after: 4, text: "new" },
  ]);
  expect(parseUnified("hello")).toBeNull();
});

test("what changed within a line is marked where the lines are alike, and not where they are not", () => {
  const [row] = pairUp(diffLines("replicas: 3", "replicas: 12"));
  expect(row?.left?.changed).toEqual([{ start: 10, end: 11 }]);
  expect(row?.right?.changed).toEqual([{ start: 10, end: 12 }]);
  const [other] = pairUp(diffLines("image: nginx", "xyz"));
  expect(other?.left?.changed).toEqual([]);
});

test("three lines around a change are kept, long stretches are left out", () => {
  const lines = Array.from({ length: 20 }, (_, line) => `line ${line}`);
  const after = lines.with(10, "changed");
  const parts = fold(pairUp(diffLines(lines.join("\n"), after.join("\n"))));
  expect(parts.map(told)).toEqual(["7 hidden", 7, "6 hidden"]);
});

test("what a unified diff does not tell stands between what it tells, and before it", () => {
  const diff =
    "@@ -5,2 +5,3 @@\n a\n+b\n c\n@@ -40,2 +41,1 @@\n-d\n e\n@@ -42,1 +42,1 @@\n-f\n+g\n@@ -50,0 +51,1 @@\n+h\n";
  expect(fold(pairUp(parseUnified(diff)!)).map(told)).toEqual(["4 untold", 3, "33 untold", 3, "8 untold", 1]);
});

const told = (part: Part) =>
  "rows" in part ? part.rows.length : "hidden" in part ? `${part.hidden.length} hidden` : `${part.untold} untold`;
