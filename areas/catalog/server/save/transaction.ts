// One batch of a scraper at a time, whoever saves it: a run and a watch of the same scraper take turns.
import { sql, type Kysely } from "kysely";
import { hasSqlState } from "#server/db/failures.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";

const mostTries = 4;

interface Turn {
  scraper: { id: string };
  isWhole?: boolean;
  /** Hears why it is done once more. */
  again?(error: unknown): void;
}

/**
 * Somebody who writes the same rows in another order, or first, or takes them away may have to be given way: then it is done once
 * more. Batches of a whole run are of different items, and go side by side; whatever else is done for the scraper is alone.
 */
export async function inTurn<T>(
  db: Kysely<DB>,
  { scraper, isWhole, again }: Turn,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const lock = sql.raw(isWhole ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  const once = async (tx: Tx) => {
    // What is lost with the machine is found again by the next run: nobody waits for the disk.
    await sql`
      select set_config('synchronous_commit', 'off', true), ${lock}(hashtextextended('scraper ' || ${scraper.id}, 0))`.execute(
      tx,
    );
    return work(tx);
  };
  // Inside of a transaction that somebody else ends, as for a dry run, there is no other try.
  if (db.isTransaction) return inPart(db as Tx, once);
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(once);
    } catch (error) {
      if (tries === mostTries || !hasSqlState(error, "40P01", "40001", "23505", "23503")) throw error;
      again?.(error);
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
