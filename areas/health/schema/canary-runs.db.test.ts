// Tests the status of a canary and its job history, which are derived from the runs of its checks; runs leave no rows
// in job_history.
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";

const { databases } = await testDatabase();
const ask = async <Row extends object>(statement: string, values: unknown[] = []) =>
  (await databases.pools.system.query<Row & Record<string, unknown>>(statement, values)).rows;

async function canary(name: string, checks: number): Promise<{ id: string; checks: string[] }> {
  const [row] = await ask<{ id: string }>(
    "insert into canaries (name, namespace, spec, source) values ($1, 'default', '{}', 'UI') returning id",
    [name],
  );
  const inserted = await ask<{ id: string }>(
    "insert into checks (canary_id, type, name) select $1, 'http', 'check ' || n from generate_series(1, $2::int) n returning id",
    [row!.id, checks],
  );
  return { id: row!.id, checks: inserted.map(({ id }) => id) };
}
const addRun = (check: string, ago: string, status: boolean, more = "false") =>
  ask(
    `insert into check_statuses (check_id, time, status, duration, in_maintenance)
     values ($1, now() - $2::interval, $3, 5, ${more})`,
    [check, ago, status],
  );
const statusOf = async (id: string) =>
  (
    await ask(
      "select job_name, job_status, job_success_count, job_error_count, job_last_failed is not null as has_failed, job_details from canaries_with_status where id = $1",
      [id],
    )
  )[0];
const historyOf = (id: string) =>
  ask(
    "select name, status, success_count, error_count from canary_job_histories where resource_id = $1 order by time_start desc, name",
    [id],
  );

test("a canary has no status and no history before its first run", async () => {
  const { id } = await canary("new", 1);
  expect(await statusOf(id)).toMatchObject({ job_status: null, job_success_count: null });
  expect(await historyOf(id)).toEqual([]);
});

test("derives the status of a canary from the last run of each of its checks", async () => {
  const { id, checks } = await canary("runs", 2);
  await addRun(checks[0]!, "1 minute", true);
  await addRun(checks[1]!, "1 minute", true);
  expect(await statusOf(id)).toMatchObject({
    job_name: "Check runs",
    job_status: "SUCCESS",
    job_success_count: 2,
    job_error_count: 0,
    has_failed: false,
  });
  await addRun(checks[1]!, "2 seconds", false);
  expect(await statusOf(id)).toMatchObject({
    job_status: "FAILED",
    job_success_count: 2,
    job_error_count: 1,
    has_failed: true,
  });
  await addRun(checks[1]!, "1 second", true);
  expect(await statusOf(id)).toMatchObject({ job_status: "SUCCESS", job_error_count: 1, has_failed: true });
});

test("a warning of another program is shown until all checks have run, and any other fault until it is fixed", async () => {
  const { id, checks } = await canary("followed", 2);
  const record = (name: string, status: string, ago: string) =>
    ask(
      `insert into job_history (name, resource_type, resource_id, status, success_count, error_count, details, time_start, created_at)
       values ($2, 'canary', $1, $3, 0, 1, '{"errors": ["connection refused"]}', now() - $4::interval, now() - $4::interval)`,
      [id, name, status, ago],
    );
  await record("Canary", "WARNING", "10 hours");
  await addRun(checks[0]!, "1 minute", true);
  await addRun(checks[1]!, "11 hours", true);
  expect(await statusOf(id)).toMatchObject({ job_name: "Canary", job_status: "WARNING" });
  await addRun(checks[1]!, "1 minute", true);
  expect(await statusOf(id)).toMatchObject({ job_name: "Check runs", job_status: "SUCCESS", job_details: null });
  await record("Manifests", "WARNING", "9 hours");
  expect(await statusOf(id)).toMatchObject({ job_name: "Manifests", job_status: "WARNING" });
  await record("Canary", "FAILED", "8 hours");
  expect(await statusOf(id)).toMatchObject({ job_name: "Canary", job_status: "FAILED" });
});

test("ignores runs in maintenance, and shows faults of the canary itself first", async () => {
  const { id, checks } = await canary("maintained", 1);
  await addRun(checks[0]!, "1 minute", true);
  await addRun(checks[0]!, "1 second", false, "true");
  expect(await statusOf(id)).toMatchObject({ job_status: "SUCCESS", job_success_count: 1, job_error_count: 0 });
  expect(await historyOf(id)).toEqual([{ name: "Check runs", status: "SUCCESS", success_count: 1, error_count: 0 }]);
  await ask(
    `insert into job_history (name, resource_type, resource_id, status, success_count, error_count, details, time_start)
     values ('Canary', 'canary', $1, 'FAILED', 0, 1, '{"errors": ["no such field"]}', now())`,
    [id],
  );
  expect(await statusOf(id)).toMatchObject({
    job_name: "Canary",
    job_status: "FAILED",
    job_details: { errors: ["no such field"] },
  });
  expect((await historyOf(id)).map(({ name }) => name)).toContain("Canary");
});

test("returns one history row per hour, from sums and recent runs, and counts each run once", async () => {
  const { id, checks } = await canary("hours", 2);
  for (const ago of ["0 hours", "1 hour", "5 hours", "30 hours"])
    for (const check of checks) await addRun(check, ago, check === checks[0]);
  await ask("select roll_up_check_hours(now() - interval '3 days')");
  const hours = await historyOf(id);
  expect(hours).toHaveLength(4);
  expect(
    hours.every(
      ({ success_count, error_count, status }) => success_count === 1 && error_count === 1 && status === "WARNING",
    ),
  ).toBe(true);
  const [other] = [await canary("another", 1)];
  expect(await historyOf(other.id)).toEqual([]);
});
