import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/running-system.ts";
import { rolesOf } from "./pool.ts";

const { databases: db } = await testDatabase();

test("values are parsed as in JSON: ISO times in UTC, numbers, JSON", async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select timestamptz '2026-11-15 02:48:44.12+01' as at, 9007199254740991::int8 as big, 1.50::numeric as price,
           date '2026-11-15' as day, interval '90 minutes' as took, '{"a":[1]}'::jsonb as json, '{x,y}'::text[] as list`.execute(
    db.system,
  );
  expect(rows[0]).toEqual({
    at: "2026-11-15T01:48:44.12+00:00",
    big: 9007199254740991,
    price: 1.5,
    day: "2026-11-15",
    took: "01:30:00",
    json: { a: [1] },
    list: ["x", "y"],
  });
});

test("each pool uses its role on every connection", async () => {
  const client = await db.pools.system.connect();
  const names = await rolesOf(client).finally(() => client.release());
  const me = sql<{ me: string }>`select current_user as me`;
  expect((await me.execute(db.plain)).rows[0]?.me).toBe(names.plain);
  const claims = { person_id: "p1", rows: {} };
  expect((await db.scoped(claims, (tx) => me.execute(tx))).rows[0]?.me).toBe(names.scoped);
});

test("a scoped transaction reads only the rows that its claims allow; without claims it reads no rows", async () => {
  const client = await db.pools.system.connect();
  const { plain, scoped } = await rolesOf(client).finally(() => client.release());
  await sql
    .raw(
      `create table notes (id integer, owner text);
       alter table notes enable row level security;
       create policy all_of_them on notes to "${plain}" using (true);
       create policy own on notes to "${scoped}"
         using (owner = nullif(current_setting('quarterdeck.claims', true), '')::jsonb ->> 'person_id');
       grant select on notes to "${plain}", "${scoped}";
       insert into notes values (1, 'p1'), (2, 'p2')`,
    )
    .execute(db.system);
  const read = sql<{ id: number }>`select id from notes order by id`;
  const claims = { person_id: "p1", rows: {} };
  expect((await db.scoped(claims, (tx) => read.execute(tx))).rows).toEqual([{ id: 1 }]);
  expect((await read.execute(db.plain)).rows).toEqual([{ id: 1 }, { id: 2 }]);
  // The same connection without scoped(): the claims were reset when their transaction ended.
  expect((await db.pools.scoped.query("select id from notes")).rows).toEqual([]);
});

test("connections that the server closes are replaced", async () => {
  await sql`select 1`.execute(db.plain);
  await sql`
    select pg_terminate_backend(pid)
    from   pg_stat_activity
    where  datname = current_database() and pid <> pg_backend_pid()`.execute(db.system);
  // Idle connections are closed a moment later, and then the pool removes them.
  await until(
    () => db.pools.plain.totalCount,
    (count) => count === 0,
  );
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db.plain);
  expect(rows).toEqual([{ one: 1 }]);
});

test("statements of actors have a timeout", async () => {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db.plain);
  expect(rows[0]?.limit).toBe("1min");
});
