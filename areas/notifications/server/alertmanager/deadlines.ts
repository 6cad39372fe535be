// Notifies other processes that alerts changed, so that the process that waits for the next alert to end reads the
// alerts again. The notification arrives when the transaction commits.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";

export const deadlinesChannel = "quarterdeck_alerts";

export const notifyDeadlines = (tx: Kysely<DB>) => sql`select pg_notify(${deadlinesChannel}, '')`.execute(tx);

/**
 * The condition for alerts that end because their sender stopped repeating them. A request that ends an alert records
 * the result itself, unless its process stops before that.
 */
export const endsByItself = sql`
  reported is distinct from 'resolved' and (updated_at < ends_at or updated_at < now() - interval '10 seconds')`;

/** Returns the milliseconds until the next alert ends; infinite if no alert has an end. */
export async function nextDeadlineMs(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(ends_at) - now()) * 1000)::float8 as ms
    from   alerts
    where  ${endsByItself}`.execute(db);
  return rows[0]!.ms ?? Number.POSITIVE_INFINITY;
}
