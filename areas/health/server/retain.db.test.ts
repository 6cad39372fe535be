import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { idOf } from "#tests/support/estate.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { health } from "./index.ts";

const database = await testDatabase();
const { ask, queryValue } = await estateIn(database);
const db = database.databases.system;
const system = await runSystem(database.databases, { jobs: health.jobs! });
afterAll(() => system.stop());

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();

/** Runs a job once more, and returns the row of its run. */
async function runJob(name: string) {
  const job = health.jobs!.find((item) => item.name === name)!;
  const since = new Date().toISOString();
  // If a scheduled run is already waiting, that run is used.
  await system.jobs.send(db, job, {});
  const rows = await until(
    () =>
      ask<{ status: string; success_count: number; details: { summary?: unknown; errors?: string[] } | null }>(
        "select status, success_count, details from job_history where name = $1 and time_start >= $2 and status <> 'RUNNING' order by time_start desc",
        [job.title, since],
      ),
    (found) => found.length > 0,
  );
  return rows[0]!;
}

test("creates partitions in advance, and reports how many it created", async () => {
  await sql`select drop_check_status_partitions((now() + interval '30 days')::date)`.execute(db);
  expect(await runJob("health.partitions")).toMatchObject({ status: "SUCCESS", success_count: 9 });
  expect(await runJob("health.partitions")).toMatchObject({ status: "SUCCESS", success_count: 0 });
});

test("computes hourly and daily sums of runs, including runs that arrive up to three days late", async () => {
  const check = idOf("check", 1);
  const at = new Date(Date.now() - 50 * 3_600_000);
  at.setUTCMinutes(10, 0, 0);
  await ask(
    "insert into check_statuses (check_id, time, status, duration) values ($1, $2, true, 40), ($1, $2::timestamptz + interval '5 minutes', false, 60)",
    [check, at.toISOString()],
  );
  expect((await runJob("health.roll-up-hours")).status).toBe("SUCCESS");
  const hour =
    "select total, passed, failed, duration::int from check_statuses_1h where check_id = $1 and created_at = date_trunc('hour', $2::timestamptz, 'UTC')";
  expect(await ask(hour, [check, at.toISOString()])).toEqual([]);
  expect((await runJob("health.roll-up-days")).status).toBe("SUCCESS");
  expect(await ask(hour, [check, at.toISOString()])).toEqual([{ total: 2, passed: 1, failed: 1, duration: 100 }]);
  expect(
    await queryValue(
      "select total from check_statuses_1d where check_id = $1 and created_at = date_trunc('day', $2::timestamptz, 'UTC')",
      [check, at.toISOString()],
    ),
  ).toBe(2);
});

test("recomputes old summaries", async () => {
  const check = idOf("check", 2);
  await ask(
    "insert into check_statuses (check_id, time, status, duration) values ($1, now() - interval '59 minutes 59 seconds', true, 1)",
    [check],
  );
  await ask(
    "update check_status_summaries set updated_at = now() - interval '6 minutes', last_check = now() where check_id = $1",
    [check],
  );
  await system.jobs.send(
    db,
    health.jobs!.find(({ name }) => name === "health.age-summaries")!,
    {},
  );
  const isFresh = "select updated_at > now() - interval '1 minute' from check_status_summaries where check_id = $1";
  expect(await until(() => queryValue(isFresh, [check]))).toBe(true);
});

test("keeps runs for the time in the property, hourly sums three times as long, and daily sums nine times as long", async () => {
  const check = idOf("check", 3);
  await ask("insert into properties (name, value) values ('check.status.retention.days', '10')");
  await ask("select make_check_status_partitions((now() - interval '20 days')::date, now()::date)");
  for (const ago of [2, 9, 12, 15])
    await ask("insert into check_statuses (check_id, time, status) values ($1, $2, true)", [check, day(ago)]);
  // This day has no partition.
  await ask("insert into check_statuses (check_id, time, status) values ($1, $2, true)", [check, day(400)]);
  for (const table of ["check_statuses_1h", "check_statuses_1d"])
    for (const ago of [20, 40, 80, 100])
      await ask(
        `insert into ${table} (check_id, created_at, duration, total, passed, failed) values ($1, $2, 1, 1, 1, 0)`,
        [check, day(ago)],
      );
  const run = await runJob("health.retain");
  expect(run).toMatchObject({ status: "SUCCESS", details: { summary: { partitions: 10, hours: 3, days: 1 } } });
  expect(
    await queryValue(
      "select count(*)::int from check_statuses where check_id = $1 and time < now() - interval '11 days'",
      [check],
    ),
  ).toBe(0);
  expect(
    await queryValue(
      "select count(*)::int from check_statuses where check_id = $1 and time between now() - interval '10 days' and now() - interval '1 day'",
      [check],
    ),
  ).toBe(2);
  expect(
    await queryValue(
      "select count(*)::int from check_statuses_1h where check_id = $1 and created_at < now() - interval '10 days'",
      [check],
    ),
  ).toBe(1);
  expect(
    await queryValue(
      "select count(*)::int from check_statuses_1d where check_id = $1 and created_at < now() - interval '10 days'",
      [check],
    ),
  ).toBe(3);
  // Live screens are notified of dropped partitions.
  expect(await queryValue("select count(*) > 0 from changes where relation = 'check_statuses' and ids is null")).toBe(
    true,
  );
});

test("reports an invalid property in the history, and uses the default retention", async () => {
  await ask("update properties set value = 'forever' where name = 'check.status.retention.days'");
  const run = await runJob("health.retain");
  expect(run.status).toBe("FAILED");
  expect(run.details?.errors?.[0]).toMatch(/check\.status\.retention\.days is "forever"/);
});
