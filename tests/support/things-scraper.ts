// The product with scraper kinds whose documents a test sets, in place of the real kinds:
//
//   const server = await startTestServer({ areas: areasWithThings });
//   holdThings("shelf", [{ id: "a" }]);        // the documents of an entry `things: [{ from: shelf, id: $.id, … }]`
import { text } from "#server/spec/parts.ts";
import { catalogWith } from "#areas/catalog/server/index.ts";
import { defineScraper, type ScraperKind } from "#areas/catalog/server/scrape/scraper-kind.ts";
import type { Scraped } from "#areas/catalog/server/scrape/found.ts";
import { scraperEntry } from "#areas/catalog/server/spec/entry.ts";
import { serverAreas } from "../../main/areas.server.ts";

type Held = readonly unknown[] | (() => AsyncIterable<Scraped>);
const shelves = new Map<string, Held>();

export const holdThings = (shelf: string, held: Held) => void shelves.set(shelf, held);

async function* thingsOn(shelf: string): AsyncGenerator<Scraped> {
  const held = shelves.get(shelf);
  if (held === undefined) throw new Error(`There is no shelf ${shelf}`);
  if (typeof held === "function") yield* held();
  else for (const document of held) yield { document };
}

const things = defineScraper({
  type: "things",
  title: "Things",
  icon: "box",
  spec: scraperEntry({ from: text.min(1, "is required").meta({ label: "Shelf" }) }),
  scrape: ({ from }) => thingsOn(from),
});

/** Only administrators may create scrapers of this kind, except for scrapers that read the shelf "open". */
const cellar = defineScraper({
  type: "cellar",
  title: "Cellar",
  icon: "box",
  onlyAdmins: ({ from }) => from !== "open",
  spec: scraperEntry({ from: text }),
  scrape: ({ from }) => thingsOn(from),
});

const system = defineScraper({
  type: "system",
  title: "System",
  icon: "server",
  spec: scraperEntry({}),
  async *scrape() {
    yield { document: { host: "here" }, id: "here", name: "here", type: "Host", class: "Host" };
  },
});

const kinds: readonly unknown[] = [things, cellar, system];

/** Returns the areas with a catalog that has the kinds above and additional kinds that a test needs. */
export const areasWith = (...more: readonly unknown[]) =>
  serverAreas.map((area) =>
    area.name === "catalog" ? catalogWith([...kinds, ...more] as readonly ScraperKind[]) : area,
  );

export const areasWithThings = areasWith();
