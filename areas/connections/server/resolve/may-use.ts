// Checks whether a subject may use a connection, which requires the right to read it. People get the right by role or
// by a rule; rules that deny take precedence. Automations have no roles: they can use every connection and read every
// config item, unless a rule denies it. If the property permissions.connections or permissions.configs is strict, a
// rule must allow it.
import { sql, type Kysely } from "kysely";
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { mayOne } from "#server/db/policy.ts";
import type { DB, Row } from "#server/db/tables.ts";
import type { PermissionRule, PersonActor } from "#server/http/actor.ts";
import { toRule } from "#areas/people/server/index.ts";
import { isAutomation, nameSubject, type Automation, type Subject } from "./subject.ts";

type Which = Readonly<Record<"id" | "name" | "namespace" | "type", string>>;

export async function requireUse({ db }: Pick<System, "db">, subject: Subject, which: Which): Promise<void> {
  const actor = isAutomation(subject) ? await automationActor(db.system, subject) : subject;
  if (mayOne(actor, "read", "connections", which)) return;
  const { kind, name } = nameSubject(subject);
  const object = `connection://${which.namespace}/${which.name}`;
  throw new Problem("forbidden", `The ${kind} ${JSON.stringify(name)} needs permission to read ${object}.`, {
    hint: "A user with the right to write permissions can allow it in Settings, Permissions.",
    parts: { action: "read", object },
  });
}

/** The actor whose rights an automation has when it reads connections and config items. */
export async function automationActor(
  db: Kysely<DB>,
  { kind, id, name, namespace, isDraft = false }: Automation,
): Promise<PersonActor> {
  const named = isDraft ? { id: null, name: null, namespace: null } : { id, name, namespace: namespace ?? null };
  const { rows } = await sql<Row<"permissions">>`
    select r.*
    from   rules_about_automation(${kind}, ${named.id}::uuid, ${named.name}, ${named.namespace}) r
    where  r.error is null and (r.until is null or r.until > now())`.execute(db);
  const rules: PermissionRule[] = rows.map((row) => toRule(row));
  const strict = await strictOnes(db);
  if (!strict.has("permissions.connections")) rules.push({ subject: "system", object: "connection", action: "read" });
  if (!strict.has("permissions.configs")) rules.push({ subject: "system", object: "catalog", action: "read" });
  return { kind: "person", id, name, email: null, avatar: null, roles: [], rules, session: null };
}

/** Returns the properties that turn off the rights that automations have by default. */
async function strictOnes(db: Kysely<DB>): Promise<ReadonlySet<string>> {
  const found = await db
    .selectFrom("properties_in_force")
    .select(["name", "value"])
    .where("name", "in", ["permissions.connections", "permissions.configs"])
    .execute();
  return new Set(found.filter(({ value }) => value.trim() === "strict").map(({ name }) => name));
}
