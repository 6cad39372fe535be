// The notification that asks all workers to poll: a job was deferred, returned to its queue or revived. pg-boss
// notifies only about jobs that it inserts for immediate start. The notification arrives when the transaction commits.
import { sql, type Kysely } from "kysely";
import type { DB } from "../db/tables.ts";

export const pollRequestChannel = "quarterdeck_job_polls";

export const requestPoll = (tx: Kysely<DB>) => sql`select pg_notify(${pollRequestChannel}, '')`.execute(tx);
