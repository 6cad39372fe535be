// Finds a check for an action: the actor must have the right to read the check, and the right to perform the action on
// its canary.
import { problem } from "#language/problem.ts";
import type { Labels } from "#language/columns.ts";
import type { RowAction, SpecialAction } from "#language/permissions.ts";
import type { System } from "#server/area.ts";
import { claimsOf, mayOne, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";

export interface NamedCheck {
  id?: string | undefined;
  name?: string | undefined;
  type?: string | undefined;
  canary_id?: string | undefined;
  canary_name?: string | undefined;
  namespace?: string | undefined;
}

export interface OneCheck {
  id: string;
  canary_id: string;
  agent_id: string;
  type: string;
  name: string;
  severity: string | null;
  labels: Labels | null;
  canary: { name: string; namespace: string; labels: Labels | null };
}

const selectCheck = `
  select c.id, c.canary_id, c.agent_id, c.type, c.name, c.severity, c.labels,
         json_build_object('name', k.name, 'namespace', k.namespace, 'labels', k.labels) as canary
  from   checks c
  join   canaries k on k.id = c.canary_id`;

export async function findCheck(
  system: System,
  actor: Actor,
  action: RowAction | SpecialAction,
  wanted: NamedCheck,
): Promise<OneCheck> {
  // An actor who has no right to perform the action on any check gets 403, even if the check does not exist.
  if (reachOf(actor, action, "canaries") === "none") throw problem.forbidden(actionName(action), "canaries");
  const values: unknown[] = [];
  const is = (column: string, value: string | undefined) =>
    value === undefined ? "" : `and ${column} = $${values.push(value)}`;
  const { rows } = await system.db.reading(claimsOf(actor, "read")).query<OneCheck>(
    `${selectCheck}
     where  c.deleted_at is null
     ${is("c.id", wanted.id)} ${is("c.name", wanted.name)} ${is("c.type", wanted.type)} ${is("c.canary_id", wanted.canary_id)}
     ${is("k.name", wanted.canary_name)} ${is("k.namespace", wanted.namespace)}
     limit  2`,
    values,
  );
  const [found, second] = rows;
  if (!found) throw problem.notFound("check", wanted.id ?? [wanted.canary_name, wanted.name].filter(Boolean).join("/"));
  if (second) throw problem.invalid("Several checks have this name. Use the id of the check.");
  const { canary_id: id, agent_id: agent, canary } = found;
  if (!mayOne(actor, action, "canaries", { id, agent, ...canary }))
    throw problem.forbidden(actionName(action), "canaries");
  return found;
}

/** A check that a bulk command skips, with the reason. */
export interface RefusedCheck {
  id: string;
  name: string;
  error: string;
}

export interface SeveralChecks {
  found: readonly OneCheck[];
  refused: readonly RefusedCheck[];
}

/** Returns the checks that the actor may change, and the other checks with the reason. */
export async function findSeveral(
  system: System,
  actor: Actor,
  action: RowAction,
  ids: readonly string[],
  { areDeleted = false }: { areDeleted?: boolean } = {},
): Promise<SeveralChecks> {
  if (reachOf(actor, action, "canaries") === "none") throw problem.forbidden(actionName(action), "canaries");
  const { rows } = await system.db.reading(claimsOf(actor, "read")).query<OneCheck>(
    `${selectCheck}
     where  c.id = any ($1::uuid[]) and c.deleted_at is ${areDeleted ? "not null" : "null"}
     order  by c.name, c.id`,
    [ids],
  );
  const missing = new Set(ids).difference(new Set(rows.map(({ id }) => id)));
  const isAllowed = ({ canary_id: id, agent_id: agent, canary }: OneCheck) =>
    mayOne(actor, action, "canaries", { id, agent, ...canary });
  const refusal = `You are not allowed to ${action} ${action === "update" ? "its canary" : "this check"}.`;
  return {
    found: rows.filter(isAllowed),
    refused: [
      ...rows.filter((row) => !isAllowed(row)).map(({ id, name }) => ({ id, name, error: refusal })),
      ...[...missing].map((id) => ({
        id,
        name: id,
        error: areDeleted ? "There is no deleted check with this id." : "The check no longer exists.",
      })),
    ],
  };
}

const actionName = (action: RowAction | SpecialAction) =>
  (action === "update" ? "write" : action) as "write" | SpecialAction;
