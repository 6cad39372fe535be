// Lists the permissions of an actor: the rows of the role table for its roles, then its own rules.
import { admittingActions, specialActions } from "#language/permissions.ts";
import { roleTable, type Action, type Role } from "#language/roles.ts";
import { readingPart } from "#server/db/policy.ts";
import { isReadOnly, type Actor, type PermissionRule } from "#server/http/actor.ts";

const allActions: readonly Action[] = ["read", "write"];

type Permission = Pick<PermissionRule, "id" | "subject" | "object" | "action" | "deny"> & { condition?: string };

export function effectivePermissions(actor: Exclude<Actor, { kind: "system" }>): Permission[] {
  const actions = isReadOnly(actor) ? (["read"] as const) : allActions;
  const special = Object.entries(specialActions).filter(
    ([action]) => !isReadOnly(actor) || (admittingActions as readonly string[]).includes(action),
  );
  const rules = isReadOnly(actor) ? actor.rules.flatMap(readingPart) : actor.rules;
  const granted = actor.roles.flatMap((role) => [
    ...actions.flatMap((action) => roleTable[role][action].map((object) => ({ subject: role, object, action }))),
    ...special.flatMap(([action, { on, roles }]) =>
      (roles as readonly Role[]).includes(role) ? on.map((object) => ({ subject: role, object, action })) : [],
    ),
  ]);
  return [...granted, ...rules.map(describe)];
}

/** Adds the condition of a rule that applies to some rows only. */
function describe({ row, selector, agents, tags, until: _until, ...rule }: PermissionRule): Permission {
  const only = {
    ...(row ? { [`${row.kind}_id`]: row.id } : {}),
    ...selector,
    ...(agents && { agents }),
    ...(tags && { tags }),
  };
  return Object.keys(only).length === 0 ? rule : { ...rule, condition: JSON.stringify(only) };
}
