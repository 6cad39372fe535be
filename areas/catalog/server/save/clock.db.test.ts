// Tests a clock that is set back, which can happen at start-up or migration: a run must still determine correctly which
// items it found.
import { afterAll, expect, test } from "vitest";
import { openDatabases } from "#server/db/pool.ts";
import { testDatabase, testLog } from "#tests/support/database.ts";
import { item, openSaving, foundStream } from "#tests/support/saved-things.ts";
import type { Found, Item } from "../scrape/found.ts";
import { save } from "./save.ts";

const clone = await testDatabase();
await clone.databases.pools.system.query(`
  create schema clock;
  create table clock.shift (by interval not null);
  insert into clock.shift values ('0');
  create function clock.now() returns timestamptz language sql stable as
    'select pg_catalog.now() + (select by from clock.shift)';
  do $$ begin execute format('alter database %I set search_path = clock, public, pg_catalog', current_database()); end $$`);
// Connections opened from now on use the changed clock.
const databases = await openDatabases(clone.connection, {
  log: testLog,
  sizes: { system: 5, plain: 1, scoped: 1, gathered: 1 },
});
afterAll(() => databases.close());
const { ask, scraper, system } = await openSaving({ ...clone, databases });

const shift = (by: string) => ask("update clock.shift set by = $1", [by]);

async function* between(before: readonly Item[], happens: () => Promise<unknown>, after: readonly Item[]) {
  yield* foundStream(before);
  await happens();
  yield* foundStream(after);
}

const insight = { analyzer: "rust", type: "security", summary: "rusty" };

test("items that are seen after the clock was set back are not deleted", async () => {
  const source = await scraper();
  const all = [item("a"), item("b", { n: 1 }), item("c", {}, { insights: [insight] })];
  await source.run(all);
  const options = {
    scraper: { id: source.id, agentId: "00000000-0000-0000-0000-000000000000" },
    isWhole: true,
    signal: new AbortController().signal,
    retention: { staleAnalysisAge: 0 },
  };
  // There is more than one batch, so that some items are compared before the clock changes.
  const many = Array.from({ length: 250 }, (_, at) => item(`many ${at}`));
  const found: AsyncGenerator<Found> = between(many, () => shift("-3 days"), [
    ...all.slice(0, 1),
    item("b", { n: 2 }),
    all[2]!,
    item("d"),
  ]);
  const { summary } = await save(system, found, options);
  expect(summary.config_types["Test::Thing"]).toMatchObject({ added: 251, updated: 1, unchanged: 2, deleted: 0 });
  expect(summary.insights).toMatchObject({ resolved: 0 });
  expect(await source.items()).toHaveLength(254);
});

test("a run after the clock was set back still deletes unseen items", async () => {
  const source = await scraper();
  await shift("20 years");
  await source.run([item("a"), item("b")]);
  await shift("0");
  expect((await source.run([item("a")])).summary.config_types["Test::Thing"]).toMatchObject({
    unchanged: 1,
    deleted: 1,
  });
  expect((await source.run([item("a"), item("b")])).summary.config_types["Test::Thing"]).toMatchObject({ deleted: 0 });
  expect((await source.run([item("b")])).summary.config_types["Test::Thing"]).toMatchObject({ deleted: 1 });
  expect(await source.items()).toEqual([{ id: "b", name: "b" }]);
});
