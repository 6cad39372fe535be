// Stores playbooks and runs for browser tests. Runs are written like the engine writes them, so that a test controls
// their state.
import { query } from "./accounts.ts";

interface PlaybookFields {
  category?: string;
  description?: string;
  spec?: object;
  /** The run states, from the oldest run to the newest. */
  runs?: readonly string[];
}

const DEFAULT_ACTIONS = [{ name: "Greet", exec: { script: "echo hello" } }];

/** Stores a playbook whose name is its title. */
export async function seedPlaybook(title: string, fields: PlaybookFields = {}): Promise<{ id: string }> {
  const name = title.toLowerCase().replaceAll(" ", "-");
  const spec = { title, actions: DEFAULT_ACTIONS, ...fields.spec };
  const id = await idOf(
    "insert into playbooks (name, title, description, category, spec) values ($1, $2, $3, $4, $5) returning id",
    [name, title, fields.description ?? null, fields.category ?? "", JSON.stringify(spec)],
  );
  for (const status of fields.runs ?? []) await seedRun(id, { status, spec });
  return { id };
}

interface RunFields {
  status: string;
  spec?: object;
  plan?: unknown;
  formerPlan?: unknown;
  planHash?: string;
  error?: string;
}

export function seedRun(playbook: string, fields: RunFields): Promise<string> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return idOf(
    `insert into playbook_runs (playbook_id, status, spec, plan, former_plan, plan_hash, error, start_time, end_time, scheduled_time)
     values ($1, $2, coalesce($3::jsonb, '{}'), $4::jsonb, $5::jsonb, $6, $7, now() - interval '5 s',
             case when $2 in ('completed', 'failed', 'cancelled', 'timed_out') then now() end, now())
     returning id`,
    [
      playbook,
      fields.status,
      json(fields.spec),
      json(fields.plan),
      json(fields.formerPlan),
      fields.planHash ?? null,
      fields.error ?? null,
    ],
  );
}

interface ActionFields {
  name: string;
  status: string;
  position?: number;
  attempt?: number;
  result?: object;
  error?: string;
}

/** Stores an action. A running action has a worker, so that the engine does not consider it lost. */
export async function seedAction(run: string, fields: ActionFields): Promise<string> {
  const id = await idOf(
    `insert into playbook_run_actions (playbook_run_id, name, status, position, retry_count, result, error, start_time, end_time)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, now(), case when $3 in ('completed', 'failed') then now() end) returning id`,
    [
      run,
      fields.name,
      fields.status,
      fields.position ?? 0,
      fields.attempt ?? 0,
      fields.result === undefined ? null : JSON.stringify(fields.result),
      fields.error ?? null,
    ],
  );
  if (fields.status === "running")
    await query(
      "insert into playbook_leases (action_id, worker, until, is_started) values ($1, $1, now() + interval '1 h', true)",
      [id],
    );
  return id;
}

/** Appends to the output of a running action, like its worker. */
export async function addOutput(action: string, text: string): Promise<void> {
  await query(
    `insert into playbook_outputs (action_id, at, content)
     select $1, coalesce(max(at + length(content)), 0), convert_to($2, 'UTF8') from playbook_outputs where action_id = $1`,
    [action, text],
  );
}

export async function endAction(run: string, action: string): Promise<void> {
  await query("update playbook_run_actions set status = 'completed', end_time = now() where id = $1", [action]);
  await query("delete from playbook_leases where action_id = $1", [action]);
  await query("update playbook_runs set status = 'completed', end_time = now() where id = $1", [run]);
}

async function idOf(text: string, values: unknown[]): Promise<string> {
  const { rows } = await query(text, values);
  return rows[0]!["id"]!;
}
