// Creates the first administrator at the start, before the server listens, if no enabled administrator exists.
// Otherwise ADMIN_EMAIL and ADMIN_PASSWORD change nothing.
import { sql, type Kysely } from "kysely";
import { recordDeeds } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { Env } from "#server/env/env.ts";
import { systemActor } from "#server/http/actor.ts";
import type { Log } from "#server/log.ts";
import { normaliseEmail, storePassword } from "./accounts.ts";
import { endAccess } from "./end-access.ts";
import { generatePassword, hashPassword, isPassword } from "./passwords.ts";

export interface Administrator {
  email: string;
  /** Set only if the password was generated; it is shown once. */
  password: string | undefined;
}

type AdministratorSettings = Pick<Env, "adminEmail" | "adminPassword">;

/** An arbitrary lock key. Processes that start together take turns with this lock. */
const lockKey = 7_361_902_215;

/** Creates the first administrator; undefined if the system already has an enabled administrator. */
export async function ensureAdministrator(
  db: Kysely<DB>,
  { adminEmail, adminPassword }: AdministratorSettings,
  log: Log,
): Promise<Administrator | undefined> {
  if (await hasAdministrator(db)) {
    if (adminPassword !== undefined) await hintAtOtherPassword(db, { adminEmail, adminPassword }, log);
    return undefined;
  }
  const email = normaliseEmail(adminEmail);
  const password = adminPassword ?? generatePassword();
  const proof = await hashPassword(password);
  const isMine = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
    if (await hasAdministrator(tx)) return false;
    const id = (await takeOverAccount(tx, email)) ?? (await createAccount(tx, email));
    await tx
      .insertInto("person_roles")
      .values({ person_id: id, role: "admin" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await storePassword(tx, id, proof);
    return true;
  });
  return isMine ? { email, password: adminPassword === undefined ? password : undefined } : undefined;
}

/** Looks only for administrators, because with open registration a guest may register first. */
async function hasAdministrator(db: Kysely<DB>): Promise<boolean> {
  const found = await db
    .selectFrom("person_roles as r")
    .innerJoin("people as p", "p.id", "r.person_id")
    .select("p.id")
    .where("r.role", "=", "admin")
    .where("p.type", "is", null)
    .where("p.state", "=", "active")
    .where("p.deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function createAccount(tx: Tx, email: string): Promise<string> {
  const { id } = await tx
    .insertInto("people")
    .values({ name: "Administrator", first_name: "Administrator", last_name: "", email })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Makes the owner of the existing account with this email an administrator; undefined if the account does not exist.
 * Anyone may have registered the account, so all its sessions, tokens and credentials are deleted.
 */
async function takeOverAccount(tx: Tx, email: string): Promise<string | undefined> {
  const person = await tx
    .updateTable("people")
    .set({ state: "active" })
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .returning(["id", "name"])
    .executeTakeFirst();
  if (!person) return undefined;
  await endAccess(tx, person.id);
  await recordDeeds(tx, { actor: systemActor }, [
    {
      action: "update",
      resource_type: "people",
      resource_id: person.id,
      resource_name: person.name,
      after: { state: "active", roles: ["admin"] },
    },
  ]);
  return person.id;
}

async function hintAtOtherPassword(
  db: Kysely<DB>,
  { adminEmail, adminPassword }: Required<AdministratorSettings>,
  log: Log,
) {
  const email = normaliseEmail(adminEmail);
  const account = await db
    .selectFrom("people as p")
    .innerJoin("credentials as c", "c.person_id", "p.id")
    .select("c.proof")
    .where("p.email", "=", email)
    .where("p.deleted_at", "is", null)
    .where("c.type", "=", "password")
    .executeTakeFirst();
  if (account && (await isPassword(adminPassword ?? "", account.proof))) return;
  log.info(
    `ADMIN_EMAIL and ADMIN_PASSWORD are used only at the first start, so they were ignored. To give ${email} a new password, run: node bin/quarterdeck.mjs reset-password ${email}`,
  );
}
