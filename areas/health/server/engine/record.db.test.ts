// What results do to their check, one after the other, whenever they come.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../tests/database.ts";
import { runChecks, writeCanary } from "../../../../tests/running-checks.ts";
import { bareResult, type CheckResult } from "../run/result.ts";

const { databases: db } = await testDatabase();
// Nobody runs by the schedule here.
const { engine } = await runChecks(db, { isRunning: false });

const minute = 60_000;

/** A check, and a way to record what came of its runs, each begun so many minutes ago. */
async function makeCheck(name: string) {
  const canary = await writeCanary(db, { tcp: [{ name, endpoint: "127.0.0.1:1" }] });
  const loaded = (await engine.loaded.get(db.system, [{ id: canary }])).get(canary)!;
  const [of] = loaded.checks.values();
  const { id } = of!.check;
  const add = (minutesAgo: number, more: Partial<CheckResult> = {}) => {
    const start = new Date(Date.now() - minutesAgo * minute);
    return engine.recorder.add({
      canary: loaded,
      runs: [{ of: of!, ran: { result: { ...bareResult("healthy", start), durationMs: 5, ...more } } }],
    });
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

test("a result that a later run has overtaken is kept with the runs, and changes and tells nothing", async () => {
  const { add, state, runs } = await makeCheck("overtaken");
  await add(1);
  const before = await state();
  await add(2, { verdict: "unhealthy", error: "slow" });
  expect(await state()).toEqual(before);
  expect(await runs()).toMatchObject([{ status: false }, { status: true }]);
  await add(0, { verdict: "unhealthy", error: "down" });
  expect(await state()).toMatchObject({ status: "unhealthy", told_status: "unhealthy" });
});

test("what ran before the clock was set back does not keep what is found now from being told", async () => {
  const { id, add, state } = await makeCheck("ahead");
  await add(0);
  await sql`update checks set last_runtime = now() + interval '1 hour' where id = ${id}`.execute(db.system);
  // What somebody found out long ago is history all the same.
  await add(60, { verdict: "unhealthy", error: "long ago" });
  expect(await state()).toMatchObject({ status: "healthy" });
  await add(0, { verdict: "unhealthy", error: "now" });
  expect(await state()).toMatchObject({ status: "unhealthy", told_status: "unhealthy" });
});

test("a check that cannot work as it is written took no time that says anything", async () => {
  const { id, add, runs } = await makeCheck("invalid");
  await add(1, { verdict: "unhealthy", isInvalid: true, durationMs: 1, error: "nonsense" });
  expect(await runs()).toEqual([{ status: false, duration: null }]);
  const summary =
    await sql`select p95, passed::int, failed::int from check_status_summaries where check_id = ${id}`.execute(
      db.system,
    );
  expect(summary.rows).toEqual([{ p95: null, passed: 0, failed: 0 }]);
});
