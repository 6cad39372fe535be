// Ends runs. All consequences are in the transaction that writes the final status, so they happen exactly once.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import type { FinalRunStatus } from "../../model.ts";
import { recordChanges } from "./config-changes.ts";
import { runChannel, type RunRow } from "./run-row.ts";

export interface RunEnd {
  status: FinalRunStatus;
  error?: string | undefined;
  cancelledBy?: string | null | undefined;
}

/** Ends locked runs, except those that had ended before. Actions that have not started are skipped. */
export async function endRuns(
  { events }: Pick<System, "events">,
  tx: Tx,
  all: readonly { run: RunRow; end: RunEnd }[],
): Promise<void> {
  if (all.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select * from unnest(
        ${all.map(({ run }) => run.id)}::uuid[], ${all.map(({ end }) => end.status)}::text[],
        ${all.map(({ end }) => end.error ?? null)}::text[], ${all.map(({ end }) => end.cancelledBy ?? null)}::uuid[]
      ) as w (id, status, error, cancelled_by)
    ), ended as (
      update playbook_runs r
      set    status = w.status, end_time = now(), error = coalesce(w.error, r.error), cancelled_by = w.cancelled_by
      from   wanted w
      where  r.id = w.id and r.status not in ('completed', 'failed', 'cancelled', 'timed_out')
      returning r.id, r.status
    ), skipped as (
      update playbook_run_actions a
      set    status = 'skipped', end_time = now()
      from   ended e
      where  a.playbook_run_id = e.id and a.status in ('scheduled', 'sleeping', 'waiting')
    )
    select id, pg_notify(${runChannel}, id || ' ' || status) from ended`.execute(tx);
  const ids = new Set(rows.map(({ id }) => id));
  const ended = all.filter(({ run }) => ids.has(run.id));
  await recordChanges(
    tx,
    ended.map(({ run, end: { status, error } }) => ({
      run,
      type: status === "completed" ? "PlaybookCompleted" : "PlaybookFailed",
      details: { status, ...(error !== undefined && { error }) },
    })),
  );
  for (const { run, end } of ended) await endNotification(tx, run, end);
  await events.publishAll(
    tx,
    ended.map(({ run, end: { status } }) => ({
      name: `playbook.run.${status}`,
      id: run.playbook_id,
      run_id: run.id,
      // Included because the rule of the message may have a fallback.
      ...(run.notification_send_id !== null && { notification_send_id: run.notification_send_id }),
    })),
  );
}

/** Stores the result of the run in the notification message that started it. */
async function endNotification(tx: Tx, run: RunRow, { status, error }: RunEnd): Promise<void> {
  if (run.notification_send_id === null) return;
  const isDone = status === "completed";
  await sql`
    update notification_send_history
    set    status = ${isDone ? "sent" : "error"}, sent_at = case when ${isDone} then now() else sent_at end,
           error = ${isDone ? null : (error ?? `The playbook run is ${status.replace("_", " ")}.`)}
    where  id = ${run.notification_send_id} and playbook_run_id = ${run.id}`.execute(tx);
}
