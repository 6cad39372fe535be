// The first administrator, so that there is somebody to sign in as. Made once, at the first start; after that the
// environment has no say in anybody's password.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { Env } from "#server/env.ts";
import type { Log } from "#server/log.ts";
import { normaliseEmail, storePassword } from "./accounts.ts";
import { generatePassword, hashPassword, isPassword } from "./passwords.ts";

export interface Administrator {
  email: string;
  /** Only when it was generated: to be shown this once. */
  password: string | undefined;
}

type Wishes = Pick<Env, "adminEmail" | "adminPassword">;

/** Any constant: processes that start together take turns on it. */
const lockKey = 7_361_902_215;

/** Creates the first administrator; undefined when the system has somebody who can sign in already. */
export async function ensureAdministrator(
  db: Kysely<DB>,
  { adminEmail, adminPassword }: Wishes,
  log: Log,
): Promise<Administrator | undefined> {
  if (await hasAccount(db)) {
    if (adminPassword !== undefined) await hintAtOtherPassword(db, { adminEmail, adminPassword }, log);
    return undefined;
  }
  const email = normaliseEmail(adminEmail);
  const password = adminPassword ?? generatePassword();
  const proof = await hashPassword(password);
  const isMine = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
    if (await hasAccount(tx)) return false;
    const { id } = await tx
      .insertInto("people")
      .values({ name: "Administrator", first_name: "Administrator", last_name: "", email })
      .onConflict((conflict) =>
        conflict.column("email").where("deleted_at", "is", null).doUpdateSet({ state: "active" }),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
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

async function hasAccount(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom("credentials").select("id").limit(1).executeTakeFirst()) !== undefined;
}

async function hintAtOtherPassword(db: Kysely<DB>, { adminEmail, adminPassword }: Required<Wishes>, log: Log) {
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
    `ADMIN_EMAIL and ADMIN_PASSWORD only count at the first start and changed nothing now. To give ${email} a new password, run: node bin/quarterdeck.mjs reset-password ${email}`,
  );
}
