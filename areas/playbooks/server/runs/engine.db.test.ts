// Tests runs with an action kind that the test controls, on a real database.
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { attemptsOf, runOf, runPlaybooks, untilRun, writePlaybook } from "#tests/support/playbook-runs.ts";
import { until } from "#tests/support/running-system.ts";
import { systemActor } from "#server/http/actor.ts";
import { cancelRun } from "./cancel.ts";
import { executionsOf } from "./executions.ts";
import { finishAction } from "./finish-action.ts";
import { actionsOf, lockRun } from "./run-row.ts";
import { timeOutRuns } from "./time-out.ts";

const { databases: db } = await testDatabase();
const system = await runPlaybooks(db, { jobs: [timeOutRuns] });
const { probe, start } = system;
afterAll(() => system.stop());
beforeEach(() => {
  probe.started.length = probe.finished.length = probe.aborted.length = 0;
});

const probeAction = (name: string, probe: object = {}, more: object = {}) => ({ name, probe, ...more });

test("runs actions in order, with the results of earlier actions", async () => {
  const id = await start({
    playbookId: await writePlaybook(db, {
      actions: [
        probeAction("one", { text: "first" }),
        probeAction("two", { text: '{{ (getAction "one").result.text }} again' }),
      ],
    }),
  });
  const run = await untilRun(db, id, "completed");
  expect(attemptsOf(run)).toEqual(["one 0 completed", "two 0 completed"]);
  expect(run.actions[1]!.result).toEqual({ attempt: 1, text: "first again" });
  expect(probe.started).toEqual(["one", "two"]);
});

test("retries a failed action up to its limit, and the run completes if an attempt succeeds", async () => {
  const id = await start({
    playbookId: await writePlaybook(db, {
      actions: [probeAction("flaky", { fails: 2 }, { retry: { limit: 3, duration: "10ms" } }), probeAction("next")],
    }),
  });
  const run = await untilRun(db, id, "completed");
  expect(attemptsOf(run)).toEqual(["flaky 0 failed", "flaky 1 failed", "flaky 2 completed", "next 0 completed"]);
  expect(run.actions[0]).toMatchObject({ error: "failed 1", result: { attempt: 1, error: "failed 1" } });
});

test("after a failure only actions with a condition run, and the run fails", async () => {
  const id = await start({
    playbookId: await writePlaybook(db, {
      actions: [
        probeAction("broken", { fails: 9 }),
        probeAction("never"),
        probeAction("unless", {}, { if: "success()" }),
        probeAction("repair", {}, { if: "failure()" }),
        probeAction("always", {}, { if: "always()" }),
      ],
    }),
  });
  const run = await untilRun(db, id, "failed");
  expect(attemptsOf(run)).toEqual(["broken 0 failed", "unless 0 skipped", "repair 0 completed", "always 0 completed"]);
  expect(run.error).toBe("broken: failed 1");
});

test("a delay puts the run to sleep, and the action then starts once", async () => {
  const id = await start({
    playbookId: await writePlaybook(db, { actions: [probeAction("late", {}, { delay: "1500ms" })] }),
  });
  const sleeping = await untilRun(db, id, "sleeping");
  expect(attemptsOf(sleeping)).toEqual(["late 0 sleeping"]);
  expect(attemptsOf(await untilRun(db, id, "completed"))).toEqual(["late 0 completed"]);
  expect(probe.started).toEqual(["late"]);
});

test("an action that exceeds its time limit fails, and an action that exceeds the time limit of the run ends the run", async () => {
  const slow = await writePlaybook(db, {
    actions: [probeAction("slow", { waits: true }, { timeout: "50ms" }), probeAction("check", {}, { if: "timeout()" })],
  });
  const first = await untilRun(db, await start({ playbookId: slow }), "failed");
  expect(attemptsOf(first)).toEqual(["slow 0 failed", "check 0 completed"]);
  expect(first.actions[0]!.error).toContain("Timed out");
  const late = await writePlaybook(db, {
    timeout: "50ms",
    actions: [probeAction("slow", { waits: true }), probeAction("check", {}, { if: "always()" })],
  });
  const second = await untilRun(db, await start({ playbookId: late }), "timed_out");
  expect(attemptsOf(second)).toEqual(["slow 0 failed"]);
  expect(second.error).toContain("the time limit of the run");
});

test("cancel aborts the running action, skips the others and keeps the output", async () => {
  const playbookId = await writePlaybook(db, {
    actions: [probeAction("long", { waits: true, output: "half done\n" }), probeAction("rest", {}, { if: "always()" })],
  });
  const id = await start({ playbookId });
  await until(() => probe.started.includes("long"));
  await cancelRun(system, { runId: id, actor: systemActor });
  const run = await until(
    () => runOf(db, id),
    ({ actions }) => actions[0]!.status === "failed",
  );
  expect(run.status).toBe("cancelled");
  expect(attemptsOf(run)).toEqual(["long 0 failed"]);
  expect(run.actions[0]).toMatchObject({ error: "The run was cancelled.", result: { stdout: "half done\n" } });
  expect(probe.aborted).toEqual([{ name: "long", reason: "The run was cancelled." }]);
  await expect(cancelRun(system, { runId: id, actor: systemActor })).rejects.toThrow("already ended");
});

test("a sleeping run is cancelled without starting its action", async () => {
  const playbookId = await writePlaybook(db, { actions: [probeAction("late", {}, { delay: "1s" })] });
  const id = await start({ playbookId });
  await untilRun(db, id, "sleeping");
  await cancelRun(system, { runId: id, actor: systemActor });
  expect(attemptsOf(await runOf(db, id))).toEqual(["late 0 skipped"]);
});

test("an action waits for its child runs, and gets their results", async () => {
  await writePlaybook(db, { actions: [probeAction("inner", { text: "found" })] }, "child");
  const playbookId = await writePlaybook(db, { actions: [probeAction("outer", { children: ["child", "child"] })] });
  const id = await start({ playbookId });
  const run = await untilRun(db, id, "completed");
  const { rows } = await sql<{ status: string; cause: string; depth: number; action: string }>`
    select r.status, r.cause, r.depth, a.name as action
    from   playbook_runs r join playbook_run_actions a on a.id = r.parent_action_id
    where  r.parent_id = ${id}`.execute(db.system);
  expect(rows).toEqual([1, 2].map(() => ({ status: "completed", cause: "parent", depth: 1, action: "outer" })));
  const { children } = run.actions[0]!.result as { children: { playbook: string; actions: object[] }[] };
  expect(children.map(({ playbook }) => playbook)).toEqual(["default/child", "default/child"]);
  expect(children[0]!.actions).toEqual([{ name: "inner", status: "completed", result: { attempt: 1, text: "found" } }]);
});

test("cancelling a run cancels its child runs", async () => {
  await writePlaybook(db, { actions: [probeAction("inner", { waits: true })] }, "waiting-child");
  const playbookId = await writePlaybook(db, { actions: [probeAction("outer", { children: ["waiting-child"] })] });
  const id = await start({ playbookId });
  await until(() => probe.started.includes("inner"));
  expect((await runOf(db, id)).actions[0]!.status).toBe("waiting_children");
  await cancelRun(system, { runId: id, actor: systemActor });
  await until(() => probe.aborted.some(({ name }) => name === "inner"));
  const { rows } = await sql<{ status: string }>`select status from playbook_runs where parent_id = ${id}`.execute(
    db.system,
  );
  expect(rows).toEqual([{ status: "cancelled" }]);
});

test("an invalid block fails the action with an explanation and without a retry", async () => {
  const id = await start({
    playbookId: await writePlaybook(db, {
      actions: [probeAction("wrong", { times: "many" }, { retry: { limit: 5 } })],
    }),
  });
  const run = await untilRun(db, id, "failed");
  expect(attemptsOf(run)).toEqual(["wrong 0 failed"]);
  expect(run.error).toContain("probe.times");
});

test("an action for an agent fails with the reason, and an action for this server runs", async () => {
  const elsewhere = await writePlaybook(db, { runsOn: ["satellite"], actions: [probeAction("far")] });
  const run = await untilRun(db, await start({ playbookId: elsewhere }), "failed");
  expect(run.error).toBe("far: There is no agent satellite. Use runsOn: [local], or remove runsOn.");
  expect(probe.started).toEqual([]);
  const here = await writePlaybook(db, {
    runsOn: ["satellite"],
    actions: [probeAction("near", {}, { runsOn: ["local"] })],
  });
  await untilRun(db, await start({ playbookId: here }), "completed");
});

test("a run that sleeps longer than its time limit is timed out", async () => {
  const playbookId = await writePlaybook(db, {
    timeout: "1m",
    actions: [probeAction("late", {}, { delay: "1h" }), probeAction("never", {}, { if: "always()" })],
  });
  const id = await start({ playbookId });
  await untilRun(db, id, "sleeping");
  await sql`update playbook_runs set start_time = now() - interval '2 minutes' where id = ${id}`.execute(db.system);
  await system.jobs.send(db.system, timeOutRuns, {});
  const run = await untilRun(db, id, "timed_out");
  expect(attemptsOf(run)).toEqual(["late 0 skipped"]);
  expect(run.error).toContain("timed out");
});

test("a run that is not approved in time times out", async () => {
  const playbookId = await writePlaybook(db, {
    timeout: "1m",
    approval: { approvers: { people: ["nobody@example.org"] } },
    actions: [probeAction("never")],
  });
  const id = await start({ playbookId });
  expect((await runOf(db, id)).status).toBe("pending_approval");
  await sql`update playbook_runs set scheduled_time = now() - interval '2 minutes' where id = ${id}`.execute(db.system);
  await system.jobs.send(db.system, timeOutRuns, {});
  const run = await untilRun(db, id, "timed_out");
  expect(run).toMatchObject({ error: "The run was not approved within 1m.", actions: [] });
});

test("an action that fails while waiting cancels its child runs", async () => {
  await writePlaybook(db, { actions: [probeAction("inner", { waits: true })] }, "endless-child");
  const playbookId = await writePlaybook(db, { actions: [probeAction("outer", { children: ["endless-child"] })] });
  const id = await start({ playbookId });
  await until(() => probe.started.includes("inner"));
  const { worker } = executionsOf(system);
  const error = "Timed out after 1m.";
  await db.system.transaction().execute(async (tx) => {
    const run = (await lockRun(tx, id))!;
    const [action] = await actionsOf(tx, id);
    const end = { status: "failed", error, timedOut: "action" } as const;
    expect(await finishAction(system, tx, system.engine, { run, action: action!, worker }, end)).toBe(true);
  });
  expect(await runOf(db, id)).toMatchObject({ status: "failed", error: `outer: ${error}` });
  const { rows } = await sql<{ status: string; error: string }>`
    select status, error from playbook_runs where parent_id = ${id}`.execute(db.system);
  expect(rows).toEqual([{ status: "cancelled", error: "The action outer has failed." }]);
  await until(() => probe.aborted.some(({ name }) => name === "inner"));
});
