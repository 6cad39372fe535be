import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { idOf } from "#tests/support/estate.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { catalog } from "./index.ts";

const database = await testDatabase();
const { ask, queryValue } = await estateIn(database);
const system = await runSystem(database.databases, { jobs: catalog.jobs! });
afterAll(() => system.stop());

/** Returns items whose counts in the view differ from the rows. */
const wrongCounts = () =>
  ask(`select c.id, c.changes, t.last_3d, t.last_30d
       from   configs c
       left   join config_change_tallies t on t.config_id = c.id
       where  c.changes <> (select count(*) from config_changes h where h.config_id = c.id and h.created_at > now() - interval '7 days')
       or     coalesce(t.last_3d, 0) <> (select count(*) from config_changes h where h.config_id = c.id and h.created_at > now() - interval '3 days')
       or     coalesce(t.last_30d, 0) <> (select count(*) from config_changes h where h.config_id = c.id and h.created_at > now() - interval '30 days')`);

const config = (n: number) => idOf("config", n);
const change = "insert into config_changes (config_id, change_type, created_at) values";

/** A job subtracts old changes from the counts every minute; this call does the same immediately. */
const settled = async () => {
  await ask("select age_config_change_tallies()");
  return wrongCounts();
};

test("change counts stay correct after single and bulk inserts, updates and deletes", async () => {
  expect(await settled()).toEqual([]);
  await ask(
    `${change} ($1, 'a', now()), ($1, 'b', now() - interval '5 days'), ($2, 'c', now() - interval '20 days'), ($2, 'd', now() - interval '40 days')`,
    [config(1), config(2)],
  );
  expect(await settled()).toEqual([]);
  await ask("update config_changes set created_at = now() - interval '10 days' where config_id = $1", [config(1)]);
  expect(await settled()).toEqual([]);
  // One statement makes some changes newer and others older.
  await ask(
    "update config_changes set created_at = case when change_type = 'a' then now() else now() - interval '35 days' end where config_id = $1",
    [config(1)],
  );
  expect(await settled()).toEqual([]);
  await ask("update config_changes set config_id = $2 where config_id = $1", [config(1), config(3)]);
  expect(await settled()).toEqual([]);
  await ask("delete from config_changes where config_id in ($1, $2)", [config(2), config(3)]);
  expect(await settled()).toEqual([]);
  await ask(`${change} ($1, 'e', now())`, [config(12)]);
  await ask("update config_items set health = 'warning' where id = $1", [config(11)]);
  expect(await settled()).toEqual([]);
  await ask("delete from config_relationships where related_id = $1", [config(12)]);
  await ask("delete from config_items where id = $1", [config(12)]);
  expect(await settled()).toEqual([]);
});

test("changes that leave the counted period are subtracted from the counts, even if no row is written", async () => {
  // Sets the clock of the counts back by a day, so that some counted changes are now too old.
  await ask("update config_change_clock set aged_until = now() - interval '1 day'");
  await ask("truncate config_change_tallies");
  await ask(`insert into config_change_tallies
             select config_id,
                    count(*) filter (where created_at > now() - interval '4 days'),
                    count(*) filter (where created_at > now() - interval '8 days'),
                    count(*)
             from   config_changes where created_at > now() - interval '31 days' group by 1`);
  await ask(`${change} ($1, 'x', now() - interval '3 days 12 hours'), ($1, 'y', now() - interval '7 days 12 hours')`, [
    config(4),
  ]);
  await system.jobs.send(database.databases.system, catalog.jobs![0]!, {});
  expect(await until(wrongCounts, (rows) => rows.length === 0)).toEqual([]);
});

test("removes old changes and old unlisted versions, but keeps changes that are evidence of an incident", async () => {
  await ask("insert into properties (name, value) values ('config.changes.retention.days', '60')");
  const old = await ask<{ id: string }>(
    `${change} ($1, 'old', now() - interval '61 days'), ($1, 'old', now() - interval '200 days') returning id`,
    [config(5)],
  );
  await ask("update evidences set config_change_id = $1 where id = $2", [old[0]!.id, idOf("evidence", 1)]);
  await ask(
    `insert into config_unlisted_versions (config_id, diff, config_hash, created_at)
     values ($1, '', new_id(), now() - interval '61 days'), ($1, '', new_id(), now() - interval '59 days')`,
    [config(5)],
  );
  await system.jobs.send(database.databases.system, catalog.jobs![1]!, {});
  await until(
    () =>
      queryValue(
        "select success_count from job_history where name = 'Clean up config changes' and status = 'SUCCESS' order by time_start desc limit 1",
      ),
    (count) => count === 2,
  );
  expect(await ask("select id from config_changes where change_type = 'old'")).toEqual([{ id: old[0]!.id }]);
  expect(await queryValue("select count(*)::int from config_unlisted_versions where diff = ''")).toBe(1);
});
