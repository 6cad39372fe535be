import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until, type RunningSystem } from "#tests/support/running-system.ts";
import { defineJob } from "./definition.ts";
import type { JobDefinition } from "../area.ts";
import { requestPoll } from "./poll-request.ts";
import { jitterMs } from "./schedules.ts";

const { databases: db } = await testDatabase();
const running: RunningSystem[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((system) => system.stop()));
  await sql`delete from jobs.job`.execute(db.system);
  await sql`delete from job_schedules`.execute(db.system);
});
const start = async (...jobs: JobDefinition[]) => {
  const system = await runSystem(db, { jobs });
  running.push(system);
  return system;
};

const rowOf = (name: string) =>
  db.system.selectFrom("job_schedules").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
const makeDue = (name: string, ago = "1 second") =>
  sql`update job_schedules set due_at = now() - ${ago}::interval, run_at = now() - ${ago}::interval where name = ${name}`.execute(
    db.system,
  );

test("a tick starts only one run, even if several processes poll", async () => {
  const runs: string[] = [];
  const job = (by: string) =>
    defineJob({ name: "tick", schedule: { everySeconds: 3_600 }, run: () => void runs.push(by) });
  await start(job("a"));
  await start(job("b"));
  await start(job("c"));
  for (let tick = 1; tick <= 2; tick += 1) {
    await makeDue("tick");
    await until(() => runs.length >= tick);
    await requestPoll(db.system);
    // After this time each process has polled at least once more.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(runs).toHaveLength(tick);
  }
});

test("a schedule with ifRowsIn does not start a run while the table is empty", async () => {
  let runs = 0;
  await sql`delete from config_search_waiting`.execute(db.system);
  const schedule = { everySeconds: 3_600, ifRowsIn: "config_search_waiting" as const };
  const always: number[] = [];
  await start(
    defineJob({ name: "with-rows", schedule, run: () => void (runs += 1) }),
    defineJob({ name: "always", schedule: { everySeconds: 3_600 }, run: () => void always.push(1) }),
  );
  await makeDue("with-rows");
  await makeDue("always");
  await until(() => always.length);
  // One poll finds both schedules.
  expect(runs).toBe(0);
  await sql`insert into config_search_waiting (config_id) values (gen_random_uuid())`.execute(db.system);
  await until(() => runs);
  expect(runs).toBe(1);
  await sql`delete from config_search_waiting`.execute(db.system);
});

test("a schedule with rowsWhere starts a run only if the condition is true for a row", async () => {
  const runs: string[] = [];
  const named = (name: string, rowsWhere: string) =>
    defineJob({
      name,
      schedule: { everySeconds: 3_600, ifRowsIn: "job_schedules", rowsWhere },
      run: () => void runs.push(name),
    });
  await start(named("without-row", "name = 'other'"), named("with-row", "name = 'with-row'"));
  await makeDue("without-row");
  await makeDue("with-row");
  await until(() => runs.length);
  // One poll finds both schedules.
  expect(runs).toEqual(["with-row"]);
});

test("the next run follows the schedule, and one run replaces all missed ticks", async () => {
  let runs = 0;
  await start(defineJob({ name: "missed", schedule: { everySeconds: 600 }, run: () => void (runs += 1) }));
  await makeDue("missed", "1 day");
  await until(() => runs);
  const { due_at, run_at } = await until(
    () => rowOf("missed"),
    (row) => new Date(row.due_at).getTime() > Date.now(),
  );
  const inMs = new Date(due_at).getTime() - Date.now();
  expect(inMs).toBeGreaterThan(500_000);
  expect(inMs).toBeLessThanOrEqual(600_000);
  expect(new Date(run_at).getTime() - new Date(due_at).getTime()).toBeLessThan(60_000);
  expect(runs).toBe(1);
});

test("a tick during a run does not start a second run", async () => {
  let runs = 0;
  const release = Promise.withResolvers<void>();
  const system = await start(
    defineJob({
      name: "long",
      schedule: { everySeconds: 3_600 },
      concurrency: 2,
      run: () => ((runs += 1), release.promise),
    }),
  );
  await makeDue("long");
  await until(() => runs);
  await makeDue("long");
  await until(
    () => rowOf("long"),
    (row) => new Date(row.run_at).getTime() > Date.now(),
  );
  expect(await system.jobs.counts()).toEqual([{ name: "long", pending: 0, active: 1, failed: 0 }]);
  release.resolve();
  await until(
    () => system.jobs.counts(),
    ([counts]) => counts!.active === 0,
  );
  expect(runs).toBe(1);
});

test("cron expressions are in UTC; a changed schedule starts over, and an unchanged schedule continues", async () => {
  const daily = (cron: string) => defineJob({ name: "daily", schedule: { cron }, run() {} });
  await (await runSystem(db, { jobs: [daily("15 1 * * *")] })).stop();
  const first = await rowOf("daily");
  expect(first.due_at).toMatch(/T01:15:00\+00:00$/);
  const late = new Date(first.run_at).getTime() - new Date(first.due_at).getTime();
  expect(late).toBeLessThanOrEqual(15 * 60_000);

  await (await runSystem(db, { jobs: [daily("15 1 * * *")] })).stop();
  expect(await rowOf("daily")).toEqual(first);

  await (await runSystem(db, { jobs: [daily("30 2 * * *")] })).stop();
  expect((await rowOf("daily")).due_at).toMatch(/T02:30:00\+00:00$/);
});

test("the server does not start with an invalid cron expression", async () => {
  const bad = defineJob({ name: "bad", schedule: { cron: "whenever" }, run() {} });
  await expect(runSystem(db, { jobs: [bad] })).rejects.toThrow();
});

test("the jitter is a tenth of the interval, at most a quarter of an hour", () => {
  expect(jitterMs(15_000, 1)).toBe(1_500);
  expect(jitterMs(86_400_000, 1)).toBe(900_000);
  expect(jitterMs(15_000, 0)).toBe(0);
});
