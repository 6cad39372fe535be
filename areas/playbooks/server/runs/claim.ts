// Claims actions for this worker, and ends actions whose worker is lost. Each transition checks the current status
// first, so a job that is delivered twice has no effect the second time.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { isFinalAction, isFinalRun } from "../../model.ts";
import { sendAction } from "./advance.ts";
import { recordChanges } from "./config-changes.ts";
import type { ActionJob, Engine } from "./engine.ts";
import { leaseSeconds } from "./executions.ts";
import { finishAction } from "./finish-action.ts";
import { findActions, lockRunsOf, type ActionRow, type RunRow } from "./run-row.ts";

/** The result of a claim: the action to run, an action that was ended because its worker is lost, or nothing to do. */
export type Claim = Claimed | { kind: "interrupted"; action: ActionRow } | { kind: "none" };

export interface Claimed {
  kind: "ours";
  run: RunRow;
  action: ActionRow;
  hasSlept: boolean;
}

/** A worker that seems lost gets this time to renew its lease, for example after a database outage. */
const suspicionMs = 5_000;
/** The tolerance for clock differences between this machine and the database. */
const earlyMs = 250;

/** Claims the action of one job, regardless of the state of the action. */
export async function claim(system: System, engine: Engine, job: ActionJob, worker: string): Promise<Claim> {
  return system.db.system.transaction().execute(async (tx) => {
    const [run] = await lockRunsOf(tx, [job.action_id]);
    const [action] = run ? await findActions(tx, [job.action_id]) : [];
    if (!run || !action || isFinalAction(action.status)) return { kind: "none" };
    if (isWaiting(action)) {
      if (action.wait_ms <= earlyMs) return mayStart(run) ? startOne(tx, run, action, worker) : { kind: "none" };
      // The job of an earlier state was delivered again.
      const { position, wait_ms: waitMs } = action;
      await sendAction(system, tx, engine, { run, position }, { action_id: action.id }, waitMs);
      return { kind: "none" };
    }
    return recover(system, tx, engine, { run, action, job, worker });
  });
}

/**
 * Claims the actions that can start immediately. Actions of approved runs are not claimed, because their plan must be
 * compared first; neither are actions whose job was delivered again.
 */
export function claimReady(
  { db }: Pick<System, "db">,
  actionIds: readonly string[],
  worker: string,
): Promise<ReadonlyMap<string, Claimed>> {
  return db.system.transaction().execute(async (tx) => {
    const runs = new Map((await lockRunsOf(tx, actionIds)).map((run) => [run.id, run]));
    const ready = (await findActions(tx, actionIds)).flatMap((action) => {
      const run = runs.get(action.playbook_run_id);
      const isReady = run && isWaiting(action) && action.wait_ms <= earlyMs && mayStart(run) && run.plan_hash === null;
      return isReady ? [{ run, action }] : [];
    });
    return start(tx, ready, worker);
  });
}

const isWaiting = ({ status }: ActionRow) => status === "scheduled" || status === "sleeping";
const mayStart = ({ status }: RunRow) => !isFinalRun(status) && status !== "pending_approval";

const startOne = async (tx: Tx, run: RunRow, action: ActionRow, worker: string): Promise<Claim> =>
  (await start(tx, [{ run, action }], worker)).get(action.id)!;

/** Takes the leases of actions of locked runs. */
async function start(
  tx: Tx,
  all: readonly { run: RunRow; action: ActionRow }[],
  worker: string,
): Promise<ReadonlyMap<string, Claimed>> {
  if (all.length === 0) return new Map();
  const actionIds = all.map(({ action }) => action.id);
  const { rows } = await sql<{ id: string; start_time: string; left_ms: number }>`
    with leased as (
      insert into playbook_leases (action_id, worker, until)
      select id, ${worker}, now() + ${leaseSeconds} * interval '1 s' from unnest(${actionIds}::uuid[]) as w (id)
      on conflict (action_id) do update set worker = excluded.worker, until = excluded.until, is_started = false
    ), begun as (
      update playbook_run_actions set status = 'running', start_time = now() where id = any (${actionIds}::uuid[])
    )
    update playbook_runs
    set    status = 'running', start_time = coalesce(start_time, now())
    where  id = any (${all.map(({ run }) => run.id)}::uuid[])
    returning id, start_time, (extract(epoch from start_time - now()) * 1000 + timeout / 1000000)::float8 as left_ms`.execute(
    tx,
  );
  const times = new Map(rows.map((row) => [row.id, row]));
  const first = all.filter(({ run }) => run.start_time === null);
  await recordChanges(
    tx,
    first.map(({ run }) => ({ run, type: "PlaybookStarted" })),
  );
  return new Map(
    all.map(({ run, action }) => [
      action.id,
      {
        kind: "ours",
        run: { ...run, ...times.get(run.id), status: "running" },
        action: { ...action, status: "running" },
        hasSlept: action.status === "sleeping",
      },
    ]),
  );
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
  // The lease belongs to this worker, but the worker no longer runs the action, for example because the database did
  // not respond.
  const wasOurs = lease?.worker === worker;
  if (lease && !wasOurs && !(isExpired && job.is_suspected)) {
    const next = { action_id: action.id, is_suspected: isExpired };
    const waitMs = Math.max(0, lease.left_ms) + suspicionMs;
    await sendAction(system, tx, engine, { run, position: action.position }, next, waitMs);
    return { kind: "none" };
  }
  if (lease && !lease.is_started && !isFinalRun(run.status)) return startOne(tx, run, action, worker);
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
