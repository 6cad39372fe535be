// Deletes changes that have been seen by every reader that can still resume. A row's timestamp is the time of the
// write, not of the commit, so pruning uses a stored snapshot: every row that the snapshot sees was committed before it
// was taken.
import { sql, type Kysely } from "kysely";
import type { DB } from "../db/tables.ts";
import { retentionMinutes } from "./cursor.ts";

const setting = "changes_prunable";

/** Returns the number of deleted rows. */
export const prune = (db: Kysely<DB>): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ snapshot: string; is_old: boolean; is_foreign: boolean }>`
      select value::jsonb ->> 'snapshot' as snapshot,
             (value::jsonb ->> 'at')::timestamptz < now() - ${retentionMinutes} * interval '1 minute' as is_old,
             pg_snapshot_xmax((value::jsonb ->> 'snapshot')::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as is_foreign
      from   settings
      where  name = ${setting}
      for    update`.execute(tx);
    const stored = rows[0];
    if (stored && !stored.is_old && !stored.is_foreign) return 0;
    const deleted =
      stored && !stored.is_foreign
        ? await sql`
            delete from changes
            where  xid < pg_snapshot_xmax(${stored.snapshot}::pg_snapshot)
            and    pg_visible_in_snapshot(xid, ${stored.snapshot}::pg_snapshot)`.execute(tx)
        : undefined;
    await sql`
      insert into settings (name, value)
      values (${setting}, jsonb_build_object('snapshot', pg_current_snapshot()::text, 'at', now())::text)
      on conflict (name) do update set value = excluded.value`.execute(tx);
    return Number(deleted?.numAffectedRows ?? 0n);
  });
