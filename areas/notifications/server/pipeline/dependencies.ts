// Messages about checks that depend on a failing check are held. Such a message ends when its check recovers. It is
// sent if its check still fails after the other check recovered or turned out to be healthy.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Event } from "#server/events.ts";

/** The state of a check that others depend on. */
export interface Parent {
  isDown: boolean;
  /** Time of the last run in milliseconds since 1970; null if the check has not run yet. */
  ranAt: number | null;
  /** The time by which the next run of the check has probably ended; undefined if the check does not run soon. */
  runsUntil: number | undefined;
}

export type Parents = ReadonlyMap<string, Parent>;

/** Messages do not wait for a check that runs later than this. */
const maxWaitMs = 5 * 60_000;
/** The time that a run may take. */
const runMs = 15_000;

/** The checks that the check of an event depends on. */
export const parentsOf = (event: Event): readonly string[] => {
  const ids = event["depends_on"];
  return event.name === "check.failed" && Array.isArray(ids) ? ids.map(String) : [];
};

/** The last status of a paused check is out of date, so it does not hold back messages. */
export async function loadParents(tx: Tx, ids: readonly string[], now: number): Promise<Parents> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; is_down: boolean; ran_at: number | null; runs_at: number | null }>`
    select id, status = 'unhealthy' as is_down, (extract(epoch from last_runtime) * 1000)::float8 as ran_at,
           (extract(epoch from next_runtime) * 1000)::float8 as runs_at
    from   checks
    where  id = any (${[...new Set(ids)]}::uuid[]) and deleted_at is null and not is_paused(paused_at, paused_until)`.execute(
    tx,
  );
  return new Map(
    rows.map(({ id, is_down: isDown, ran_at: ranAt, runs_at: runsAt }) => {
      const isSoon = runsAt !== null && runsAt - now <= maxWaitMs;
      return [id, { isDown, ranAt, runsUntil: isSoon ? Math.max(runsAt, now) + runMs : undefined }];
    }),
  );
}

/**
 * Returns the check that holds the message for an event: a parent that fails, or a parent that has not run since the
 * event and runs soon. When many checks fail for one reason, a check may fail before the check that it depends on.
 */
export function holdingParent(
  event: Event,
  parents: Parents,
): { id: string; runsUntil?: number | undefined } | undefined {
  const ids = parentsOf(event);
  const down = ids.find((id) => parents.get(id)?.isDown);
  if (down !== undefined) return { id: down };
  const failedAt = Date.parse(event["last_runtime"] as string);
  for (const id of ids) {
    const { ranAt = null, runsUntil } = parents.get(id) ?? {};
    if (runsUntil !== undefined && (ranAt ?? 0) < failedAt) return { id, runsUntil };
  }
  return undefined;
}

/**
 * Releases messages whose parent recovered. If a check has not run since then, its message waits for the next run,
 * because the check probably recovers as well. Messages about checks that are already healthy end with the events of
 * those checks. Returns the time at which the first message is due.
 */
export async function releaseHeld(tx: Tx, recovered: readonly string[]): Promise<number | undefined> {
  if (recovered.length === 0) return undefined;
  const { rows } = await sql<{ at: number | null }>`
    with released as (
      update notification_send_history h
      set    not_before = case when c.last_runtime >= p.last_runtime then now()
                               else least(greatest(c.next_runtime, now()) + interval '15 s', now() + interval '10 min') end
      from   checks c, checks p
      where  h.held_by = any (${recovered}::uuid[]) and h.waiting = 'dependency'
      and    p.id = h.held_by and c.id = h.resource_id and c.status = 'unhealthy'
      returning h.not_before
    )
    select (extract(epoch from min(not_before)) * 1000)::float8 as at from released`.execute(tx);
  return rows[0]!.at ?? undefined;
}
