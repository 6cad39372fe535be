// Starts runs for triggers, with system permissions. Runs for the same resource have a minimum interval, because one
// problem often causes many events; skipped triggers are counted.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { Tx } from "#server/db/pool.ts";
import { recordEnd } from "#server/jobs/history.ts";
import { insertRefusedRun, insertRun, type CreatedRun } from "../runs/create-run.ts";
import type { Engine } from "../runs/engine.ts";
import { prepareRun, type RunRequest } from "../runs/prepare-run.ts";
import { readResource } from "../runs/resource.ts";
import { readSettings } from "../runs/settings.ts";

/**
 * The run, or the reason why no run was started: the trigger was skipped because of the minimum interval, the run
 * cannot start, or it was stored as failed because it belongs to a chain of runs that start each other.
 */
type StartResult =
  | CreatedRun
  | { runId: undefined; skipped: true }
  | { runId: undefined; error: string; refusedRunId?: string };

/** The number of runs that may lead to a run through notifications about runs. */
export const maxChain = 5;

/** The reason why a run cannot start is recorded. */
export async function startTriggered(
  system: System,
  tx: Tx,
  engine: Engine,
  request: RunRequest,
): Promise<StartResult> {
  if (await isWithinWindow(tx, request)) {
    await count(tx, request.playbookId, sql`skipped = c.skipped + 1, last_skipped_at = now()`, { skipped: 1 });
    return { runId: undefined, skipped: true };
  }
  let prepared;
  try {
    prepared = await prepareRun(system, engine, request);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    return { runId: undefined, error: await recordFailure(tx, request.playbookId, error) };
  }
  if ((request.chain ?? 0) > maxChain) {
    const error = `Not started: ${maxChain} runs started each other through notifications about runs. Change the notification rules so that they do not form a loop.`;
    const refusedRunId = await insertRefusedRun(system, tx, engine, prepared, error);
    await recordFailure(tx, request.playbookId, new Error(error));
    return { runId: undefined, error, refusedRunId };
  }
  const run = await insertRun(system, tx, engine, prepared);
  await count(tx, request.playbookId, sql`started = c.started + 1, last_started_at = now()`, { started: 1 });
  return run;
}

/** A run without a resource has no minimum interval, because its triggers are separate requests. */
async function isWithinWindow(tx: Tx, { playbookId, resource = {} }: RunRequest): Promise<boolean> {
  const about = readResource(resource);
  if (!about) return false;
  const { triggerWindowMs } = await readSettings(tx);
  // Prevents two concurrent triggers from both starting a run.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`playbook ${playbookId} ${about.id}`}, 0))`.execute(tx);
  const { rows } = await sql`
    select from playbook_runs
    where  playbook_id = ${playbookId} and ${sql.ref(`${about.kind}_id`)} = ${about.id}
    and    cause in ('event', 'notification') and created_at > now() - ${triggerWindowMs} * interval '1 ms'
    limit  1`.execute(tx);
  return rows.length > 0;
}

const count = (
  tx: Tx,
  playbookId: string,
  change: ReturnType<typeof sql>,
  { started = 0, skipped = 0 }: { started?: number; skipped?: number },
) =>
  sql`
    insert into playbook_trigger_counts as c (playbook_id, started, skipped, last_started_at, last_skipped_at)
    values (${playbookId}, ${started}, ${skipped}, case when ${started} > 0 then now() end, case when ${skipped} > 0 then now() end)
    on conflict (playbook_id) do update set ${change}`.execute(tx);

/** The job name in the job history, which existing clients use. */
const historyName = "SavePlaybookRun";

/** Returns the message of the error. */
export async function recordFailure(tx: Tx, playbookId: string, error: unknown): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  await sql`
    insert into playbook_trigger_counts as c (playbook_id, last_error, last_error_at)
    values (${playbookId}, ${message}, now())
    on conflict (playbook_id) do update set last_error = excluded.last_error, last_error_at = now()`.execute(tx);
  await recordEnd(
    tx,
    { id: randomUUID(), name: historyName, resource: { type: "playbook", id: playbookId }, startedAt: new Date() },
    { status: "FAILED", successes: 0, failures: 1, details: { errors: [message] }, durationMs: 0 },
  );
  return message;
}
