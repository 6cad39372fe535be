// Marks items as deleted, clears their hashes so that they are read again if they come back, and publishes events.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Event } from "#server/events.ts";
import { noteLinksDue } from "./links-due.ts";
import type { Tally } from "./tally.ts";

export type DeleteReason = "STALE" | "FROM_EVENT" | "SCRAPER_DELETED";

export async function endItems(
  { tx }: { tx: Tx },
  items: readonly { id: string; at?: string | undefined }[],
  reason: DeleteReason,
  tally: Tally,
  events: Event[],
): Promise<void> {
  if (items.length === 0) return;
  const { rows } = await sql<{ id: string; type: string }>`
    update config_items i
    set    deleted_at = coalesce(g.at, now()), delete_reason = ${reason}
    from   unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ at }) => at ?? null)}::timestamptz[]) as g (id, at)
    where  i.id = g.id and i.deleted_at is null
    returning i.id, i.type`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`update config_sightings set hash = null where config_id = any (${ids}::uuid[])`.execute(tx);
  await noteLinksDue(tx, ids);
  for (const { id, type } of rows) {
    tally.count("deleted", type);
    events.push({ name: "config.deleted", id });
  }
}
