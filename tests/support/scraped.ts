// Applies a scraper entry to documents, without a source and without a database:
//
//   const { items, errors } = await scraped({ id: "$.id", type: "App" }, [{ document: { id: 1 } }]);
import { expect } from "vitest";
import type { Found, Item, JudgeChange, Scraped } from "#areas/catalog/server/scrape/found.ts";
import { scrape } from "#areas/catalog/server/scrape/scrape.ts";
import { scraperEntry } from "#areas/catalog/server/spec/entry.ts";

export const scraper = {
  id: "8b8f4b3e-9f0c-4d7e-8a5b-0d9e3c1f2a4b",
  name: "inventory",
  namespace: "ops",
  labels: { team: "x" },
};
export const schema = scraperEntry({});
export const now = Date.parse("2026-11-15T12:00:00Z");

export async function scraped(entry: object, documents: readonly Scraped[], isFull = false) {
  const all: Found[] = [];
  const late: string[] = [];
  const judges = new Map<Item, JudgeChange>();
  const source = (async function* () {
    yield* documents;
  })();
  const context = { scraper, isFull, warn: (warning: string) => void late.push(warning), now: () => now, judges };
  for await (const found of scrape(source, schema.parse(entry), context)) all.push(found);
  return {
    all,
    late,
    items: all.flatMap((item) => (item.kind === "item" ? [item.item] : [])),
    errors: all.flatMap((item) => (item.kind === "error" ? [item.error] : [])),
    warnings: all.flatMap((item) => (item.kind === "warning" ? [item.warning] : [])),
    news: all.flatMap((item) => (item.kind === "news" ? [item.news] : [])),
    judges: [...judges.values()],
  };
}

/** Scrapes a document that becomes exactly one item. */
export const scrapedItem = async (entry: object, document: unknown, more: Partial<Scraped> = {}): Promise<Item> => {
  const { items, errors } = await scraped(entry, [{ document, ...more }]);
  expect(errors).toEqual([]);
  expect(items).toHaveLength(1);
  return items[0]!;
};

export const minimal = { id: "$.id", type: "App" };
