// Puts an action with a delay to sleep. A job wakes it, even if this process stops.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { isFinalRun } from "../../model.ts";
import { sendAction } from "./advance.ts";
import type { Engine } from "./engine.ts";
import { lockRun, type ActionRow, type RunRow } from "./run-row.ts";

export interface Sleeping {
  run: Pick<RunRow, "id">;
  action: Pick<ActionRow, "id" | "position">;
  worker: string;
  waitMs: number;
}

export async function sleepAction(
  system: Pick<System, "db" | "jobs">,
  engine: Engine,
  { run: { id }, action, worker, waitMs }: Sleeping,
): Promise<void> {
  await system.db.system.transaction().execute(async (tx) => {
    const run = await lockRun(tx, id);
    const { numAffectedRows } = await sql`
      delete from playbook_leases where action_id = ${action.id} and worker = ${worker}`.execute(tx);
    if (!run || numAffectedRows !== 1n) return;
    const isOver = isFinalRun(run.status);
    await sql`
      update playbook_run_actions
      set    status = ${isOver ? "skipped" : "sleeping"}, start_time = null, end_time = ${isOver ? sql`now()` : null},
             scheduled_time = now() + ${waitMs} * interval '1 ms'
      where  id = ${action.id} and status = 'running'`.execute(tx);
    if (isOver) return;
    await sql`
      update playbook_runs set status = 'sleeping', scheduled_time = now() + ${waitMs} * interval '1 ms'
      where  id = ${id}`.execute(tx);
    await sendAction(system, tx, engine, { run, position: action.position }, { action_id: action.id }, waitMs);
  });
}
