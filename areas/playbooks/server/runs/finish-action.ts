// Ends an attempt of an action and advances its run, in one transaction.
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { isRefused, storable, storableValue } from "#server/db/sql-text.ts";
import { advance } from "./advance.ts";
import { cancelChildrenOf, endWithChildren } from "./cancel.ts";
import type { Engine } from "./engine.ts";
import { outputChannel } from "./output.ts";
import type { ActionRow, RunRow } from "./run-row.ts";

export interface ActionEnd {
  status: "completed" | "failed" | "skipped";
  result?: Readonly<Record<string, Json>> | undefined;
  error?: string | undefined;
  contentType?: string | undefined;
  /** A retry cannot help. */
  isFinal?: boolean | undefined;
  /** The exceeded time limit: that of the action or of the run. */
  timedOut?: "action" | "run" | undefined;
}

/**
 * Ends an action of a locked run, if this worker still holds the lease. `worker` is undefined if the lease was lost.
 * Returns false and writes nothing if the action has already ended.
 */
export async function finishAction(
  system: Pick<System, "events" | "jobs">,
  tx: Tx,
  engine: Engine,
  { run, action, worker }: { run: RunRow; action: Pick<ActionRow, "id" | "name">; worker: string | undefined },
  { status, result, error: reason, contentType, isFinal = false, timedOut }: ActionEnd,
): Promise<boolean> {
  const { numAffectedRows: leases } = await sql`
    delete from playbook_leases where action_id = ${action.id} and worker = ${worker ?? null}`.execute(tx);
  if (worker !== undefined && leases !== 1n) return false;
  const error = reason === undefined ? undefined : storable(reason);
  const { numAffectedRows } = await sql`
    update playbook_run_actions
    set    status = ${status}, end_time = now(), error = ${error ?? null}, timed_out = ${timedOut !== undefined},
           content_type = ${contentType ?? null}, result = ${printed(error === undefined ? result : { ...result, error })}::jsonb
    where  id = ${action.id} and status in ('running', 'waiting_children')`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  // Ends the streams of the output.
  await sql`select pg_notify(${outputChannel}, ${action.id})`.execute(tx);
  if (timedOut === "run")
    await endWithChildren(system, tx, run, { status: "timed_out", error: `${action.name}: ${error ?? "timed out"}` });
  else {
    if (status === "failed") await cancelChildrenOf(system, tx, action.id, `The action ${action.name} has failed.`);
    await advance(system, tx, engine, run, { mayRetry: !isFinal });
  }
  return true;
}

/** Output may contain characters that PostgreSQL rejects: NUL, and half of a surrogate pair at a cut. */
function printed(result: Readonly<Record<string, Json>> | undefined): string | null {
  if (result === undefined) return null;
  const text = JSON.stringify(result);
  return isRefused(text) ? JSON.stringify(storableValue(JSON.parse(text))) : text;
}
