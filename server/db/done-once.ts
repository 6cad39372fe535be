// Runs work once in the lifetime of an installation, in the first process that starts it. The work and the record that
// it was done are in one transaction, so that the work is done completely or not at all.
import { sql, type Kysely } from "kysely";
import type { Tx } from "./pool.ts";
import type { DB } from "./tables.ts";

/** Returns whether the work was done now. */
export const doOnce = (db: Kysely<DB>, what: string, work: (tx: Tx) => Promise<void>): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numAffectedRows = 0n } =
      await sql`insert into done_once (what) values (${what}) on conflict do nothing`.execute(tx);
    if (numAffectedRows === 0n) return false;
    await work(tx);
    return true;
  });
