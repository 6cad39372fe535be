// Tests the limits of the results that wait on an agent.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { thinResults } from "./thin-results.ts";

const { databases } = await testDatabase();
const db = databases.system;

async function store(canary: string, days: number, statuses: readonly boolean[]): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with c as (insert into canaries (name, spec) values (${canary}, '{}') returning id)
    insert into checks (canary_id, type, name) select id, 'http', ${canary} from c returning id`.execute(db);
  const [{ id }] = rows as [{ id: string }];
  await sql`
    insert into check_statuses (check_id, time, status)
    select ${id}, now() - make_interval(days => ${days}) + n * interval '1 minute', s
    from   unnest(${statuses}::boolean[]) with ordinality as u (s, n)`.execute(db);
  return id;
}
const statusesOf = async (id: string) => {
  const { rows } = await sql<{ status: boolean }>`
    select status from check_statuses where check_id = ${id} order by time`.execute(db);
  return rows.map(({ status }) => status);
};

test("results older than 7 days are reduced to status changes, and the time range of the deleted results is returned", async () => {
  const old = await store("old", 8, [true, true, true, false, false, true]);
  const recent = await store("recent", 2, [true, true, true]);
  const gap = await thinResults(db, { days: 7, bytes: 2 ** 30 });
  expect(gap).toMatchObject({ deleted: 3 });
  expect(Date.parse(gap!.from)).toBeLessThan(Date.parse(gap!.to));
  expect(await statusesOf(old)).toEqual([true, false, true]);
  expect(await statusesOf(recent)).toEqual([true, true, true]);
  expect(await thinResults(db, { days: 7, bytes: 2 ** 30 })).toBeUndefined();
});

test("results that exceed the size limit are reduced to status changes, and pushed results are kept", async () => {
  const many = await store(
    "many",
    1,
    Array.from({ length: 40 }, () => true),
  );
  await sql`
    update check_statuses set is_pushed = true
    where  check_id = ${many} and time < (select min(time) + interval '9 minutes 30 seconds' from check_statuses where check_id = ${many})`.execute(
    db,
  );
  expect(await thinResults(db, { days: 7, bytes: 1 })).toMatchObject({ deleted: expect.any(Number) as number });
  // Ten results that were pushed, and the first result that was not pushed.
  expect(await statusesOf(many)).toHaveLength(11);
});
