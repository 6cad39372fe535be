// Reads the maintenance windows in force. They are few and read each time, so that a new window applies at once.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { maintenanceAt, type Maintained, type MaintenanceWindow } from "../../maintenance.ts";

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

/** The ids of all checks that are in maintenance now. Without an open window, no check is read. */
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
