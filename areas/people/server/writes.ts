// People and their roles are changed only by calls that keep sign-in, sessions and rights consistent. Teams and
// permission rules are written through the data API, and users cannot grant more rights than they have.
import { z } from "zod";
import { Problem } from "#language/problem.ts";
import { isAdministrator } from "#server/db/policy.ts";
import { document, writeHook, name } from "#server/db/write-hook.ts";
import { problem } from "#language/problem.ts";
import type { Row, WriteHook, WriteHooks } from "#server/db/writes.ts";
import { teamSpec } from "./team-spec.ts";
import { refuseUnreadable, requireHolding, requireHoldingOf, withAgentIds } from "./rules.ts";

const closed: WriteHook = {
  parse: refuse,
  prepare: refuse,
};

function refuse(): never {
  throw new Problem("method_not_allowed", "People and roles cannot be changed through the data API.");
}

const teams = writeHook({
  shape: z.object({ name, spec: teamSpec.nullable() }),
  defaults: { icon: "group", spec: {} },
  fixed: ["name"],
  sealed: { spec: teamSpec },
  async prepare(context, rows, before) {
    const ends = context.verb === "delete" || rows.some((row) => (row["deleted_at"] ?? null) !== null);
    if (ends)
      await requireHoldingOf(
        context,
        before.map(({ id }) => id),
        { denials: true },
      );
    return rows;
  },
});

const teamMembers = writeHook({
  async prepare(context, rows, before) {
    const teamsOf = (some: readonly Row[]) => some.flatMap(({ team_id: team }) => (team === undefined ? [] : [team]));
    if (context.verb !== "delete") await requireHoldingOf(context, teamsOf(rows), { denials: false });
    await requireHoldingOf(context, teamsOf(before), { denials: true });
    // Moving a person to a different team counts as joining one team and leaving the other.
    if (context.verb === "update" && rows.some(({ person_id: person }) => person !== undefined))
      await requireHoldingOf(context, teamsOf(before), { denials: false });
    return rows;
  },
});

/** Columns that the server sets. */
const derived = ["error", "updated_at", "created_at"];

const permissions = writeHook({
  async prepare({ tx, actor, verb }, rows, before) {
    // Changing or deleting a rule removes its previous version, so the user must also hold the rights of the previous
    // version.
    for (const row of before) requireHolding(actor, row);
    if (verb === "delete") return rows;
    const prepared: Row[] = [];
    for (const row of rows) {
      const stated = Object.fromEntries(Object.entries(row).filter(([key]) => !derived.includes(key)));
      for (const stored of before.length === 0 ? [{}] : before) {
        const outcome = { ...stored, ...stated };
        refuseUnreadable(outcome);
        requireHolding(actor, outcome);
      }
      prepared.push(await withAgentIds(tx, stated));
    }
    return prepared;
  },
});

const permissionGroups = writeHook({
  shape: z.object({ name, selectors: document }),
  // A rule can refer to every group, and group members get the rights of the rule.
  async prepare({ actor }, rows) {
    if (!isAdministrator(actor)) throw problem.forbidden("write", "rbac", { code: "42501" });
    return rows;
  },
});

export const peopleWrites: WriteHooks = {
  people: closed,
  person_roles: closed,
  teams,
  team_members: teamMembers,
  permissions,
  permission_groups: permissionGroups,
};
