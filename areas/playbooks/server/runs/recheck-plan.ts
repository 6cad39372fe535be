// Renders the plan of an approved run again before its first action starts. If it differs from the approved plan, the
// approvals become void, and the run waits for approval of the new plan.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { openRun } from "./open-run.ts";
import type { Engine } from "./engine.ts";
import { findRun, lockRun } from "./run-row.ts";
import { renderPlan } from "./render-plan.ts";

/** A first action with a delay sleeps first. */
const isWaiting = (status: string) => status === "scheduled" || status === "sleeping";

/** Returns false if the action must not start, because the run waits for approval again. */
export async function planIsCurrent(
  system: System,
  engine: Engine,
  actionId: string,
  { scrubber, signal }: { scrubber: Scrubber; signal: AbortSignal },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select r.id
    from   playbook_run_actions a
    join   playbook_runs r on r.id = a.playbook_run_id
    where  a.id = ${actionId} and a.status in ('scheduled', 'sleeping') and a.position = 0 and a.retry_count = 0
    and    r.status in ('scheduled', 'sleeping') and r.plan_hash is not null`.execute(system.db.system);
  const found = rows[0] && (await findRun(system.db.system, rows[0].id));
  if (!found) return true;
  const opened = openRun(system, engine, found, scrubber);
  const plan = await renderPlan(system, engine, { run: found, opened, scrubber, signal });
  if (plan.hash === found.plan_hash) return true;
  return system.db.system.transaction().execute(async (tx) => {
    const run = await lockRun(tx, found.id);
    if (!run || !isWaiting(run.status) || run.plan_hash !== found.plan_hash) return true;
    const { numAffectedRows } = await sql`
      delete from playbook_run_actions where id = ${actionId} and status in ('scheduled', 'sleeping')`.execute(tx);
    if (numAffectedRows !== 1n) return true;
    await sql`
      update playbook_runs
      set    status = 'pending_approval', scheduled_time = now(), former_plan = plan, plan = ${JSON.stringify(plan.actions)}::jsonb, plan_hash = ${plan.hash}
      where  id = ${run.id}`.execute(tx);
    await sql`
      update playbook_approvals set voided_at = now() where run_id = ${run.id} and voided_at is null`.execute(tx);
    await system.events.publish(tx, { name: "playbook.approval.requested", id: run.playbook_id, run_id: run.id });
    return false;
  });
}
