// Resets a password for an operator with access to the machine: a new password, no second factor, and all sessions
// ended.
import { sql, type Kysely } from "kysely";
import { recordDeeds } from "#server/audit/audit.ts";
import type { DB } from "#server/db/tables.ts";
import { systemActor } from "#server/http/actor.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { normaliseEmail, storePassword } from "./accounts.ts";
import { removeSecondFactors } from "./credentials.ts";
import { endRecoveries } from "./end-access.ts";
import { generatePassword, hashPassword } from "./passwords.ts";
import { endSessionsOf } from "./sessions.ts";
import { forgetAttempts } from "./throttle.ts";

export interface ResetPassword {
  email: string;
  /** Shown once. */
  password: string;
  sessionsEnded: number;
  /** Whether the account had a second factor. */
  hadSecondFactor: boolean;
}

export async function resetPassword(db: Kysely<DB>, email: string): Promise<ResetPassword> {
  const account = normaliseEmail(email);
  const password = generatePassword();
  const proof = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom("people")
      .select(["id", "name"])
      .where("email", "=", account)
      .where("deleted_at", "is", null)
      .where("type", "is", null)
      .executeTakeFirst();
    if (!person) throw await unknownEmail(tx, account);
    await storePassword(tx, person.id, proof);
    const hadSecondFactor = await removeSecondFactors(tx, person.id);
    await endRecoveries(tx, person.id);
    const sessionsEnded = await endSessionsOf(tx, person.id);
    await forgetAttempts(tx, account);
    await recordDeeds(tx, { actor: systemActor }, [
      { action: "reset_password", resource_type: "people", resource_id: person.id, resource_name: person.name },
    ]);
    return { email: account, password, sessionsEnded, hadSecondFactor };
  });
}

async function unknownEmail(db: Kysely<DB>, account: string): Promise<StartRefused> {
  const administrators = await db
    .selectFrom("people_roles")
    .select("email")
    .where(sql<boolean>`'admin' = any(roles)`)
    .orderBy("email")
    .limit(10)
    .execute();
  const known = administrators.map(({ email }) => email).join(", ");
  return new StartRefused(`No account has the email ${account}. Administrators are: ${known === "" ? "none" : known}.`);
}
