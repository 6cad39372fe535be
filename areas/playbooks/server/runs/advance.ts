// Moves a run to its next action. The new attempt, the status of the run and the job are written in one transaction,
// with the run locked.
import { sql } from "kysely";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { isFinalRun } from "../../model.ts";
import { endRun } from "./end-run.ts";
import type { Engine } from "./engine.ts";
import { nextStep } from "./next-step.ts";
import { actionsOf, type RunRow } from "./run-row.ts";

/** Schedules the next attempt of a locked run, or ends the run. */
export async function advance(
  system: Pick<System, "events" | "jobs">,
  tx: Tx,
  engine: Engine,
  run: RunRow,
  { mayRetry = true }: { mayRetry?: boolean } = {},
): Promise<void> {
  if (isFinalRun(run.status)) return;
  const actions = run.spec.actions;
  const attempts = await actionsOf(tx, run.id);
  const step = nextStep(actions, attempts, { mayRetry });
  if (step.kind === "end") {
    const failed = attempts.findLast(({ status }) => status === "failed");
    const error = step.status === "failed" && failed ? `${failed.name}: ${failed.error ?? "failed"}` : undefined;
    await endRun(system, tx, run, { status: step.status, error });
    return;
  }
  const [retry, waitMs] = step.kind === "retry" ? [step.retry, step.waitMs] : [0, 0];
  await addAttempt(system, tx, engine, run, {
    position: step.position,
    retry,
    waitMs,
    ...(step.kind === "retry" && { status: "retrying" }),
  });
}

export interface NewAttempt {
  position: number;
  retry: number;
  waitMs: number;
  /** The status of the run until the attempt starts; by default it does not change. */
  status?: "retrying";
}

export async function addAttempt(
  { jobs }: Pick<System, "jobs">,
  tx: Tx,
  engine: Engine,
  run: Pick<RunRow, "id" | "depth" | "spec">,
  { position, retry, waitMs, status }: NewAttempt,
): Promise<void> {
  const id = newId();
  await sql`
    insert into playbook_run_actions (id, name, status, position, retry_count, playbook_run_id, scheduled_time)
    values (${id}, ${run.spec.actions[position]!.name}, 'scheduled', ${position}, ${retry}, ${run.id},
            now() + ${waitMs} * interval '1 ms')`.execute(tx);
  if (status !== undefined)
    await sql`
      update playbook_runs set status = ${status}, scheduled_time = now() + ${waitMs} * interval '1 ms'
      where  id = ${run.id}`.execute(tx);
  await sendAction({ jobs }, tx, engine, run, { action_id: id }, waitMs);
}

/** Sends the job of an action. Start times are passed as dates, because pg-boss rounds delays to seconds. */
export async function sendAction(
  { jobs }: Pick<System, "jobs">,
  tx: Tx,
  engine: Engine,
  run: Pick<RunRow, "depth">,
  data: { action_id: string; is_suspected?: boolean },
  waitMs = 0,
): Promise<void> {
  await jobs.send(tx, engine.jobOf(run), data, waitMs > 0 ? { startAfter: new Date(Date.now() + waitMs) } : {});
}
