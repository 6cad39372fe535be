// Which scrapers have edges to be made anew: noted down by whoever writes items that somebody speaks of, taken away by who makes them.
// Nobody waits for anybody, and what is noted meanwhile is for the next time.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";

/** Of this scraper, and of those whose items speak of these, or are these. */
export async function noteLinksDue(tx: Tx, ids: readonly string[], scraperId?: string): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into config_links_due (scraper_id)
    select r.scraper_id from config_references r where r.target_id = any (${ids}::uuid[]) or r.config_id = any (${ids}::uuid[])
    union
    select ${scraperId ?? null}::uuid where ${scraperId ?? null}::uuid is not null`.execute(tx);
}

/** Whether there was a note. */
export async function takeLinksDue(tx: Tx, scraperId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from config_links_due where scraper_id = ${scraperId}`.execute(tx);
  return numAffectedRows > 0n;
}
