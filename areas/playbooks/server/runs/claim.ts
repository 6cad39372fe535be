// Claims actions for this worker, and ends actions whose worker is lost. Each transition checks the current status
// first, so a job that is delivered twice has no effect the second time.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { isFinalAction, isFinalRun } from "../../model.ts";
import { sendAction } from "./advance.ts";
import { recordChange } from "./config-changes.ts";
import type { ActionJob, Engine } from "./engine.ts";
import { takeLease } from "./executions.ts";
import { finishAction } from "./finish-action.ts";
import { findAction, lockRunOf, type ActionRow, type RunRow } from "./run-row.ts";

/** The result of a claim: the action to run, an action that was ended because its worker is lost, or nothing to do. */
export type Claim =
  | { kind: "ours"; run: RunRow; action: ActionRow; hasSlept: boolean }
  | { kind: "interrupted"; action: ActionRow }
  | { kind: "none" };

/** A worker that seems lost gets this time to renew its lease, for example after a database outage. */
const suspicionMs = 5_000;
/** The tolerance for clock differences between this machine and the database. */
const earlyMs = 250;

export async function claim(system: System, engine: Engine, job: ActionJob, worker: string): Promise<Claim> {
  return system.db.system.transaction().execute(async (tx) => {
    const run = await lockRunOf(tx, job.action_id);
    const action = run && (await findAction(tx, job.action_id));
    if (!run || !action || isFinalAction(action.status)) return { kind: "none" };
    if (action.status === "scheduled" || action.status === "sleeping") {
      if (action.wait_ms <= earlyMs) return start(tx, run, action, worker);
      // The job for an earlier state was delivered again.
      await sendAction(system, tx, engine, run, { action_id: action.id }, action.wait_ms);
      return { kind: "none" };
    }
    return recover(system, tx, engine, { run, action, job, worker });
  });
}

async function start(tx: Tx, run: RunRow, action: ActionRow, worker: string): Promise<Claim> {
  if (isFinalRun(run.status) || run.status === "pending_approval") return { kind: "none" };
  await takeLease(tx, action.id, worker);
  await sql`
    update playbook_run_actions set status = 'running', start_time = now() where id = ${action.id}`.execute(tx);
  const { rows } = await sql<{ start_time: string; left_ms: number }>`
    update playbook_runs
    set    status = 'running', start_time = coalesce(start_time, now())
    where  id = ${run.id}
    returning start_time, (extract(epoch from start_time - now()) * 1000 + timeout / 1000000)::float8 as left_ms`.execute(
    tx,
  );
  if (run.start_time === null) await recordChange(tx, run, "PlaybookStarted");
  return {
    kind: "ours",
    run: { ...run, ...rows[0]!, status: "running" },
    action: { ...action, status: "running" },
    hasSlept: action.status === "sleeping",
  };
}

interface Recovery {
  run: RunRow;
  action: ActionRow;
  job: ActionJob;
  worker: string;
}

/**
 * The job was delivered again while the action is running: its worker is lost, slow, or disconnected from the database.
 */
async function recover(system: System, tx: Tx, engine: Engine, { run, action, job, worker }: Recovery): Promise<Claim> {
  const { rows } = await sql<{ worker: string; is_started: boolean; left_ms: number }>`
    select worker, is_started, (extract(epoch from until - now()) * 1000)::float8 as left_ms
    from   playbook_leases where action_id = ${action.id}`.execute(tx);
  const lease = rows[0];
  const isExpired = lease === undefined || lease.left_ms < 0;
  // The lease belongs to this worker, but it no longer runs the action, for example because the database did not
  // respond.
  const wasOurs = lease?.worker === worker;
  if (lease && !wasOurs && !(isExpired && job.is_suspected)) {
    const next = { action_id: action.id, is_suspected: isExpired };
    await sendAction(system, tx, engine, run, next, Math.max(0, lease.left_ms) + suspicionMs);
    return { kind: "none" };
  }
  if (lease && !lease.is_started && !isFinalRun(run.status)) return start(tx, run, action, worker);
  await finishAction(
    system,
    tx,
    engine,
    { run, action, worker: lease?.worker },
    {
      status: "failed",
      error: "interrupted: the worker that ran this action was lost",
    },
  );
  return { kind: "interrupted", action };
}
