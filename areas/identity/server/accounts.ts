// Finds the account for an email address and checks its password.
import type { Kysely } from "kysely";
import { recordDeeds } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { systemActor, type Origin } from "#server/http/actor.ts";
import { hasSecondFactor, storeCredential } from "./credentials.ts";
import { hashPassword, isOutdated, isPassword } from "./passwords.ts";
import { chargeAttempt, refundAttempt } from "./throttle.ts";

/** Emails are stored in lower case, because letter case must not matter for signing in. */
export const normaliseEmail = (email: string) => email.trim().toLowerCase();

const maxEmailLength = 320;

/** An invalid email has no account, but checking it takes as long as every other attempt. */
const isPossible = (email: string) => email.length <= maxEmailLength && !email.includes("\0");

export interface Guess {
  email: string;
  password: string;
  /** The client that made the attempt. */
  origin: Origin;
  device: string | undefined;
}

export type Checked =
  | { status: "right"; personId: string; proof: string; hasSecondFactor: boolean }
  /** The password is right, but the account is disabled. */
  | { status: "inactive" }
  | { status: "wrong" };

/** Charges an attempt and checks the password. The result does not reveal whether the account exists. */
export async function checkPassword(db: Kysely<DB>, { email, password, origin, device }: Guess): Promise<Checked> {
  const account = normaliseEmail(email);
  const attempt = { address: origin.address, account, device };
  await chargeAttempt(db, attempt);
  const found = await findAccount(db, account);
  if (!(await isPassword(password, found?.proof)) || found === undefined) {
    await recordRefusal(db, origin, found);
    return { status: "wrong" };
  }
  await refundAttempt(db, attempt);
  if (found.state !== "active") {
    await recordRefusal(db, origin, found);
    return { status: "inactive" };
  }
  const right = { status: "right", personId: found.id, hasSecondFactor: found.has_second_factor } as const;
  if (!isOutdated(found.proof)) return { ...right, proof: found.proof };
  const proof = await hashPassword(password);
  await storePassword(db, found.id, proof);
  return { ...right, proof };
}

/**
 * Attempts for unknown accounts are recorded as well, at the same cost, but without the typed identifier, because it
 * may be a password.
 */
export const recordRefusal = (db: Kysely<DB>, origin: Origin, person: { id: string; name: string } | undefined) =>
  recordDeeds(db, { actor: systemActor, origin }, [
    { action: "sign_in_refused", resource_type: "sessions", person: person ?? { id: null, name: null } },
  ]);

/**
 * Whether a password that was just checked is still valid. Locks it until the transaction ends, so that a concurrent
 * reset cannot leave a session behind.
 */
export async function stillHolds(tx: Tx, { personId, proof }: { personId: string; proof: string }): Promise<boolean> {
  const found = await tx
    .selectFrom("people as p")
    .innerJoin("credentials as c", "c.person_id", "p.id")
    .select("p.id")
    .where("p.id", "=", personId)
    .where("p.state", "=", "active")
    .where("p.deleted_at", "is", null)
    .where("c.proof", "=", proof)
    // The next statement updates the person (last_login): with a share lock, two concurrent sign-ins would deadlock.
    .forNoKeyUpdate("p")
    .forShare("c")
    .executeTakeFirst();
  return found !== undefined;
}

const findAccount = (db: Kysely<DB>, account: string) =>
  db
    .selectFrom("people as p")
    .innerJoin("credentials as c", (join) => join.onRef("c.person_id", "=", "p.id").on("c.type", "=", "password"))
    .select(["p.id", "p.name", "p.state", "c.proof", hasSecondFactor.as("has_second_factor")])
    .where("p.email", "=", isPossible(account) ? account : "")
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();

/** Finds the active human with this email. */
export const findReachable = (db: Kysely<DB>, email: string) =>
  db
    .selectFrom("people")
    .select(["id", "name"])
    .where("email", "=", isPossible(email) ? email : "")
    .where("deleted_at", "is", null)
    .where("state", "=", "active")
    .where("type", "is", null)
    .executeTakeFirst();

export const findPersonName = (db: Kysely<DB>, id: string) =>
  db.selectFrom("people").select(["id", "name"]).where("id", "=", id).executeTakeFirst();

export const storePassword = (db: Kysely<DB>, personId: string, proof: string) =>
  storeCredential(db, { personId, type: "password", proof });
