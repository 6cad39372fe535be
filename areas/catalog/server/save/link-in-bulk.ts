// Statements on everything that a scraper has, planned as such.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";

/** After a first run nobody has counted the rows yet, and what is planned for a few takes minutes for many. */
export async function inBulk<T>(tx: Tx, isAll: boolean, work: () => Promise<T>): Promise<T> {
  if (!isAll) return work();
  await sql`set local enable_nestloop = off`.execute(tx);
  const result = await work();
  await sql`set local enable_nestloop = on`.execute(tx);
  return result;
}
