// What somebody gets in with, taken away.
import type { Kysely } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";

/** Codes and links that were sent lead nowhere any more: the e-mail they went to is not the person's now. */
export async function endCodes(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom("identity_codes").where("person_id", "=", personId).execute();
}

/** Recovery codes and links that are still open: with a new password, or after one of them was used, they must not sign in. */
export async function endRecoveries(db: Kysely<DB>, personId: string): Promise<void> {
  await db
    .deleteFrom("identity_codes")
    .where("person_id", "=", personId)
    .where("flow_id", "in", (flows) => flows.selectFrom("identity_flows").select("id").where("kind", "=", "recovery"))
    .execute();
}

/** Tables of what one gets in with. A new one belongs here: end-access.db.test.ts knows them all. */
export const waysIn = [
  "sessions",
  "access_tokens",
  "credentials",
  "security_keys",
  "oidc_links",
  "identity_codes",
  "identity_flows",
  "verified_emails",
] as const;

/** Sessions, tokens, credentials, accounts elsewhere, and every form that was begun: at once, in all processes, and for good. */
export async function endAccess(tx: Tx, personId: string): Promise<void> {
  for (const table of waysIn) await tx.deleteFrom(table).where("person_id", "=", personId).execute();
}
