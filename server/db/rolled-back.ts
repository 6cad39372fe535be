// Runs work in a transaction that is always rolled back, for dry runs.
import { sql } from "kysely";
import type { Databases, Tx } from "./pool.ts";

/** The lock timeout limits the time that the work can block other writers. */
export async function rolledBack<T>({ system }: Pick<Databases, "system">, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await system.startTransaction().execute();
  try {
    await sql`set local lock_timeout = '10s'`.execute(tx);
    return await work(tx);
  } finally {
    await tx.rollback().execute();
  }
}
