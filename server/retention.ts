// How long rows are kept, and how they go: days per table as properties that an administrator may change at any time,
// and deletes in bounded batches, so that nobody waits long for a lock and a stop is heeded.
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { DB } from "./db/tables.ts";

/** A property that says for how many days something is kept. */
export interface Kept {
  property: string;
  days: number;
}

/** More than a century is a slip of the pen. */
const mostDays = 36_500;

/** The days that the property says, or the usual ones; `refuse` is told when what it says cannot be meant. */
export async function daysKept(
  db: Kysely<DB>,
  { property, days }: Kept,
  refuse: (reason: Error) => void,
): Promise<number> {
  const found = await db
    .selectFrom("properties_in_force")
    .select("value")
    .where("name", "=", property)
    .executeTakeFirst();
  if (!found) return days;
  const said = Number(found.value.trim());
  if (/^\d+$/.test(found.value.trim()) && said >= 1 && said <= mostDays) return said;
  refuse(
    new Error(
      `The property ${property} says ${JSON.stringify(found.value)}: it is to be a number of days from 1 to ${mostDays}. Until then ${days} days are kept.`,
    ),
  );
  return days;
}

const batchSize = 5_000;

/** Runs a delete of at most so many rows until there is nothing left to delete; answers how many went. */
export async function deleteInBatches(
  db: Kysely<DB>,
  batch: (limit: number) => RawBuilder<unknown>,
  { signal, size = batchSize }: { signal?: AbortSignal | undefined; size?: number },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { numAffectedRows = 0n } = await batch(size).execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < size) return deleted;
  }
}

export const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`;
