// Selects the items to link: all items of a scraper, or the items that a watch has just reported. Also records the
// scrapers whose items have to be linked again.
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { SaveRun } from "./save-run.ts";

export interface LinkScope {
  run: SaveRun;
  /** Item ids. Default: all items of the scraper. */
  only: readonly string[] | undefined;
}

/** Returns the SQL condition that limits a statement to those items, by at least one of the given columns. */
export const ownerCondition = (only: LinkScope["only"], ...columns: string[]): RawBuilder<unknown> =>
  only === undefined
    ? sql``
    : sql`and (${sql.join(
        columns.map((column) => sql`${sql.ref(column)} = any (${only}::uuid[])`),
        sql` or `,
      )})`;

/**
 * Runs statements for many rows. After a first run the tables have no statistics yet, and the nested loop that the
 * planner would choose for a few rows takes minutes.
 */
export async function inBulk<T>(tx: Tx, isAll: boolean, work: () => Promise<T>): Promise<T> {
  if (!isAll) return work();
  await sql`set local enable_nestloop = off`.execute(tx);
  const result = await work();
  await sql`set local enable_nestloop = on`.execute(tx);
  return result;
}

/**
 * Records the given scraper, the scrapers of these items, and the scrapers whose items refer to these items. Writers
 * only insert rows and the linking run deletes them, so neither waits for the other; rows inserted in the meantime are
 * for the next run.
 */
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
