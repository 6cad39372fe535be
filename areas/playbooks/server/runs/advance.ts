// Moves runs to their next actions. The new attempts, the status of the runs and the jobs are written in one transaction,
// with the runs locked.
import { sql } from "kysely";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { isFinalRun } from "../../model.ts";
import { endRuns } from "./end-run.ts";
import type { ActionJob, Engine, QueuedRun } from "./engine.ts";
import { nextStep } from "./next-step.ts";
import { attemptsOf, type RunRow } from "./run-row.ts";

/** A locked run whose action has ended. `mayRetry` is false if another attempt cannot succeed. */
export interface Advancing {
  run: RunRow;
  mayRetry: boolean;
}

/** Schedules the next attempt of each run, or ends the run. */
export async function advance(
  system: Pick<System, "events" | "jobs">,
  tx: Tx,
  engine: Engine,
  all: readonly Advancing[],
): Promise<void> {
  const unfinished = all.filter(({ run }) => !isFinalRun(run.status));
  if (unfinished.length === 0) return;
  const attempts = await attemptsOf(
    tx,
    unfinished.map(({ run }) => run.id),
  );
  const ends: Parameters<typeof endRuns>[2][number][] = [];
  const next: NewAttempt[] = [];
  for (const { run, mayRetry } of unfinished) {
    const own = attempts.get(run.id) ?? [];
    const step = nextStep(run.spec.actions, own, { mayRetry });
    if (step.kind === "end") {
      const failed = own.findLast(({ status }) => status === "failed");
      const error = step.status === "failed" && failed ? `${failed.name}: ${failed.error ?? "failed"}` : undefined;
      ends.push({ run, end: { status: step.status, error } });
    } else if (step.kind === "retry")
      next.push({ run, position: step.position, retry: step.retry, waitMs: step.waitMs, status: "retrying" });
    else next.push({ run, position: step.position, retry: 0, waitMs: 0 });
  }
  await endRuns(system, tx, ends);
  await addAttempts(system, tx, engine, next);
}

export interface NewAttempt {
  run: Pick<RunRow, "id" | "depth" | "spec">;
  position: number;
  retry: number;
  waitMs: number;
  /** The status of the run until the attempt starts; by default it does not change. */
  status?: "retrying";
}

export async function addAttempts(
  { jobs }: Pick<System, "jobs">,
  tx: Tx,
  engine: Engine,
  attempts: readonly NewAttempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  const all = attempts.map((attempt) => ({ ...attempt, id: newId() }));
  await sql`
    insert into playbook_run_actions (id, name, status, position, retry_count, playbook_run_id, scheduled_time)
    select w.id, w.name, 'scheduled', w.position, w.retry, w.run_id, now() + w.wait_ms * interval '1 ms'
    from   unnest(
             ${all.map(({ id }) => id)}::uuid[], ${all.map(({ run, position }) => run.spec.actions[position]!.name)}::text[],
             ${all.map(({ position }) => position)}::int[], ${all.map(({ retry }) => retry)}::int[],
             ${all.map(({ run }) => run.id)}::uuid[], ${all.map(({ waitMs }) => waitMs)}::float8[]
           ) as w (id, name, position, retry, run_id, wait_ms)`.execute(tx);
  const changed = all.filter(({ status }) => status !== undefined);
  if (changed.length > 0)
    await sql`
      update playbook_runs r
      set    status = w.status, scheduled_time = now() + w.wait_ms * interval '1 ms'
      from   unnest(
               ${changed.map(({ run }) => run.id)}::uuid[], ${changed.map(({ status }) => status)}::text[],
               ${changed.map(({ waitMs }) => waitMs)}::float8[]
             ) as w (id, status, wait_ms)
      where  r.id = w.id`.execute(tx);
  const [later, now] = [all.filter(({ waitMs }) => waitMs > 0), all.filter(({ waitMs }) => waitMs <= 0)];
  for (const { run, id, position, waitMs } of later)
    await sendAction({ jobs }, tx, engine, { run, position }, { action_id: id }, waitMs);
  for (const [job, own] of Map.groupBy(now, ({ run, position }) => engine.jobOf(run, position)))
    await jobs.sendAll(
      tx,
      job,
      own.map(({ id }) => ({ action_id: id })),
    );
}

/** Sends the job of an action. Start times are passed as dates, because pg-boss rounds delays to seconds. */
export async function sendAction(
  { jobs }: Pick<System, "jobs">,
  tx: Tx,
  engine: Engine,
  { run, position }: { run: QueuedRun; position: number },
  data: ActionJob,
  waitMs = 0,
): Promise<void> {
  const job = engine.jobOf(run, position);
  await jobs.send(tx, job, data, waitMs > 0 ? { startAfter: new Date(Date.now() + waitMs) } : {});
}
