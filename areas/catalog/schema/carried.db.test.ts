// Changes have a copy of the tags and the type of their config item. Row policies compare the tags, so a wrong copy
// would show rows to users without access, or hide rows.
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const database = await testDatabase();
const { ask, queryValue, undone } = await estateIn(database);
const config = (number: number) => idOf("config", number);
const stale = () =>
  queryValue(`select count(*)::int from config_changes ch join config_items c on c.id = ch.config_id
       where ch.config_tags is distinct from c.tags or ch.config_type is distinct from c.type`);

async function connect() {
  const client = new pg.Client(database.connection);
  await client.connect();
  afterAll(() => client.end());
  return client;
}
const [writer, tagger] = [await connect(), await connect()];
const insert = (number: number) =>
  writer.query("insert into config_changes (config_id, change_type, config_tags) values ($1, 'carried', '{}')", [
    config(number),
  ]);
const tag = (number: number, cluster: string) =>
  tagger.query("update config_items set tags = jsonb_build_object('cluster', $2::text), status = 'x' where id = $1", [
    config(number),
    cluster,
  ]);
const clusterOf = (number: number) =>
  queryValue("select config_tags ->> 'cluster' from config_changes where config_id = $1 and change_type = 'carried'", [
    config(number),
  ]);
/** Waits until the connection waits for a lock. */
async function untilWaiting(client: pg.Client) {
  const { processID } = client as unknown as { processID: number };
  const isWaiting = "select wait_event_type = 'Lock' from pg_stat_activity where pid = $1";
  await expect.poll(() => queryValue(isWaiting, [processID])).toBe(true);
}

test("changes copy the tags and the type of their item, ignore inserted values, and are updated with the item", () =>
  undone(async () => {
    expect(await queryValue("select count(*)::int from config_changes where config_tags is not null")).toBeGreaterThan(
      5,
    );
    expect(await stale()).toBe(0);
    await ask(`update config_items set tags = '{"cluster": "west"}' where id in ($1, $2)`, [config(2), config(3)]);
    expect(await stale()).toBe(0);
    await ask("update config_changes set config_id = $1 where config_id = $2", [config(4), config(2)]);
    expect(await stale()).toBe(0);
    await ask("update config_items set tags = null where id = $1", [config(4)]);
    expect(await stale()).toBe(0);
    await ask("update config_items set type = 'Other::Type' where id in ($1, $2)", [config(3), config(4)]);
    expect(
      await queryValue("select count(*)::int from config_changes where config_type = 'Other::Type'"),
    ).toBeGreaterThan(1);
    expect(await stale()).toBe(0);
    await ask("update config_changes set config_type = 'Said::Type'");
    expect(await stale()).toBe(0);
  }));

test("a change that is inserted while its item gets new tags waits for the new tags", async () => {
  await tagger.query("begin");
  await tag(6, "new");
  const coming = insert(6);
  await untilWaiting(writer);
  await tagger.query("commit");
  await coming;
  expect(await clusterOf(6)).toBe("new");
  expect(await stale()).toBe(0);
});

test("an update of tags waits for a change that is being inserted, and updates that change as well", async () => {
  await writer.query("begin");
  await insert(7);
  const tagging = tag(7, "new");
  await untilWaiting(tagger);
  await writer.query("commit");
  await tagging;
  expect(await clusterOf(7)).toBe("new");
  expect(await stale()).toBe(0);
});

test("an update of other columns does not wait for a change", async () => {
  await writer.query("begin");
  await insert(8);
  await tagger.query("set lock_timeout = '5s'");
  await tagger.query("update config_items set status = 'Busy', tags = tags where id = $1", [config(8)]);
  await writer.query("rollback");
  expect(await queryValue("select status from config_items where id = $1", [config(8)])).toBe("Busy");
});
