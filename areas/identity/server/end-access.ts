// What somebody gets in with, taken away.
import type { Tx } from "#server/db/pool.ts";

/** Codes and links that were sent lead nowhere any more: the e-mail they went to is not the person's now. */
export async function endCodes(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom("identity_codes").where("person_id", "=", personId).execute();
}

/** Sessions, tokens, credentials, accounts elsewhere, and every form that was begun: at once, in all processes, and for good. */
export async function endAccess(tx: Tx, personId: string): Promise<void> {
  await endCodes(tx, personId);
  for (const table of [
    "sessions",
    "access_tokens",
    "credentials",
    "oidc_links",
    "identity_flows",
    "verified_emails",
  ] as const)
    await tx.deleteFrom(table).where("person_id", "=", personId).execute();
}
