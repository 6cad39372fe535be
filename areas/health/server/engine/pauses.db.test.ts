import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { rewriteCanary, runChecks, startTarget, until, writeCanary } from "#tests/support/running-checks.ts";
import { defaultTimes } from "./runner.ts";
import { mendClock } from "./claim.ts";
import { pauseChecks, resumeChecks } from "./pauses.ts";

const { databases: db } = await testDatabase();
const { engine, events } = await runChecks(db);

interface CheckRow {
  id: string;
  name: string;
  status: string | null;
  next_runtime: string | null;
  last_runtime: string | null;
  paused_at: string | null;
  paused_until: string | null;
  alert_held_since: string | null;
}

const checksOf = async (canary: string) =>
  (await sql<CheckRow>`select * from checks where canary_id = ${canary} order by name`.execute(db.system)).rows;
const runsOf = async (check: string) =>
  (
    await sql<{ time: string; in_maintenance: boolean; status: boolean | null; could_not_check: boolean }>`
      select time, in_maintenance, status, could_not_check from check_statuses where check_id = ${check} order by time`.execute(
      db.system,
    )
  ).rows;
const dueOf = async (turn: string) =>
  (await sql<{ due: string }>`select due_at::text as due from check_turns where id = ${turn}`.execute(db.system))
    .rows[0]?.due;
const pause = (ids: readonly string[], end: Date | null = null) =>
  db.system.transaction().execute((tx) => pauseChecks(tx, ids, { until: end, reason: "repair", by: null }));
const resume = (ids: readonly string[]) => db.system.transaction().execute((tx) => resumeChecks(tx, ids));
const hasRuns = (check: string, least: number) =>
  until(
    () => runsOf(check),
    (runs) => runs.length >= least,
  );

/** A second check with the same schedule proves that the worker was active. */
async function twoChecks(target: { endpoint: string }) {
  const tcp = [
    { name: "paused", endpoint: target.endpoint },
    { name: "running", endpoint: target.endpoint },
  ];
  const canary = await writeCanary(db, { schedule: "@every 1s", tcp });
  const [paused, running] = await checksOf(canary);
  await Promise.all([hasRuns(paused!.id, 1), hasRuns(running!.id, 1)]);
  return { canary, paused: paused!.id, running: running!.id, tcp };
}

test.concurrent("does not run a paused check until it is resumed, even if its manifest is read again", async () => {
  const target = await startTarget();
  const { canary, paused, running, tcp } = await twoChecks(target);
  await pause([paused]);
  const before = (await runsOf(paused)).length;
  expect(await dueOf(paused)).toBe("infinity");
  // Writing the paused check, with the same or a different spec, does not make it due.
  await rewriteCanary(db, canary, { spec: { schedule: "@every 1s", tcp } });
  await rewriteCanary(db, canary, {
    spec: { schedule: "@every 1s", tcp: [{ ...tcp[0]!, description: "new" }, tcp[1]!] },
  });
  await hasRuns(running, (await runsOf(running)).length + 3);
  expect(await runsOf(paused)).toHaveLength(before);
  expect(await dueOf(paused)).toBe("infinity");
  expect((await checksOf(canary))[0]).toMatchObject({ next_runtime: null });
  await resume([paused]);
  await hasRuns(paused, before + 2);
  expect((await runsOf(paused)).every((run) => !run.in_maintenance && !run.could_not_check)).toBe(true);
  await rewriteCanary(db, canary, { spec: { tcp: [] } });
});

test.concurrent("resumes a check when its pause ends, without recording a missed run", async () => {
  const target = await startTarget();
  const { canary, paused } = await twoChecks(target);
  const end = new Date(Date.now() + 3_000);
  await pause([paused], end);
  const before = (await runsOf(paused)).length;
  const runs = await hasRuns(paused, before + 1);
  expect(Date.parse(runs[before]!.time)).toBeGreaterThanOrEqual(end.getTime());
  expect(runs.some((run) => run.could_not_check)).toBe(false);
  await rewriteCanary(db, canary, { spec: { tcp: [] } });
});

test.concurrent("skips paused checks when a whole canary runs, and does not hold back alerts because of a paused dependency", async () => {
  const [parent, child] = [await startTarget(), await startTarget()];
  const canary = await writeCanary(db, {
    schedule: "@every 1s",
    tcp: [
      { name: "child", endpoint: child.endpoint, dependsOn: ["parent"] },
      { name: "parent", endpoint: parent.endpoint },
    ],
  });
  const rows = await until(
    () => checksOf(canary),
    (checks) => checks.every(({ status }) => status === "healthy"),
  );
  const [childId, parentId] = [rows[0]!.id, rows[1]!.id];
  await parent.close();
  await until(
    async () => (await checksOf(canary))[1]!.status,
    (status) => status === "unhealthy",
  );
  await pause([parentId]);
  const before = (await runsOf(parentId)).length;
  const connections = parent.connections();
  await parent.open();
  await child.close();
  await until(
    () => events.filter(({ id }) => id === childId).map(({ name }) => name),
    (sent) => sent.includes("check.failed"),
  );
  await hasRuns(childId, (await runsOf(childId)).length + 2);
  expect(await runsOf(parentId)).toHaveLength(before);
  expect(parent.connections()).toBe(connections);
  await resume([parentId]);
  await hasRuns(parentId, before + 1);
  await rewriteCanary(db, canary, { spec: { tcp: [] } });
});

test.concurrent("keeps a pause after the clock was set back", async () => {
  const target = await startTarget();
  const { canary, paused } = await twoChecks(target);
  await pause([paused]);
  await mendClock(engine.db, defaultTimes.leaseMs);
  expect(await dueOf(paused)).toBe("infinity");
  await rewriteCanary(db, canary, { spec: { tcp: [] } });
});
