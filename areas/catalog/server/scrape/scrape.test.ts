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

  test("none are none", async () => {
    expect((await scraped({ ...minimal, items: "$.hosts[*]" }, [{ document: {} }])).all).toEqual([]);
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
