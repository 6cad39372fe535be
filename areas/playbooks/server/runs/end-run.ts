// Ends runs. All consequences are in the transaction that writes the final status, so they happen exactly once.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import type { FinalRunStatus } from "../../model.ts";
import { recordChange } from "./config-changes.ts";
import { announceEnd, type RunRow } from "./run-row.ts";

export interface RunEnd {
  status: FinalRunStatus;
  error?: string | undefined;
  cancelledBy?: string | null | undefined;
}

/** Ends a locked run. Actions that have not started are skipped. Returns false if the run had ended before. */
export async function endRun(
  { events }: Pick<System, "events">,
  tx: Tx,
  run: RunRow,
  { status, error, cancelledBy = null }: RunEnd,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update playbook_runs
    set    status = ${status}, end_time = now(), error = coalesce(${error ?? null}, error), cancelled_by = ${cancelledBy}
    where  id = ${run.id} and status not in ('completed', 'failed', 'cancelled', 'timed_out')`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`
    update playbook_run_actions
    set    status = 'skipped', end_time = now()
    where  playbook_run_id = ${run.id} and status in ('scheduled', 'sleeping', 'waiting')`.execute(tx);
  await recordChange(tx, run, status === "completed" ? "PlaybookCompleted" : "PlaybookFailed", {
    status,
    ...(error !== undefined && { error }),
  });
  await endNotification(tx, run, status, error);
  const { playbook_id: id, notification_send_id: message } = run;
  await events.publish(tx, {
    name: `playbook.run.${status}`,
    id,
    run_id: run.id,
    // The notification rule may have a fallback.
    ...(message !== null && { notification_send_id: message }),
  });
  await announceEnd(tx, run.id, status);
  return true;
}

/** The result is stored in the notification message that started the run. */
async function endNotification(tx: Tx, run: RunRow, status: FinalRunStatus, error: string | undefined): Promise<void> {
  if (run.notification_send_id === null) return;
  const isDone = status === "completed";
  await sql`
    update notification_send_history
    set    status = ${isDone ? "sent" : "error"}, sent_at = case when ${isDone} then now() else sent_at end,
           error = ${isDone ? null : (error ?? `The playbook run is ${status.replace("_", " ")}.`)}
    where  id = ${run.notification_send_id} and playbook_run_id = ${run.id}`.execute(tx);
}
