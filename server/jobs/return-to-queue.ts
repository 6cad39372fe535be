// Returns a started but unfinished job to its queue without using up an attempt. pg-boss does this only inside its own
// workers, so this is its statement with an additional check of the attempt.
import { sql, type Kysely } from "kysely";
import type { DB } from "../db/tables.ts";
import { jobSchema } from "./install.ts";
import { requestPoll } from "./poll-request.ts";

/** Returns false if a different worker has taken over the job. */
export async function returnToQueue(
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
  if (numAffectedRows === 0n) return false;
  await requestPoll(db);
  return true;
}
