import { describe, expect, test } from "vitest";
import { minimal, schema, scraped, scraper } from "../../../../tests/scraped.ts";
import { scrape } from "./scrape.ts";

describe("items", () => {
  const document = { hosts: [{ id: 1 }, { id: 2 }, { name: "no id" }, null] };

  test.each<[string, unknown]>([
    ["JSONPath", "$.hosts[*]"],
    ["JSONPath to a list", "$.hosts"],
    ["CEL", { expr: "config.hosts" }],
    ["JMESPath", { jmespath: "hosts[]" }],
  ])("by %s, each through everything else, and the document itself is none", async (_, items) => {
    const made = await scraped({ ...minimal, items }, [
      { document, id: "whole", name: "whole", source: "http://x", tags: { site: "b" } },
    ]);
    expect(made.items.map(({ id, name, source, tags }) => ({ id, name, source, tags }))).toEqual([
      { id: "1", name: "1", source: "http://x", tags: { site: "b" } },
      { id: "2", name: "2", source: "http://x", tags: { site: "b" } },
    ]);
    expect(made.errors).toEqual(["http://x: There is no id: $.id finds nothing."]);
  });

  test.each<[unknown, unknown]>([
    ["$.hosts[*]", { hosts: [] }],
    ["$.hosts", { hosts: null }],
    ["$[*]", []],
    ["$..hosts[*]", { a: 1 }],
    ["$.hosts[?@.up]", { hosts: [{ id: "1", up: false }].slice(1) }],
    ["$.racks[*]['hosts'][*]", { racks: [{}] }],
    [{ jmespath: "hosts || `[]`" }, {}],
    [{ expr: "has(config.hosts) ? config.hosts : []" }, {}],
  ])("%j finds none in %j, and none are none", async (items, given) => {
    expect((await scraped({ ...minimal, items }, [{ document: given }])).all).toEqual([]);
  });

  test.each<[unknown, string]>([
    ["$.hosts[*]", "$.hosts"],
    [{ jsonpath: "$['hosts'][?@.up].names[*]" }, "$['hosts']"],
    ["$.answer.hosts", "$.answer.hosts"],
    [{ jmespath: "hosts[]" }, "hosts[]"],
  ])("%j in an answer that is another one is an error: they are not known to be gone", async (items, place) => {
    const { errors, all } = await scraped({ ...minimal, items }, [{ document: { error: "the database is away" } }]);
    expect(all).toHaveLength(1);
    expect(errors[0]).toContain(`There is no ${place} in it, where the items are.`);
  });
});

test("documents are taken one by one, as somebody asks for the next", async () => {
  let made = 0;
  const endless = (async function* () {
    for (;;) yield { document: { id: String((made += 1)) } };
  })();
  const context = { scraper, isFull: false, warn: () => {} };
  const items: string[] = [];
  for await (const one of scrape(endless, schema.parse(minimal), context)) {
    if (one.kind === "item") items.push(one.item.id);
    if (items.length === 120) break;
  }
  expect(made).toBe(120);
  expect(items.at(-1)).toBe("120");
});
