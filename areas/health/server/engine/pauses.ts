// Pauses and resumes checks. A paused check keeps its turn, which is due when the pause ends. Checks that a paused
// check created are paused with it. If all checks of a canary run together, the run skips paused checks (claim.ts).
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import { notifyDueTurns } from "./due-turns.ts";

export interface Pausing {
  /** Null for a pause without an end. */
  until: Date | null;
  reason: string | null;
  /** Null when the system itself pauses. */
  by: string | null;
}

/** The pause columns of a check before and after a command. */
export interface PauseChange {
  id: string;
  name: string;
  before: PauseColumns;
  after: PauseColumns;
}

export type PauseColumns = Readonly<Record<"paused_at" | "paused_until" | "paused_by" | "pause_reason", string | null>>;

/** A check that is already paused keeps its start and gets the new end and reason. */
export async function pauseChecks(
  tx: Tx,
  ids: readonly string[],
  { until, reason, by }: Pausing,
): Promise<PauseChange[]> {
  await lockTurns(tx, ids);
  const end = until?.toISOString() ?? null;
  return changePauses(
    tx,
    ids,
    sql`
    set    paused_at = case when is_paused(c.paused_at, c.paused_until) then c.paused_at else now() end,
           paused_until = ${end}::timestamptz, paused_by = ${by}, pause_reason = ${reason}, next_runtime = ${end}::timestamptz`,
    sql`true`,
  );
}

/** Ends the pauses of checks; checks that are not paused stay unchanged. */
export async function resumeChecks(tx: Tx, ids: readonly string[]): Promise<PauseChange[]> {
  await lockTurns(tx, ids);
  return changePauses(
    tx,
    ids,
    sql`set paused_until = now(), next_runtime = case when c.interval_seconds is not null then now() end`,
    sql`is_paused(c.paused_at, c.paused_until)`,
  );
}

/** Locks turns before checks, each by id, in the same order as the recorder and canary writes. */
const lockTurns = (tx: Tx, ids: readonly string[]) =>
  sql`
  select from check_turns t
  where  t.canary_id in (select c.canary_id from checks c where c.id = any (${ids}::uuid[]))
  order  by t.id
  for    update`.execute(tx);

const columns = sql`jsonb_build_object('paused_at', c.paused_at, 'paused_until', c.paused_until, 'paused_by', c.paused_by, 'pause_reason', c.pause_reason)`;

async function changePauses(
  tx: Tx,
  ids: readonly string[],
  set: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>,
): Promise<PauseChange[]> {
  const { rows } = await sql<PauseChange>`
    with present as (
      select c.id, ${columns} as before
      from   checks c
      where  (c.id = any (${ids}::uuid[]) or c.made_by = any (${ids}::uuid[])) and c.deleted_at is null and ${condition}
      order  by c.id
      for    no key update
    )
    update checks c
    ${set}
    from   present p
    where  c.id = p.id
    returning c.id, c.name, p.before, ${columns} as after`.execute(tx);
  await moveTurns(
    tx,
    rows.map(({ id }) => id),
  );
  return rows;
}

/**
 * A run that has started loses its lease, so its result is not recorded. The turn of a whole canary keeps its due time.
 */
async function moveTurns(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
  update check_turns t
  set    lease = null, leased_until = null,
         due_at = case
                    when t.check_id is null then t.due_at
                    when is_paused(c.paused_at, c.paused_until) then coalesce(c.paused_until, 'infinity')
                    else now()
                  end
  from   checks c
  where  c.id = any (${ids}::uuid[]) and (t.id = c.id or (t.id = c.canary_id and t.check_id is null))`.execute(tx);
  await notifyDueTurns(tx);
}
