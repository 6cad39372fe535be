// Scrapers whose items a test sets, and the rows that saving them writes to the catalog:
//
//   const { scraper, ask } = await openSaving(await testDatabase()); // at the top of a test file; removed after it
//   const source = await scraper();
//   await source.run([item("a"), item("b", { replicas: 2 })]);
import { afterAll } from "vitest";
import type { Json } from "#language/columns.ts";
import type { Event } from "#server/events.ts";
import type { Listener } from "#server/area.ts";
import type { Found, Item } from "#areas/catalog/server/scrape/found.ts";
import type { SaveOptions, SaveTools } from "#areas/catalog/server/save/save-run.ts";
import { save, type Saved } from "#areas/catalog/server/save/save.ts";
import type { TestDatabase } from "./database.ts";
import { runSystem } from "./running-system.ts";

export const agentId = "00000000-0000-0000-0000-000000000000";

export async function openSaving(database: TestDatabase) {
  const heard: Event[] = [];
  const listeners: Listener[] = [{ event: "config.*", name: "test-configs", run: (event) => void heard.push(event) }];
  const system = await runSystem(database.databases, { listeners });
  afterAll(() => system.stop());
  const pool = database.databases.pools.system;
  const ask = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row & Record<string, unknown>>(sql, values)).rows;
  let scraperCount = 0;

  /** Creates a scraper that can be run on any list of items. */
  async function scraper(tools: SaveTools = system) {
    scraperCount += 1;
    const [row] = await ask<{ id: string }>(
      "insert into config_scrapers (name, spec, source) values ($1, '{}', 'UI') returning id",
      [`scraper ${scraperCount}`],
    );
    const { id } = row!;
    return {
      id,
      run: (found: readonly (Item | Found)[], options: Partial<SaveOptions> = {}): Promise<Saved> =>
        save(tools, foundStream(found), {
          scraper: { id, agentId },
          isWhole: true,
          signal: new AbortController().signal,
          ...options,
        }),
      items: (columns = "external_id[1] as id, name") =>
        ask(
          `select ${columns} from config_items where scraper_id = $1 and deleted_at is null order by external_id[1], type`,
          [id],
        ),
      changes: (columns = "change_type, summary") =>
        ask(
          `select ${columns} from config_changes c join config_items i on i.id = c.config_id where i.scraper_id = $1 order by c.first_observed, c.id`,
          [id],
        ),
      edges: () =>
        ask(
          `select f.name as from, r.relation, t.name as to, r.deleted_at is not null as gone
           from   config_relationships r join config_items f on f.id = r.config_id join config_items t on t.id = r.related_id
           where  r.scraper_id = $1 order by 1, 2, 3`,
          [id],
        ),
    };
  }
  return { system, heard, pool, ask, scraper };
}

// oxlint-disable-next-line typescript/require-await
export async function* foundStream(found: readonly (Item | Found)[]): AsyncGenerator<Found> {
  for (const entry of found) yield "kind" in entry ? entry : { kind: "item", item: entry };
}

export const item = (id: string, config: Json = { id }, more: Partial<Item> = {}): Item => ({
  id,
  name: id,
  type: "Test::Thing",
  class: "Thing",
  config,
  ...more,
});

export const countsOfType = ({ summary }: Saved, type = "Test::Thing") => {
  const { added, updated, unchanged, deleted, changes, deduped } = summary.config_types[type]!;
  return { added, updated, unchanged, deleted, changes, deduped };
};

export const none = { added: 0, updated: 0, unchanged: 0, deleted: 0, changes: 0, deduped: 0 };
