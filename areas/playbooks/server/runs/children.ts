// Child runs: an action starts runs of other playbooks and waits for their results.
import { sql } from "kysely";
import { Problem } from "#language/problem.ts";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import type { System } from "#server/area.ts";
import { isFinalRun } from "../../model.ts";
import { ActionInvalid, type ChildResult, type ChildRun } from "../action-kind.ts";
import { createRun } from "./create-run.ts";
import { maxDepth, type Engine } from "./engine.ts";
import { executionsOf } from "./executions.ts";
import { actionsOf, lockRun, type ActionRow, type RunRow } from "./run-row.ts";
import { starterOf } from "./starter.ts";

interface Parent {
  run: RunRow;
  action: ActionRow;
  signal: AbortSignal;
}

/** The maximum polling interval; a notification ends the wait earlier. */
const pollMs = 5_000;

export async function runChildren(
  system: System,
  engine: Engine,
  { run, action, signal }: Parent,
  children: readonly ChildRun[],
): Promise<readonly ChildResult[]> {
  if (children.length === 0) return [];
  if (run.depth >= maxDepth) throw new ActionInvalid(`Runs can start runs at most ${maxDepth} levels deep.`);
  const actor = await starterOf(system, run.created_by);
  const ids: string[] = [];
  for (const { namespace = run.playbook_namespace, name, parameters = {} } of children) {
    const started = await createRun(system, engine, {
      playbookId: await findNamed(system, namespace, name),
      parameters,
      resource: { config_id: run.config_id, component_id: run.component_id, check_id: run.check_id },
      cause: "parent",
      actor,
      parent: { run, actionId: action.id },
      // A playbook without selectors runs without the resource of its parent run.
      isResourceOptional: true,
    }).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      throw new Error(`The playbook ${namespace}/${name} cannot be started: ${error.message}`, { cause: error });
    });
    ids.push(started.runId);
  }
  await setWaiting(system, action, "running", "waiting_children");
  const pause = createWakeablePause();
  const stop = executionsOf(system).onEnd((id) => (id === "" || ids.includes(id)) && pause.wake());
  try {
    for (;;) {
      signal.throwIfAborted();
      const results = await resultsOf(system, ids);
      if (results.every(({ status }) => isFinalRun(status))) {
        await setWaiting(system, action, "waiting_children", "running");
        return results;
      }
      await pause.wait(pollMs, signal);
    }
  } finally {
    stop();
  }
}

/** Playbooks of different categories may have the same name. */
async function findNamed({ db }: System, namespace: string, name: string): Promise<string> {
  const { rows } = await sql<{ id: string; category: string }>`
    select id, category from playbooks where namespace = ${namespace} and name = ${name} and deleted_at is null
    order  by category`.execute(db.system);
  const [found, ...others] = rows;
  if (!found) throw new ActionInvalid(`There is no playbook ${namespace}/${name}.`);
  if (others.length === 0) return found.id;
  const categories = rows.map(({ category }) => category || "none").join(", ");
  throw new ActionInvalid(
    `There are ${rows.length} playbooks ${namespace}/${name}, in the categories ${categories}. Rename all but one of them.`,
  );
}

const setWaiting = ({ db }: System, { id, playbook_run_id: runId }: ActionRow, from: string, to: string) =>
  db.system.transaction().execute(async (tx) => {
    await lockRun(tx, runId);
    await sql`update playbook_run_actions set status = ${to} where id = ${id} and status = ${from}`.execute(tx);
  });

async function resultsOf({ db }: System, ids: readonly string[]): Promise<ChildResult[]> {
  const { rows } = await sql<{ id: string; status: string; error: string | null; playbook: string }>`
    select r.id, r.status, r.error, p.namespace || '/' || p.name as playbook
    from   unnest(${ids}::uuid[]) with ordinality as w (id, n)
    join   playbook_runs r on r.id = w.id
    join   playbooks p on p.id = r.playbook_id
    order  by w.n`.execute(db.system);
  return Promise.all(
    rows.map(async ({ id, status, error, playbook }) => ({
      runId: id,
      playbook,
      status,
      ...(error !== null && { error }),
      actions: (await actionsOf(db.system, id)).map((action) => ({
        name: action.name,
        status: action.status,
        result: action.result,
      })),
    })),
  );
}
