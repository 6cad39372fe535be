// One batch of a scraper at a time, whoever saves it: a run and a watch of the same scraper take turns.
import { sql, type Kysely } from "kysely";
import { hasSqlState } from "#server/db/failures.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";

const mostTries = 4;

/** Somebody who writes the same rows in another order may have to be given way: then it is done once more. */
export async function inTurn<T>(
  db: Kysely<DB>,
  { scraper }: { scraper: { id: string } },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const once = (tx: Tx) =>
    sql`select pg_advisory_xact_lock(hashtextextended('scraper ' || ${scraper.id}, 0))`
      .execute(tx)
      .then(() => work(tx));
  // Inside of a transaction that somebody else ends, as for a dry run, there is no other try.
  if (db.isTransaction) return inPart(db as Tx, once);
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(once);
    } catch (error) {
      if (tries === mostTries || !hasSqlState(error, "40P01", "40001")) throw error;
    }
  }
}

async function inPart<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx);
  try {
    return await work(tx);
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  } finally {
    await sql`release savepoint part`.execute(tx);
  }
}
