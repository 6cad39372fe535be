// Records which scrapers have to link their items again. Writers only insert rows and the linking run deletes them, so neither waits
// for the other; rows inserted meanwhile are for the next run.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";

/** Records the given scraper and the scrapers whose items refer to these items or are these items. */
export async function noteLinksDue(tx: Tx, ids: readonly string[], scraperId?: string): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into config_links_due (scraper_id)
    select r.scraper_id from config_references r where r.target_id = any (${ids}::uuid[]) or r.config_id = any (${ids}::uuid[])
    union
    select ${scraperId ?? null}::uuid where ${scraperId ?? null}::uuid is not null`.execute(tx);
}

/** Returns whether linking was due. */
export async function takeLinksDue(tx: Tx, scraperId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from config_links_due where scraper_id = ${scraperId}`.execute(tx);
  return numAffectedRows > 0n;
}
