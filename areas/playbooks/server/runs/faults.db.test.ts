// Tests that run transitions happen exactly once with simultaneous requests, several workers, lost workers and an
// unreachable database.
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { systemActor, type PersonActor } from "#server/http/actor.ts";
import { testDatabase } from "#tests/support/database.ts";
import {
  attemptsOf,
  createProbe,
  runOf,
  runPlaybooks,
  untilRun,
  writePlaybook,
  type PlaybookSystem,
} from "#tests/support/playbook-runs.ts";
import { until } from "#tests/support/running-system.ts";
import { approveRun } from "./approve.ts";
import { cancelRun } from "./cancel.ts";

const { databases: db } = await testDatabase();
// Every status change is recorded.
await sql`
  create table transitions (run_id uuid, action_id uuid, status text)`.execute(db.system);
await sql`
  create function record_transition() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' or old.status is distinct from new.status then
      if tg_table_name = 'playbook_runs' then insert into transitions values (new.id, null, new.status);
      else insert into transitions values (new.playbook_run_id, new.id, new.status); end if;
    end if;
    return new;
  end $$`.execute(db.system);
for (const table of ["playbook_runs", "playbook_run_actions"])
  await sql`
    create trigger record_transition after insert or update on ${sql.table(table)}
    for each row execute function record_transition()`.execute(db.system);

const running: PlaybookSystem[] = [];
const start = async (...parts: Parameters<typeof runPlaybooks> extends [unknown, ...infer Rest] ? Rest : never) => {
  const system = await runPlaybooks(db, ...parts);
  running.push(system);
  return system;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((system) => system.stop()));
  await sql`delete from jobs.job`.execute(db.system);
  await sql`truncate transitions`.execute(db.system);
});

const probeAction = (name: string, probe: object = {}, more: object = {}) => ({ name, probe, ...more });

async function transitionsOf(ids: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ what: string; n: number }>`
    select case when action_id is null then 'run ' else 'action ' end || status as what, count(*)::int as n
    from   transitions where run_id = any (${ids}::uuid[])
    group  by 1 order by 1`.execute(db.system);
  return Object.fromEntries(rows.map(({ what, n }) => [what, n]));
}

const allOf = async (ids: readonly string[], status: string) => {
  for (const id of ids) await untilRun(db, id, status);
};

test("two workers run each attempt once, and each run ends once", async () => {
  const shared = createProbe();
  const [one] = await Promise.all([start({ shared }), start({ shared })]);
  const playbookId = await writePlaybook(db, {
    actions: [
      probeAction("a"),
      probeAction("b", { fails: 1 }, { retry: { limit: 1, duration: "5ms" } }),
      probeAction("c"),
    ],
  });
  const ids = await Promise.all(Array.from({ length: 20 }, () => one.start({ playbookId })));
  await allOf(ids, "completed");
  const counts = Map.groupBy(shared.probe.started, (name) => name);
  expect(["a", "b", "c"].map((name) => counts.get(name)!.length)).toEqual([20, 40, 20]);
  expect(await transitionsOf(ids)).toEqual({
    "action completed": 60,
    "action failed": 20,
    "action running": 80,
    "action scheduled": 80,
    "run completed": 20,
    "run retrying": 20,
    // Each run has the status running at the start, and again after the wait.
    "run running": 40,
    "run scheduled": 20,
  });
});

async function approver(email: string): Promise<PersonActor> {
  const id = newId();
  await sql`insert into people (id, name, email) values (${id}, ${email}, ${email})`.execute(db.system);
  return { kind: "person", id, name: email, email, avatar: null, roles: ["admin"], rules: [], session: null };
}

test("a simultaneous approval and cancellation leave a cancelled run whose action does not run afterwards", async () => {
  const [one, two] = await Promise.all([start(), start()]);
  const actor = await approver("racer@example.org");
  const playbookId = await writePlaybook(db, {
    approval: { approvers: { people: ["racer@example.org"] } },
    actions: [probeAction("slow", { waits: true })],
  });
  const ids = await Promise.all(Array.from({ length: 20 }, () => one.start({ playbookId })));
  await Promise.all(
    ids.map((runId) =>
      Promise.allSettled([
        approveRun(one, one.engine, { runId, actor }),
        cancelRun(two, { runId, actor: systemActor }),
      ]),
    ),
  );
  await allOf(ids, "cancelled");
  const counts = await transitionsOf(ids);
  expect(counts["run cancelled"]).toBe(20);
  expect(counts["run pending_approval"]).toBe(20);
  // Actions that have started are aborted, and the other actions are skipped.
  await until(
    () => transitionsOf(ids),
    (now) => (now["action failed"] ?? 0) === (now["action running"] ?? 0),
  );
  const now = await transitionsOf(ids);
  expect((now["action failed"] ?? 0) + (now["action skipped"] ?? 0)).toBe(now["action scheduled"] ?? 0);
});

test("simultaneous approvals start the first action once", async () => {
  const [one, two] = await Promise.all([start(), start()]);
  const people = await Promise.all(["p1@example.org", "p2@example.org"].map(approver));
  const playbookId = await writePlaybook(db, {
    approval: { type: "any", approvers: { people: people.map(({ email }) => email) } },
    actions: [probeAction("only")],
  });
  const ids = await Promise.all(Array.from({ length: 10 }, () => one.start({ playbookId })));
  await Promise.all(
    ids.flatMap((runId) => [
      approveRun(one, one.engine, { runId, actor: people[0]! }).catch(() => {}),
      approveRun(two, two.engine, { runId, actor: people[1]! }).catch(() => {}),
    ]),
  );
  await allOf(ids, "completed");
  expect(await transitionsOf(ids)).toMatchObject({ "action scheduled": 10, "run scheduled": 10, "run completed": 10 });
});

/** Simulates that the worker of a run was killed. */
async function lose(runId: string, isStarted: boolean): Promise<void> {
  await sql`
    with lost as (
      update playbook_run_actions set status = 'running', start_time = now() where playbook_run_id = ${runId} returning id
    ), ran as (
      update playbook_runs set status = 'running', start_time = now() where id = ${runId}
    )
    insert into playbook_leases (action_id, worker, until, is_started)
    select id, ${newId()}, now() - interval '1 minute', ${isStarted} from lost`.execute(db.system);
}

test("an action of a lost worker fails as interrupted, and runs again only if it has a retry", async () => {
  const web = await start({ role: "web" });
  const plain = await web.start({
    playbookId: await writePlaybook(db, { actions: [probeAction("a"), probeAction("b")] }),
  });
  const retried = await web.start({
    playbookId: await writePlaybook(db, { actions: [probeAction("c", {}, { retry: { limit: 1 } })] }),
  });
  const unstarted = await web.start({ playbookId: await writePlaybook(db, { actions: [probeAction("d")] }) });
  await lose(plain, true);
  await lose(retried, true);
  await lose(unstarted, false);
  const worker = await start();
  const [first, second, third] = await Promise.all([
    untilRun(db, plain, "failed"),
    untilRun(db, retried, "completed"),
    untilRun(db, unstarted, "completed"),
  ]);
  expect(attemptsOf(first)).toEqual(["a 0 failed"]);
  expect(first.actions[0]!.error).toContain("interrupted");
  expect(attemptsOf(second)).toEqual(["c 0 failed", "c 1 completed"]);
  expect(attemptsOf(third)).toEqual(["d 0 completed"]);
  expect(worker.probe.started.toSorted()).toEqual(["c", "d"]);
});

test("a stopping worker ends its actions as interrupted, and the next worker retries them", async () => {
  const shared = createProbe();
  const first = await start({ shared });
  const id = await first.start({
    playbookId: await writePlaybook(db, {
      actions: [probeAction("long", { waits: true }, { retry: { limit: 1, duration: "1s" } })],
    }),
  });
  await until(() => shared.probe.started.length === 1);
  await first.stop();
  running.splice(running.indexOf(first), 1);
  expect(shared.probe.aborted).toHaveLength(1);
  await start({ shared });
  await until(() => shared.probe.started.length === 2);
  shared.probe.release();
  const run = await untilRun(db, id, "completed");
  expect(attemptsOf(run)).toEqual(["long 0 failed", "long 1 completed"]);
  expect(run.actions[0]!.error).toContain("interrupted");
});

test("an action that sleeps starts once after its worker was replaced", async () => {
  const shared = createProbe();
  const first = await start({ shared });
  const id = await first.start({
    playbookId: await writePlaybook(db, { actions: [probeAction("late", {}, { delay: "2s" })] }),
  });
  await untilRun(db, id, "sleeping");
  await first.stop();
  running.splice(running.indexOf(first), 1);
  expect(shared.probe.started).toEqual([]);
  await start({ shared });
  expect(attemptsOf(await untilRun(db, id, "completed"))).toEqual(["late 0 completed"]);
  expect(shared.probe.started).toEqual(["late"]);
});

test("an action with two jobs at the same time runs once", async () => {
  const web = await start({ role: "web" });
  const ids = await Promise.all(
    Array.from({ length: 10 }, async () =>
      web.start({ playbookId: await writePlaybook(db, { actions: [probeAction("once")] }) }),
    ),
  );
  const actions = (await Promise.all(ids.map((id) => runOf(db, id)))).map((run) => run.actions[0]!.id);
  for (const action_id of actions) await web.jobs.send(db.system, web.engine.jobs[0]!, { action_id });
  const worker = await start();
  await allOf(ids, "completed");
  const idle = async () => (await worker.jobs.counts()).every(({ pending, active }) => pending + active === 0);
  await until(idle);
  expect(worker.probe.started).toHaveLength(10);
  expect(await transitionsOf(ids)).toMatchObject({ "action running": 10, "action completed": 10, "run completed": 10 });
});

test("a job that is delivered again does not run a completed action a second time", async () => {
  const system = await start();
  const id = await system.start({ playbookId: await writePlaybook(db, { actions: [probeAction("once")] }) });
  const { actions } = await untilRun(db, id, "completed");
  for (let n = 0; n < 5; n += 1)
    await system.jobs.send(db.system, system.engine.jobs[0]!, { action_id: actions[0]!.id });
  const idle = async () => (await system.jobs.counts()).every(({ pending, active }) => pending + active === 0);
  await until(idle);
  expect(system.probe.started).toEqual(["once"]);
  expect(await transitionsOf([id])).toMatchObject({ "action completed": 1, "run completed": 1 });
});

test("after a database outage, the outcomes of finished actions are recorded", async () => {
  const system = await start();
  const playbookId = await writePlaybook(db, {
    actions: [probeAction("a", { sleepMs: 30, output: "line\n" }), probeAction("b", { sleepMs: 30 })],
  });
  const ids = await Promise.all(Array.from({ length: 10 }, () => system.start({ playbookId })));
  await until(() => system.probe.started.length >= 5);
  for (let n = 0; n < 10; n += 1)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where  datname = current_database() and pid <> pg_backend_pid()`
      .execute(db.system)
      .catch(() => {});
  await until(
    async () => Promise.all(ids.map((id) => runOf(db, id).catch(() => undefined))),
    (runs) => runs.every((run) => run?.status === "completed" || run?.status === "failed"),
  );
  expect(await transitionsOf(ids)).toMatchObject({ "action completed": 20, "run completed": 10 });
  expect(system.probe.started).toHaveLength(20);
});
