import { describe, expect, test } from "vitest";
import { minimal, schema, scraped, scraper } from "#tests/support/scraped.ts";
import { scrape } from "./scrape.ts";

describe("items", () => {
  const document = { hosts: [{ id: 1 }, { id: 2 }, { name: "no id" }, null] };

  test.each<[string, unknown]>([
    ["JSONPath", "$.hosts[*]"],
    ["JSONPath to a list", "$.hosts"],
    ["CEL", { expr: "config.hosts" }],
    ["JMESPath", { jmespath: "hosts[]" }],
  ])(
    "items are selected by %s and transformed separately, and the document itself is not an item",
    async (_, items) => {
      const result = await scraped({ ...minimal, items }, [
        { document, id: "whole", name: "whole", source: "http://x", tags: { site: "b" } },
      ]);
      expect(result.items.map(({ id, name, source, tags }) => ({ id, name, source, tags }))).toEqual([
        { id: "1", name: "1", source: "http://x", tags: { site: "b" } },
        { id: "2", name: "2", source: "http://x", tags: { site: "b" } },
      ]);
      expect(result.errors).toEqual(["http://x: The id is missing: $.id does not match anything."]);
    },
  );

  test.each<[unknown, unknown]>([
    ["$.hosts[*]", { hosts: [] }],
    ["$.hosts", { hosts: null }],
    ["$[*]", []],
    ["$..hosts[*]", { a: 1 }],
    ["$.hosts[?@.up]", { hosts: [{ id: "1", up: false }].slice(1) }],
    ["$.racks[*]['hosts'][*]", { racks: [{}] }],
    [{ jmespath: "hosts || `[]`" }, {}],
    [{ expr: "has(config.hosts) ? config.hosts : []" }, {}],
  ])("%j finds no items in %j, and reports no error", async (items, input) => {
    expect((await scraped({ ...minimal, items }, [{ document: input }])).all).toEqual([]);
  });

  test.each<[unknown, string]>([
    ["$.hosts[*]", "$.hosts"],
    [{ jsonpath: "$['hosts'][?@.up].names[*]" }, "$['hosts']"],
    ["$.answer.hosts", "$.answer.hosts"],
    [{ jmespath: "hosts[]" }, "hosts[]"],
  ])("%j applied to an unexpected response is an error, so that no items are deleted", async (items, place) => {
    const { errors, all } = await scraped({ ...minimal, items }, [{ document: { error: "the database is away" } }]);
    expect(all).toHaveLength(1);
    expect(errors[0]).toContain(`The document has no ${place}.`);
  });
});

test("documents are read one at a time, on demand", async () => {
  let count = 0;
  const endless = (async function* () {
    for (;;) yield { document: { id: String((count += 1)) } };
  })();
  const context = { scraper, isFull: false, warn: () => {} };
  const items: string[] = [];
  for await (const found of scrape(endless, schema.parse(minimal), context)) {
    if (found.kind === "item") items.push(found.item.id);
    if (items.length === 120) break;
  }
  expect(count).toBe(120);
  expect(items.at(-1)).toBe("120");
});
