// Counts of changes are stored separately. After concurrent writes, they must equal the number of stored changes.
import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import { idOf } from "#tests/support/estate.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { ChangesPage, ChangesQuery, Histogram } from "../../contract.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { db, person } = await openEstate(server);
const viewer = await person({ roles: ["viewer"] });

async function connect() {
  const client = new pg.Client(server.database.connection);
  await client.connect();
  afterAll(() => client.end());
  return client;
}

const clients = [await connect(), await connect(), await connect(), await connect()];

/** Returns the differences between the stored counts and the counted changes. */
async function differences() {
  const { rows } = await sql<{ period: string; change_type: string; severity: string; off: number }>`
    select period, config_type, change_type, severity, sum(changes)::integer as off
    from   (
             select period, config_type, change_type, severity, changes from config_change_counts
             union all
             select period, config_type, change_type, severity, changes from config_change_notes
             union all
             select date_bin('6 hours', created_at, '1970-01-01 00:00:00+00'), config_type, change_type, coalesce(severity, 'none'), -1 from config_changes
           ) c
    group  by 1, 2, 3, 4
    having sum(changes) <> 0`.execute(db);
  return rows;
}

const types = ["diff", "Killing", "BackOff"];
const severities = ["info", "low", "high", null];
const extra = (number: number) => idOf("config", 500 + number);

test("concurrent writers leave correct counts without deadlocks", async () => {
  expect(await differences()).toEqual([]);
  const items = Array.from({ length: 8 }, (_, at) => extra(at));
  for (const id of items)
    await sql`insert into config_items (id, type, config_class, name) values (${id}, 'Counted', 'Counted', ${id})`.execute(
      db,
    );
  const writer = async (client: pg.Client, seed: number) => {
    const chance = chanceOf(seed);
    const moment = () => new Date(Date.now() - chance.between(0, 40 * 86_400_000)).toISOString();
    // Each writer changes its own items, so that the writers share only the counts.
    const own = items.filter((_, at) => at % 4 === seed);
    for (let n = 0; n < 60; n += 1) {
      const config = chance.pick(own);
      const [type, severity] = [chance.pick(types), chance.pick(severities)];
      await client.query("begin");
      for (let more = chance.between(1, 3); more > 0; more -= 1)
        switch (chance.between(0, 6)) {
          case 0:
          case 1:
            await client.query(
              `insert into config_changes (config_id, change_type, severity, created_at)
               select $1, $2, $3, $4::timestamptz + n * interval '1 hour' from generate_series(1, $5::integer) n`,
              [config, type, severity, moment(), chance.between(1, 12)],
            );
            break;
          case 2:
            await client.query(
              "update config_changes set created_at = created_at + interval '5 hours', count = count + 1, severity = $2 where config_id = $1 and change_type = $3",
              [config, severity, type],
            );
            break;
          case 3:
            await client.query("update config_changes set count = count + 1 where config_id = $1", [config]);
            break;
          case 4:
            await client.query("delete from config_changes where config_id = $1 and change_type = $2", [config, type]);
            break;
          case 5:
            await client.query("update config_items set type = $2 where id = $1", [
              config,
              chance.pick(["Counted", "Counted::Other"]),
            ]);
            break;
          default:
            await client.query(
              "update config_items set deleted_at = case when deleted_at is null then now() end where id = $1",
              [config],
            );
        }
      await client.query(chance.next() < 0.2 ? "rollback" : "commit");
      if (chance.next() < 0.3) await client.query("select merge_config_change_notes()");
      if (chance.next() < 0.05) {
        await client.query("delete from config_items where id = $1", [config]);
        await client.query(
          "insert into config_items (id, type, config_class, name) values ($1, 'Counted', 'Counted', 'again')",
          [config],
        );
      }
    }
  };
  await Promise.all(clients.map((client, at) => writer(client, at)));
  expect(await differences()).toEqual([]);
  await sql`select merge_config_change_notes()`.execute(db);
  expect(await differences()).toEqual([]);
  const { rows } = await sql<{ some: boolean; none: number }>`
    select exists (select from config_change_counts) as some, (select count(*)::integer from config_change_counts where changes <= 0) as none`.execute(
    db,
  );
  expect(rows).toEqual([{ some: true, none: 0 }]);
  await sql`select recount_config_changes()`.execute(db);
  expect(await differences()).toEqual([]);
});

test("for long ranges, the stored counts equal the number of changes", async () => {
  const chance = chanceOf(7);
  // Covers deleted items, both sides of a period boundary, and writes after the last merge.
  await sql`insert into config_items (id, type, config_class, name, deleted_at)
            values (${extra(20)}, 'Counted', 'Counted', 'there', null), (${extra(21)}, 'Counted', 'Counted', 'gone', now())`.execute(
    db,
  );
  await sql`insert into config_changes (config_id, change_type, severity, created_at)
            select case when n % 3 = 0 then ${extra(21)}::uuid else ${extra(20)}::uuid end, 'Even', case when n % 2 = 0 then 'low' end,
                   date_bin('6 hours', now(), '1970-01-01 00:00:00+00') - n * interval '2 hours'
            from   generate_series(1, 300) n`.execute(db);
  await sql`select merge_config_change_notes()`.execute(db);
  await sql`insert into config_changes (config_id, change_type, severity, created_at)
            select ${extra(20)}, 'Odd', 'high', now() - n * interval '7 hours' from generate_series(1, 50) n`.execute(
    db,
  );
  const post = async <T>(path: string, body: unknown) => {
    const answer = await viewer.ask(`/api/catalog/${path}`, { method: "POST", body });
    expect({ body, status: answer.status, text: answer.text }).toMatchObject({ body, status: 200 });
    return answer.body as T;
  };
  for (let n = 0; n < 40; n += 1) {
    const from = Date.now() - chance.between(3 * 86_400, 40 * 86_400) * 1000;
    const to = chance.pick([Date.now(), from + chance.between(2 * 86_400, 30 * 86_400) * 1000]);
    const filters: ChangesQuery = {
      from: chance.pick([new Date(from).toISOString(), new Date(from - (from % 21_600_000)).toISOString()]),
      to: new Date(to).toISOString(),
      ...chance.pick([
        {},
        { type: "Even" },
        { type: "!diff", severity: "low" },
        { severity: "!high" },
        { config_type: "Counted" },
        { config_type: "Counted*,Kubernetes::Pod", type: "Even,diff" },
        { config_type: "!Counted", severity: "info" },
      ]),
      include_deleted_configs: chance.next() < 0.5,
    };
    // The agent filter matches every item, but cannot be answered from the stored counts.
    const apart = { ...filters, agent_id: "local" };
    const buckets = chance.pick([2, 7, 40]);
    const found = await post<Histogram>("changes/histogram", { ...filters, buckets });
    const expected = await post<Histogram>("changes/histogram", { ...apart, buckets });
    expect(found).toEqual(expected);
    expect((await post<ChangesPage>("changes", { ...filters, page_size: 1 })).total).toBe(found.total);
  }
  // These ranges are open at one end.
  for (const filters of [{ from: "now-30d" }, { from: null, to: "now-3h" }])
    for (const path of ["changes", "changes/histogram"])
      expect((await post<Histogram>(path, filters)).total).toBe(
        (await post<Histogram>(path, { ...filters, agent_id: "local" })).total,
      );
});

test("truncating the changes resets the counts", async () => {
  const client = clients[0]!;
  await client.query("begin");
  await client.query("truncate config_changes cascade");
  const { rows } = await client.query("select from config_change_counts union all select from config_change_notes");
  expect(rows).toEqual([]);
  await client.query("rollback");
  expect(await differences()).toEqual([]);
});
