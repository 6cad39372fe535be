// @vitest-environment node
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { layLines } from "./lay-lines.ts";
import { isSameData } from "./same-data.ts";
import { textChanges } from "./text-changes.ts";
import { printValue, withValue } from "./with-value.ts";

const text = `# The front page of the shop
name: shop   # as people say it
interval: 30
labels: {team: checkout, tier: "1"}

# In this order
checks:
    - url: https://a.example.org # first
      codes: [200, 204]
    # the second one is slow
    - url: https://b.example.org
      test: |
        code == 200
        # no comment
`;
const value = parse(text) as Record<string, never> & { checks: { url: string; codes?: number[] }[] };

describe("a text with another value", () => {
  test("is the same text while the value says the same, in whatever order", () => {
    expect(withValue(text, structuredClone(value))).toBe(text);
    expect(withValue(text, Object.fromEntries(Object.entries(value).toReversed()))).toBe(text);
  });

  test("differs in the changed line only", () => {
    expect(withValue(text, { ...value, interval: 60 })).toBe(text.replace("30", "60"));
    const [first, second] = value.checks;
    expect(withValue(text, { ...value, checks: [first, { ...second, url: "https://c.example.org" }] })).toBe(
      text.replace("b.example", "c.example"),
    );
  });

  test("keeps comments and the order when keys come and go", () => {
    const made = withValue(text, { paused: true, ...value, interval: undefined });
    expect(made).toBe(`${text.replace("interval: 30\n", "")}paused: true\n`);
    expect(withValue(made, { ...(parse(made) as object), paused: undefined, interval: 5 })).toContain(
      "name: shop   # as people say it",
    );
  });

  test("keeps the entries of a list that stay, with their comments", () => {
    const made = withValue(text, { ...value, checks: [value.checks[1]] });
    expect(parse(made)).toEqual({ ...value, checks: [value.checks[1]] });
    expect(made).toContain("# the second one is slow");
    const more = withValue(text, { ...value, checks: [...value.checks, { url: "new" }] });
    expect(more).toContain("- url: https://a.example.org # first\n");
    expect(more).toContain("    - url: new\n");
  });

  test("says the value whatever it becomes", () => {
    for (const other of [null, 5, "text", [], {}, { name: ["now", "a", "list"] }, { name: { deep: { er: true } } }]) {
      expect(parse(withValue(text, other)) ?? null).toEqual(other);
    }
  });

  test("follows aliases and merged keys as long as they mean the same", () => {
    const shared = "base: &base\n  a: 1\n  b: 2\nuse:\n  <<: *base\n  c: 3\nagain: *base\n";
    const data = parse(shared, { merge: true }) as { base: object; use: object; again: object };
    expect(withValue(shared, { ...data, use: { ...data.use, c: 4 } })).toBe(shared.replace("c: 3", "c: 4"));
    const apart = withValue(shared, { ...data, use: { c: 3 } });
    expect(parse(apart, { merge: true })).toEqual({ ...data, use: { c: 3 } });
    const without = withValue(shared, { use: data.use, again: data.again });
    expect(parse(without, { merge: true })).toEqual({ use: data.use, again: data.again });
  });

  test("begins with the value where there was no text, or none that can be read", () => {
    expect(withValue("", { a: 1 })).toBe("a: 1\n");
    expect(withValue("a: [", { a: 1 })).toBe("a: 1\n");
    expect(withValue("# kept\n", { a: 1 })).toBe("# kept\na: 1\n");
    expect(printValue({})).toBe("");
    expect(printValue(undefined)).toBe("");
  });
});

test("lines that a person laid out stay his while the printed ones beside them change", () => {
  expect(layLines("a: 1\nb: 2\nc: 3\n", "a: 1\nb: 5\nc: 3\n", "a:   1\nb: 2\nc:   3\n")).toBe("a:   1\nb: 5\nc:   3\n");
  expect(layLines("a: 1\nb: 2\n", "a: 1\n", "a: 1\nb: 2\n")).toBe("a: 1\n");
});

test("changes lead from one text to the other, line by line where that is possible", () => {
  const apply = (from: string, to: string) =>
    textChanges(from, to).reduceRight(
      (made, { from: start, to: end, insert }) => made.slice(0, start) + insert + made.slice(end),
      from,
    );
  const texts = ["", "a", "a\n", "a\nb\nc\n", "a\nc", "x\nb\ny\n", "b\n\n", "\n"];
  for (const from of texts) for (const to of texts) expect(apply(from, to)).toBe(to);
  expect(textChanges("a\nb\nc\nd\n", "a\nB\nc\nD\n")).toHaveLength(2);
});

test("data is the same whatever the order of its keys, and undefined is as good as absent", () => {
  expect(isSameData({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1, d: undefined })).toBe(true);
  expect(isSameData([1, 2], [2, 1])).toBe(false);
  expect(isSameData({ a: 1 }, { b: 1 })).toBe(false);
  expect(isSameData({}, [])).toBe(false);
  expect(isSameData(null, undefined)).toBe(false);
});
