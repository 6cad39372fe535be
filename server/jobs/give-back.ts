// Puts a job that was begun but not ended back into its queue, as if it had not been begun: no try is used up. pg-boss
// does so only inside its own workers, so this is its statement with a guard for the attempt.
import { sql, type Kysely } from "kysely";
import type { DB } from "../db/tables.ts";
import { jobSchema } from "./install.ts";

/** Returns whether the job was still ours to give back. */
export async function giveBack(
  db: Kysely<DB>,
  queue: string,
  { id, retryCount }: { id: string; retryCount: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(`${jobSchema}.job`)}
    set    state = 'created', started_on = null, heartbeat_on = null
    where  name = ${queue}
    and    id = ${id}
    and    state = 'active'
    and    retry_count = ${retryCount}`.execute(db);
  return numAffectedRows > 0n;
}
