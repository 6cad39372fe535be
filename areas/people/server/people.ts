// Changes people: name, email, state, roles and removal. Their access changes in the same transaction.
import { sql, type Kysely } from "kysely";
import type { IdentityTraits } from "#language/columns.ts";
import { problem } from "#language/problem.ts";
import type { Role } from "#language/roles.ts";
import { recordDeeds, type Deed } from "#server/audit/audit.ts";
import { changeBetween } from "#server/audit/audited-values.ts";
import { hasSqlState } from "#server/db/failures.ts";
import { isAdministrator, requireAccess } from "#server/db/policy.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { Actor, Origin } from "#server/http/actor.ts";
import { endAccess, endCodes, endSessionsOf, personColumns, rolesOf } from "#areas/identity/server/index.ts";
import { lockAdministrators, requireAnotherAdministrator } from "./administrators.ts";

export interface Requester {
  actor: Exclude<Actor, { kind: "system" }>;
  origin: Origin;
}

export interface PersonChange {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  roles?: readonly Role[] | undefined;
  active?: boolean | undefined;
}

/** Finds a human and locks the row until the transaction ends. */
async function lockPerson(tx: Tx, id: string) {
  const person = await tx
    .selectFrom("people as p")
    .select(["p.id", "p.name", "p.first_name", "p.last_name", "p.email", "p.state", "p.external_id"])
    .select(rolesOf.as("roles"))
    .where("p.id", "=", id)
    .where("p.type", "is", null)
    .where("p.deleted_at", "is", null)
    .forNoKeyUpdate("p")
    .executeTakeFirst();
  if (!person) throw problem.notFound("person", id);
  return person;
}

type Person = Awaited<ReturnType<typeof lockPerson>>;

/** A changed email can be used to take over the account, so the requester must hold every role of the person. */
function requireRolesOf(actor: Requester["actor"], { roles }: Person): void {
  if (!isAdministrator(actor) && !roles.every((role) => actor.roles.includes(role)))
    throw problem.forbidden("write", "rbac", { hint: "To change a person you need every role that the person has." });
}

export async function changePerson(db: Kysely<DB>, id: string, change: PersonChange, requester: Requester) {
  return db.transaction().execute(async (tx) => {
    await lockAdministrators(tx);
    const person = await lockPerson(tx, id);
    requireRolesOf(requester.actor, person);
    const traits = await saveTraits(tx, person, change, requester);
    if (change.active !== undefined) await saveState(tx, person, change.active, requester);
    if (change.roles !== undefined) await saveRoles(tx, person, change.roles, requester);
    return traits;
  });
}

export async function changeRoles(
  db: Kysely<DB>,
  id: string,
  roles: readonly Role[],
  requester: Requester,
): Promise<Role[]> {
  return db.transaction().execute(async (tx) => {
    await lockAdministrators(tx);
    const person = await lockPerson(tx, id);
    requireRolesOf(requester.actor, person);
    return saveRoles(tx, person, roles, requester);
  });
}

async function saveTraits(tx: Tx, person: Person, change: PersonChange, requester: Requester): Promise<IdentityTraits> {
  const was: IdentityTraits = {
    email: person.email ?? "",
    name: { first: person.first_name ?? person.name, last: person.last_name ?? "" },
  };
  const traits: IdentityTraits = {
    email: change.email ?? was.email,
    name: { first: change.firstName ?? was.name.first, last: change.lastName ?? was.name.last },
  };
  const hasMoved = traits.email !== was.email;
  const isRenamed = traits.name.first !== was.name.first || traits.name.last !== was.name.last;
  if (!hasMoved && !isRenamed) return traits;
  if (person.external_id !== null)
    throw problem.conflict(
      `The name and email of ${person.name} are managed by the identity service. Change them there.`,
    );
  const columns = personColumns(traits);
  try {
    await tx.updateTable("people").set(columns).where("id", "=", person.id).execute();
  } catch (error) {
    if (!hasSqlState(error, "23505")) throw error;
    throw problem.conflict(`Another person has the email ${traits.email}.`);
  }
  if (hasMoved) await endCodes(tx, person.id);
  await recordDeeds(tx, requester, [
    {
      action: "update",
      resource_type: "people",
      resource_id: person.id,
      resource_name: columns.name,
      ...changeBetween(auditedTraits(was), auditedTraits(traits)),
    },
  ]);
  return traits;
}

const auditedTraits = (traits: IdentityTraits) => {
  const { name, email } = personColumns(traits);
  return { name, email };
};

async function saveState(tx: Tx, person: Person, isActive: boolean, requester: Requester): Promise<void> {
  const state = isActive ? "active" : "inactive";
  if (state === person.state) return;
  if (!isActive) {
    if (person.id === requester.actor.id)
      throw problem.conflict("You cannot deactivate your own account. Ask another administrator.");
    if (person.roles.includes("admin")) await requireAnotherAdministrator(tx, person);
    await endSessionsOf(tx, person.id);
  }
  await tx
    .updateTable("people")
    .set({ state, state_changed_at: sql<string>`now()` })
    .where("id", "=", person.id)
    .execute();
  await recordDeeds(tx, requester, [
    {
      action: "update",
      resource_type: "people",
      resource_id: person.id,
      resource_name: person.name,
      ...changeBetween({ state: person.state }, { state }),
    },
  ]);
}

async function saveRoles(tx: Tx, person: Person, wanted: readonly Role[], requester: Requester): Promise<Role[]> {
  const roles = [...new Set(wanted)].sort();
  const added = roles.filter((role) => !person.roles.includes(role));
  const taken = person.roles.filter((role) => !roles.includes(role));
  if (added.length === 0 && taken.length === 0) return roles;
  requireAccess(requester.actor, "write", "rbac");
  requireHeld(requester.actor, added);
  if (taken.includes("admin")) await requireAnotherAdministrator(tx, person);
  if (taken.length > 0)
    await tx.deleteFrom("person_roles").where("person_id", "=", person.id).where("role", "in", taken).execute();
  if (added.length > 0)
    await tx
      .insertInto("person_roles")
      .values(added.map((role) => ({ person_id: person.id, role })))
      .execute();
  await recordDeeds(tx, requester, [
    {
      action: "update",
      resource_type: "person_roles",
      resource_id: person.id,
      resource_name: person.name,
      ...changeBetween({ roles: person.roles }, { roles }),
    },
  ]);
  return roles;
}

/** Users can only grant roles that they have. */
function requireHeld(actor: Requester["actor"], roles: readonly Role[]): void {
  const missing = isAdministrator(actor) ? undefined : roles.find((role) => !actor.roles.includes(role));
  if (missing !== undefined)
    throw problem.forbidden("write", "rbac", {
      hint: `You can only grant roles that you hold: you do not hold the role ${missing}.`,
    });
}

/** Also deletes the rules about the person. Past actions keep their author. */
export async function removePerson(db: Kysely<DB>, id: string, requester: Requester): Promise<void> {
  if (id === requester.actor.id)
    throw problem.conflict("You cannot remove your own account. Ask another administrator.");
  await db.transaction().execute(async (tx) => {
    await lockAdministrators(tx);
    const person = await lockPerson(tx, id);
    requireRolesOf(requester.actor, person);
    if (person.roles.includes("admin")) await requireAnotherAdministrator(tx, person);
    await endAccess(tx, id);
    await tx.deleteFrom("person_roles").where("person_id", "=", id).execute();
    const teams = await tx.deleteFrom("team_members").where("person_id", "=", id).returningAll().execute();
    const rules = await tx
      .deleteFrom("permissions")
      .where("subject_type", "=", "person")
      .where("subject", "=", id)
      .where("source", "=", "UI")
      .returningAll()
      .execute();
    await tx
      .updateTable("people")
      .set({ deleted_at: sql<string>`now()` })
      .where("id", "=", id)
      .execute();
    const { name, email, state, roles } = person;
    await recordDeeds(tx, requester, [
      deletion("people", id, name, { name, email, state, roles }),
      ...teams.map((row) => deletion("team_members", `${row.team_id} ${id}`, name, row)),
      ...rules.map((row) => deletion("permissions", row.id, row.name, row)),
    ]);
  });
}

const deletion = (table: string, id: string, name: string, before: object): Deed => ({
  action: "delete",
  resource_type: table,
  resource_id: id,
  resource_name: name,
  before: Object.fromEntries(Object.entries(before).filter(([, value]) => value !== null)),
});
