// Checks whether a subject may use a connection, which requires the right to read it. People get the right by role or
// by a rule; rules that deny take precedence. Automations have no roles: they can use every connection and read every
// config item, unless a rule denies it. If the property permissions.connections or permissions.configs is strict, a
// rule must allow it.
import { sql, type Kysely } from "kysely";
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { mayOne } from "#server/db/policy.ts";
import type { DB, Row } from "#server/db/tables.ts";
import type { Actor, PermissionRule, PersonActor } from "#server/http/actor.ts";
import { toRule } from "#areas/people/server/index.ts";
import { isAutomation, nameSubject, type Automation, type Subject } from "./subject.ts";

type Which = Readonly<Record<"id" | "name" | "namespace" | "type", string>>;

export async function requireUse({ db }: Pick<System, "db">, subject: Subject, which: Which): Promise<void> {
  const actor = isAutomation(subject) ? await automationActor(db.system, subject) : subject;
  const refusal = refusalOf(actor, subject, which);
  if (refusal) throw refusal;
}

/** Returns the problem to throw if the actor of the subject may not use the connection. */
export function refusalOf(actor: Actor, subject: Subject, which: Which): Problem | undefined {
  if (mayOne(actor, "read", "connections", which)) return undefined;
  const { kind, name } = nameSubject(subject);
  const object = `connection://${which.namespace}/${which.name}`;
  return new Problem("forbidden", `The ${kind} ${JSON.stringify(name)} needs permission to read ${object}.`, {
    hint: "A user with the right to write permissions can allow it in Settings, Permissions.",
    parts: { action: "read", object },
  });
}

/** The actor whose rights an automation has when it reads connections and config items. */
export const automationActor = async (db: Kysely<DB>, automation: Automation): Promise<PersonActor> =>
  (await automationActors(db, [automation]))[0]!;

/** Returns the actors of automations, in the same order. */
export async function automationActors(
  db: Kysely<DB>,
  automations: readonly Automation[],
): Promise<readonly PersonActor[]> {
  if (automations.length === 0) return [];
  const named = automations.map(({ kind, id, name, namespace, isDraft = false }) =>
    isDraft ? { kind } : { kind, id, name, namespace: namespace ?? null },
  );
  const { rows } = await sql<Row<"permissions"> & { position: number }>`
    select s.position::int, r.*
    from   rows from (
             jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as (kind text, id uuid, name text, namespace text)
           ) with ordinality as s (kind, id, name, namespace, position),
           lateral rules_about_automation(s.kind, s.id, s.name, s.namespace) r
    where  r.error is null and (r.until is null or r.until > now())`.execute(db);
  const strict = await strictOnes(db);
  const byDefault: PermissionRule[] = [];
  if (!strict.has("permissions.connections"))
    byDefault.push({ subject: "system", object: "connection", action: "read" });
  if (!strict.has("permissions.configs")) byDefault.push({ subject: "system", object: "catalog", action: "read" });
  const rules = automations.map((): PermissionRule[] => []);
  for (const { position, ...row } of rows) rules[position - 1]!.push(toRule(row));
  return automations.map(({ id, name }, index) => ({
    kind: "person",
    id,
    name,
    email: null,
    avatar: null,
    roles: [],
    rules: [...rules[index]!, ...byDefault],
    session: null,
  }));
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
