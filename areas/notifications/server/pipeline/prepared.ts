// Messages that were just decided, with their resources. Most of them are delivered at once, and then the delivery does
// not read the same rows again.
import type { Json } from "#language/columns.ts";
import type { Event } from "#server/events.ts";
import type { Subject } from "./environment.ts";
import type { Ledger, Purpose } from "./ledger.ts";

/** The columns of a ledger row that the delivery needs. */
export interface MessageRow {
  id: string;
  notification_id: string | null;
  recipient_key: string;
  purpose: Purpose;
  source_event: string;
  resource_id: string;
  resource_health: string | null;
  resource_status: string | null;
  resource_health_description: string | null;
  group_id: string | null;
  payload: Event | null;
  created_at: string;
  first_observed: string;
  parent_status: string | null;
  parent_reference: Json | null;
  parent_created_at: string | null;
  parent_parts: Readonly<Record<string, Json>> | null;
  delivered_parts: Readonly<Record<string, Json>> | null;
}

export interface PreparedMessage {
  row: MessageRow;
  subject: Subject;
}

/** The columns of a new row without a parent, in the form that the database returns. */
export const messageRowOf = (row: ReturnType<Ledger["insert"]>, at: string): MessageRow => ({
  id: row.id,
  notification_id: row.notification_id,
  recipient_key: row.recipient_key,
  purpose: row.purpose,
  source_event: row.source_event,
  resource_id: row.resource_id,
  resource_health: row.resource.resource_health,
  resource_status: row.resource.resource_status,
  resource_health_description: row.resource.resource_health_description,
  group_id: row.group_id,
  payload: row.resource.payload,
  created_at: at,
  first_observed: at,
  parent_status: null,
  parent_reference: null,
  parent_created_at: null,
  parent_parts: null,
  delivered_parts: null,
});

/** A message that waited longer than this is read again, because its resource may have changed. */
const keptMs = 10_000;
/** Limits the memory for messages to slow services. */
const maxKept = 2_000;

export class PreparedMessages {
  readonly #kept = new Map<string, PreparedMessage & { until: number }>();

  add(messages: readonly PreparedMessage[]): void {
    const now = performance.now();
    for (const [id, { until }] of this.#kept) {
      if (until > now) break;
      this.#kept.delete(id);
    }
    for (const message of messages.slice(0, maxKept - this.#kept.size))
      this.#kept.set(message.row.id, { ...message, until: now + keptMs });
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Returns the message and removes it, so that it is used only once. */
  take(id: string): PreparedMessage | undefined {
    const found = this.#kept.get(id);
    this.#kept.delete(id);
    return found && found.until > performance.now() ? found : undefined;
  }
}
