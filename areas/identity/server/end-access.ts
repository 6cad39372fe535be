// Ends the access of a person.
import type { Kysely } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";

/** Invalidates codes and links that were sent to an email that no longer belongs to the person. */
export async function endCodes(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom("identity_codes").where("person_id", "=", personId).execute();
}

/**
 * Invalidates open recovery codes and links, so that they cannot be used to sign in after a new password was set or one
 * of them was used.
 */
export async function endRecoveries(db: Kysely<DB>, personId: string): Promise<void> {
  await db
    .deleteFrom("identity_codes")
    .where("person_id", "=", personId)
    .where("flow_id", "in", (flows) => flows.selectFrom("identity_flows").select("id").where("kind", "=", "recovery"))
    .execute();
}

/** Tables that grant access. Add new tables here; end-access.db.test.ts checks that the list is complete. */
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

/**
 * Deletes sessions, tokens, credentials, linked accounts and open flows. It takes effect at once in all processes and
 * cannot be undone.
 */
export async function endAccess(tx: Tx, personId: string): Promise<void> {
  for (const table of waysIn) await tx.deleteFrom(table).where("person_id", "=", personId).execute();
}
