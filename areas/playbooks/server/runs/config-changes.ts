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

export async function recordChange(
  tx: Tx,
  run: Pick<RunRow, "id" | "config_id" | "created_by" | "playbook_id" | "playbook_name" | "playbook_title">,
  type: PlaybookChange,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (run.config_id === null) return;
  // The first change has the run id as its id, because existing clients use it to link to the run.
  const externalId = type === "PlaybookScheduled" ? run.id : `${run.id}/${words[type]}`;
  await sql`
    insert into config_changes (config_id, external_change_id, change_type, severity, source, summary, details, created_by)
    values (${run.config_id}, ${externalId}, ${type}, ${severities[type]}, 'Playbook',
            ${`Playbook ${run.playbook_title} ${words[type]}`},
            ${JSON.stringify({ run_id: run.id, playbook_id: run.playbook_id, playbook_name: run.playbook_name, ...details })}::jsonb, ${run.created_by})
    on conflict (config_id, external_change_id) do nothing`.execute(tx);
}
