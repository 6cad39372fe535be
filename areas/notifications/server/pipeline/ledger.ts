// Writes the ledger: collects the changes of a transaction and writes each kind with one statement. Only this file
// changes waiting rows. The delivery changes the rows that it delivers; for those, this file changes only counts and
// recoveries.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Recipient } from "../rules/recipients.ts";
import type { Rule } from "../rules/rule-book.ts";
import type { Decision, Step, Waiting } from "./decide.ts";
import type { Event } from "#server/events.ts";
import type { Subject } from "./environment.ts";
import type { Fields } from "./resources.ts";

export type Purpose = "event" | "fallback" | "resolved" | "digest";

/** The columns of a ledger row that the pipeline needs. */
export interface LedgerRow {
  id: string;
  notification_id: string | null;
  resource_id: string;
  recipient_key: string;
  source_event: string;
  purpose: Purpose;
  status: string;
  waiting: Waiting | null;
  parent_id: string | null;
  group_id: string | null;
  held_by: string | null;
  silenced_by: string | null;
  is_open: boolean;
  count: number;
  /** Milliseconds since 1970. */
  created_at: number;
  sent_at: number | null;
}

/** The columns of LedgerRow, for queries. */
export const ledgerColumns = sql`
  h.id, h.notification_id, h.resource_id, h.recipient_key, h.source_event, h.purpose, h.status, h.waiting, h.parent_id,
  h.group_id, h.held_by, h.silenced_by, h.is_open, h.count, (extract(epoch from h.created_at) * 1000)::float8 as created_at,
  (extract(epoch from h.sent_at) * 1000)::float8 as sent_at`;

export interface NewMessage {
  id: string;
  rule: Rule;
  recipient: Recipient;
  purpose: Purpose;
  subject: Pick<Subject, "id" | "event" | "snapshot"> & { row?: Fields };
  decision: Decision;
  /** The steps before the decision. */
  steps: readonly Step[];
  isOpen: boolean;
  groupId?: string | undefined;
}

interface Inserted extends LedgerRow {
  resource: ResourceColumns;
  values: Record<string, unknown>;
}

/** The columns that differ between messages about different resources. */
export interface ResourceColumns {
  payload: Event;
  /** Null if the database looks up the value. */
  resource_name: string | null;
  resource_health: string | null;
  resource_status: string | null;
  resource_health_description: string | null;
}

/** Changes of a waiting row. */
export interface Move {
  status: string;
  waiting: Waiting | null;
  notBefore?: number | undefined;
  parentId?: string | null | undefined;
  silencedBy?: string | undefined;
  heldBy?: string | undefined;
  isOpen?: boolean | undefined;
  steps: readonly Step[];
}

const timeOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

export class Ledger {
  readonly #tx: Tx;
  readonly now: number;
  /** The value of created_at in all rows of this transaction; undefined before the first row is written. */
  writtenAt: string | undefined;
  #inserted = new Map<string, Inserted>();
  #raised = new Map<string, number>();
  #moved = new Map<string, Record<string, unknown>>();
  #ended: { resource: string; events: readonly string[] }[] = [];
  #deleted = new Set<string>();

  constructor(tx: Tx, now: number) {
    this.#tx = tx;
    this.now = now;
  }

  insert({ id, rule, recipient, purpose, subject, decision, steps, isOpen, groupId }: NewMessage): Inserted {
    const row: Inserted = {
      id,
      notification_id: rule.id,
      resource_id: subject.id,
      recipient_key: recipient.key,
      source_event: subject.event.name,
      purpose,
      status: decision.status,
      waiting: decision.waiting ?? null,
      parent_id: decision.parentId ?? null,
      group_id: groupId ?? null,
      held_by: decision.heldBy ?? null,
      silenced_by: decision.silencedBy ?? null,
      is_open: isOpen,
      count: 1,
      created_at: this.now,
      sent_at: null,
      resource: {
        payload: subject.event,
        resource_name: nameOf(subject),
        resource_health: subject.snapshot.health,
        resource_status: subject.snapshot.status,
        resource_health_description: subject.snapshot.description,
      },
      values: {
        not_before: timeOf(decision.notBefore),
        person_id: recipient.personId,
        team_id: recipient.teamId,
        connection_id: recipient.connectionId,
        rule_name: rule.name,
        recipient: recipient.name,
        channel: recipient.channel,
        trail: [...steps, ...decision.steps],
      },
    };
    this.#inserted.set(id, row);
    return row;
  }

  /** Counts a repeat in an existing row. */
  raise(row: LedgerRow, by = 1): void {
    row.count += by;
    row.created_at = this.now;
    if (!this.#inserted.has(row.id)) this.#raised.set(row.id, (this.#raised.get(row.id) ?? 0) + by);
  }

  /** Changes a row that waits. */
  move(row: LedgerRow, move: Move): void {
    row.status = move.status;
    row.waiting = move.waiting;
    if (move.parentId !== undefined) row.parent_id = move.parentId;
    row.held_by = move.heldBy ?? null;
    row.silenced_by = move.silencedBy ?? null;
    if (move.isOpen !== undefined) row.is_open = move.isOpen;
    const inserted = this.#inserted.get(row.id);
    if (inserted) {
      inserted.values["not_before"] = timeOf(move.notBefore);
      inserted.values["trail"] = [...(inserted.values["trail"] as Step[]), ...move.steps];
      return;
    }
    const before = this.#moved.get(row.id);
    this.#moved.set(row.id, {
      id: row.id,
      status: row.status,
      waiting: row.waiting,
      not_before: timeOf(move.notBefore),
      parent_id: row.parent_id,
      silenced_by: row.silenced_by,
      held_by: row.held_by,
      is_open: row.is_open,
      steps: [...((before?.["steps"] as Step[] | undefined) ?? []), ...move.steps],
    });
  }

  /** Adds the counts of a waiting row to an older row with the same result, and deletes the waiting row. */
  merge(into: LedgerRow, from: LedgerRow): void {
    this.raise(into, from.count);
    this.#moved.delete(from.id);
    this.#raised.delete(from.id);
    if (!this.#inserted.delete(from.id)) this.#deleted.add(from.id);
  }

  /** Closes the problems that these events reported, including rows that are not in memory. */
  close(resource: string, events: readonly string[]): void {
    this.#ended.push({ resource, events });
  }

  async flush(): Promise<void> {
    const [inserted, raised, moved] = [[...this.#inserted.values()], [...this.#raised], [...this.#moved.values()]];
    const [ended, deleted] = [this.#ended, [...this.#deleted]];
    this.#inserted = new Map();
    this.#raised = new Map();
    this.#moved = new Map();
    this.#ended = [];
    this.#deleted = new Set();
    // New rows may report the next problem of the same resource.
    if (ended.length > 0) await closeRows(this.#tx, ended);
    if (inserted.length > 0) this.writtenAt = await insertRows(this.#tx, inserted);
    if (moved.length > 0) await moveRows(this.#tx, moved);
    if (raised.length > 0)
      await sql`
        update notification_send_history h
        set    count = h.count + r.count, created_at = now()
        from   unnest(${raised.map(([id]) => id)}::uuid[], ${raised.map(([, count]) => count)}::int[]) as r (id, count)
        where  h.id = r.id`.execute(this.#tx);
    if (deleted.length > 0)
      await sql`delete from notification_send_history where id = any (${deleted}::uuid[])`.execute(this.#tx);
  }
}

/** Events about resources whose column `name` is the name that messages use. */
const namedEvents = /^(?:check|config|component|canary)\./;

function nameOf({ event, row }: NewMessage["subject"]): string | null {
  const name = namedEvents.test(event.name) ? row?.["name"] : undefined;
  return typeof name === "string" ? name : null;
}

/**
 * Messages of one rule to one recipient often differ only in their resource, so the other columns are sent once for all
 * such messages. Returns the created_at of all rows.
 */
async function insertRows(tx: Tx, rows: readonly Inserted[]): Promise<string> {
  const common = new Map<string, number>();
  // One document, because the driver escapes each element of an array.
  const own = rows.map(({ id, resource_id, created_at: _created, sent_at: _sent, resource, values, ...row }) => {
    const text = JSON.stringify({ ...row, ...values });
    const place = common.get(text) ?? common.size + 1;
    common.set(text, place);
    return { id, resource_id, place, ...resource };
  });
  const { rows: written } = await sql<{ at: string }>`
    with written as (
      insert into notification_send_history (
        id, resource_id, payload, resource_name, resource_health, resource_status, resource_health_description,
        notification_id, recipient_key, source_event, purpose, status, waiting, parent_id, group_id, held_by, is_open, count,
        not_before, silenced_by, person_id, team_id, connection_id, rule_name, recipient, channel, trail)
      select r.id, r.resource_id, r.payload, r.resource_name, r.resource_health, r.resource_status, r.resource_health_description,
             c.notification_id, c.recipient_key, c.source_event, c.purpose, c.status, c.waiting, c.parent_id, c.group_id, c.held_by,
             c.is_open, c.count, c.not_before, c.silenced_by, c.person_id, c.team_id, c.connection_id, c.rule_name, c.recipient,
             c.channel, c.trail
      from   jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as r (
               id uuid, resource_id uuid, place int, payload jsonb, resource_name text, resource_health text, resource_status text,
               resource_health_description text)
      join   rows from (jsonb_to_recordset(${`[${[...common.keys()].join(",")}]`}::jsonb) as (
               notification_id uuid, recipient_key text, source_event text, purpose text, status text, waiting text,
               parent_id uuid, group_id uuid, held_by uuid, is_open boolean, count int, not_before timestamptz, silenced_by uuid,
               person_id uuid, team_id uuid, connection_id uuid, rule_name text, recipient text, channel text, trail jsonb
             )) with ordinality as c on c.ordinality = r.place
      returning created_at
    )
    select created_at as at from written limit 1`.execute(tx);
  return written[0]!.at;
}

async function closeRows(tx: Tx, ended: readonly { resource: string; events: readonly string[] }[]): Promise<void> {
  const pairs = ended.flatMap(({ resource, events }) => events.map((event) => ({ resource, event })));
  await sql`
    update notification_send_history h
    set    is_open = false
    from   unnest(${pairs.map(({ resource }) => resource)}::uuid[], ${pairs.map(({ event }) => event)}::text[]) as e (resource_id, event)
    where  h.resource_id = e.resource_id and h.source_event = e.event and h.is_open`.execute(tx);
}

async function moveRows(tx: Tx, rows: readonly Record<string, unknown>[]): Promise<void> {
  await sql`
    update notification_send_history h
    set    status = m.status, waiting = m.waiting, not_before = m.not_before, parent_id = m.parent_id,
           silenced_by = m.silenced_by, held_by = m.held_by, is_open = m.is_open, retries = 0, error = null, trail = h.trail || m.steps
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (
             id uuid, status text, waiting text, not_before timestamptz, parent_id uuid, silenced_by uuid, held_by uuid,
             is_open boolean, steps jsonb)
    where  h.id = m.id`.execute(tx);
}
