// Cancels runs and their child runs. Workers abort running actions, and record their output up to that point.
import { sql, type RawBuilder } from "kysely";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Actor, Origin } from "#server/http/actor.ts";
import { isFinalRun } from "../../model.ts";
import { endRuns, type RunEnd } from "./end-run.ts";
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
  await endRuns(system, tx, [{ run, end }]);
  await cancelChildren(system, tx, sql`parent_id = ${run.id}`, () => end);
}

/** Cancels the unfinished runs that failed actions started, because nothing waits for them. */
export async function cancelChildrenOf(
  system: Pick<System, "events">,
  tx: Tx,
  failed: readonly { run: Pick<RunRow, "id">; action: { id: string; name: string } }[],
): Promise<void> {
  if (failed.length === 0) return;
  const names = new Map(failed.map(({ action }) => [action.id, action.name]));
  const which = sql`parent_id = any (${failed.map(({ run }) => run.id)}::uuid[])
    and parent_action_id = any (${[...names.keys()]}::uuid[])`;
  await cancelChildren(system, tx, which, (actionId) => ({
    error: `The action ${names.get(actionId) ?? ""} has failed.`,
  }));
}

async function cancelChildren(
  system: Pick<System, "events">,
  tx: Tx,
  which: RawBuilder<unknown>,
  endOf: (parentActionId: string) => Omit<RunEnd, "status">,
): Promise<void> {
  const { rows } = await sql<{ id: string; parent_action_id: string | null }>`
    select id, parent_action_id from playbook_runs
    where  ${which} and status not in ('completed', 'failed', 'cancelled', 'timed_out')
    order  by id`.execute(tx);
  for (const { id, parent_action_id: actionId } of rows) {
    const child = await lockRun(tx, id);
    if (child) await endWithChildren(system, tx, child, { ...endOf(actionId ?? ""), status: "cancelled" });
  }
}
