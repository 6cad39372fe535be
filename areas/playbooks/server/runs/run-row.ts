// Reads runs and their actions. Every transaction that changes a run locks its row first, so that an approval, a
// cancellation and the end of an action happen one after another.
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Json } from "#language/columns.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { ResourceKind, RunCause, RunStatus } from "../../model.ts";
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
  /** The number of runs that led to this run through notifications. */
  chain: number;
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
  r.parent_id, r.parent_action_id, r.depth, r.chain, r.cause, r.notification_send_id, r.plan, r.plan_hash,
  p.name as playbook_name, p.namespace as playbook_namespace, coalesce(nullif(p.title, ''), p.spec ->> 'title', p.name) as playbook_title`;

export async function findRun(db: Kysely<DB>, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${columns} from playbook_runs r join playbooks p on p.id = r.playbook_id where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks the run until the transaction ends. */
export const lockRun = async (tx: Tx, id: string) => (await lock(tx, sql`r.id = ${id}`))[0];

/** Locks the runs of actions, in the order of their ids, so that two transactions do not wait for each other. */
export const lockRunsOf = (tx: Tx, actionIds: readonly string[]) =>
  lock(tx, sql`r.id in (select a.playbook_run_id from playbook_run_actions a where a.id = any (${actionIds}::uuid[]))`);

async function lock(tx: Tx, which: RawBuilder<unknown>): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${columns}
    from   playbook_runs r
    join   playbooks p on p.id = r.playbook_id
    where  ${which}
    order  by r.id
    for    update of r`.execute(tx);
  return rows;
}

/** Locks runs whose rows are known, and returns their status; the other columns do not change while an action runs. */
export async function lockStatuses(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, RunStatus>> {
  const { rows } = await sql<{ id: string; status: RunStatus }>`
    select id, status from playbook_runs where id = any (${ids}::uuid[]) order by id for update`.execute(tx);
  return new Map(rows.map(({ id, status }) => [id, status]));
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

export async function findActions(db: Kysely<DB>, ids: readonly string[]): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select ${actionColumns} from playbook_run_actions a where a.id = any (${ids}::uuid[])`.execute(db);
  return rows;
}

export type AttemptRow = Pick<ActionRow, "playbook_run_id" | "name" | "status" | "position" | "retry_count" | "error">;

/** Returns the attempts of each run without their results, in their order. */
export async function attemptsOf(
  db: Kysely<DB>,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AttemptRow[]>> {
  const { rows } = await sql<AttemptRow>`
    select playbook_run_id, name, status, position, retry_count, error
    from   playbook_run_actions
    where  playbook_run_id = any (${runIds}::uuid[]) and position is not null
    order  by position, retry_count`.execute(db);
  return Map.groupBy(rows, (attempt) => attempt.playbook_run_id);
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
