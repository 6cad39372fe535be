// @vitest-environment node
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { keepLayout } from "#lib/text/keep-layout.ts";
import { textChanges } from "./text-changes.ts";
import { printValue, withValue, isSameData } from "./with-value.ts";

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

describe("withValue", () => {
  test("returns the text unchanged for an equal value, in any key order", () => {
    expect(withValue(text, structuredClone(value))).toBe(text);
    expect(withValue(text, Object.fromEntries(Object.entries(value).toReversed()))).toBe(text);
  });

  test("changes only the lines whose value changed", () => {
    expect(withValue(text, { ...value, interval: 60 })).toBe(text.replace("30", "60"));
    const [first, second] = value.checks;
    expect(withValue(text, { ...value, checks: [first, { ...second, url: "https://c.example.org" }] })).toBe(
      text.replace("b.example", "c.example"),
    );
  });

  test("keeps comments and order when keys are added and removed", () => {
    const result = withValue(text, { paused: true, ...value, interval: undefined });
    expect(result).toBe(`${text.replace("interval: 30\n", "")}paused: true\n`);
    expect(withValue(result, { ...(parse(result) as object), paused: undefined, interval: 5 })).toContain(
      "name: shop   # as people say it",
    );
  });

  test("keeps unchanged list entries with their comments", () => {
    const result = withValue(text, { ...value, checks: [value.checks[1]] });
    expect(parse(result)).toEqual({ ...value, checks: [value.checks[1]] });
    expect(result).toContain("# the second one is slow");
    const more = withValue(text, { ...value, checks: [...value.checks, { url: "new" }] });
    expect(more).toContain("- url: https://a.example.org # first\n");
    expect(more).toContain("    - url: new\n");
  });

  test("writes values of all other types", () => {
    for (const other of [null, 5, "text", [], {}, { name: ["now", "a", "list"] }, { name: { deep: { er: true } } }]) {
      expect(parse(withValue(text, other)) ?? null).toEqual(other);
    }
  });

  test("keeps aliases and merged keys while their values are unchanged", () => {
    const shared = "base: &base\n  a: 1\n  b: 2\nuse:\n  <<: *base\n  c: 3\nagain: *base\n";
    const data = parse(shared, { merge: true }) as { base: object; use: object; again: object };
    expect(withValue(shared, { ...data, use: { ...data.use, c: 4 } })).toBe(shared.replace("c: 3", "c: 4"));
    const apart = withValue(shared, { ...data, use: { c: 3 } });
    expect(parse(apart, { merge: true })).toEqual({ ...data, use: { c: 3 } });
    const without = withValue(shared, { use: data.use, again: data.again });
    expect(parse(without, { merge: true })).toEqual({ use: data.use, again: data.again });
  });

  test("prints the value if the text is empty or invalid", () => {
    expect(withValue("", { a: 1 })).toBe("a: 1\n");
    expect(withValue("a: [", { a: 1 })).toBe("a: 1\n");
    expect(withValue("# kept\n", { a: 1 })).toBe("# kept\na: 1\n");
    expect(printValue({})).toBe("");
    expect(printValue(undefined)).toBe("");
  });
});

test("keepLayout keeps the formatting of unchanged lines", () => {
  expect(keepLayout("a: 1\nb: 2\nc: 3\n", "a: 1\nb: 5\nc: 3\n", "a:   1\nb: 2\nc:   3\n")).toBe(
    "a:   1\nb: 5\nc:   3\n",
  );
  expect(keepLayout("a: 1\nb: 2\n", "a: 1\n", "a: 1\nb: 2\n")).toBe("a: 1\n");
});

test("textChanges returns the changes from one text to another, line by line if possible", () => {
  const apply = (from: string, to: string) =>
    textChanges(from, to).reduceRight(
      (result, { from: start, to: end, insert }) => result.slice(0, start) + insert + result.slice(end),
      from,
    );
  const texts = ["", "a", "a\n", "a\nb\nc\n", "a\nc", "x\nb\ny\n", "b\n\n", "\n"];
  for (const from of texts) for (const to of texts) expect(apply(from, to)).toBe(to);
  expect(textChanges("a\nb\nc\nd\n", "a\nB\nc\nD\n")).toHaveLength(2);
});

test("isSameData ignores key order and undefined keys", () => {
  expect(isSameData({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1, d: undefined })).toBe(true);
  expect(isSameData([1, 2], [2, 1])).toBe(false);
  expect(isSameData({ a: 1 }, { b: 1 })).toBe(false);
  expect(isSameData({}, [])).toBe(false);
  expect(isSameData(null, undefined)).toBe(false);
});
