// What somebody gets in with, taken away.
import type { Tx } from "#server/db/pool.ts";

/** Codes and links that were sent lead nowhere any more: the e-mail they went to is not the person's now. */
export async function endCodes(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom("identity_codes").where("person_id", "=", personId).execute();
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
