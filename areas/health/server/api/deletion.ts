// Deletes and restores several checks, in one transaction per canary. If a canary cannot be changed, its checks are
// reported as failed, and the checks of other canaries are still processed.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { originOf, recordDeeds, type Deed } from "#server/audit/audit.ts";
import { mayOne } from "#server/db/policy.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import {
  checkColumns,
  deleteOfCanary,
  planDeletion,
  restoreOfCanary,
  type Canary,
  type CanaryDeletion,
  type CheckRow,
} from "../spec/delete-checks.ts";
import { refuseOthers } from "../spec/only-admins.ts";
import { findSeveral, type RefusedCheck } from "./one-check.ts";

export function deletionRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.previewDeletion,
    schema.previewDeletion,
    { access: "signed-in", summary: "Lists the data that deleting these checks would remove" },
    async ({ body: { checks }, actor }) => {
      const plans: CanaryDeletion[] = [];
      const { done, failed } = await forEachCanary(
        system,
        { actor, ids: checks, what: "delete" },
        async (tx, group) => {
          plans.push(await plan(tx, actor, group));
        },
      );
      const counts = await countContents(
        system,
        done.map(({ id }) => id),
      );
      return {
        checks: done.map(({ name }) => name),
        canaries: plans.filter(({ isWhole }) => isWhole).map(({ canary }) => canary.name),
        ...counts,
        failed,
      };
    },
  );
  handle(
    app,
    contract.deleteChecks,
    schema.deleteChecks,
    { access: "signed-in", summary: "Deletes checks; they can be restored" },
    ({ body: { checks }, actor, request }) =>
      forEachCanary(system, { actor, ids: checks, what: "delete" }, async (tx, group) => {
        const planned = await plan(tx, actor, group);
        await deleteOfCanary(tx, system.secrets, planned);
        await audit(tx, { actor, request, planned }, "delete");
      }),
  );
  handle(
    app,
    contract.restoreChecks,
    schema.restoreChecks,
    { access: "signed-in", summary: "Restores deleted checks with their history" },
    ({ body: { checks }, actor, request }) =>
      forEachCanary(system, { actor, ids: checks, what: "restore" }, async (tx, { canary, checks: rows }) => {
        refuseOthers(actor, [canary.spec, ...rows.map(({ type, spec }) => ({ [type]: [spec] }))]);
        await restoreOfCanary(tx, system.secrets, canary, rows);
        const planned = { canary, checks: rows, isWhole: canary.deleted_at !== null };
        await audit(tx, { actor, request, planned }, "update");
      }),
  );
}

interface Group {
  canary: Canary;
  checks: readonly CheckRow[];
}

async function plan(tx: Tx, actor: Actor, { canary, checks }: Group): Promise<CanaryDeletion> {
  const planned = await planDeletion(tx, canary, checks);
  if (planned.isWhole) {
    const { id, agent_id: agent, name, namespace, labels } = canary;
    if (!mayOne(actor, "delete", "canaries", { id, agent, name, namespace, labels }))
      throw problem.invalid(
        `This would delete the canary ${name} as well, and you do not have permission to delete that canary.`,
      );
  } else refuseOthers(actor, [canary.spec]);
  return planned;
}

interface SeveralRequest {
  actor: Actor;
  ids: readonly string[];
  what: "delete" | "restore";
}

async function forEachCanary(
  system: System,
  { actor, ids, what }: SeveralRequest,
  work: (tx: Tx, group: Group) => Promise<void>,
): Promise<contract.SeveralDone> {
  await system.features.require("health", "a deletion of checks");
  const { found, refused } = await findSeveral(system, actor, "update", ids, { areDeleted: what === "restore" });
  const done: { id: string; name: string }[] = [];
  const failed: RefusedCheck[] = [...refused];
  for (const [canaryId, group] of Map.groupBy(found, ({ canary_id }) => canary_id)) {
    const chosen = group.map(({ id }) => id);
    const names = group.map(({ id, name }) => ({ id, name }));
    try {
      const createdIds = await system.db.system.transaction().execute(async (tx) => {
        const canary = await lockCanary(tx, canaryId);
        const checks = await tx.selectFrom("checks").select(checkColumns).where("id", "in", chosen).execute();
        const own = checks.filter(({ transformed }) => !transformed);
        if (own.length > 0) await work(tx, { canary, checks: own });
        return new Set(checks.filter(({ transformed }) => transformed).map(({ id }) => id));
      });
      done.push(...names.filter(({ id }) => !createdIds.has(id)));
      failed.push(
        ...names.filter(({ id }) => createdIds.has(id)).map((check) => ({ ...check, error: createdByAnother })),
      );
    } catch (error) {
      if (!(error instanceof Problem) && !isNameTaken(error)) throw error;
      const text =
        error instanceof Problem
          ? [error.message, error.details].filter(Boolean).join(" ")
          : "Another canary now has this name; rename that canary first.";
      failed.push(...names.map((check) => ({ ...check, error: text })));
    }
  }
  return { done, failed };
}

const createdByAnother = "Another check creates this check; change the transform of that other check.";

const isNameTaken = (error: unknown) => (error as { constraint?: string } | null)?.constraint === "canaries_name";

async function lockCanary(tx: Tx, id: string): Promise<Canary> {
  return tx.selectFrom("canaries").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

async function audit(
  tx: Tx,
  {
    actor,
    request,
    planned: { canary, checks, isWhole },
  }: { actor: Actor; request: FastifyRequest; planned: CanaryDeletion },
  action: "delete" | "update",
): Promise<void> {
  const columns = action === "update" ? ["deleted_at"] : null;
  const deeds: Deed[] = checks.map(({ id, name }) => ({
    action,
    resource_type: "checks",
    resource_id: id,
    resource_name: name,
    columns,
  }));
  deeds.push({
    action: isWhole ? action : "update",
    resource_type: "canaries",
    resource_id: canary.id,
    resource_name: canary.name,
    columns: isWhole ? columns : ["spec"],
  });
  await recordDeeds(tx, { actor, origin: originOf(request) }, deeds);
}

/** Counts the runs of earlier days from the daily sums, which have only one row per day. */
async function countContents({ db }: System, ids: readonly string[]): Promise<{ runs: number; relationships: number }> {
  const { rows } = await sql<{ runs: number; relationships: number }>`
    with ids as (select unnest(${ids}::uuid[]) as id),
         recent as (select date_trunc('day', now() - interval '1 day', 'UTC') as since)
    select (
             coalesce((select sum(d.total) from check_statuses_1d d, recent where d.check_id in (select id from ids) and d.created_at < recent.since), 0)
             + (select count(*) from check_statuses s, recent where s.check_id in (select id from ids) and s.time >= recent.since)
           )::int as runs,
           (
             (select count(*) from check_config_relationships r where r.check_id in (select id from ids) and r.deleted_at is null)
             + (select count(*) from check_component_relationships r where r.check_id in (select id from ids) and r.deleted_at is null)
           )::int as relationships`.execute(db.system);
  return rows[0]!;
}
