// The changes that runs for a config item add to its history.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { RunRow } from "./run-row.ts";

export type PlaybookChange = "PlaybookScheduled" | "PlaybookStarted" | "PlaybookCompleted" | "PlaybookFailed";

const severities = {
  PlaybookScheduled: "info",
  PlaybookStarted: "info",
  PlaybookCompleted: "low",
  PlaybookFailed: "high",
} as const satisfies Record<PlaybookChange, string>;

const words = {
  PlaybookScheduled: "scheduled",
  PlaybookStarted: "started",
  PlaybookCompleted: "completed",
  PlaybookFailed: "failed",
} as const satisfies Record<PlaybookChange, string>;

export interface RecordedChange {
  run: Pick<RunRow, "id" | "config_id" | "created_by" | "playbook_id" | "playbook_name" | "playbook_title">;
  type: PlaybookChange;
  details?: Readonly<Record<string, unknown>>;
}

/** Runs without a config item are left out. */
export async function recordChanges(tx: Tx, changes: readonly RecordedChange[]): Promise<void> {
  const rows = changes
    .filter(({ run }) => run.config_id !== null)
    .map(({ run, type, details }) => ({
      config_id: run.config_id,
      // The first change has the run id as its id, which existing clients use to link to the run.
      external_change_id: type === "PlaybookScheduled" ? run.id : `${run.id}/${words[type]}`,
      change_type: type,
      severity: severities[type],
      summary: `Playbook ${run.playbook_title} ${words[type]}`,
      details: { run_id: run.id, playbook_id: run.playbook_id, playbook_name: run.playbook_name, ...details },
      created_by: run.created_by,
    }));
  if (rows.length === 0) return;
  await sql`
    insert into config_changes (config_id, external_change_id, change_type, severity, source, summary, details, created_by)
    select c.config_id, c.external_change_id, c.change_type, c.severity, 'Playbook', c.summary, c.details, c.created_by
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (
             config_id uuid, external_change_id text, change_type text, severity text, summary text, details jsonb, created_by uuid)
    on conflict (config_id, external_change_id) do nothing`.execute(tx);
}
