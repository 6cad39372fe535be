// Removes a text from the messages that contain it. The messages themselves are kept, to show that they were sent.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";

interface Redacted {
  /** The resource of the messages. */
  resource: string;
  /** The property of the event that contains the id of the redacted row, such as `comment_id`. */
  key: string;
  id: string;
  mask: string;
}

/** Masks the messages about a resource whose events refer to a row. Returns the number of masked messages. */
export async function maskMessages(tx: Tx, { resource, key, id, mask }: Redacted): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update notification_send_history
    set    body = ${mask}, body_payload = null, resource_health_description = null, delivered_parts = null
    where  resource_id = ${resource} and payload ->> ${key} = ${id}
    returning id`.execute(tx);
  const ids = rows.map((row) => row.id);
  // The recorded requests contain the message text.
  await sql`update notification_attempts set exchange = null where history_id = any (${ids}::uuid[])`.execute(tx);
  return ids.length;
}
