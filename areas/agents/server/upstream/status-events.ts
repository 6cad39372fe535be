// Publishes the events of checks that run on agents. `told_status` is the last published status.
import { sql, type RawBuilder } from "kysely";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";

/** Runs a statement that writes checks `t`, and returns the checks whose status is not published. */
export async function untoldIn(tx: Tx, writing: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with written as (
      ${writing}
      returning t.id, t.deleted_at is null and t.status is not null and t.told_status is distinct from t.status as is_untold
    )
    select id from written where is_untold`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A new check that is healthy has no event, as for checks that run here. */
export async function publishStatuses(
  { events }: Pick<System, "events">,
  tx: Tx,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string; status: string; last_runtime: string | null; is_new: boolean }>`
    with told as (
      select id, told_status
      from   checks
      where  id = any(${ids}::uuid[])
      and    deleted_at is null
      and    told_status is distinct from status
      and    status is not null
      order  by id
      for    no key update
    )
    update checks c
    set    told_status = c.status
    from   told t
    where  c.id = t.id
    returning c.id, c.status, c.last_runtime, t.told_status is null as is_new`.execute(tx);
  await events.publishAll(
    tx,
    rows
      .filter((row) => row.status === "unhealthy" || !row.is_new)
      .map(({ id, status, last_runtime: at }) => ({
        name: status === "healthy" ? "check.passed" : "check.failed",
        id,
        ...(at !== null && { last_runtime: at }),
      })),
  );
}
