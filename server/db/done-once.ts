// Something that is done once in the life of an installation, by whichever process comes first; with its mark in one
// transaction, so that it is done whole or not at all.
import { sql, type Kysely } from "kysely";
import type { Tx } from "./pool.ts";
import type { DB } from "./tables.ts";

/** Whether it was done now. */
export const doOnce = (db: Kysely<DB>, what: string, work: (tx: Tx) => Promise<void>): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numAffectedRows = 0n } =
      await sql`insert into done_once (what) values (${what}) on conflict do nothing`.execute(tx);
    if (numAffectedRows === 0n) return false;
    await work(tx);
    return true;
  });
