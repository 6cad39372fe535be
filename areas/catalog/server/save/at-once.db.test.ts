// Many who write at the same time. Who loses to another tries again, and nobody hears of it: here every error of the database is heard.
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../tests/database.ts";
import { item, openSaving } from "../../../../tests/saved-things.ts";
import { refreshGroups, sweepGroups } from "../retain.ts";
import type { DB } from "#server/db/tables.ts";

const database = await testDatabase();
const { ask, pool, scraper, system } = await openSaving(database);

const errors: string[] = [];
const loud = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log: (event) => void (event.level === "error" && errors.push(String(event.error))),
});
const tools = { ...system, db: { ...system.db, system: loud } };

test("two who write items of the same new groups, each in his order, do not wait for one another", async () => {
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

test("two whose items speak of one another's do not wait for one another, and each is tied anew", async () => {
  const [left, right] = [await scraper(tools), await scraper(tools)];
  const speaking = (id: string, of: string, n: number) =>
    item(id, { n }, { relationships: [{ to: { item: { externalId: of, scraper: "all" } }, relation: `Calls${n}` }] });
  for (let n = 0; n < 5; n += 1)
    await Promise.all([left.run([speaking("l", "r", n)]), right.run([speaking("r", "l", n)])]);
  await left.run([speaking("l", "r", 4)]);
  await right.run([speaking("r", "l", 4)]);
  const present = async (source: typeof left) => (await source.edges()).filter(({ gone }) => !gone);
  expect(await present(left)).toMatchObject([{ from: "l", relation: "Calls4", to: "r" }]);
  expect(await present(right)).toMatchObject([{ from: "r", relation: "Calls4", to: "l" }]);
  expect(errors).toEqual([]);
});

test("a change whose item is taken away while it is saved is nobody's, and takes no others with it", async () => {
  const [owner, teller] = [await scraper(), await scraper()];
  await owner.run([item("gone"), item("stays")]);
  await teller.run([item("own")]);
  const remover = new pg.Client(database.connection);
  await remover.connect();
  await remover.query("begin");
  await remover.query("delete from config_items where scraper_id = $1 and name = 'gone'", [owner.id]);
  const change = (name: string) => ({
    of: { externalId: name, type: "Test::Thing", scraper: owner.id },
    externalId: `told of ${name}`,
    type: "Deployed",
  });
  const changes = ["stays", "gone"].map(change);
  const telling = teller.run([item("own"), { kind: "news", news: { changes, insights: [] } }]);
  const isWaiting = `select from pg_locks l join pg_stat_activity a using (pid)
                     where not l.granted and a.datname = current_database()`;
  await expect.poll(async () => (await ask(isWaiting)).length).toBeGreaterThan(0);
  await remover.query("commit");
  await remover.end();
  const { errors, summary } = await telling;
  expect(errors).toEqual([]);
  expect(summary.config_types["Test::Thing"]).toMatchObject({
    changes: 1,
    change: { orphaned: { Deployed: { ids: ["gone"], count: 1 } }, foreign_key_errors: 1 },
  });
  expect(await owner.changes("external_change_id")).toEqual([{ external_change_id: "told of stays" }]);
});

test("scrapers that bring the same new labels, tags and groups at once never stand in one another's way", async () => {
  const [writers, rounds, perRound] = [6, 8, 12];
  const sources = await Promise.all(Array.from({ length: writers }, () => scraper(tools)));
  // Items of the round come with some of its labels, those of the rounds before get the others: each writer in another order.
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
  const upkeep = (async () => {
    const context = { system, success: () => {}, fail: () => {}, signal: new AbortController().signal };
    while (!isOver) {
      for (const job of [refreshGroups, sweepGroups]) await job.run(context as never);
      await ask("select age_config_change_tallies()");
      await ask("select index_config_items(500)");
    }
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
  // What is in use is there, and nothing else is.
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
