// The account behind an e-mail: the person, and the password that proves it.
import type { Kysely } from "kysely";
import { type Origin, recordDeeds } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { systemActor } from "#server/http/actor.ts";
import { hasSecondFactor, storeCredential } from "./credentials.ts";
import { hashPassword, isOutdated, isPassword } from "./passwords.ts";
import { chargeAttempt, refundAttempt } from "./throttle.ts";

/** As it is stored and compared: people do not remember how they once capitalised it. */
export const normaliseEmail = (email: string) => email.trim().toLowerCase();

const longestEmail = 320;

/** No such e-mail can be stored, so nobody has it; it still costs what any other guess costs. */
const isPossible = (email: string) => email.length <= longestEmail && !email.includes("\0");

export interface Guess {
  email: string;
  password: string;
  /** Where it comes from. */
  origin: Origin;
  device: string | undefined;
}

export type Checked =
  | { status: "right"; personId: string; proof: string; hasSecondFactor: boolean }
  /** The password is right, but the account is closed for now. */
  | { status: "inactive" }
  | { status: "wrong" };

/** Checks a password at the price of an attempt. Nothing tells an unknown account from a wrong password. */
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

/** For an account that does not exist, too, at the same price; but not what was typed, which may be a password. */
export const recordRefusal = (db: Kysely<DB>, origin: Origin, person: { id: string; name: string } | undefined) =>
  recordDeeds(db, { actor: systemActor, origin }, [
    { action: "sign_in_refused", resource_type: "sessions", person: person ?? { id: null, name: null } },
  ]);

/**
 * Whether what was checked a moment ago still holds, and keeps it so until the transaction ends: a password that is reset
 * meanwhile must not leave a session behind.
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
    // The person will be written next (last_login): a lock that two sign-ins at once could both hold would deadlock.
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

/** The open account of a human with this e-mail. */
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
