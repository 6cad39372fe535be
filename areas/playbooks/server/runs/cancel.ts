// Cancels runs and their child runs. Workers abort running actions, and record what was done.
import { sql, type RawBuilder } from "kysely";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Actor, Origin } from "#server/http/actor.ts";
import { isFinalRun } from "../../model.ts";
import { endRun, type RunEnd } from "./end-run.ts";
import { mayOnPlaybook } from "./playbook-row.ts";
import { lockRun, type RunRow } from "./run-row.ts";

export async function cancelRun(
  system: System,
  { runId, actor, origin }: { runId: string; actor: Actor; origin?: Origin | undefined },
): Promise<void> {
  await system.db.system.transaction().execute(async (tx) => {
    const run = await lockRun(tx, runId);
    if (!run) throw problem.notFound("playbook run", runId);
    if (!mayCancel(actor, run)) throw problem.forbidden("playbook:cancel", "playbooks");
    if (isFinalRun(run.status)) throw problem.invalid(`The run has already ended: it is ${run.status}.`);
    const by = actor.kind === "system" ? null : actor.id;
    await endWithChildren(system, tx, run, { status: "cancelled", cancelledBy: by });
    await recordDeeds(tx, { actor, origin }, [
      {
        action: "update",
        resource_type: "playbook_runs",
        resource_id: run.id,
        resource_name: run.playbook_title,
        columns: ["status"],
        before: { status: run.status },
        after: { status: "cancelled" },
      },
    ]);
  });
}

const mayCancel = (actor: Actor, run: RunRow) =>
  (actor.kind !== "system" && run.created_by === actor.id) ||
  mayOnPlaybook(actor, "playbook:cancel", {
    id: run.playbook_id,
    name: run.playbook_name,
    namespace: run.playbook_namespace,
  });

/** Ends a locked run and its unfinished child runs. */
export async function endWithChildren(system: Pick<System, "events">, tx: Tx, run: RunRow, end: RunEnd): Promise<void> {
  await endRun(system, tx, run, end);
  await cancelChildren(system, tx, sql`parent_id = ${run.id}`, end);
}

/** Cancels the unfinished child runs of an action that has ended without waiting for them. */
export const cancelChildrenOf = (system: Pick<System, "events">, tx: Tx, actionId: string, error: string) =>
  cancelChildren(system, tx, sql`parent_action_id = ${actionId}`, { error });

async function cancelChildren(
  system: Pick<System, "events">,
  tx: Tx,
  which: RawBuilder<unknown>,
  end: Omit<RunEnd, "status">,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from playbook_runs
    where  ${which} and status not in ('completed', 'failed', 'cancelled', 'timed_out')
    order  by id`.execute(tx);
  for (const { id } of rows) {
    const child = await lockRun(tx, id);
    if (child) await endWithChildren(system, tx, child, { ...end, status: "cancelled" });
  }
}
