// The notification that turns became due before their scheduled time, because a canary was saved, a pause was lifted, a
// maintenance window closed or a worker released them. It is sent when the transaction commits.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";

export const dueTurnsChannel = "quarterdeck_due_turns";

export const notifyDueTurns = (tx: Kysely<DB>) => sql`select pg_notify(${dueTurnsChannel}, '')`.execute(tx);
