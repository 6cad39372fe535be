// What an actor may do, as a list: every row of the role table that its roles grant, then its own rules.
import { roleTable, type Action } from "#language/roles.ts";
import type { Actor, PermissionRule } from "#server/http/actor.ts";

const actions: readonly Action[] = ["read", "write"];

export function effectivePermissions(actor: Exclude<Actor, { kind: "system" }>): PermissionRule[] {
  const granted = actor.roles.flatMap((role) =>
    actions.flatMap((action) => roleTable[role][action].map((object) => ({ subject: role, object, action }))),
  );
  return [...granted, ...actor.rules];
}
