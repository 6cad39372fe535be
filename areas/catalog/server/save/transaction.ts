// The transactions of a scraper. A run and a watch of the same scraper do not write at the same time, and a run has a
// limited number of concurrent transactions.
import { sql, type Kysely } from "kysely";
import { hasSqlState } from "#server/db/failures.ts";
import { inSavepoint } from "#server/db/isolated.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";

const maxTries = 4;

interface Turn {
  scraper: { id: string };
  isWhole?: boolean;
  /** Called before each retry. */
  again?(error: unknown): void;
}

/**
 * Retries after deadlocks and conflicts with other transactions. The batches of a complete run contain different items
 * and share the lock; all other transactions take it exclusively.
 */
export async function inTurn<T>(
  db: Kysely<DB>,
  { scraper, isWhole, again }: Turn,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const lock = sql.raw(isWhole ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  const attempt = async (tx: Tx) => {
    // The next run repeats writes that are lost in a crash, so the commit does not wait for the disk.
    await sql`
      select set_config('synchronous_commit', 'off', true), ${lock}(hashtextextended('scraper ' || ${scraper.id}, 0))`.execute(
      tx,
    );
    return work(tx);
  };
  // A surrounding transaction, as in a dry run, cannot be retried.
  if (db.isTransaction) return inSavepoint(db as Tx, attempt);
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(attempt);
    } catch (error) {
      if (tries === maxTries || !hasSqlState(error, "40P01", "40001", "23505", "23503")) throw error;
      again?.(error);
    }
  }
}

/** Limits the number of concurrent transactions of a run. */
export class Lanes {
  readonly #running = new Set<Promise<void>>();
  readonly #max: number;
  #failure: { error: unknown } | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  /** Resolves when the task has started; throws the error of an earlier task. */
  async begin(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#max) await Promise.race(this.#running);
    this.#throwFailure();
    const task = work()
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .finally(() => this.#running.delete(task));
    this.#running.add(task);
  }

  /** Resolves when all tasks have ended; throws the first error. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
