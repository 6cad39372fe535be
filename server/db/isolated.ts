// Runs statements on many items at once. If PostgreSQL or our code rejects the value of one item, only that item fails.
import { sql } from "kysely";
import { isConnectionLost } from "./failures.ts";
import type { Tx } from "./pool.ts";

/**
 * SQLSTATE classes that do not depend on the values: the transaction's state, conflicts, resources, locks, operators
 * and the system.
 */
const aboutDatabase = /^(?:25|40|53|55|57|58)/;

/** Thrown by work that must stop in any case, for example because another process has taken over the work. */
export class WorkStopped extends Error {}

/** Whether the same work would fail again, because of its values. */
function isFaultOfValues(error: unknown): boolean {
  if (error instanceof WorkStopped || isConnectionLost(error)) return false;
  const { code } = error as { code?: unknown };
  // A value can make a statement too slow (57014).
  return typeof code !== "string" || code === "57014" || !aboutDatabase.test(code);
}

/**
 * Calls `work` with all items. If it fails because of a value, it is called with each half, down to single items;
 * `refuse` receives the single items that fail.
 */
export async function isolated<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
  refuse: (item: Item, error: unknown) => Promise<void> | void,
): Promise<void> {
  if (items.length === 0) return;
  try {
    await work(items);
  } catch (error) {
    if (!isFaultOfValues(error)) throw error;
    if (items.length === 1) return refuse(items[0]!, error);
    const middle = Math.ceil(items.length / 2);
    await isolated(items.slice(0, middle), work, refuse);
    await isolated(items.slice(middle), work, refuse);
  }
}

/** Runs a part of a transaction; if it fails, only this part is rolled back. */
export async function inSavepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
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
