// Validates permission rules and checks who may grant them. A user can only grant rights that the user holds, whether
// by a rule or by adding a person to a team with such a rule. A denying rule can only be removed by a user whom it does
// not deny.
import { sql } from "kysely";
import { isObject, readActions, permissionActions } from "#language/permissions.ts";
import { problem, type BadPart } from "#language/problem.ts";
import { isAdministrator, mayGrant } from "#server/db/policy.ts";
import type { Tx } from "#server/db/pool.ts";
import { readSelectors, rowScopesOf } from "#server/db/row-scopes.ts";
import { allRowKinds, rowKinds } from "#server/db/row-kinds.ts";
import type { Row } from "#server/db/writes.ts";
import type { Actor, PermissionRule } from "#server/http/actor.ts";

const targets = {
  config_id: "config",
  component_id: "component",
  canary_id: "canary",
  playbook_id: "playbook",
  connection_id: "connection",
} as const;

const isSet = (value: unknown) => value !== null && value !== undefined && value !== "";

/** Converts a row to a rule in the format of the policy. */
export function toRule(row: Row): PermissionRule {
  const [column] = Object.keys(targets).filter((key) => isSet(row[key])) as (keyof typeof targets)[];
  return {
    subject: isSet(row["subject"]) ? (row["subject"] as string) : "",
    object: isSet(row["object"]) ? (row["object"] as string) : "*",
    action: row["action"] as string,
    ...(row["deny"] === true && { deny: true }),
    ...(column && { row: { kind: targets[column], id: row[column] as string } }),
    ...(isSet(row["object_selector"]) && {
      selector: row["object_selector"] as NonNullable<PermissionRule["selector"]>,
    }),
    ...(isSet(row["agents"]) && { agents: row["agents"] as string[] }),
    ...(isSet(row["tags"]) && { tags: row["tags"] as Record<string, string> }),
  };
}

/** Reports every invalid part of a rule. */
export function refuseUnreadable(row: Row): void {
  const bad: BadPart[] = [];
  const { action, object } = row;
  if (typeof action !== "string" || readActions(action) === undefined)
    bad.push({
      path: "action",
      message: `must be one or more of ${permissionActions.slice(0, 4).join(", ")}, playbook:run, playbook:approve, mcp:run, mcp:use, or *`,
    });
  if (isSet(object) && (typeof object !== "string" || !isObject(object)))
    bad.push({ path: "object", message: `${JSON.stringify(object)} is not an object that rules can refer to` });
  if (!["person_id", "team_id", "notification_id", "subject"].some((key) => isSet(row[key])))
    bad.push({ path: "subject", message: "is required: a person, a team or a notification" });
  const about = [...Object.keys(targets), "object", "object_selector"].filter((key) => isSet(row[key]));
  if (about.length !== 1)
    bad.push({
      path: about[1] ?? "object",
      message:
        about.length === 0
          ? "is required: name the object of the rule"
          : "must be empty: a rule has exactly one object",
    });
  bad.push(...badSelector(row["object_selector"]));
  if (bad.length === 0 && (isSet(row["tags"]) || isSet(row["agents"])) && rowScopesOf(toRule(row))?.size === 0)
    bad.push({ path: isSet(row["tags"]) ? "tags" : "agents", message: "cannot be combined with this object" });
  if (bad.length > 0) throw problem.badParts(bad);
}

function badSelector(selector: unknown): BadPart[] {
  if (!isSet(selector)) return [];
  const path = "object_selector";
  if (typeof selector !== "object" || Array.isArray(selector)) return [{ path, message: "must be an object" }];
  const known = allRowKinds.map((kind) => rowKinds[kind].selector);
  const entries = Object.entries(selector as object);
  if (entries.length === 0) return [{ path, message: `needs one of ${known.join(", ")}` }];
  return entries.flatMap(([key, selectors]): BadPart[] => {
    if (!(known as string[]).includes(key))
      return [{ path: `${path}.${key}`, message: `must be one of ${known.join(", ")}` }];
    return readSelectors(selectors)
      ? []
      : [
          {
            path: `${path}.${key}`,
            message: "can only select by exact id, name, namespace, agent, types, tags and labels",
          },
        ];
  });
}

export function requireHolding(actor: Actor, row: Row): void {
  const rule = toRule(row);
  if (mayGrant(actor, rule)) return;
  const what = rule.row
    ? `this ${rule.row.kind}`
    : rule.object === "*" && rule.selector
      ? "the selected objects"
      : rule.object;
  throw problem.forbidden(rule.action, what, {
    hint: "You can only grant rights that you hold; rules on access, connections and people require an administrator.",
    code: "42501",
  });
}

/** Replaces agent names with ids, because a name may later belong to a different agent. */
export async function withAgentIds(tx: Tx, row: Row): Promise<Row> {
  const selector = row["object_selector"];
  if (!isSet(selector)) return row;
  const rows = await tx.selectFrom("agents").select(["id", "name"]).where("deleted_at", "is", null).execute();
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const entries = Object.entries(selector as Record<string, Record<string, unknown>[]>).map(([kind, selectors]) => [
    kind,
    selectors.map((item) => {
      const id = typeof item["agent"] === "string" ? ids.get(item["agent"]) : undefined;
      return id === undefined || item["agent"] === "local" ? item : { ...item, agent: id };
    }),
  ]);
  return { ...row, object_selector: Object.fromEntries(entries) };
}

/** Returns the rules about these teams, directly or through a group. */
export async function rulesOfTeams(tx: Tx, teams: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select p.*
    from   permissions p
    where  p.deleted_at is null
    and    (
      p.subject_type = 'team' and p.subject = any (${teams}::text[])
      or p.subject_type = 'group' and exists (
        select from permission_groups g, teams t, jsonb_path_query(g.selectors, '$.teams[*]') e
        where  g.name = p.subject and g.deleted_at is null and t.id::text = any (${teams}::text[])
        and    (e #>> '{}' in ('*', t.id::text, t.name) or e ->> 'id' = t.id::text or e ->> 'name' in ('*', t.name))
      )
    )`.execute(tx);
  return rows;
}

/** A new member gains the rights that the team's rules allow. Leaving or deleting the team lifts its denials. */
export async function requireHoldingOf(
  { tx, actor }: { tx: Tx; actor: Actor },
  teams: readonly unknown[],
  which: { denials: boolean },
): Promise<void> {
  if (isAdministrator(actor) || teams.length === 0) return;
  const rules = await rulesOfTeams(tx, [...new Set(teams)] as string[]);
  for (const rule of rules) if ((rule["deny"] === true) === which.denials) requireHolding(actor, rule);
}
