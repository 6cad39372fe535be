// The ledger rows that decisions about new messages depend on: the newest of each rule, resource, recipient, event and
// status.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import { ledgerColumns, type LedgerRow } from "./ledger.ts";

const keyOf = (rule: string, resource: string, recipient: string) => `${rule} ${resource} ${recipient}`;

/** A message that was sent, or that will be sent without a further decision. */
export const isOnItsWay = ({ status, waiting }: LedgerRow) =>
  status === "sent" ||
  status === "sending" ||
  waiting === "retry" ||
  (status === "attempting_fallback" && waiting === null);

const waitsForDecision = new Set(["wait-for", "dependency", "quiet-hours"]);

export class KnownRows {
  readonly #rows = new Map<string, LedgerRow[]>();
  readonly #open = new Map<string, LedgerRow[]>();

  add(row: LedgerRow): void {
    // Fallback messages are used only to find recipients of the recovery. Repeats depend on the message that the
    // fallback replaces.
    if (row.notification_id !== null && row.purpose !== "fallback") {
      const key = keyOf(row.notification_id, row.resource_id, row.recipient_key);
      const rows = this.#rows.get(key);
      if (rows) rows.push(row);
      else this.#rows.set(key, [row]);
    }
    if (!row.is_open) return;
    const open = this.#open.get(row.resource_id);
    if (open) open.push(row);
    else this.#open.set(row.resource_id, [row]);
  }

  /** Removes a row that was merged into another row. */
  remove(row: LedgerRow): void {
    for (const rows of [
      this.#rows.get(keyOf(row.notification_id ?? "", row.resource_id, row.recipient_key)),
      this.#open.get(row.resource_id),
    ]) {
      const index = rows?.indexOf(row) ?? -1;
      if (index >= 0) rows!.splice(index, 1);
    }
  }

  #of(rule: string, resource: string, recipient: string): readonly LedgerRow[] {
    return this.#rows.get(keyOf(rule, resource, recipient)) ?? [];
  }

  /** The open problems of a resource, oldest first. */
  open(resource: string): readonly LedgerRow[] {
    return (this.#open.get(resource) ?? []).filter((row) => row.is_open);
  }

  /** The checks because of which messages are held. */
  holders(): string[] {
    const open = [...this.#open.values()].flat();
    return open.flatMap(({ held_by: check }) => check ?? []);
  }

  lastSent(rule: string, resource: string, recipient: string, event?: string): LedgerRow | undefined {
    return newest(
      this.#of(rule, resource, recipient).filter(
        (row) => isOnItsWay(row) && (event === undefined || row.source_event === event),
      ),
    );
  }

  /** The waiting message about the same event. */
  waiting(rule: string, resource: string, recipient: string, event: string): LedgerRow | undefined {
    return this.#of(rule, resource, recipient).find(
      (row) => row.source_event === event && row.waiting !== null && waitsForDecision.has(row.waiting),
    );
  }

  /** The row that counts the messages that were not sent for the same reason. */
  blocked(row: BlockedRow, since: number): LedgerRow | undefined {
    return newest(
      this.#of(row.notification_id!, row.resource_id, row.recipient_key).filter(
        (other) =>
          other !== row &&
          other.source_event === row.source_event &&
          other.status === row.status &&
          hasSameReason(other, row) &&
          other.created_at > since,
      ),
    );
  }

  newestOf(rule: string, resource: string, recipient: string, events: readonly string[]): LedgerRow | undefined {
    return newest(this.#of(rule, resource, recipient).filter(({ source_event: event }) => events.includes(event)));
  }
}

type BlockedRow = Pick<
  LedgerRow,
  "notification_id" | "resource_id" | "recipient_key" | "source_event" | "status" | "parent_id" | "silenced_by"
>;

/** A row counts only messages that the same silence hides, or that belong to the same digest. */
const hasSameReason = (row: LedgerRow, { status, parent_id: parent, silenced_by: silence }: BlockedRow) =>
  (status !== "digested" || row.parent_id === parent) && (status !== "silenced" || row.silenced_by === silence);

/** Rows of one transaction have the same time, so the row that was added last is used. */
const newest = (rows: readonly LedgerRow[]) =>
  rows.reduce<LedgerRow | undefined>((best, row) => (!best || timeOf(row) >= timeOf(best) ? row : best), undefined);

export const timeOf = ({ sent_at: sent, created_at: created }: LedgerRow) => sent ?? created;

export async function loadKnownRows(
  tx: Tx,
  resources: readonly string[],
  since: number,
): Promise<readonly LedgerRow[]> {
  if (resources.length === 0) return [];
  const { rows } = await sql<LedgerRow>`
    select distinct on (h.notification_id, h.resource_id, h.recipient_key, h.source_event, h.purpose, h.status, h.is_open, h.silenced_by)
           ${ledgerColumns}
    -- Makes one index lookup per resource, because PostgreSQL may read the whole table for a list of ids.
    from   unnest(${resources}::uuid[]) as w (id)
    cross  join lateral (
             select *
             from   notification_send_history s
             where  s.resource_id = w.id
             and    (s.purpose = 'event' or s.purpose = 'fallback' and s.is_open)
             and    (s.is_open or s.created_at > ${new Date(since).toISOString()})
             offset 0
           ) h
    order  by h.notification_id, h.resource_id, h.recipient_key, h.source_event, h.purpose, h.status, h.is_open, h.silenced_by,
              h.created_at desc, h.id desc`.execute(tx);
  return rows.toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
}
