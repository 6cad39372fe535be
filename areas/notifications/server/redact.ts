// Removes a text from messages that were built from it. The messages stay, so that people see that there were some.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";

/** Masks the messages of events with this key and id, such as `comment_id`. Returns their number. */
export async function maskMessages(
  tx: Tx,
  { key, id, mask }: { key: string; id: string; mask: string },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update notification_send_history
    set    body = ${mask}, body_payload = null, resource_health_description = null, delivered_parts = null
    where  payload ->> ${key} = ${id}
    returning id`.execute(tx);
  const ids = rows.map((row) => row.id);
  // The requests contain the message.
  await sql`update notification_attempts set exchange = null where history_id = any (${ids}::uuid[])`.execute(tx);
  return ids.length;
}
