// Runs scrapers with the product's own jobs, in two systems on a test's database. The scrapers have a kind whose source
// the test sets.
//
//   const { sources, create, finishedRun } = await runScrapers((await testDatabase()).databases);
//   sources.set("shelf", listed(() => [{ id: "a" }]));
//   const { status } = await finishedRun(await create("shelf", { things: [entry("shelf")] }));
import { afterAll, afterEach } from "vitest";
import type { Json } from "#language/columns.ts";
import type { Databases } from "#server/db/pool.ts";
import { text } from "#server/spec/parts.ts";
import type { Scraped } from "#areas/catalog/server/scrape/found.ts";
import { defineScraper, type ScrapeRun } from "#areas/catalog/server/scrape/scraper-kind.ts";
import { scraperEntry } from "#areas/catalog/server/spec/entry.ts";
import type { KindNamed } from "#areas/catalog/server/run/runnable.ts";
import { scrapeJobWith, turnSenderWith } from "#areas/catalog/server/run/scrape-job.ts";
import { syncTurn } from "#areas/catalog/server/run/turns.ts";
import { scraperWatchesWith } from "#areas/catalog/server/run/watches.ts";
import { runSystem, until, type RunningSystem } from "./running-system.ts";

export type Source = (
  run: ScrapeRun,
  spec: { from: string; connection?: string | undefined },
) => AsyncIterable<Scraped>;

export const entry = (from: string, more: object = {}) => ({ from, id: "$.id", type: "Thing", ...more });

export const listed = (documents: () => readonly object[]): Source =>
  async function* () {
    for (const document of documents()) yield { document };
  };

async function* silence({ signal }: ScrapeRun): AsyncGenerator<Scraped> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  yield* [];
}

export interface RunRow {
  id: string;
  status: string;
  success_count: number;
  error_count: number;
  details: {
    errors?: string[];
    scrape_summary?: { config_types: Record<string, object>; warnings: unknown[] };
    rate_limit_reset?: string;
    deleted?: number;
  } | null;
}

export async function runScrapers(databases: Databases) {
  /** Sources of documents, by the field `from` of an entry. */
  const sources = new Map<string, Source>();
  /** Sources of changes between runs, by the field `from` of an entry. */
  const watched = new Map<string, Source>();

  const things = defineScraper({
    type: "things",
    title: "Things",
    icon: "box",
    spec: scraperEntry({ from: text, connection: text.optional(), password: text.optional() }),
    scrape: (spec, run) => sources.get(spec.from)!(run, spec),
    watch: (spec, run) => watched.get(spec.from)?.(run, spec) ?? silence(run),
  });
  const kindNamed: KindNamed = (type) => (type === "things" ? things : undefined);

  const job = scrapeJobWith(kindNamed);
  const systems: RunningSystem[] = [];
  for (let count = 0; count < 2; count += 1) systems.push(await runSystem(databases, { jobs: [job] }));
  const [system] = systems as [RunningSystem, RunningSystem];
  const senders = await Promise.all(systems.map((item) => turnSenderWith(job, 50).start(item)));
  const times = { batchMs: 20, firstBackoffMs: 20, maxBackoffMs: 50 };
  const watching = await Promise.all(systems.map((item) => scraperWatchesWith(kindNamed, times).start(item)));
  afterAll(async () => {
    await Promise.all([...senders, ...watching].map((item) => item.stop()));
    await Promise.all(systems.map((item) => item.stop()));
  });

  const ask = async <Row extends object = Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    (await databases.pools.system.query<Row>(statement, values)).rows;

  const scraperIds: string[] = [];
  afterEach(async () => {
    for (const id of scraperIds.splice(0)) await write(id, { deleted_at: new Date().toISOString() });
  });

  async function create(name: string, spec: object): Promise<string> {
    return databases.system.transaction().execute(async (tx) => {
      const row = await tx
        .insertInto("config_scrapers")
        .values({ name, namespace: "ops", source: "UI", spec: spec as Json })
        .returningAll()
        .executeTakeFirstOrThrow();
      await syncTurn(tx, row);
      scraperIds.push(row.id);
      return row.id;
    });
  }

  async function write(id: string, change: { spec?: Json; deleted_at?: string }): Promise<void> {
    await databases.system.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable("config_scrapers")
        .set(change)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await syncTurn(tx, row);
    });
  }

  const runsOf = (id: string) =>
    ask<RunRow>(
      `select id, status, success_count, error_count, details from job_history
       where resource_type = 'config_scraper' and resource_id = $1 and name = 'Scraper' order by time_start`,
      [id],
    );

  /** Waits until at least `count` runs have ended; returns the last of them. */
  async function finishedRun(id: string, count = 1): Promise<RunRow> {
    const runs = await until(
      () => runsOf(id),
      (all) => all.filter(({ status }) => status !== "RUNNING").length >= count,
    );
    return runs.findLast(({ status }) => status !== "RUNNING")!;
  }

  /** Makes the scheduled run due now. */
  const again = (id: string) => ask("update scraper_turns set due_at = now() where scraper_id = $1", [id]);

  const itemsOf = (id: string) =>
    ask<{ name: string; config: unknown; deleted_at: string | null; delete_reason: string | null }>(
      "select name, config, deleted_at, delete_reason from config_items where scraper_id = $1 order by name",
      [id],
    );
  const present = async (id: string) =>
    (await itemsOf(id)).filter((item) => item.deleted_at === null).map((item) => item.name);

  return { system, job, kindNamed, sources, watched, ask, create, write, runsOf, finishedRun, again, itemsOf, present };
}
