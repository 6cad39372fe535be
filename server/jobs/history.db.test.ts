import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { defineJob } from "./definition.ts";
import { recordEnd, recordStart, retain, type RunEnd, type RunStart } from "./history.ts";

const { databases: db } = await testDatabase();
afterEach(() => db.system.deleteFrom("job_history").execute());

const started = (name: string, more: Partial<RunStart> = {}): RunStart => ({
  id: randomUUID(),
  name,
  startedAt: new Date(),
  ...more,
});
const ended = (status: RunEnd["status"]): RunEnd => ({ status, successes: 0, failures: 0, details: {}, durationMs: 5 });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const rows = () => db.system.selectFrom("job_history").selectAll().orderBy("created_at").execute();

test("a run whose process was killed is recorded as failed with an explanation", async () => {
  const job = randomUUID();
  const source = { queue: "unknown", job, attempt: 1 };
  await recordStart(db.system, started("killed", { source }));
  const foreign = started("elsewhere");
  await recordStart(db.system, foreign);
  const system = await runSystem(db, { jobs: [] });
  const [killed, elsewhere] = await until(rows, ([first]) => first?.status !== "RUNNING");
  await system.stop();
  expect(killed).toMatchObject({
    name: "killed",
    status: "FAILED",
    error_count: 1,
    details: { errors: [expect.stringContaining("exited before the run was finished")] },
  });
  expect(killed!.time_end).not.toBeNull();
  // A run outside the engine is completed by its own runner, or marked as failed after four hours.
  expect(elsewhere).toMatchObject({ name: "elsewhere", status: "RUNNING" });
});

test("a run outside the engine is marked as failed if it has not ended after four hours", async () => {
  await recordStart(db.system, started("old", { startedAt: ago(5 * 60) }));
  await recordStart(db.system, started("young", { startedAt: ago(3 * 60) }));
  await retain(db.system, { days: 30, kept: {} });
  expect(await rows()).toMatchObject([
    { name: "old", status: "FAILED", details: { errors: ["The run did not end within four hours."] } },
    { name: "young", status: "RUNNING" },
  ]);
});

test("a run whose start could not be recorded is recorded when it ends", async () => {
  await recordEnd(db.system, started("late"), {
    ...ended("WARNING"),
    successes: 2,
    failures: 1,
    details: { errors: ["one"] },
  });
  expect(await rows()).toMatchObject([
    { name: "late", status: "WARNING", success_count: 2, details: { errors: ["one"] }, duration_millis: 5 },
  ]);
});

test("retention keeps a few runs per job and resource, more failures than successes, and none older than the limit", async () => {
  const many = async (name: string, id: string) => {
    for (let n = 10; n >= 1; n -= 1)
      for (const status of ["SUCCESS", "FAILED"] as const)
        await recordEnd(
          db.system,
          started(name, { resource: { type: "thing", id }, startedAt: ago(n) }),
          ended(status),
        );
  };
  await many("balanced", "1");
  await many("balanced", "2");
  await many("high", "1");
  await many("few", "1");
  await recordEnd(db.system, started("balanced", { startedAt: ago(31 * 24 * 60) }), ended("SUCCESS"));
  await recordStart(db.system, started("few", { resource: { type: "thing", id: "1" }, startedAt: ago(60) }));
  await retain(db.system, { days: 30, kept: { high: "high", few: "few" } });
  const kept = await db.system
    .selectFrom("job_history")
    .select([
      "name",
      "resource_id",
      "status",
      sql<number>`count(*)`.as("n"),
      sql<number>`round(extract(epoch from now() - min(time_start)) / 60)`.as("oldest"),
    ])
    .groupBy(["name", "resource_id", "status"])
    .orderBy("name")
    .orderBy("resource_id")
    .orderBy("status")
    .execute();
  expect(
    kept.map(({ name, resource_id, status, n, oldest }) => `${name} ${resource_id} ${status}: ${n}, oldest ${oldest}m`),
  ).toEqual([
    "balanced 1 FAILED: 3, oldest 3m",
    "balanced 1 SUCCESS: 3, oldest 3m",
    "balanced 2 FAILED: 3, oldest 3m",
    "balanced 2 SUCCESS: 3, oldest 3m",
    "few 1 FAILED: 3, oldest 3m",
    "few 1 RUNNING: 1, oldest 60m",
    "few 1 SUCCESS: 1, oldest 1m",
    "high 1 FAILED: 6, oldest 6m",
    "high 1 SUCCESS: 3, oldest 3m",
  ]);
});

test("a job with the history failed-only records only failures and runs that deleted something", async () => {
  let runs = 0;
  const job = defineJob<{ well: boolean; deleted?: number }>({
    name: "often",
    history: "failed-only",
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    run({ data, report }) {
      runs += 1;
      if (data.deleted) report({ deleted: data.deleted });
      if (!data.well) throw new Error("for once");
    },
  });
  const system = await runSystem(db, { jobs: [job] });
  for (let n = 0; n < 5; n += 1) await system.jobs.send(db.system, job, { well: true });
  await system.jobs.send(db.system, job, { well: false });
  await system.jobs.send(db.system, job, { well: true, deleted: 3 });
  await until(
    () => system.jobs.counts(),
    ([counts]) => counts!.pending + counts!.active === 0 && runs === 7,
  );
  await system.stop();
  const left = (await rows()).toSorted((a, b) => (a.status < b.status ? -1 : 1));
  expect(left).toMatchObject([
    { name: "often", status: "FAILED", details: { errors: ["for once"] } },
    { name: "often", status: "SUCCESS", details: { deleted: 3 } },
  ]);
});

test("an actor's role can read the rows that the console lists from the views of the history", async () => {
  await recordEnd(db.system, started("B", { resource: { type: "canary", id: "7" } }), ended("SUCCESS"));
  await recordEnd(db.system, started("A"), ended("FAILED"));
  await recordEnd(db.system, started("B"), ended("FAILED"));
  expect(await db.plain.selectFrom("job_history_names").select("name").orderBy("name").execute()).toEqual([
    { name: "A" },
    { name: "B" },
  ]);
  const [first] = await db.plain.selectFrom("job_histories").selectAll().where("resource_id", "=", "7").execute();
  expect(first).toMatchObject({
    name: "B",
    resource_type: "canary",
    resource_name: "7",
    agent: { id: null, name: null },
    status: "SUCCESS",
  });
});

test("a failed run names the next successful run of the same job and resource", async () => {
  const run = (name: string, status: RunEnd["status"], minutes: number, resource?: string) =>
    db.system
      .insertInto("job_history")
      .values({
        name,
        status,
        time_start: ago(minutes).toISOString(),
        created_at: ago(minutes).toISOString(),
        ...(resource !== undefined && { resource_type: "canary", resource_id: resource }),
      })
      .returning(["id", "time_start"])
      .executeTakeFirstOrThrow();
  const fixed = await run("scrape", "FAILED", 50, "one");
  await run("scrape", "SUCCESS", 45, "two");
  const next = await run("scrape", "SUCCESS", 40, "one");
  await run("scrape", "SUCCESS", 30, "one");
  const again = await run("scrape", "WARNING", 20, "one");
  const alone = await run("sweep", "FAILED", 50);
  const swept = await run("sweep", "SUCCESS", 10);
  const { rows: found } = await sql<{ id: string; recovered_at: string | null }>`
    select id, recovered_at from job_histories`.execute(db.system);
  const recovered = new Map(found.map(({ id, recovered_at: at }) => [id, at]));
  expect(recovered.get(fixed.id)).toEqual(next.time_start);
  expect(recovered.get(again.id)).toBeNull();
  expect(recovered.get(alone.id)).toEqual(swept.time_start);
  expect(recovered.get(next.id)).toBeNull();
});
