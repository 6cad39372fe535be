// Approves runs. An approval applies to the plan that is stored on the run. The last required approval starts the run
// in the same transaction.
import { sql } from "kysely";
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import { someone, type Actor, type Origin } from "#server/http/actor.ts";
import { addAttempts } from "./advance.ts";
import type { Engine } from "./engine.ts";
import { mayOnPlaybook } from "./playbook-row.ts";
import { lockRun, type RunRow } from "./run-row.ts";
import { approvableBy, isApproved, needsApproval } from "./approvers.ts";

const asPlaybook = (run: RunRow) => ({
  id: run.playbook_id,
  name: run.playbook_name,
  namespace: run.playbook_namespace,
});

export interface Approving {
  runId: string;
  actor: Actor;
  origin?: Origin | undefined;
  /** The plan that the approver saw. If undefined, the stored plan is approved. */
  planHash?: string | undefined;
}

/** Returns the status of the run after the approval. */
export async function approveRun(
  system: System,
  engine: Engine,
  { runId, actor, origin, planHash }: Approving,
): Promise<string> {
  const approver = someone(actor);
  return system.db.system.transaction().execute(async (tx) => {
    const run = await lockRun(tx, runId);
    if (!run) throw problem.notFound("playbook run", runId);
    if (!needsApproval(run.spec)) throw problem.invalid("The playbook does not need an approval.");
    if (!mayOnPlaybook(actor, "playbook:approve", asPlaybook(run)))
      throw problem.forbidden("playbook:approve", "playbooks");
    const { personId, teamIds } = await approvableBy(tx, run.spec, approver);
    if (personId === null && teamIds.length === 0)
      throw new Problem("forbidden", "You are not one of the approvers of this playbook.", {
        parts: { action: "playbook:approve", object: "playbooks" },
      });
    if (run.status !== "pending_approval")
      throw problem.invalid(`Only runs that wait for approval can be approved; this one is ${run.status}.`);
    if (planHash !== undefined && planHash !== run.plan_hash)
      throw problem.conflict("The plan has changed since you saw it. Read the new plan before you approve it.");
    await insertApprovals(system, tx, run, { actor, origin, personId, teamIds });
    return (await startIfApproved(system, tx, engine, run)) ? "scheduled" : run.status;
  });
}

interface NewApprovals {
  actor: Actor;
  origin: Origin | undefined;
  personId: string | null;
  teamIds: readonly string[];
}

async function insertApprovals(
  { events }: Pick<System, "events">,
  tx: Tx,
  run: RunRow,
  { actor, origin, personId, teamIds }: NewApprovals,
): Promise<void> {
  const rows = [
    ...(personId === null ? [] : [{ person_id: personId, team_id: null }]),
    ...teamIds.map((id) => ({ person_id: null, team_id: id })),
  ];
  const { numAffectedRows = 0n } = await sql`
    insert into playbook_approvals (run_id, person_id, team_id, plan_hash)
    select ${run.id}, a.person_id, a.team_id, ${run.plan_hash}
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (person_id uuid, team_id uuid)
    on conflict do nothing`.execute(tx);
  if (numAffectedRows === 0n) return;
  await recordDeeds(tx, { actor, origin }, [
    {
      action: "create",
      resource_type: "playbook_approvals",
      resource_id: run.id,
      resource_name: run.playbook_title,
      columns: ["plan_hash"],
      after: { plan_hash: run.plan_hash },
    },
  ]);
  await events.publish(tx, { name: "playbook.approval.inserted", id: run.playbook_id, run_id: run.id });
}

/** The approval of the person who started the run, if they are an approver. */
export async function approveAsStarter(
  system: Pick<System, "events">,
  tx: Tx,
  run: RunRow,
  { actor, origin }: Pick<NewApprovals, "actor" | "origin">,
): Promise<void> {
  if (actor.kind === "system" || !mayOnPlaybook(actor, "playbook:approve", asPlaybook(run))) return;
  const approvable = await approvableBy(tx, run.spec, actor);
  if (approvable.personId === null && approvable.teamIds.length === 0) return;
  await insertApprovals(system, tx, run, { actor, origin, ...approvable });
}

/** Starts a locked run that has all approvals. Returns false if it still needs approvals, or was not waiting. */
export async function startIfApproved(
  system: Pick<System, "jobs">,
  tx: Tx,
  engine: Engine,
  run: RunRow,
): Promise<boolean> {
  if (run.status !== "pending_approval" || !(await isApproved(tx, run.spec, run.id))) return false;
  const { numAffectedRows } = await sql`
    update playbook_runs set status = 'scheduled', scheduled_time = now(), former_plan = null
    where  id = ${run.id} and status = 'pending_approval'`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await addAttempts(system, tx, engine, [{ run, position: 0, retry: 0, waitMs: 0 }]);
  return true;
}
