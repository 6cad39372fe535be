// Keeps the last events of each name, as examples for the authors of rules.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { TakenEvent } from "#server/jobs/inbox.ts";

/** The number of events that are kept per name. */
export const maxRecent = 20;
/** Minimum interval between two writes of events. */
const everyMs = 1_000;

export class RecentEvents {
  #waiting = new Map<string, TakenEvent[]>();
  #storedAt = 0;

  add(events: readonly TakenEvent[]): void {
    for (const [name, own] of Map.groupBy(events, ({ event }) => event.name))
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), ...own].slice(-maxRecent));
  }

  /** The time at which the pending events are stored; undefined if there are no pending events. */
  get dueAt(): number | undefined {
    return this.#waiting.size > 0 ? this.#storedAt + everyMs : undefined;
  }

  async storeDue(db: Kysely<DB>): Promise<void> {
    if (this.dueAt === undefined || this.dueAt > Date.now()) return;
    const names = [...this.#waiting.keys()];
    const events = [...this.#waiting.values()].flat();
    await sql`
      insert into notification_events (name, event, created_at)
      select e.event ->> 'name', e.event, e.at
      from   unnest(${events.map(({ event }) => JSON.stringify(event))}::jsonb[], ${events.map(({ publishedAt }) => publishedAt)}::timestamptz[])
             with ordinality as e (event, at, n)
      order  by e.n`.execute(db);
    this.#waiting = new Map();
    this.#storedAt = Date.now();
    await sql`
      delete from notification_events e
      using  unnest(${names}::text[]) as w (name)
      where  e.name = w.name
      and    e.id <= (select o.id from notification_events o where o.name = w.name order by o.id desc offset ${maxRecent} limit 1)`.execute(
      db,
    );
  }
}
