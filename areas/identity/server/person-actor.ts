// Finds the actor of a person without a session.
import type { Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { PersonActor } from "#server/http/actor.ts";
import { endOf, rightsOf, rolesOf } from "./sessions.ts";

export async function findPerson(
  db: Kysely<DB>,
  id: string,
): Promise<{ actor: PersonActor; expiresAt: number } | undefined> {
  const person = await db
    .selectFrom("people as p")
    .select(["p.id", "p.name", "p.email", "p.avatar", rolesOf.as("roles"), rightsOf.as("rights")])
    .where("p.id", "=", id)
    .where("p.deleted_at", "is", null)
    .where("p.state", "=", "active")
    .executeTakeFirst();
  if (!person) return undefined;
  const { rights, ...who } = person;
  const { rules, limits_guests: limitsGuests } = rights;
  return {
    actor: { kind: "person", ...who, rules, limitsGuests, session: null },
    expiresAt: endOf(rules, Number.POSITIVE_INFINITY),
  };
}
