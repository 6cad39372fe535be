// Retention of rows: the number of days per table is a property that administrators may change at any time. Rows are
// deleted in bounded batches, so that locks are short and an abort takes effect soon.
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { DB } from "./db/tables.ts";

/** A property with the number of days that rows are kept, and its default. */
export interface Kept {
  property: string;
  days: number;
}

/** Maximum number of days. More than a century is most likely a mistake. */
const maxDays = 36_500;

/** Returns the days of the property, or the default; calls `refuse` if the property's value is not valid. */
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
  const value = Number(found.value.trim());
  if (/^\d+$/.test(found.value.trim()) && value >= 1 && value <= maxDays) return value;
  refuse(
    new Error(
      `The property ${property} is ${JSON.stringify(found.value)}, but must be a number of days from 1 to ${maxDays}. Using the default of ${days} days.`,
    ),
  );
  return days;
}

const batchSize = 5_000;

/** Repeats a delete with a limit until it deletes fewer rows than the limit; returns the number of deleted rows. */
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
