import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until, type RunningSystem, type SystemParts } from "#tests/support/running-system.ts";
import { defineJob } from "./definition.ts";
import type { JobDefinition } from "../area.ts";

const { databases: db } = await testDatabase();
const running: RunningSystem[] = [];
const start = async (parts: SystemParts) => {
  const system = await runSystem(db, parts);
  running.push(system);
  return system;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((system) => system.stop()));
  await sql`delete from jobs.job`.execute(db.system);
  await sql`delete from job_history`.execute(db.system);
});

const historyOf = (name: string) =>
  db.system.selectFrom("job_history").selectAll().where("name", "=", name).orderBy("created_at").execute();

/** Creates a job that records the data it receives. */
function recordingJob(name: string, more: Partial<JobDefinition<{ n: number }>> = {}) {
  const seen: number[] = [];
  const job = defineJob<{ n: number }>({ name, run: ({ data }) => void seen.push(data.n), ...more });
  return { job, seen };
}

test("a job exists if and only if the transaction that sent it commits", async () => {
  const { job, seen } = recordingJob("commit");
  const { jobs } = await start({ jobs: [job] });
  await expect(
    db.system.transaction().execute(async (tx) => {
      await jobs.send(tx, job, { n: 1 });
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  await db.system.transaction().execute(async (tx) => {
    await jobs.send(tx, job, { n: 2 });
    // This is long enough for a worker to find the job if it were already visible.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(seen).toEqual([]);
  });
  await until(() => seen.length);
  expect(seen).toEqual([2]);
});

test("a transaction in an actor's role can send jobs without rights on the queue, and keeps its role", async () => {
  const { job, seen } = recordingJob("actor");
  const { jobs } = await start({ jobs: [job] });
  await db.plain.transaction().execute(async (tx) => {
    await jobs.send(tx, job, { n: 1 });
    const { rows } = await sql<{ user: string }>`select current_user as user`.execute(tx);
    expect(rows[0]!.user).toMatch(/_plain$/);
  });
  await db.scoped({ person_id: "nobody", rows: {} }, (tx) => jobs.send(tx, job, { n: 2 }));
  await until(() => seen.length === 2);
  await expect(sql`select * from jobs.job`.execute(db.plain)).rejects.toThrow("permission denied");
});

test("a web process sends jobs but does not run them", async () => {
  const { job, seen } = recordingJob("roles");
  const web = await start({ role: "web", jobs: [job] });
  await web.jobs.send(db.system, job, { n: 1 });
  expect(await web.jobs.counts()).toEqual([{ name: "roles", pending: 1, active: 0, failed: 0 }]);
  await start({ role: "worker", jobs: [job] });
  await until(() => seen.length);
  await until(
    () => web.jobs.counts(),
    ([counts]) => counts!.pending + counts!.active === 0,
  );
});

test("a failed run is retried, and the history contains each run with its errors", async () => {
  let tries = 0;
  const job = defineJob<{ n: number }>({
    name: "again",
    title: "Try again",
    retry: { limit: 2, delaySeconds: 0, backoff: false },
    resource: ({ n }) => ({ type: "number", id: String(n) }),
    run({ attempt, success }) {
      tries += 1;
      expect(attempt).toBe(tries);
      if (tries < 3) throw new Error(`no luck ${tries}`);
      success(7);
    },
  });
  const { jobs } = await start({ jobs: [job] });
  await jobs.send(db.system, job, { n: 5 });
  const runs = await until(
    () => historyOf("Try again"),
    (rows) => rows.at(-1)?.status === "SUCCESS",
  );
  expect(
    runs.map(({ status, success_count, error_count, details }) => [status, success_count, error_count, details]),
  ).toEqual([
    ["FAILED", 0, 1, { errors: ["no luck 1"] }],
    ["FAILED", 0, 1, { errors: ["no luck 2"] }],
    ["SUCCESS", 7, 0, null],
  ]);
  for (const run of runs) {
    expect(run).toMatchObject({ resource_type: "number", resource_id: "5", queue: "again" });
    expect(run.time_end).not.toBeNull();
    expect(run.duration_millis).toBeGreaterThanOrEqual(0);
    expect(run.hostname).not.toBe("");
  }
});

test("a job that fails after all retries becomes a dead letter and can be sent again", async () => {
  let isBroken = true;
  const { job, seen } = recordingJob("dead", {
    retry: { limit: 1, delaySeconds: 0, backoff: false },
    run({ data }) {
      if (isBroken) throw new Error("the receiver is down");
      seen.push(data.n);
    },
  });
  const { jobs } = await start({ jobs: [job] });
  await jobs.send(db.system, job, { n: 1 });
  await until(
    () => jobs.counts(),
    ([counts]) => counts!.failed === 1 && counts!.active === 0,
  );
  isBroken = false;
  expect(await jobs.revive(job)).toBe(1);
  await until(() => seen.length);
  expect(await jobs.counts()).toMatchObject([{ failed: 0 }]);
});

test("a run with recorded failures is a warning, or failed if it had no successes", async () => {
  const job = defineJob<{ well: number; badly: number }>({
    name: "partly",
    run({ data, success, fail, report }) {
      success(data.well);
      for (let n = 1; n <= data.badly; n += 1) fail(new Error(`item ${n}`));
      report({ summary: { items: data.well + data.badly } });
    },
  });
  const { jobs } = await start({ jobs: [job] });
  await jobs.send(db.system, job, { well: 3, badly: 2 });
  await jobs.send(db.system, job, { well: 0, badly: 60 });
  const [some, all] = await until(
    () => historyOf("partly"),
    (rows) => rows.length === 2 && rows.every(({ status }) => status !== "RUNNING"),
  );
  expect(some).toMatchObject({
    status: "WARNING",
    success_count: 3,
    error_count: 2,
    details: { errors: ["item 1", "item 2"], summary: { items: 5 } },
  });
  expect(all).toMatchObject({ status: "FAILED", error_count: 60 });
  expect(all!.details!.errors).toHaveLength(50);
});

test("secrets that a run has decrypted do not appear in its history or in its queue", async () => {
  const word = 'opened "s3cr3t" 1';
  const job = defineJob({
    name: "tells",
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    run({ scrubber, fail, report }) {
      // This failure is reported before the secret is registered with the scrubber.
      fail(`early ${word}`);
      scrubber.know(word);
      fail(new Error(`login as ${encodeURIComponent(word)} failed`));
      report({ summary: { [word]: [word] } });
      // The error is longer than the limit for errors: if it were cut before scrubbing, half a secret would remain.
      throw new Error(`${"x".repeat(1_990)} ${JSON.stringify(word)}`);
    },
  });
  const { jobs } = await start({ jobs: [job] });
  await jobs.send(db.system, job, {});
  const [run] = await until(
    () => historyOf("tells"),
    (rows) => rows.at(-1)?.status === "FAILED",
  );
  expect(run!.details).toMatchObject({
    errors: ["early ***", "login as *** failed", expect.stringContaining('x "***"')],
    summary: { "***": ["***"] },
  });
  const { rows } = await sql<{ text: string }>`select j::text as text from jobs.job j`.execute(db.system);
  expect(JSON.stringify([run, rows])).not.toMatch(/s3cr3t|opened/);
});

test("a run is in the history while it is active, and is aborted on timeout", async () => {
  const job = defineJob({
    name: "endless",
    timeoutSeconds: 1,
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    run: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))),
  });
  const { jobs } = await start({ jobs: [job] });
  await jobs.send(db.system, job, {});
  await until(
    () => historyOf("endless"),
    ([run]) => run?.status === "RUNNING",
  );
  const [run] = await until(
    () => historyOf("endless"),
    ([row]) => row?.status === "FAILED",
  );
  expect(run!.details).toEqual({ errors: ["The job took longer than 1 s."] });
});

test("a process runs at most `concurrency` jobs of a queue at once", async () => {
  let now = 0;
  let peak = 0;
  // The first runs wait for one another, because on a busy machine short runs would never overlap.
  const crowded = Promise.withResolvers<void>();
  const job = defineJob<{ n: number }>({
    name: "crowd",
    concurrency: 3,
    async run() {
      now += 1;
      peak = Math.max(peak, now);
      if (now === 3) crowded.resolve();
      await crowded.promise;
      await new Promise((resolve) => setTimeout(resolve, 10));
      now -= 1;
    },
  });
  const { jobs } = await start({ jobs: [job] });
  expect(
    await jobs.sendAll(
      db.system,
      job,
      Array.from({ length: 30 }, (_, n) => ({ n })),
    ),
  ).toBe(30);
  await until(
    () => jobs.counts(),
    ([counts]) => counts!.pending + counts!.active === 0,
  );
  expect(peak).toBe(3);
});

test("at most one job per singleton key waits or runs", async () => {
  const { job } = recordingJob("single", { singletonKey: ({ n }) => String(n) });
  const { jobs } = await start({ role: "web", jobs: [job] });
  expect(await jobs.send(db.system, job, { n: 1 })).not.toBeNull();
  expect(await jobs.send(db.system, job, { n: 1 })).toBeNull();
  expect(await jobs.send(db.system, job, { n: 2 })).not.toBeNull();
});

test("a deferred job waits until its start time", async () => {
  const { job, seen } = recordingJob("later");
  const { jobs } = await start({ jobs: [job] });
  await jobs.send(db.system, job, { n: 2 }, { startAfter: 1 });
  await jobs.send(db.system, job, { n: 1 });
  await until(() => seen.length === 2);
  expect(seen).toEqual([1, 2]);
});

test("a process that stops waits for its runs, and returns unfinished jobs to the queue", async () => {
  const attempts: string[] = [];
  let finish = () => {};
  const quick = defineJob({ name: "quick", run: () => new Promise<void>((resolve) => (finish = resolve)) });
  const slow = defineJob({
    name: "slow",
    run: ({ signal, attempt }) =>
      new Promise((resolve, reject) => {
        attempts.push(`attempt ${attempt}`);
        if (attempts.length > 1) return resolve();
        signal.addEventListener("abort", () => reject(new Error("interrupted")));
      }),
  });
  const first = await start({ jobs: [quick, slow], stopWithinMs: 300 });
  await first.jobs.send(db.system, quick, {});
  await first.jobs.send(db.system, slow, {});
  await until(
    () => historyOf("quick"),
    (rows) => rows.length === 1 && attempts.length === 1,
  );
  setTimeout(() => finish(), 100);
  await first.stop();
  expect(await historyOf("quick")).toMatchObject([{ status: "SUCCESS" }]);
  expect(await historyOf("slow")).toMatchObject([
    {
      status: "STOPPED",
      details: { errors: ["The process was stopped before the run ended. The job waits for another worker."] },
    },
  ]);
  await start({ jobs: [quick, slow] });
  await until(
    () => historyOf("slow"),
    (rows) => rows.at(-1)?.status === "SUCCESS",
  );
  // A stopped attempt does not count as a failure, so the attempt number is the same.
  expect(attempts).toEqual(["attempt 1", "attempt 1"]);
});

test("the heartbeat continues while runs hold every connection of the pool", async () => {
  const release = Promise.withResolvers<void>();
  const { job } = recordingJob("hog", { run: () => release.promise });
  const { jobs } = await start({ jobs: [job] });
  await jobs.send(db.system, job, { n: 1 });
  const watcher = db.dedicatedClient("test");
  await watcher.connect();
  const beat = async () =>
    (await watcher.query<{ at: string }>("select heartbeat_on as at from jobs.job where name = 'hog'")).rows[0]!.at;
  const first = await until(beat);
  const held = await Promise.all(Array.from({ length: db.pools.system.options.max }, () => db.pools.system.connect()));
  try {
    expect(await until(beat, (at) => at > first)).not.toBe(first);
  } finally {
    for (const client of held) client.release();
    release.resolve();
    await watcher.end();
  }
  await until(
    () => jobs.counts(),
    ([counts]) => counts!.active === 0,
  );
});

test("an unregistered job cannot be sent, and two jobs with the same name are refused", async () => {
  const { job } = recordingJob("stranger");
  const { jobs } = await start({ jobs: [] });
  await expect(jobs.send(db.system, job, { n: 1 })).rejects.toThrow("the job stranger is not registered by any area");
  await expect(runSystem(db, { jobs: [job, recordingJob("stranger").job] })).rejects.toThrow(
    "two jobs have the same name",
  );
  expect(() => defineJob({ name: "with space", run() {} })).toThrow('the job "with space"');
});

test("the poll returns the job of a dead worker to its queue", async () => {
  const { job, seen } = recordingJob("orphan", { retry: { limit: 1, delaySeconds: 0, backoff: false } });
  const sender = await start({ jobs: [job], role: "web" });
  await sender.jobs.send(db.system, job, { n: 1 });
  // Simulates a worker that fetched the job and was then killed.
  await sql`
    update jobs.job set state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'
    where  name = 'orphan'`.execute(db.system);
  await start({ jobs: [job] });
  await until(() => seen.length);
  expect(seen).toEqual([1]);
});
