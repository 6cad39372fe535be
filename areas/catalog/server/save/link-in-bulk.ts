// Plans statements for large numbers of rows.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";

/** After a first run the tables have no statistics yet, and a nested loop that the planner chooses for a few rows takes minutes. */
export async function inBulk<T>(tx: Tx, isAll: boolean, work: () => Promise<T>): Promise<T> {
  if (!isAll) return work();
  await sql`set local enable_nestloop = off`.execute(tx);
  const result = await work();
  await sql`set local enable_nestloop = on`.execute(tx);
  return result;
}
