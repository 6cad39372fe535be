// Runs checks at once when a maintenance window that held back their alert ends, so that a persisting failure is reported
// immediately and not at the next scheduled run.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { openUntil, type MaintenanceWindow } from "../../maintenance.ts";

export function watchEnds(): (db: Kysely<DB>, windows: readonly MaintenanceWindow[], now: number) => Promise<void> {
  let open = new Set<string>();
  return async (db, windows, now) => {
    const present = new Set(
      windows.filter((window) => openUntil(window, now) !== undefined).map((window) => JSON.stringify(window)),
    );
    const hasEnded = [...open].some((window) => !present.has(window));
    open = present;
    if (hasEnded) await runHeld(db);
  };
}

/** A turn that is leased is running already, so it is left out. */
const runHeld = (db: Kysely<DB>) =>
  sql`
  update check_turns t
  set    due_at = now()
  where  t.lease is null
  and    t.due_at > now()
  and    exists (
           select from checks c
           where  c.canary_id = t.canary_id and c.alert_held_since is not null and c.deleted_at is null
           and    not is_paused(c.paused_at, c.paused_until)
           and    (t.check_id is null or c.id = t.check_id)
         )`.execute(db);
