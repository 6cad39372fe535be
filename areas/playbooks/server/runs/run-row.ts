// Reads runs and their actions. Every transaction that changes a run locks its row first, so that an approval, a
// cancellation and the end of an action happen one after another.
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Json } from "#language/columns.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { FinalRunStatus, ResourceKind, RunCause, RunStatus } from "../../model.ts";
import type { PlaybookSpec } from "../spec.ts";

export interface RunRow {
  id: string;
  playbook_id: string;
  status: RunStatus;
  spec: PlaybookSpec;
  spec_secrets: string | null;
  parameters: Readonly<Record<string, string>> | null;
  parameters_secrets: string | null;
  request: Json;
  config_id: string | null;
  component_id: string | null;
  check_id: string | null;
  created_by: string | null;
  created_at: string;
  start_time: string | null;
  scheduled_time: string;
  end_time: string | null;
  error: string | null;
  timeout_ms: number;
  /** Milliseconds until the run times out; null before the run starts. */
  left_ms: number | null;
  parent_id: string | null;
  parent_action_id: string | null;
  depth: number;
  cause: RunCause;
  notification_send_id: string | null;
  plan: Json;
  plan_hash: string | null;
  playbook_name: string;
  playbook_namespace: string;
  playbook_title: string;
}

export interface ActionRow {
  id: string;
  playbook_run_id: string;
  name: string;
  status: string;
  position: number;
  retry_count: number;
  /** Milliseconds until the action may start. */
  wait_ms: number;
  start_time: string | null;
  end_time: string | null;
  result: Json;
  error: string | null;
  timed_out: boolean;
}

const columns = sql`
  r.id, r.playbook_id, r.status, r.spec, r.spec_secrets, r.parameters, r.parameters_secrets, r.request, r.config_id,
  r.component_id, r.check_id, r.created_by, r.created_at, r.start_time, r.scheduled_time, r.end_time, r.error,
  (r.timeout / 1000000)::float8 as timeout_ms,
  (extract(epoch from r.start_time - now()) * 1000 + r.timeout / 1000000)::float8 as left_ms,
  r.parent_id, r.parent_action_id, r.depth, r.cause, r.notification_send_id, r.plan, r.plan_hash,
  p.name as playbook_name, p.namespace as playbook_namespace, coalesce(nullif(p.title, ''), p.name) as playbook_title`;

export async function findRun(db: Kysely<DB>, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${columns} from playbook_runs r join playbooks p on p.id = r.playbook_id where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks the run until the transaction ends. */
export const lockRun = (tx: Tx, id: string) => lock(tx, sql`${id}::uuid`);

/** Locks the run of an action. */
export const lockRunOf = (tx: Tx, actionId: string) =>
  lock(tx, sql`(select a.playbook_run_id from playbook_run_actions a where a.id = ${actionId})`);

async function lock(tx: Tx, id: RawBuilder<unknown>): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${columns}
    from   playbook_runs r
    join   playbooks p on p.id = r.playbook_id
    where  r.id = ${id}
    for    update of r`.execute(tx);
  return rows[0];
}

const actionColumns = sql`
  a.id, a.playbook_run_id, a.name, a.status, a.position, a.retry_count, a.start_time, a.end_time, a.result, a.error, a.timed_out,
  (extract(epoch from a.scheduled_time - now()) * 1000)::float8 as wait_ms`;

export async function actionsOf(db: Kysely<DB>, runId: string): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select ${actionColumns}
    from   playbook_run_actions a
    where  a.playbook_run_id = ${runId} and a.position is not null
    order  by a.position, a.retry_count`.execute(db);
  return rows;
}

export async function findAction(db: Kysely<DB>, id: string): Promise<ActionRow | undefined> {
  const { rows } = await sql<ActionRow>`
    select ${actionColumns} from playbook_run_actions a where a.id = ${id}`.execute(db);
  return rows[0];
}

export function resourceOf({
  config_id: config,
  component_id: component,
  check_id: check,
}: Pick<RunRow, "config_id" | "component_id" | "check_id">): { kind: ResourceKind; id: string } | undefined {
  if (config !== null) return { kind: "config", id: config };
  if (component !== null) return { kind: "component", id: component };
  return check === null ? undefined : { kind: "check", id: check };
}

/** The notification that a run has ended; its payload contains the run's id and status. */
export const runChannel = "quarterdeck_playbook_runs";

export const announceEnd = (tx: Tx, id: string, status: FinalRunStatus) =>
  sql`select pg_notify(${runChannel}, ${`${id} ${status}`})`.execute(tx);
