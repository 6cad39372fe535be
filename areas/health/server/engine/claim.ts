// Claims turns in one statement, each with a lease. A worker that does not renew its lease in time may lose the turn to
// another worker; its result is then not recorded.
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { notifyDueTurns } from "./due-turns.ts";

export interface Claimed {
  id: string;
  canaryId: string;
  /** Null for the turn of a whole canary. */
  checkId: string | null;
  schedule: string;
  dueAt: number;
  lease: string;
  /** The previous worker let its lease expire. */
  isTakenOver: boolean;
  /** Version of the canary's row. */
  version: string;
  /** Paused checks that the run of a whole canary skips. */
  pausedChecks: readonly string[];
}

export interface Claim {
  turns: readonly Claimed[];
  /** Time of the database. */
  now: number;
  /** When the next turn can be claimed; undefined if this call claimed turns, or if there are no turns. */
  nextAt: number | undefined;
}

export async function claimTurns(
  db: Kysely<DB>,
  { aheadMs, limit, leaseMs }: { aheadMs: number; limit: number; leaseMs: number },
): Promise<Claim> {
  const lease = randomUUID();
  // The statement returns the time of the database even when no turn is due.
  const { rows } = await sql<{
    now: number;
    next_at: number | null;
    id: string | null;
    canary_id: string;
    check_id: string | null;
    schedule: string;
    due_at: number;
    former: string | null;
    version: string;
    paused: string[] | null;
  }>`
    with due as (
      select t.id, t.lease
      from   check_turns t
      where  t.due_at <= now() + ${aheadMs}::int * interval '1 ms'
      and    (t.leased_until is null or t.leased_until < now())
      order  by t.due_at
      limit  ${limit}
      for    update skip locked
    ), claimed as (
      update check_turns t
      set    lease = ${lease}, leased_until = now() + ${leaseMs}::int * interval '1 ms'
      from   due
      where  t.id = due.id
      returning t.id, t.canary_id, t.check_id, t.schedule, extract(epoch from t.due_at) * 1000 as due_at, due.lease as former
    )
    select extract(epoch from clock_timestamp()) * 1000 as now, c.*, k.xmin::text as version,
           case when c.id is null then extract(epoch from least(
             (
               select t.due_at - ${aheadMs}::int * interval '1 ms' from check_turns t
               where  t.leased_until is null and t.due_at < 'infinity'
               order  by t.due_at limit 1
             ),
             (select min(t.leased_until) from check_turns t where t.due_at <= now() + ${aheadMs}::int * interval '1 ms')
           )) * 1000 end as next_at,
           case when c.check_id is null then (
             select array_agg(p.id) from checks p where p.canary_id = c.canary_id and is_paused(p.paused_at, p.paused_until)
           ) end as paused
    from   (select) as one
    left   join claimed c on true
    left   join canaries k on k.id = c.canary_id`.execute(db);
  return {
    now: rows[0]!.now,
    nextAt: rows[0]!.next_at ?? undefined,
    turns: rows.flatMap((row) =>
      row.id === null
        ? []
        : [
            {
              id: row.id,
              canaryId: row.canary_id,
              checkId: row.check_id,
              schedule: row.schedule,
              dueAt: row.due_at,
              lease,
              isTakenOver: row.former !== null,
              version: row.version,
              pausedChecks: row.paused ?? [],
            },
          ],
    ),
  };
}

type Held = Pick<Claimed, "id" | "lease">;

/**
 * Locks the turns that this worker still holds, in the order of their ids. Saving a canary uses the same order, which
 * prevents deadlocks.
 */
const lockHeld = (held: readonly Held[]) => sql`
  select t.id
  from   check_turns t
  join   unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ lease }) => lease)}::uuid[]) as h (id, lease)
         on h.id = t.id and h.lease = t.lease
  order  by t.id
  for    update of t`;

/** Returns the ids of the turns that this worker still holds. */
export async function renewTurns(db: Kysely<DB>, held: readonly Held[], leaseMs: number): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update check_turns t
    set    leased_until = now() + ${leaseMs}::int * interval '1 ms'
    from   (${lockHeld(held)}) h
    where  t.id = h.id
    returning t.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Releases turns so that other workers can claim them immediately. */
export async function giveBackTurns(db: Kysely<DB>, held: readonly Held[]): Promise<void> {
  if (held.length === 0) return;
  await sql`
    update check_turns t
    set    lease = null, leased_until = null
    from   (${lockHeld(held)}) h
    where  t.id = h.id`.execute(db);
  await notifyDueTurns(db);
}

/**
 * Repairs turns after the database clock was set back. If a due time or the end of a lease is too far in the future, it
 * was computed before the clock changed; the turn then becomes due within its interval.
 */
export async function mendClock(db: Kysely<DB>, leaseMs: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update check_turns t
    set    due_at = least(t.due_at, now() + random() * c.seconds * interval '1 s'),
           leased_until = least(t.leased_until, now() + ${leaseMs}::int * interval '1 ms')
    from   (
             select t.id, max(c.interval_seconds) as seconds
             from   check_turns t
             join   checks c on c.id = t.check_id or (t.check_id is null and c.canary_id = t.canary_id)
             where  not is_paused(c.paused_at, c.paused_until)
             group  by t.id
           ) c
    where  t.id = c.id
    and    (t.due_at > now() + 2 * c.seconds * interval '1 s' or t.leased_until > now() + 2 * ${leaseMs}::int * interval '1 ms')`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Deletes turns whose canary or check no longer exists. */
export async function dropTurns(db: Kysely<DB>, held: readonly Held[]): Promise<void> {
  await sql`
    delete from check_turns t
    using  (${lockHeld(held)}) h
    where  t.id = h.id`.execute(db);
}
