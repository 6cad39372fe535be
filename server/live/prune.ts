// Removes changes that every reader within reach has seen. A row's own time is when it was written, not when it was
// committed, so age is told by a snapshot that was put aside: what it sees was committed before it was taken.
import { sql, type Kysely } from "kysely";
import type { DB } from "../db/tables.ts";
import { keptMinutes } from "./cursor.ts";

const setting = "changes_prunable";

/** Returns how many rows went. */
export const prune = (db: Kysely<DB>): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ snapshot: string; is_old: boolean; is_foreign: boolean }>`
      select value::jsonb ->> 'snapshot' as snapshot,
             (value::jsonb ->> 'at')::timestamptz < now() - ${keptMinutes} * interval '1 minute' as is_old,
             pg_snapshot_xmax((value::jsonb ->> 'snapshot')::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as is_foreign
      from   settings
      where  name = ${setting}
      for    update`.execute(tx);
    const aside = rows[0];
    if (aside && !aside.is_old && !aside.is_foreign) return 0;
    const gone =
      aside && !aside.is_foreign
        ? await sql`
            delete from changes
            where  xid < pg_snapshot_xmax(${aside.snapshot}::pg_snapshot)
            and    pg_visible_in_snapshot(xid, ${aside.snapshot}::pg_snapshot)`.execute(tx)
        : undefined;
    await sql`
      insert into settings (name, value)
      values (${setting}, jsonb_build_object('snapshot', pg_current_snapshot()::text, 'at', now())::text)
      on conflict (name) do update set value = excluded.value`.execute(tx);
    return Number(gone?.numAffectedRows ?? 0n);
  });
