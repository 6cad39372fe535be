// Tests concurrent saves. A transaction that loses a conflict is retried silently, so these tests record every error of
// the database.
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { item, openSaving } from "#tests/support/saved-things.ts";
import { refreshGroups, sweepGroups } from "../retain.ts";
import type { DB } from "#server/db/tables.ts";

const database = await testDatabase();
const { ask, pool, scraper, system } = await openSaving(database);

const errors: string[] = [];
const recording = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log: (event) => void (event.level === "error" && errors.push(String(event.error))),
});
const tools = { ...system, db: { ...system.db, system: recording } };

test("two transactions that write items of the same new groups in opposite order do not deadlock", async () => {
  const [one, other] = [new pg.Client(database.connection), new pg.Client(database.connection)];
  for (const client of [one, other]) await client.connect();
  const write = (client: pg.Client, name: string, status: string) =>
    client.query(
      "insert into config_items (name, type, config_class, status) values ($1, 'Test::Group', 'Group', $2)",
      [name, status],
    );
  await one.query("begin");
  await other.query("begin");
  await write(one, "a", "left");
  await write(other, "b", "right");
  await write(one, "c", "right");
  await write(other, "d", "left");
  for (const client of [one, other]) {
    await client.query("commit");
    await client.end();
  }
  await ask("select refresh_config_groups()");
  expect(await ask("select status, items from config_groups where type = 'Test::Group' order by status")).toEqual([
    { status: "left", items: 2 },
    { status: "right", items: 2 },
  ]);
});

test("scrapers whose items refer to one another do not deadlock, and the items of both are linked again", async () => {
  const [left, right] = [await scraper(tools), await scraper(tools)];
  const referring = (id: string, target: string, n: number) =>
    item(
      id,
      { n },
      { relationships: [{ to: { item: { externalId: target, scraper: "all" } }, relation: `Calls${n}` }] },
    );
  for (let n = 0; n < 5; n += 1)
    await Promise.all([left.run([referring("l", "r", n)]), right.run([referring("r", "l", n)])]);
  await left.run([referring("l", "r", 4)]);
  await right.run([referring("r", "l", 4)]);
  const present = async (source: typeof left) => (await source.edges()).filter(({ gone }) => !gone);
  expect(await present(left)).toMatchObject([{ from: "l", relation: "Calls4", to: "r" }]);
  expect(await present(right)).toMatchObject([{ from: "r", relation: "Calls4", to: "l" }]);
  expect(errors).toEqual([]);
});

test("a change whose item is deleted while the change is saved is orphaned, and the other changes are saved", async () => {
  const [owner, reporter] = [await scraper(), await scraper()];
  await owner.run([item("gone"), item("stays")]);
  await reporter.run([item("own")]);
  const remover = new pg.Client(database.connection);
  await remover.connect();
  await remover.query("begin");
  await remover.query("delete from config_items where scraper_id = $1 and name = 'gone'", [owner.id]);
  const change = (name: string) => ({
    of: { externalId: name, type: "Test::Thing", scraper: owner.id },
    externalId: `change of ${name}`,
    type: "Deployed",
  });
  const changes = ["stays", "gone"].map(change);
  const reporting = reporter.run([item("own"), { kind: "news", news: { changes, insights: [] } }]);
  const isWaiting = `select from pg_locks l join pg_stat_activity a using (pid)
                     where not l.granted and a.datname = current_database()`;
  await expect.poll(async () => (await ask(isWaiting)).length).toBeGreaterThan(0);
  await remover.query("commit");
  await remover.end();
  const { errors, summary } = await reporting;
  expect(errors).toEqual([]);
  expect(summary.config_types["Test::Thing"]).toMatchObject({
    changes: 1,
    change: { orphaned: { Deployed: { ids: ["gone"], count: 1 } }, foreign_key_errors: 1 },
  });
  expect(await owner.changes("external_change_id")).toEqual([{ external_change_id: "change of stays" }]);
});

test("scrapers that save the same new labels, tags and groups concurrently do not deadlock", async () => {
  const [writers, rounds, perRound] = [6, 8, 12];
  const sources = await Promise.all(Array.from({ length: writers }, () => scraper(tools)));
  // In each round, half of the labels are set on new items and the other half on items from earlier rounds. Each writer
  // uses a different order.
  const found = (writer: number, round: number) =>
    Array.from({ length: (round + 1) * perRound }, (_, n) => {
      const label = (writer % 2 === 0) === n < round * perRound ? `early-${round}` : `late-${round}`;
      const which = (n * 7 + writer) % perRound;
      return item(
        `${n}`,
        { round },
        {
          labels: { [`${label}-${which}`]: "yes" },
          tags: { zone: `${label}-${which}` },
          status: `${label}-${which}`,
          health: (n + round) % 2 === 0 ? "healthy" : "unhealthy",
        },
      );
    });
  let isOver = false;
  // The maintenance jobs have their own connections, because on a busy machine the writers may hold all other
  // connections for longer than the server waits for a free connection.
  const ownPool = new pg.Pool(database.connection);
  const own = new Kysely<DB>({ dialect: new PostgresDialect({ pool: ownPool }) });
  const upkeep = (async () => {
    const withOwn = { ...system, db: { ...system.db, system: own } };
    const context = { system: withOwn, success: () => {}, fail: () => {}, signal: new AbortController().signal };
    while (!isOver) {
      for (const job of [refreshGroups, sweepGroups]) await job.run(context as never);
      await ownPool.query("select age_config_change_tallies()");
      await ownPool.query("select index_config_items(500)");
    }
    await own.destroy();
  })();
  for (let round = 0; round < rounds; round += 1)
    if (errors.length === 0) await Promise.all(sources.map((source, writer) => source.run(found(writer, round))));
  isOver = true;
  await upkeep;
  expect(errors).toEqual([]);
  const last = rounds - 1;
  await ask("select refresh_config_groups()");
  const [counted] = await ask<{ items: number }>(
    "select sum(items)::int as items from config_groups where type = 'Test::Thing' and tags ? 'zone'",
  );
  expect(counted!.items).toBe(writers * rounds * perRound);
  // The facets contain exactly the used labels.
  const inUse = await ask(
    "select distinct 'labels' as kind, l.key from config_items i, jsonb_each_text(i.labels) l where i.deleted_at is null order by 2",
  );
  expect(inUse.length).toBe(2 * perRound);
  expect(
    await ask(
      `select distinct kind, key from config_facets where kind = 'labels' and key like '%-${last}-%' order by 2`,
    ),
  ).toEqual(inUse);
});
