import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { writeCanary } from "#tests/support/running-checks.ts";

const { databases: db } = await testDatabase();

async function newCheck(name: string): Promise<string> {
  const canary = await writeCanary(db, { tcp: [{ name, endpoint: "db:1" }] });
  const { id } = await db.system
    .selectFrom("checks")
    .select("id")
    .where("canary_id", "=", canary)
    .executeTakeFirstOrThrow();
  return id;
}
const uptimesOf = async (check: string) =>
  (await sql`select * from check_uptimes where check_id = ${check}`.execute(db.system)).rows[0];

test("adds up 24 hours, 7 and 30 days from hourly sums and the latest runs, and counts each run once", async () => {
  const check = await newCheck("summed");
  const hour = (ago: string) => sql`date_trunc('hour', now() - ${ago}::interval, 'UTC')`;
  await sql`
    insert into check_statuses_1h (check_id, created_at, duration, total, passed, failed) values
      (${check}, ${hour("31 days")}, 0, 100, 0, 100),
      (${check}, ${hour("20 days")}, 0, 10, 7, 3),
      (${check}, ${hour("3 days")}, 0, 12, 10, 1),
      (${check}, ${hour("5 hours")}, 0, 5, 5, 0),
      (${check}, ${hour("0 hours")}, 0, 50, 0, 50)`.execute(db.system);
  // The current hour already has a sum, but the view reads the runs of this hour instead.
  await sql`
    insert into check_statuses (check_id, time, status, invalid, in_maintenance) values
      (${check}, now() - interval '2 seconds', true, false, false),
      (${check}, now() - interval '1 second', false, false, false),
      (${check}, now() - interval '3 seconds', false, true, false),
      (${check}, now() - interval '4 seconds', false, false, true),
      (${check}, now() - interval '5 seconds', null, false, false)`.execute(db.system);
  expect(await uptimesOf(check)).toMatchObject({
    passed_24h: 6,
    failed_24h: 1,
    passed_7d: 16,
    failed_7d: 2,
    passed_30d: 23,
    failed_30d: 5,
  });
  const { rows } = await sql<{ same: boolean }>`
    select first_hour = ${hour("20 days")} as same from check_uptimes where check_id = ${check}`.execute(db.system);
  expect(rows[0]!.same).toBe(true);
});

test("first_hour is null if no run counts towards uptime", async () => {
  expect(await uptimesOf(await newCheck("new"))).toMatchObject({ passed_30d: 0, failed_30d: 0, first_hour: null });
});
