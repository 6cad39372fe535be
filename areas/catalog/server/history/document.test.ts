import { applyPatch } from "diff";
import { describe, expect, test } from "vitest";
import type { Json } from "#language/columns.ts";
import { chanceOf } from "#tests/support/chance.ts";
import { changedPaths } from "../../changed-paths.ts";
import { applyMergePatch, mergePatch } from "../../merge-patch.ts";
import { isSame, withoutNulls, normalLine, normalText } from "../../normal-text.ts";
import { revertDiff } from "./hunks.ts";
import { unifiedDiff } from "#lib/text/unified-diff.ts";

describe("the normalized text of documents", () => {
  test("sorts keys, leaves out nulls in objects, and keeps the order of lists", () => {
    const document = { b: [1, null, { z: null }], a: { d: null, c: "x" }, e: {}, f: [] };
    expect(normalText(document)).toBe(
      '{\n  "a": {\n    "c": "x"\n  },\n  "b": [\n    1,\n    null,\n    {}\n  ],\n  "e": {},\n  "f": []\n}\n',
    );
    expect(normalLine(document)).toBe('{"a":{"c":"x"},"b":[1,null,{}],"e":{},"f":[]}');
    expect(JSON.parse(normalText(document))).toEqual(withoutNulls(document));
  });

  test("the text differs if decimal numbers differ", () => expect(normalText(1.1)).not.toBe(normalText(1.2)));

  test("treats __proto__ and constructor as ordinary keys", () => {
    const document = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as Json;
    expect(normalLine(withoutNulls(document))).toBe('{"__proto__":{"a":1},"constructor":2}');
    expect(mergePatch({}, document)).toEqual(document);
  });
});

describe("a unified diff", () => {
  const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");

  test("contains the names of both sides and three lines around each change", () => {
    const lines = Array.from({ length: 30 }, (_, n) => `line ${n + 1}`);
    const changed = lines.with(4, "five").toSpliced(20, 1);
    expect(unifiedDiff(text(...lines), text(...changed))).toBe(
      text(
        ..."--- before|+++ after|@@ -2,7 +2,7 @@| line 2| line 3| line 4|-line 5|+five| line 6| line 7| line 8".split(
          "|",
        ),
        ..."@@ -18,7 +18,6 @@| line 18| line 19| line 20|-line 21| line 22| line 23| line 24".split("|"),
      ),
    );
  });

  test("shows a text that is added to or removed from an empty document", () => {
    expect(unifiedDiff("", "a\n")).toBe(text("--- before", "+++ after", "@@ -0,0 +1 @@", "+a"));
    expect(unifiedDiff("a\n", "")).toBe(text("--- before", "+++ after", "@@ -1 +0,0 @@", "-a"));
    expect(unifiedDiff("a\n", "a\n")).toBe("");
  });

  test("replaces long texts that have no line in common", () => {
    const [before, after] = ["a", "b"].map((letter) =>
      text(...Array.from({ length: 5_000 }, (_, n) => `${letter} ${n}`)),
    ) as [string, string];
    const diff = unifiedDiff(before, after);
    expect(diff).toContain("@@ -1,5000 +1,5000 @@");
    expect(applyPatch(before, diff)).toBe(after);
    expect(revertDiff(after, diff)).toBe(before);
  });

  test("a unified diff is rejected if the text does not match it", () => {
    expect(() => revertDiff("x\n", unifiedDiff("a\n", "b\n"))).toThrow("Line 1 differs from the diff.");
    // The hunk matches one line further down, where a tolerant search would apply it.
    expect(() => revertDiff("x\nb\n", unifiedDiff("a\n", "b\n"))).toThrow("Line 1 differs from the diff.");
  });
});

/** Returns two similar documents, like two versions of one item. */
function versions(seed: number): [Json, Json] {
  const random = chanceOf(seed);
  const below = (limit: number) => random.between(0, limit - 1);
  const words = ["a", "b", "c", "replicas", "__proto__", "with.dot", "ü", "", "10", "9"];
  const word = () => random.pick(words);
  const value = (depth: number): Json => {
    const kind = below(depth > 3 ? 4 : 7);
    if (kind === 0) return below(5);
    if (kind === 1) return below(2) === 0;
    if (kind === 2) return null;
    if (kind === 3) return `${word()}\n${word()}`;
    if (kind === 4) return Array.from({ length: below(4) }, () => value(depth + 1));
    return Object.fromEntries(Array.from({ length: below(6) }, () => [word(), value(depth + 1)]));
  };
  const edited = (document: Json, depth: number): Json => {
    if (below(6) === 0) return value(depth);
    if (Array.isArray(document)) return document.map((element) => edited(element as Json, depth + 1));
    if (typeof document !== "object" || document === null) return document;
    return Object.fromEntries(
      Object.entries(document)
        .filter(() => below(8) > 0)
        .map(([key, inner]) => [key, edited(inner as Json, depth + 1)]),
    );
  };
  const before = value(0);
  return [before, edited(before, 0)];
}

test("a merge patch converts the old document to the new document, and a diff converts the old text to the new text and back", () => {
  let changed = 0;
  for (let seed = 1; seed <= 3_000; seed += 1) {
    const [before, after] = versions(seed);
    const patch = mergePatch(before, after);
    const [was, is] = [normalText(before), normalText(after)];
    expect(patch === undefined, `seed ${seed}`).toBe(was === is);
    expect(isSame(before, after), `seed ${seed}`).toBe(was === is);
    expect(
      normalLine(patch === undefined ? before : applyMergePatch(withoutNulls(before), patch)),
      `seed ${seed}`,
    ).toBe(normalLine(after));
    const diff = unifiedDiff(was, is);
    expect(diff === "" ? was : applyPatch(was, diff), `seed ${seed}`).toBe(is);
    expect(revertDiff(is, diff), `seed ${seed}`).toBe(was);
    if (was !== is) changed += 1;
  }
  expect(changed).toBeGreaterThan(1_000);
});

describe("the changed paths in one line", () => {
  test.each<[Json, Json, string]>([
    [{ a: 1 }, { a: 1 }, ""],
    [{ spec: { replicas: 1 } }, { spec: { replicas: 2 } }, "spec.replicas"],
    [{ a: { b: 1, c: 1 }, d: 1 }, { a: { b: 2, c: 2 }, d: 2 }, "a, d"],
    [{ a: { b: { c: 1, d: 1 } } }, { a: { b: { c: 2, d: 2 } } }, "a.b"],
    [{ list: [{ image: "x" }, 1] }, { list: [{ image: "y" }, 1] }, "list[0].image"],
    [{ list: [1] }, { list: [1, 2] }, "list"],
    [{ a: 1 }, { b: { c: 1 } }, "a, b"],
    [{ a: {} }, { a: { "with.dot": 1 } }, 'a["with.dot"]'],
    [{ a: null }, {}, ""],
    ["x", "y", ""],
  ])("the changed paths from %j to %j are %j", (before, after, summary) =>
    expect(changedPaths(before, after)).toBe(summary),
  );

  test("lists only the first of many paths", () => {
    const many = (value: number) => Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, value]));
    expect(changedPaths(many(1), many(2))).toMatch(/^k0, k1, k10, .* and 30 more$/);
  });
});
