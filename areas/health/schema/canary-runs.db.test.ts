// How the job of a canary stands, and what its Job History lists: the runs of its checks, which leave no rows in job_history.
import { expect, test } from "vitest";
import { testDatabase } from "../../../tests/database.ts";

const { databases } = await testDatabase();
const ask = async <Row extends object>(statement: string, values: unknown[] = []) =>
  (await databases.pools.system.query<Row & Record<string, unknown>>(statement, values)).rows;

async function canary(name: string, checks: number): Promise<{ id: string; checks: string[] }> {
  const [row] = await ask<{ id: string }>(
    "insert into canaries (name, namespace, spec, source) values ($1, 'default', '{}', 'UI') returning id",
    [name],
  );
  const made = await ask<{ id: string }>(
    "insert into checks (canary_id, type, name) select $1, 'http', 'check ' || n from generate_series(1, $2::int) n returning id",
    [row!.id, checks],
  );
  return { id: row!.id, checks: made.map(({ id }) => id) };
}
const ran = (check: string, ago: string, status: boolean, more = "false") =>
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

test("a canary that never ran has no status and no history", async () => {
  const { id } = await canary("new", 1);
  expect(await statusOf(id)).toMatchObject({ job_status: null, job_success_count: null });
  expect(await historyOf(id)).toEqual([]);
});

test("the status of a canary is that of the latest runs of its checks", async () => {
  const { id, checks } = await canary("runs", 2);
  await ran(checks[0]!, "1 minute", true);
  await ran(checks[1]!, "1 minute", true);
  expect(await statusOf(id)).toMatchObject({
    job_name: "Check runs",
    job_status: "SUCCESS",
    job_success_count: 2,
    job_error_count: 0,
    has_failed: false,
  });
  await ran(checks[1]!, "1 second", false);
  expect(await statusOf(id)).toMatchObject({
    job_status: "WARNING",
    job_success_count: 2,
    job_error_count: 1,
    has_failed: true,
  });
});

test("runs in maintenance count for neither, and what is wrong with the canary itself comes first", async () => {
  const { id, checks } = await canary("maintained", 1);
  await ran(checks[0]!, "1 minute", true);
  await ran(checks[0]!, "1 second", false, "true");
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

test("the history has a row an hour, from the sums and from runs that are not summed up yet, each run once", async () => {
  const { id, checks } = await canary("hours", 2);
  for (const ago of ["0 hours", "1 hour", "5 hours", "30 hours"])
    for (const check of checks) await ran(check, ago, check === checks[0]);
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
