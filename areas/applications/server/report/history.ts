// Reads changes, backups and restores from config_changes. Backup systems report backups as changes of the databases.
import { readDate } from "#lib/time/dates.ts";
import { printSize } from "./size.ts";
import type { Report } from "../../contract.ts";
import type { ReportReader } from "./reader.ts";

/** The maximum number of changes. */
export const maxChanges = 200;
const maxBackups = 500;

/** The change types that report a backup, each with the status of the backup. */
const backupStatus = {
  BackupCompleted: "Completed",
  BackupSuccessful: "Successful",
  BackupFailed: "Failed",
  BackupRunning: "Running",
  BackupStarted: "Started",
  BackupEnqueued: "Enqueued",
} as const;
type BackupType = keyof typeof backupStatus;
const backupTypes = Object.keys(backupStatus);
const endedTypes = ["BackupCompleted", "BackupSuccessful", "BackupFailed"];
const restoreTypes = ["BackupRestored", "RestoreCompleted"];

const about = "jsonb_build_object('id', i.id, 'name', i.name, 'type', i.type)";

/**
 * Reads the newest changes of the last year. The query first reads only an index, with at most as many entries per
 * config item as the list can show, so that its duration does not depend on the total number of changes.
 */
export async function readChanges(reader: ReportReader, ids: readonly string[]): Promise<Report["changes"]> {
  if (ids.length === 0 || !reader.opens("Changes", "config_changes")) return [];
  const isNamed = reader.mayRead("people");
  const changes = await reader.rows<Report["changes"][number]>(
    `with newest as (
       select w.config_id, w.created_at
       from   unnest($1::uuid[]) as item(id)
       cross  join lateral (
                select c.config_id, c.created_at
                from   config_changes c
                where  c.config_id = item.id and c.created_at > now() - interval '1 year' and c.change_type <> all ($2::text[])
                order  by c.created_at desc
                limit  ${maxChanges + 1}
              ) w
       order  by w.created_at desc
       limit  ${maxChanges + 1}
     )
     select jsonb_build_object(
              'id', c.id, 'date', c.created_at, 'type', c.change_type, 'severity', c.severity,
              'user', coalesce(${isNamed ? "p.name, " : ""}nullif(c.external_created_by, ''), ''),
              'description', coalesce(nullif(c.summary, ''), c.change_type), 'status', coalesce(c.details ->> 'status', ''),
              'config', ${about}) as row
     from   (select distinct config_id, created_at from newest) n
     join   config_changes c on c.config_id = n.config_id and c.created_at = n.created_at and c.change_type <> all ($2::text[])
     join   config_items i on i.id = c.config_id
     ${isNamed ? "left   join people p on p.id = c.created_by" : ""}
     order  by c.created_at desc, c.id
     limit  ${maxChanges + 1}`,
    [ids, [...backupTypes, ...restoreTypes]],
  );
  if (changes.length > maxChanges) reader.omit("Changes", `Only the newest ${maxChanges} changes are included.`);
  return changes.slice(0, maxChanges);
}

/** Parses the time of a source. Returns undefined for a text that is not a time. */
function timeOf(text: string | null): string | undefined {
  const moment = readDate(text);
  return moment === undefined ? undefined : new Date(moment).toISOString();
}

interface FoundBackup {
  id: string;
  type: BackupType;
  source: string;
  date: string;
  started: string | null;
  kind: string | null;
  size: unknown;
  error: string | null;
  config: { id: string; name: string; type: string };
}

const foundRow = `
  jsonb_build_object(
    'id', c.id, 'type', c.change_type, 'date', c.created_at, 'source', coalesce(c.source, ''),
    'started', coalesce(c.details ->> 'startedAt', c.details ->> 'started_at'), 'kind', c.details ->> 'type',
    'size', c.details -> 'size', 'error', coalesce(c.details ->> 'error', c.summary), 'config', ${about}) as row`;

const changesOf = (columns: string, rest: string) => `
  select ${columns}
  from   config_changes c
  join   config_items i on i.id = c.config_id
  where  c.config_id = any ($1::uuid[]) and c.change_type = any ($2::text[]) and c.created_at > now() - interval '1 year'
  ${rest}`;

export async function readBackups(
  reader: ReportReader,
  ids: readonly string[],
): Promise<Pick<Report, "backups" | "backupDays" | "restores">> {
  const none = { backups: [], backupDays: [], restores: [] };
  if (ids.length === 0 || !reader.opens("Backups", "config_changes")) return none;
  const newest = `order by c.created_at desc, c.id limit ${maxBackups + 1}`;
  const [backups, backupDays, restores] = await Promise.all([
    reader.rows<FoundBackup>(changesOf(foundRow, newest), [ids, backupTypes]),
    reader.rows<Report["backupDays"][number]>(
      `select jsonb_build_object('database', d.name, 'day', d.day, 'succeeded', d.succeeded, 'failed', d.failed) as row
       from   (${changesOf(
         `i.id, i.name, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
          count(*) filter (where c.change_type <> 'BackupFailed') as succeeded,
          count(*) filter (where c.change_type = 'BackupFailed') as failed`,
         "group by 1, 2, 3",
       )}) d
       order  by d.name, d.id, d.day`,
      [ids, endedTypes],
    ),
    reader.rows<FoundBackup>(changesOf(foundRow, newest), [ids, restoreTypes]),
  ]);
  if (backups.length > maxBackups) reader.omit("Backups", `Only the newest ${maxBackups} backups are listed.`);
  if (restores.length > maxBackups) reader.omit("Restores", `Only the newest ${maxBackups} restores are listed.`);
  return {
    backups: backups.slice(0, maxBackups).map(({ id, type, source, date, kind, size, error, config }) => ({
      id,
      database: config.name,
      type: kind ?? "",
      source,
      date,
      size: printSize(size),
      status: backupStatus[type],
      ...(type === "BackupFailed" && error && { error }),
      config,
    })),
    backupDays,
    restores: restores.slice(0, maxBackups).map(({ id, source, date, started, config }) => ({
      id,
      database: config.name,
      source,
      date: timeOf(started) ?? date,
      status: "Completed",
      completedAt: date,
      completedDate: date,
      config,
    })),
  };
}
