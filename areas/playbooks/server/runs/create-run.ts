// Stores a prepared run in one transaction, either with its first action or waiting for approval.
import { sql } from "kysely";
import { parseDuration } from "#lib/time/duration.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import { systemActor, type Origin } from "#server/http/actor.ts";
import { sealDocument } from "#server/spec/sealed-columns.ts";
import { needsApproval } from "./approvers.ts";
import { approveAsStarter, startIfApproved } from "./approve.ts";
import { addAttempts } from "./advance.ts";
import { recordChanges } from "./config-changes.ts";
import type { Engine } from "./engine.ts";
import { splitSecrets } from "./parameters.ts";
import { prepareRun, type PreparedRun, type RunRequest } from "./prepare-run.ts";
import { lockRun } from "./run-row.ts";
import { readSettings } from "./settings.ts";

export interface CreatedRun {
  runId: string;
  startsAt: string;
}

export async function createRun(
  system: System,
  engine: Engine,
  request: RunRequest,
  origin?: Origin,
): Promise<CreatedRun> {
  const prepared = await prepareRun(system, engine, request);
  return system.db.system.transaction().execute((tx) => insertRun(system, tx, engine, prepared, origin));
}

export async function insertRun(
  system: System,
  tx: Tx,
  engine: Engine,
  prepared: PreparedRun,
  origin?: Origin,
): Promise<CreatedRun> {
  const { id, playbook, spec, cause, parent, actor = systemActor } = prepared;
  const isPending = needsApproval(spec);
  const startsAt = await insertRow(system, tx, engine, prepared, isPending ? "pending_approval" : "scheduled");
  const run = (await lockRun(tx, id))!;
  // People who see the item may have no rights on its playbooks, so the change has neither parameters nor spec.
  await recordChanges(tx, [{ run, type: "PlaybookScheduled" }]);
  if (prepared.notificationSendId !== undefined)
    await sql`
      update notification_send_history set playbook_run_id = ${id}, status = 'pending_playbook_completion'
      where  id = ${prepared.notificationSendId}`.execute(tx);
  await recordDeeds(tx, { actor, origin }, [
    { action: "run", resource_type: "playbook_runs", resource_id: id, resource_name: playbook.title, columns: null },
  ]);
  if (!isPending) await addAttempts(system, tx, engine, [{ run, position: 0, retry: 0, waitMs: 0 }]);
  else {
    await system.events.publish(tx, { name: "playbook.approval.requested", id: playbook.id, run_id: id });
    if (cause === "person") await approveAsStarter(system, tx, run, { actor, origin });
    await startIfApproved(system, tx, engine, run);
  }
  if (parent) await sql`update playbook_runs set parent_action_id = ${parent.actionId} where id = ${id}`.execute(tx);
  return { runId: id, startsAt };
}

/** Stores a run that must not start, with the reason. It publishes no event, so that it cannot start other runs. */
export async function insertRefusedRun(
  system: System,
  tx: Tx,
  engine: Engine,
  prepared: PreparedRun,
  error: string,
): Promise<string> {
  await insertRow(system, tx, engine, prepared, "failed");
  await sql`update playbook_runs set end_time = now(), error = ${error} where id = ${prepared.id}`.execute(tx);
  return prepared.id;
}

async function insertRow(
  system: System,
  tx: Tx,
  engine: Engine,
  prepared: PreparedRun,
  status: "scheduled" | "pending_approval" | "failed",
): Promise<string> {
  const { id, playbook, spec, parameters, resourceIds, createdBy, plan, cause, parent, request } = prepared;
  const settings = await readSettings(tx);
  const timeoutMs = spec.timeout === undefined ? settings.timeoutMs : parseDuration(spec.timeout);
  const place = { table: "playbook_runs", id, column: "spec" };
  const sealed = sealDocument(system.secrets, place, { schema: engine.spec, document: spec, stored: undefined });
  const { shown, secret } = splitSecrets(spec.parameters ?? [], parameters, prepared.scrubber);
  const sealedSecrets =
    Object.keys(secret).length === 0
      ? null
      : system.secrets.seal(JSON.stringify(secret), { table: "playbook_runs", row: id, column: "parameters_secrets" }, [
          sealed["spec_secrets"] as string | null,
        ]);
  const { rows } = await sql<{ scheduled_time: string }>`
    insert into playbook_runs (
      id, playbook_id, status, spec, spec_secrets, timeout, created_by, notification_send_id, check_id, config_id, component_id,
      parameters, parameters_secrets, request, parent_id, depth, chain, cause, plan, plan_hash)
    values (
      ${id}, ${playbook.id}, ${status}, ${JSON.stringify(sealed["spec"])}::jsonb, ${sealed["spec_secrets"]},
      ${Math.round(timeoutMs * 1e6)}, ${createdBy}, ${prepared.notificationSendId ?? null}, ${resourceIds.check_id},
      ${resourceIds.config_id}, ${resourceIds.component_id}, ${JSON.stringify(shown)}::jsonb, ${sealedSecrets},
      ${request === undefined ? null : JSON.stringify(request)}::jsonb, ${parent?.run.id ?? null},
      ${parent ? parent.run.depth + 1 : 0}, ${prepared.chain ?? parent?.run.chain ?? 0}, ${cause}, ${plan ? JSON.stringify(plan.actions) : null}::jsonb, ${plan?.hash ?? null})
    returning scheduled_time`.execute(tx);
  return rows[0]!.scheduled_time;
}
