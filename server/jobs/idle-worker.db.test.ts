// Tests a worker that does not poll at fixed intervals: it must find every due job through a due time or a
// notification.
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until, type RunningSystem, type SystemParts } from "#tests/support/running-system.ts";
import { defineJob } from "./definition.ts";

const { databases: db } = await testDatabase();
const running: RunningSystem[] = [];
const aDay = 86_400_000;
const start = async (parts: SystemParts) => {
  const system = await runSystem(db, { maxPollMs: aDay, ...parts });
  running.push(system);
  return system;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((system) => system.stop()));
  await sql`delete from jobs.job`.execute(db.system);
});

const waitMs = 30_000;

/** Creates a job that records the time of each run. */
function timedJob(name: string) {
  const startedAt: number[] = [];
  const job = defineJob({ name, run: () => void startedAt.push(Date.now()) });
  return { job, startedAt };
}

/** Waits until the workers' connections have been idle for longer than a requested poll can be postponed. */
const untilIdle = () =>
  until(
    async () =>
      (
        await sql<{ is_idle: boolean }>`
          select bool_and(state = 'idle' and state_change < clock_timestamp() - interval '2 s') as is_idle
          from   pg_stat_activity
          where  datname = current_database() and application_name = 'quarterdeck jobs'`.execute(db.system)
      ).rows[0]!.is_idle,
    Boolean,
    waitMs,
  );

test("a deferred job that the process sent itself starts when it is due", async () => {
  const { job, startedAt } = timedJob("own");
  const { jobs } = await start({ jobs: [job] });
  await untilIdle();
  const dueAt = Date.now() + 3_000;
  await jobs.send(db.system, job, {}, { startAfter: new Date(dueAt) });
  await until(() => startedAt.length, Boolean, waitMs);
  expect(startedAt[0]).toBeGreaterThanOrEqual(dueAt);
});

test("a deferred job that another process sent starts when it is due", async () => {
  const { job, startedAt } = timedJob("foreign");
  await start({ jobs: [job] });
  const web = await start({ role: "web", jobs: [job] });
  await untilIdle();
  const dueAt = Date.now() + 3_000;
  await db.system.transaction().execute((tx) => web.jobs.send(tx, job, {}, { startAfter: new Date(dueAt) }));
  await until(() => startedAt.length, Boolean, waitMs);
  expect(startedAt[0]).toBeGreaterThanOrEqual(dueAt);
});

test("a failed job is retried when its delay ends", async () => {
  let attempts = 0;
  const job = defineJob({
    name: "retried",
    retry: { limit: 1, delaySeconds: 2, backoff: false },
    run() {
      attempts += 1;
      if (attempts === 1) throw new Error("the first attempt fails");
    },
  });
  const { jobs } = await start({ jobs: [job] });
  await untilIdle();
  await jobs.send(db.system, job, {});
  expect(
    await until(
      () => attempts,
      (count) => count >= 2,
      waitMs,
    ),
  ).toBe(2);
});

test("a job that a stopping process returns to its queue starts in another process", async () => {
  const startedIn: string[] = [];
  const jobIn = (process: string, isEndless: boolean) =>
    defineJob({
      name: "returned",
      run: ({ signal }) =>
        new Promise<void>((resolve, reject) => {
          startedIn.push(process);
          if (!isEndless) return resolve();
          signal.addEventListener("abort", () => reject(new Error("interrupted")));
        }),
    });
  const job = jobIn("first", true);
  const first = await start({ jobs: [job], stopWithinMs: 100 });
  await first.jobs.send(db.system, job, {});
  await until(() => startedIn.length);
  await start({ jobs: [jobIn("second", false)] });
  await untilIdle();
  await first.stop();
  await until(() => startedIn.length === 2, Boolean, waitMs);
  expect(startedIn).toEqual(["first", "second"]);
});

test("a dead letter that is sent again starts at once", async () => {
  let attempts = 0;
  const job = defineJob({
    name: "revived",
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    run() {
      attempts += 1;
      if (attempts === 1) throw new Error("the first attempt fails");
    },
  });
  const { jobs } = await start({ jobs: [job] });
  await jobs.send(db.system, job, {});
  await until(
    () => jobs.counts(),
    (counts) => counts.find(({ name }) => name === "revived")?.failed === 1,
  );
  await untilIdle();
  expect(await jobs.revive(job)).toBe(1);
  await until(() => attempts === 2, Boolean, waitMs);
});
