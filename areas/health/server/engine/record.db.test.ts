// Tests how results change the state of their check, in the order in which they arrive.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runChecks, writeCanary } from "#tests/support/running-checks.ts";
import { bareResult, type CheckResult } from "../run/result.ts";

const { databases: db } = await testDatabase();
// No worker runs checks on a schedule in this file.
const { engine } = await runChecks(db, { isRunning: false });

const minute = 60_000;

/** Creates a check, and returns a function that records runs that began the given number of minutes ago. */
async function makeCheck(name: string) {
  const canary = await writeCanary(db, { tcp: [{ name, endpoint: "127.0.0.1:1" }] });
  const loaded = (await engine.loaded.get(db.system, [{ id: canary }])).get(canary)!;
  const [loadedCheck] = loaded.checks.values();
  const { id } = loadedCheck!;
  const add = (minutesAgo: number, more: Partial<CheckResult> = {}) => {
    const start = new Date(Date.now() - minutesAgo * minute);
    const result = { ...bareResult("healthy", start), durationMs: 5, ...more };
    return engine.recorder.add({ results: new Map([[loadedCheck!, result]]) });
  };
  const state = async () =>
    (await sql<object>`select status, told_status, last_runtime from checks where id = ${id}`.execute(db.system))
      .rows[0];
  const runs = async () =>
    (
      await sql<object>`select status, duration from check_statuses where check_id = ${id} order by time`.execute(
        db.system,
      )
    ).rows;
  return { id, add, state, runs };
}

test("stores a result that is older than the latest run, without changing the state or sending events", async () => {
  const { add, state, runs } = await makeCheck("overtaken");
  await add(1);
  const before = await state();
  await add(2, { verdict: "unhealthy", error: "slow" });
  expect(await state()).toEqual(before);
  expect(await runs()).toMatchObject([{ status: false }, { status: true }]);
  await add(0, { verdict: "unhealthy", error: "down" });
  expect(await state()).toMatchObject({ status: "unhealthy", told_status: "unhealthy" });
});

test("accepts new results after the clock was set back", async () => {
  const { id, add, state } = await makeCheck("ahead");
  await add(0);
  await sql`update checks set last_runtime = now() + interval '1 hour' where id = ${id}`.execute(db.system);
  // An old result is still added to the history.
  await add(60, { verdict: "unhealthy", error: "long ago" });
  expect(await state()).toMatchObject({ status: "healthy" });
  await add(0, { verdict: "unhealthy", error: "now" });
  expect(await state()).toMatchObject({ status: "unhealthy", told_status: "unhealthy" });
});

test("stores no duration for a check whose spec is invalid", async () => {
  const { id, add, runs } = await makeCheck("invalid");
  await add(1, { verdict: "unhealthy", isInvalid: true, durationMs: 1, error: "nonsense" });
  expect(await runs()).toEqual([{ status: false, duration: null }]);
  const summary =
    await sql`select p95, passed::int, failed::int from check_status_summaries where check_id = ${id}`.execute(
      db.system,
    );
  expect(summary.rows).toEqual([{ p95: null, passed: 0, failed: 0 }]);
});
