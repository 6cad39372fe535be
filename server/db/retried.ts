// Repeats transactions that PostgreSQL aborted because they conflicted with other transactions.
import { hasSqlState } from "./failures.ts";
import type { Databases, Tx } from "./pool.ts";

const maxTries = 4;

/** Runs a transaction, and repeats it after a deadlock or a conflict with another transaction. */
export async function retried<T>({ system }: Pick<Databases, "system">, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await system.transaction().execute(work);
    } catch (error) {
      if (tries === maxTries || !hasSqlState(error, "40P01", "40001")) throw error;
    }
}
