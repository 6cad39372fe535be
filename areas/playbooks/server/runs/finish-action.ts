// Ends attempts of actions and moves their runs on, in one transaction.
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
  /** Which time limit was exceeded: the limit of the action or of the run. */
  timedOut?: "action" | "run" | undefined;
}

/** An action of a locked run. `worker` is undefined if the lease was lost. */
export interface Finishing {
  run: RunRow;
  action: Pick<ActionRow, "id" | "name">;
  worker: string | undefined;
  end: ActionEnd;
}

/**
 * Ends the actions that their workers still hold. Returns the ids of these actions; actions that already ended are not
 * changed.
 */
export async function finishActions(
  system: Pick<System, "events" | "jobs">,
  tx: Tx,
  engine: Engine,
  all: readonly Finishing[],
): Promise<ReadonlySet<string>> {
  const stored = all.map((one) => ({ ...one, end: storableEnd(one.end) }));
  const ids = await endActions(tx, stored);
  const ended = stored.filter(({ action }) => ids.has(action.id));
  const [late, others] = [ended.filter(isRunLate), ended.filter((one) => !isRunLate(one))];
  for (const { run, action, end } of late)
    await endWithChildren(system, tx, run, {
      status: "timed_out",
      error: `${action.name}: ${end.error ?? "timed out"}`,
    });
  await cancelChildrenOf(
    system,
    tx,
    others.filter(({ end }) => end.status === "failed"),
  );
  const advancing = others.map(({ run, end }) => ({ run, mayRetry: end.isFinal !== true }));
  await advance(system, tx, engine, advancing);
  return ids;
}

/** Ends one action. Returns false if the action had already ended. */
export const finishAction = async (
  system: Pick<System, "events" | "jobs">,
  tx: Tx,
  engine: Engine,
  ids: Omit<Finishing, "end">,
  end: ActionEnd,
): Promise<boolean> => (await finishActions(system, tx, engine, [{ ...ids, end }])).has(ids.action.id);

const isRunLate = ({ end }: Finishing) => end.timedOut === "run";

const storableEnd = (end: ActionEnd): ActionEnd =>
  end.error === undefined ? end : { ...end, error: storable(end.error) };

async function endActions(tx: Tx, all: readonly Finishing[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select * from unnest(
        ${all.map(({ action }) => action.id)}::uuid[], ${all.map(({ worker }) => worker ?? null)}::uuid[],
        ${all.map(({ end }) => end.status)}::text[], ${all.map(({ end }) => end.error ?? null)}::text[],
        ${all.map(({ end }) => end.timedOut !== undefined)}::boolean[], ${all.map(({ end }) => end.contentType ?? null)}::text[],
        ${all.map(({ end }) => printed(end))}::text[]
      ) as w (id, worker, status, error, timed_out, content_type, result)
    ), released as (
      delete from playbook_leases l using wanted w where l.action_id = w.id and l.worker = w.worker
      returning l.action_id
    ), ended as (
      update playbook_run_actions a
      set    status = w.status, end_time = now(), error = w.error, timed_out = w.timed_out, content_type = w.content_type,
             result = w.result::jsonb
      from   wanted w
      where  a.id = w.id and a.status in ('running', 'waiting_children')
      and    (w.worker is null or a.id in (select action_id from released))
      returning a.id
    )
    -- Streams of the output end.
    select id, pg_notify(${outputChannel}, id::text) from ended`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Output may contain characters that PostgreSQL rejects: NUL, and half of a character at a cut. */
function printed({ result, error }: ActionEnd): string | null {
  const whole = error === undefined ? result : { ...result, error };
  if (whole === undefined) return null;
  const text = JSON.stringify(whole);
  return isRefused(text) ? JSON.stringify(storableValue(JSON.parse(text))) : text;
}
