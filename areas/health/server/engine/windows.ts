// Reads the current maintenance windows, and runs checks with held alerts when a window ends. There are few windows, so
// they are read each time and a new window applies immediately.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { notifyDueTurns } from "./due-turns.ts";
import { maintenanceAt, openUntil, type Maintained, type MaintenanceWindow } from "../../maintenance.ts";

/** Includes windows that ended within a day, because results may arrive late. */
export const windowsStatement = `
  select check_id, canary_id, label_selector, starts_at, ends_at, schedule, duration_minutes
  from   maintenance_windows
  where  deleted_at is null and (ends_at is null or ends_at > now() - interval '1 day')
  order  by id`;

export async function readWindows(db: Kysely<DB>): Promise<readonly MaintenanceWindow[]> {
  return (await sql<MaintenanceWindow>`${sql.raw(windowsStatement)}`.execute(db)).rows;
}

export const isInMaintenance = (windows: readonly MaintenanceWindow[], maintained: Maintained, moment: number) =>
  maintenanceAt(windows, moment)?.(maintained) ?? false;

/** Returns the ids of all checks that are in maintenance now. Without an open window, no check is read. */
export async function findMaintained(db: Kysely<DB>): Promise<readonly string[]> {
  const isMaintained = maintenanceAt(await readWindows(db), Date.now());
  if (!isMaintained) return [];
  const { rows } = await sql<Maintained>`
    select c.id as "checkId", c.canary_id as "canaryId", coalesce(k.labels, '{}') || coalesce(c.labels, '{}') as labels
    from   checks c
    join   canaries k on k.id = c.canary_id
    where  c.deleted_at is null`.execute(db);
  return rows.filter(isMaintained).map(({ checkId }) => checkId);
}

/**
 * When a maintenance window that held back an alert ends, its checks run immediately, so that a persisting failure is
 * reported now and not at the next scheduled run. Returns the time of the next start or end of a window.
 */
export function watchEnds(): (db: Kysely<DB>, windows: readonly MaintenanceWindow[], now: number) => Promise<number> {
  let open = new Set<string>();
  return async (db, windows, now) => {
    const present = new Set(
      windows.filter((window) => openUntil(window, now) !== undefined).map((window) => JSON.stringify(window)),
    );
    const hasEnded = [...open].some((window) => !present.has(window));
    open = present;
    if (hasEnded) await runHeld(db);
    return nextChange(windows, now);
  };
}

/**
 * Returns when a window ends or starts next. Only the starts of one-time windows are considered, because such windows
 * may be short; recurring windows are open for minutes.
 */
const nextChange = (windows: readonly MaintenanceWindow[], now: number) =>
  windows.reduce((earliest, window) => {
    const startsAt = Date.parse(window.starts_at);
    return Math.min(earliest, openUntil(window, now) ?? (startsAt > now ? startsAt : Number.POSITIVE_INFINITY));
  }, Number.POSITIVE_INFINITY);

/** Skips a leased turn, because it is already running. */
async function runHeld(db: Kysely<DB>): Promise<void> {
  await sql`
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
  await notifyDueTurns(db);
}
