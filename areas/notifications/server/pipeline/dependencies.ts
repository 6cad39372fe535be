// Messages about checks that depend on a failing check are held. They end when their check recovers, and are sent if it
// still fails after the other check recovered.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Event } from "#server/events.ts";

/** The failing checks that others depend on. */
export type DownParents = ReadonlyMap<string, { name: string }>;

/** The checks that the check of an event depends on. */
export const parentsOf = (event: Event): readonly string[] => {
  const ids = event["depends_on"];
  return event.name === "check.failed" && Array.isArray(ids) ? ids.map(String) : [];
};

/** The last status of a paused check is out of date, so it holds no messages. */
export async function loadParents(tx: Tx, ids: readonly string[]): Promise<DownParents> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from checks
    where  id = any (${[...new Set(ids)]}::uuid[]) and status = 'unhealthy' and deleted_at is null
    and    not is_paused(paused_at, paused_until)`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, { name }]));
}

/**
 * Releases messages whose parent recovered. A check that has not run since then is given time for its next run, because
 * it probably recovers, too. Returns the time at which the first message is due. Checks that are healthy by now end
 * their messages with their own events.
 */
export async function releaseHeld(tx: Tx, recovered: readonly string[]): Promise<number | undefined> {
  if (recovered.length === 0) return undefined;
  const { rows } = await sql<{ at: number | null }>`
    with released as (
      update notification_send_history h
      set    held_by = null,
             not_before = case when c.last_runtime >= p.last_runtime then now()
                               else least(greatest(c.next_runtime, now()) + interval '15 s', now() + interval '10 min') end
      from   checks c, checks p
      where  h.held_by = any (${recovered}::uuid[]) and h.waiting = 'dependency'
      and    p.id = h.held_by and c.id = h.resource_id and c.status = 'unhealthy'
      returning h.not_before
    )
    select (extract(epoch from min(not_before)) * 1000)::float8 as at from released`.execute(tx);
  return rows[0]!.at ?? undefined;
}
