// @vitest-environment node
import { describe, expect, test } from "vitest";
import { fold, pairUp, type Part } from "./arrange.ts";
import { type DiffLine, diffLines, parseUnified } from "#lib/text/diff-lines.ts";

const shown = (lines: readonly DiffLine[]) =>
  lines.map(({ type, text }) => `${{ same: " ", removed: "-", added: "+" }[type]}${text}`);
const side = (lines: readonly DiffLine[], left: "removed" | "added") =>
  lines.filter(({ type }) => type !== left).map(({ text }) => text);

test("reports a changed line as removed and added", () => {
  expect(shown(diffLines("a\nb\nc\n", "a\nB\nc\n"))).toEqual([" a", "-b", "+B", " c"]);
  expect(diffLines("a\nc", "a\nb\nc")[1]).toEqual({ type: "added", after: 2, text: "b" });
});

test.each([
  ["", ""],
  ["", "a"],
  ["a", ""],
  ["a\nb", "b\na"],
])("computes the diff of the edge cases %j and %j", (before, after) => {
  const lines = diffLines(before, after);
  expect(side(lines, "added").join("\n")).toBe(before);
  expect(side(lines, "removed").join("\n")).toBe(after);
});

describe("random texts", () => {
  // A seeded generator: every run uses the same texts.
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const text = () => Array.from({ length: random(30) + 1 }, () => "abcdefg"[random(7)]).join("\n");

  test("both texts and their line numbers can be restored from the diff, and the diff is minimal", () => {
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

/** The length of the longest common subsequence, by the simple algorithm. */
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

test("handles ten thousand different lines", () => {
  const many = (name: string) => Array.from({ length: 10_000 }, (_, line) => `${name} ${line}`).join("\n");
  expect(diffLines(many("a"), many("b"))).toHaveLength(20_000);
});

test("parses a unified diff with its line numbers, and returns null for other texts", () => {
  const lines = parseUnified("--- a\n+++ b\n@@ -3,3 +3,3 @@ spec:\n same\n-old\n+new\n\\ No newline at end of file\n");
  expect(lines).toEqual([
    { type: "same", before: 3, after: 3, text: "same" },
    { type: "removed", before: 4, text: "old" },
    { type: "added", after: 4, text: "new" },
  ]);
  expect(parseUnified("hello")).toBeNull();
});

test("marks changed parts only in similar lines", () => {
  const [row] = pairUp(diffLines("replicas: 3", "replicas: 12"));
  expect(row?.left?.changed).toEqual([{ start: 10, end: 11 }]);
  expect(row?.right?.changed).toEqual([{ start: 10, end: 12 }]);
  const [other] = pairUp(diffLines("image: nginx", "xyz"));
  expect(other?.left?.changed).toEqual([]);
});

test("keeps three lines around a change and hides the rest", () => {
  const lines = Array.from({ length: 20 }, (_, line) => `line ${line}`);
  const after = lines.with(10, "changed");
  const parts = fold(pairUp(diffLines(lines.join("\n"), after.join("\n"))));
  expect(parts.map(summary)).toEqual(["7 hidden", 7, "6 hidden"]);
});

test("returns the number of lines that a unified diff omits", () => {
  const diff =
    "@@ -5,2 +5,3 @@\n a\n+b\n c\n@@ -40,2 +41,1 @@\n-d\n e\n@@ -42,1 +42,1 @@\n-f\n+g\n@@ -50,0 +51,1 @@\n+h\n";
  expect(fold(pairUp(parseUnified(diff)!)).map(summary)).toEqual(["4 omitted", 3, "33 omitted", 3, "8 omitted", 1]);
});

const summary = (part: Part) =>
  "rows" in part ? part.rows.length : "hidden" in part ? `${part.hidden.length} hidden` : `${part.omitted} omitted`;
