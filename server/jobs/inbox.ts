// Inboxes receive events in batches. The publisher stores an event in the transaction of the change; one process takes
// events in their order. Handling and deleting a batch is one transaction, so an event is handled exactly once.
import { sql, type Kysely, type RawBuilder } from "kysely";
import { isolated, WorkStopped } from "../db/isolated.ts";
import type { Tx } from "../db/pool.ts";
import type { DB } from "../db/tables.ts";
import type { Event } from "../events.ts";
import { asOwner } from "./boss.ts";

export interface Inbox {
  /** The name of the inbox. It must not change, because stored events contain it. */
  name: string;
  /** A name or a prefix: `check.failed`, `check.*`, `*`. */
  event: string;
  /**
   * A condition on `e.name`, the name of an event, that is true for wanted events. A transaction with many unwanted
   * events stores only the last few of each name, as examples.
   */
  isWanted?: RawBuilder<boolean>;
  /** The number of unwanted events of one name that a transaction stores. Default: 20. */
  examples?: number;
}

/** The notification that an inbox has new events; its payload is the name of the inbox. */
export const inboxChannel = "quarterdeck_event_inbox";

const defaultExamples = 20;

export async function storeInInbox(tx: Kysely<DB>, inbox: Inbox, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  await asOwner(tx, () =>
    sql`
      with stored as (
        insert into event_inbox (inbox, event)
        select ${inbox.name}, e.event
        from  (
          select g.event, g.n, g.event ->> 'name' as name,
                 row_number() over (partition by g.event ->> 'name' order by g.n desc) as newest
          from   unnest(${events.map((event) => JSON.stringify(event))}::jsonb[]) with ordinality as g (event, n)
        ) e
        where  e.newest <= ${inbox.examples ?? defaultExamples} or ${inbox.isWanted ?? sql<boolean>`true`}
        order  by e.n
        returning id
      )
      select pg_notify(${inboxChannel}, ${inbox.name}) from stored limit 1`.execute(tx),
  );
}

export interface TakenEvent {
  id: string;
  event: Event;
  /** The time of the transaction that published the event. */
  publishedAt: string;
  /** The number of earlier attempts to handle the event. */
  attempts: number;
}

export interface Taking {
  inbox: string;
  /** The maximum number of events in one transaction. */
  limit: number;
  /** Handles the events in a transaction. If it fails, it may be called again with some of the events. */
  handle(tx: Tx, events: readonly TakenEvent[]): Promise<void>;
  /** Called after each transaction that was committed. */
  committed?(): void;
}

export interface Take {
  taken: number;
  /** Milliseconds until the next retry of an event that failed; undefined if no retry is due. */
  retryMs: number | undefined;
}

const retrySeconds = 15;
const maxAttempts = 9;

/** Takes the oldest events. Only one process may call this for an inbox at a time. */
export async function takeEvents(db: Kysely<DB>, { inbox, limit, handle, committed }: Taking): Promise<Take> {
  const { rows } = await sql<{ id: string; event: Event; created_at: string; attempts: number }>`
    with postponed as materialized (
      select id, event->>'id' as resource
      from   event_inbox
      where  inbox = ${inbox} and retry_at > now() and retry_at < 'infinity'
    )
    select e.id::text as id, e.event, e.created_at, e.attempts
    from   event_inbox e
    where  e.inbox = ${inbox} and (e.retry_at is null or e.retry_at <= now())
      -- A later event of the same resource also waits, because a recovery must not overtake its problem.
      and  not exists (select from postponed p where p.id < e.id and p.resource = e.event->>'id')
    order  by e.id
    limit  ${limit}`.execute(db);
  const events = rows.map(({ created_at: publishedAt, ...row }): TakenEvent => ({ ...row, publishedAt }));
  await isolated(
    events,
    async (part) => {
      await db.transaction().execute(async (tx) => {
        await handle(tx, part);
        const { numAffectedRows } = await sql`
          delete from event_inbox where id = any (${part.map(({ id }) => id)}::bigint[])`.execute(tx);
        // A process that has lost the lead without noticing must not handle events twice.
        if (Number(numAffectedRows) !== part.length) throw new EventsTaken();
        await count(tx, inbox, part.length);
      });
      committed?.();
    },
    ({ id }, error) => postpone(db, id, error),
  );
  return { taken: events.length, retryMs: events.length < limit ? await nextRetryMs(db, inbox) : undefined };
}

/** Only one process takes the events of an inbox, so no other process waits for this row. */
async function count(tx: Tx, inbox: string, events: number): Promise<void> {
  await sql`
    with old as (delete from event_tallies where inbox = ${inbox} and hour < now() - interval '2 days')
    insert into event_tallies as t (inbox, hour, delivered, last_delivered)
    values (${inbox}, date_trunc('hour', now()), ${events}, now())
    on conflict (inbox, hour) do update set delivered = t.delivered + excluded.delivered, last_delivered = now()`.execute(
    tx,
  );
}

class EventsTaken extends WorkStopped {
  constructor() {
    super("Another process is already handling the events.");
  }
}

async function postpone(db: Kysely<DB>, id: string, error: unknown): Promise<void> {
  await sql`
    update event_inbox
    set    attempts = attempts + 1, last_attempt = now(), error = ${error instanceof Error ? error.message : String(error)},
           retry_at = case when attempts + 1 >= ${maxAttempts} then 'infinity'::timestamptz
                           else now() + ${retrySeconds} * 2 ^ attempts * interval '1 s' end
    where  id = ${id}`.execute(db);
}

async function nextRetryMs(db: Kysely<DB>, inbox: string): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(retry_at) - now()) * 1000)::float8 as ms
    from   event_inbox
    where  inbox = ${inbox} and retry_at < 'infinity'`.execute(db);
  const ms = rows[0]!.ms;
  return ms === null ? undefined : Math.max(0, ms);
}
