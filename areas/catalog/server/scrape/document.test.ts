import { describe, expect, test } from "vitest";
import { minimal, now, scrapedItem, scraped } from "#tests/support/scraped.ts";
import type { Scraped } from "./found.ts";

describe("formats", () => {
  test.each<[string, Partial<Scraped> & { document: unknown }, object, unknown]>([
    ["a value", { document: { id: "1" } }, {}, { id: "1" }],
    ["JSON", { document: '{"id": "1", "n": 1.5}', format: "json" }, {}, { id: "1", n: 1.5 }],
    ["a text without a format is JSON or YAML", { document: "id: '1'" }, {}, { id: "1" }],
    ["YAML", { document: "id: '1'\nl: [a, b]", format: "yaml" }, {}, { id: "1", l: ["a", "b"] }],
    [
      "YAML that merges",
      { document: "a: &a {x: 1}\nb: {<<: *a}\nid: '1'", format: "yaml" },
      {},
      { a: { x: 1 }, b: { x: 1 }, id: "1" },
    ],
    [
      "what the entry says counts",
      { document: "id=1\na.b = c\\\n  d", format: "json" },
      { format: "properties" },
      { id: "1", "a.b": "cd" },
    ],
    [
      "properties with comments after values",
      {
        document: "# head\nid=1 # the key\ncolour = #f00\nurl: http://x/#top\nchannel=\\#ops\nempty= # none",
        format: "properties",
      },
      {},
      { id: "1", colour: "#f00", url: "http://x/#top", channel: "#ops", empty: "" },
    ],
    [
      "anything else is kept as a text",
      { document: "<x/>", format: "xml" },
      { id: "x" },
      { format: "xml", content: "<x/>" },
    ],
    [
      "what JSON has not",
      { document: { id: "1", d: new Date(now), b: 5n, u: undefined, f: Number.NaN } },
      {},
      { id: "1", d: "2026-11-15T12:00:00.000Z", b: 5, f: null },
    ],
    [
      "characters that PostgreSQL cannot store",
      { document: { id: "1", "k\0": "a\0b\ud800" } },
      {},
      { id: "1", k: "ab\ufffd" },
    ],
  ])("reads a document: %s", async (_, { document, ...more }, entry, wanted) => {
    expect((await scrapedItem({ ...minimal, ...entry }, document, more)).config).toEqual(wanted);
  });

  test.each<[string, unknown, string]>([
    ["broken YAML", "a: [", "cannot be read as JSON"],
    ["plain text", "just words", "The id is missing"],
    [
      "an alias bomb",
      `a: &a [x,x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
        .split("")
        .map((key, at) => `${key}: &${key} [${Array(10).fill(`*${"abcdefg"[at]}`).join(",")}]`)
        .join("\n")}`,
      "cannot be read",
    ],
    ["a too deeply nested value", JSON.parse("[".repeat(5_000) + "]".repeat(5_000)), "200 levels deep"],
    ["a too deeply nested text", "[".repeat(100_000) + "]".repeat(100_000), "200 levels deep"],
  ])("reports %s as an error, and finds the other documents", async (_, document, wanted) => {
    const { items, errors } = await scraped(minimal, [{ document, source: "a.yaml" }, { document: { id: "2" } }]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^a\.yaml: /);
    expect(errors[0]).toContain(wanted);
    expect(items.map(({ id }) => id)).toEqual(["2"]);
  });

  test.each<[string, string, string]>([
    ["JSON", "json", '[{"id": 9007199254740993, "n": [-12345678901234567890, 1e400, 0.5]}, {"id": 9007199254740992}]'],
    ["YAML", "yaml", "- id: 9007199254740993\n  n: [-12345678901234567890, '1e400', 0.5]\n- id: 9007199254740992"],
  ])("ids with more digits than a JavaScript number can hold are kept exactly in %s", async (_, format, document) => {
    const { items, errors } = await scraped({ ...minimal, items: "$[*]" }, [{ document, format }]);
    expect(errors).toEqual([]);
    expect(items.map(({ id }) => id)).toEqual(["9007199254740993", "9007199254740992"]);
    const { n } = items[0]!.config as { n: unknown[] };
    expect(n).toEqual(["-12345678901234567890", "1e400", 0.5]);
  });

  test("ids with more digits than a JavaScript number can hold are kept exactly in the output of a script", async () => {
    const transform = { gotemplate: '[{"id": 9007199254740993, "n": 5}]' };
    const { items } = await scraped({ ...minimal, transform }, [{ document: { a: 1 } }]);
    expect(items).toMatchObject([{ id: "9007199254740993", config: { n: 5 } }]);
  });

  test("keys such as __proto__ are ordinary keys", async () => {
    const document = JSON.parse(
      '{"id":"1","__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}}}',
    ) as unknown;
    const item = await scrapedItem(
      { ...minimal, name: "$.constructor.prototype.x", transform: { exclude: [{ jsonpath: "$.constructor" }] } },
      document,
    );
    expect(Object.hasOwn(item.config as object, "__proto__")).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(item.name).toBe("1");
    expect(Object.keys(item.config as object)).toEqual(["id", "__proto__"]);
  });
});
