// Kratos' identities as people of ours: known by their id there, made or linked when they are first seen.
import { sql, type Kysely } from "kysely";
import { Problem } from "#language/problem.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import { hasSqlState } from "#server/db/failures.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { systemActor } from "#server/http/actor.ts";
import { normaliseEmail } from "../accounts.ts";
import type { KratosIdentity, KratosSession } from "./client.ts";

/** Any constant: those who are seen for the first time take turns on it. */
const lockKey = 7_361_902_216;

interface Traits {
  email: string | null;
  isVerified: boolean;
  first_name: string;
  last_name: string;
  name: string;
}

/** Traits are the operator's own schema: the usual names are tried. */
export function traitsOf({ id, traits, verifiable_addresses }: KratosIdentity): Traits {
  const string = (value: unknown) =>
    typeof value === "string" ? value.toWellFormed().replaceAll("\0", "").trim().slice(0, 300) : "";
  const email = normaliseEmail(string(traits["email"]));
  const named = traits["name"];
  const parts = typeof named === "object" && named !== null ? (named as Record<string, unknown>) : {};
  const [first = "", ...rest] = string(named).split(/\s+/);
  const first_name = string(parts["first"]) || string(traits["first_name"]) || first;
  const last_name = string(parts["last"]) || string(traits["last_name"]) || rest.join(" ");
  return {
    email: email || null,
    isVerified: (verifiable_addresses ?? []).some(({ value, verified }) => verified && normaliseEmail(value) === email),
    first_name,
    last_name,
    name: `${first_name} ${last_name}`.trim() || email || string(traits["username"]) || id,
  };
}

/** The person behind a session; a Problem that says why there is none. 409, because signing in again would not help. */
export async function meet(
  db: Kysely<DB>,
  { identity, authenticated_at }: Pick<KratosSession, "identity" | "authenticated_at">,
  administrator: string | undefined,
): Promise<string> {
  const traits = traitsOf(identity);
  const known = (await find(db, identity.id)) ?? (await firstSight(db, identity.id, traits, administrator));
  if (known.deleted_at !== null || known.state !== "active")
    throw new Problem("conflict", "Your account in Quarterdeck is closed. Ask an administrator to open it.");
  await keepUp(db, known, traits, authenticated_at);
  return known.id;
}

const find = (db: Kysely<DB>, externalId: string) =>
  db
    .selectFrom("people")
    .select(["id", "name", "first_name", "last_name", "email", "state", "deleted_at", "last_login"])
    .where("external_id", "=", externalId)
    // Whoever was deleted here stays so, until an administrator says otherwise.
    .orderBy("deleted_at", (order) => order.desc().nullsFirst())
    .executeTakeFirst();

type Known = NonNullable<Awaited<ReturnType<typeof find>>>;

const firstSight = (db: Kysely<DB>, externalId: string, traits: Traits, administrator: string | undefined) =>
  db.transaction().execute(async (tx): Promise<Known> => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
    const meanwhile = await find(tx, externalId);
    if (meanwhile) return meanwhile;
    const { email, isVerified, name, first_name, last_name } = traits;
    const namesake =
      email === null
        ? undefined
        : await tx
            .selectFrom("people")
            .select(["id", "external_id"])
            .where("email", "=", email)
            .where("deleted_at", "is", null)
            .executeTakeFirst();
    if (namesake) {
      if (namesake.external_id !== null)
        throw new Problem("conflict", "Another account in Quarterdeck has your e-mail. Ask an administrator.");
      // Anybody could have typed it into a form there.
      if (!isVerified)
        throw new Problem("conflict", "There is an account with your e-mail in Quarterdeck already.", {
          details: "Confirm the e-mail in the identity service; then it is yours here as well.",
        });
      await tx.updateTable("people").set({ external_id: externalId }).where("id", "=", namesake.id).execute();
    } else {
      const isAdministrator =
        administrator === undefined || email === administrator ? !(await hasAdministrator(tx)) : false;
      const { id } = await tx
        .insertInto("people")
        .values({ name, first_name, last_name, email, external_id: externalId })
        .returning("id")
        .executeTakeFirstOrThrow();
      const role = isAdministrator ? "admin" : "viewer";
      await tx.insertInto("person_roles").values({ person_id: id, role }).execute();
      const person = { id, name };
      await recordDeeds(tx, { actor: systemActor }, [
        {
          action: "create",
          resource_type: "people",
          resource_id: id,
          resource_name: name,
          after: { name, email, roles: [role] },
          person,
        },
      ]);
    }
    const made = await find(tx, externalId);
    if (!made) throw new Error("a person who was just made is gone");
    return made;
  });

async function hasAdministrator(tx: Tx): Promise<boolean> {
  const found = await tx
    .selectFrom("people as p")
    .innerJoin("person_roles as r", "r.person_id", "p.id")
    .select("p.id")
    .where("r.role", "=", "admin")
    .where("p.type", "is", null)
    .where("p.deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Names and e-mails are changed in Kratos, and follow here. */
async function keepUp(db: Kysely<DB>, known: Known, traits: Traits, signedIn: string): Promise<void> {
  const { email, name, first_name, last_name } = traits;
  const at = Number.isNaN(Date.parse(signedIn)) ? known.last_login : new Date(signedIn).toISOString();
  const isNew = known.name !== name || known.email !== email;
  const isLater = at !== null && (known.last_login === null || Date.parse(at) > Date.parse(known.last_login));
  if (!isNew && !isLater) return;
  const last_login = isLater ? at : known.last_login;
  const write = (columns: object) =>
    db
      .updateTable("people")
      .set({ last_login, ...columns })
      .where("id", "=", known.id)
      .execute();
  try {
    await write(isNew ? { name, first_name, last_name, email, updated_at: sql<string>`now()` } : {});
  } catch (error) {
    // Somebody else has the e-mail here: the old one stays.
    if (!hasSqlState(error, "23505")) throw error;
    await write({ name, first_name, last_name });
  }
}
