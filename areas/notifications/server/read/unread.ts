// The count next to the bell: messages that were sent, or could not be sent, since the person last opened the
// notifications. Row policies apply, so that the count and the list agree.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import { someone, type Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";

/** Maximum number to count, because the console shows 99+ for larger numbers. */
const limit = 100;

/** A person who never opened the notifications sees the messages of the last day. */
const firstLook = "1 day";

export function unreadRoutes(app: FastifyInstance, system: System): void {
  const { db } = system;
  handle(
    app,
    contract.unreadMessages,
    schema.unreadMessages,
    {
      access: { action: "read", resource: "notifications" },
      summary: "The number of messages since you last opened the notifications",
    },
    async ({ actor }) => {
      const since = await seenUntil(system, actor);
      const { rows } = await db.reading(claimsOf(actor, "read"), "page").query<{ count: number }>(
        `select count(*)::integer as count
         from  (
                 select from notification_send_history
                 where  created_at > $1 and status in ('sent', 'error')
                 order  by created_at desc
                 limit  $2
               ) h`,
        [since, limit],
      );
      return { count: rows[0]!.count, limit, since };
    },
  );
  handle(
    app,
    contract.markMessagesRead,
    schema.markMessagesRead,
    {
      access: { action: "read", resource: "notifications" },
      summary: "Marks all messages as seen",
    },
    async ({ actor }) => {
      const { rows } = await sql<{ since: string }>`
        insert into notification_readers (person_id, seen_at)
        values (${someone(actor).id}, now())
        on conflict (person_id) do update set seen_at = excluded.seen_at
        returning seen_at as since`.execute(db.system);
      return { since: rows[0]!.since };
    },
  );
}

async function seenUntil({ db }: Pick<System, "db">, actor: Actor): Promise<string> {
  const { rows } = await sql<{ since: string }>`
    select coalesce(
             (select seen_at from notification_readers where person_id = ${someone(actor).id}),
             now() - ${firstLook}::interval
           ) as since`.execute(db.system);
  return rows[0]!.since;
}
