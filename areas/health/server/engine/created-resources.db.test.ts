import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runChecks, until, writeCanary } from "#tests/support/running-checks.ts";
import { bareResult, type CheckResult, type CreatedCheck } from "../run/result.ts";
import type { LoadedCanary } from "./loaded.ts";

const { databases: db } = await testDatabase();
const { engine, events } = await runChecks(db, { isRunning: false });

let at = Date.now();
const healthy = (): CheckResult => bareResult("healthy", new Date((at += 10)));
const newCheck = (name: string, more: Partial<CreatedCheck> = {}): CreatedCheck => ({
  ...healthy(),
  name,
  namespace: undefined,
  type: "tcp",
  icon: "bell",
  endpoint: `${name}:1`,
  labels: { from: "made" },
  deleteStrategy: undefined,
  deletedAt: undefined,
  ...more,
});

async function makerWith(more: object = {}): Promise<{ loaded: LoadedCanary; id: string; canary: string }> {
  const canary = await writeCanary(db, {
    schedule: "@every 1h",
    severity: "high",
    tcp: [{ name: "maker", endpoint: "a:1", ...more }],
  });
  const loaded = (await engine.loaded.get(db.system, [{ id: canary }])).get(canary)!;
  return { loaded, canary, id: [...loaded.checks.keys()][0]! };
}

const record = ({ loaded, id }: { loaded: LoadedCanary; id: string }, more: Partial<CheckResult>) =>
  engine.recorder.add({ results: new Map([[loaded.checks.get(id)!, { ...healthy(), ...more }]]) });

const createdBy = async (id: string) =>
  (
    await sql<{ name: string; status: string; endpoint: string; severity: string; is_gone: boolean; runs: number }>`
      select c.name, c.status, c.spec ->> 'endpoint' as endpoint, c.severity, c.deleted_at is not null as is_gone,
             (select count(*)::int from check_statuses s where s.check_id = c.id) as runs
      from   checks c where c.made_by = ${id} and c.transformed order by c.name`.execute(db.system)
  ).rows;

test("stores created checks, deletes checks that are no longer created, and restores them later", async () => {
  const maker = await makerWith();
  await record(maker, {
    createdChecks: [newCheck("one"), newCheck("two", { verdict: "unhealthy", error: "down" })],
  });
  expect(await createdBy(maker.id)).toEqual([
    { name: "one", status: "healthy", endpoint: "one:1", severity: "high", is_gone: false, runs: 1 },
    { name: "two", status: "unhealthy", endpoint: "two:1", severity: "high", is_gone: false, runs: 1 },
  ]);
  await until(() => events.some(({ name }) => name === "check.failed"));
  // An empty list may be caused by a fault of the target.
  await record(maker, { createdChecks: [] });
  expect(await createdBy(maker.id)).toMatchObject([{ is_gone: false }, { is_gone: false }]);
  // Checks that are missing from a partial result may still exist.
  await record(maker, { createdChecks: [newCheck("one")], isPartial: true });
  expect(await createdBy(maker.id)).toMatchObject([{ is_gone: false }, { is_gone: false }]);
  await record(maker, { createdChecks: [newCheck("one")] });
  expect(await createdBy(maker.id)).toMatchObject([
    { name: "one", runs: 3 },
    { name: "two", is_gone: true, runs: 1 },
  ]);
  await record(maker, { createdChecks: [newCheck("one", { deletedAt: new Date() }), newCheck("two")] });
  expect(await createdBy(maker.id)).toMatchObject([
    { name: "one", is_gone: true, runs: 4 },
    { name: "two", is_gone: false, status: "healthy", runs: 2 },
  ]);
});

test("records the final status of a deleted check according to the delete strategy, and sends the event of that status", async () => {
  const maker = await makerWith({ transformDeleteStrategy: "MarkHealthy" });
  const [, alert] = await record(maker, {
    createdChecks: [newCheck("alert", { verdict: "unhealthy" }), newCheck("other")],
  });
  await record(maker, { createdChecks: [newCheck("other")] });
  expect(await createdBy(maker.id)).toMatchObject([
    { name: "alert", status: "healthy", is_gone: true, runs: 2 },
    { name: "other", is_gone: false },
  ]);
  const sent = () => events.filter(({ id }) => id === alert!.check.id).map(({ name }) => name);
  await until(sent, (names) => names.length === 2);
  expect(sent()).toEqual(["check.failed", "check.passed"]);
});

test("does not replace checks of the spec with created checks, and deletes created checks with the canary", async () => {
  const maker = await makerWith();
  await record(maker, { createdChecks: [newCheck("maker", { verdict: "unhealthy" }), newCheck("one")] });
  expect(await createdBy(maker.id)).toMatchObject([{ name: "one" }]);
  const { rows } = await sql`select status, transformed from checks where id = ${maker.id}`.execute(db.system);
  expect(rows).toEqual([{ status: "healthy", transformed: false }]);
  await sql`update canaries set deleted_at = now() where id = ${maker.canary}`.execute(db.system);
  expect(await createdBy(maker.id)).toMatchObject([{ is_gone: true }]);
});

test("stores and runs created canaries, but rejects kinds reserved for administrators", async () => {
  const maker = await makerWith();
  const spec = { schedule: "@every 1h", tcp: [{ name: "a", endpoint: "a:1" }] };
  const canary = (name: string, more: object = {}) => ({
    name,
    namespace: undefined,
    labels: { of: name },
    spec: { ...spec, ...more },
  });
  const canaries = async () =>
    (
      await sql<{ name: string; is_gone: boolean; turns: number }>`
        select k.name, k.deleted_at is not null as is_gone, (select count(*)::int from check_turns t where t.canary_id = k.id) as turns
        from   canaries k where k.source = ${`check=${maker.id}`} order by k.name`.execute(db.system)
    ).rows;
  await record(maker, {
    createdCanaries: [
      canary("one"),
      canary("two"),
      canary("three", { exec: [{ name: "x", script: "id" }] }),
      canary("four", { tcp: 1 }),
    ],
  });
  expect(await canaries()).toEqual([
    { name: "one", is_gone: false, turns: 1 },
    { name: "two", is_gone: false, turns: 1 },
  ]);
  const history = await until(
    () =>
      sql<{ details: { errors: string[] } }>`
        select details from job_history where resource_id = ${maker.canary}`.execute(db.system),
    ({ rows }) => rows.length > 0,
  );
  expect(history.rows[0]!.details.errors.join()).toMatch(/which only administrators may write/);
  await record(maker, { createdCanaries: [canary("two")] });
  expect(await canaries()).toMatchObject([
    { name: "one", is_gone: true, turns: 0 },
    { name: "two", is_gone: false },
  ]);
});
