// Links people to accounts at other providers.
import type { Kysely } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";

export interface Account {
  provider: string;
  subject: string;
}

/** Finds the owner of an account, even if that person cannot sign in at the moment. */
export const ownerOf = (db: Kysely<DB>, { provider, subject }: Account) =>
  db
    .selectFrom("oidc_links as l")
    .innerJoin("people as p", "p.id", "l.person_id")
    .select(["p.id", "p.name", "p.state"])
    .where("l.provider", "=", provider)
    .where("l.subject", "=", subject)
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();

export async function providersOf(db: Kysely<DB>, personId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("oidc_links").select("provider").where("person_id", "=", personId).execute();
  return new Set(rows.map(({ provider }) => provider));
}

/** Whether the account still belongs to the person; locks the link until the transaction ends. */
export async function isStillLinked(tx: Tx, { provider, subject }: Account, personId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("oidc_links")
    .select("person_id")
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .where("person_id", "=", personId)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Fails with 23505 if the account belongs to a different person, or if the person has linked a different account at
 * that provider.
 */
export async function link(tx: Tx, { provider, subject }: Account, personId: string): Promise<void> {
  // Removes the link of a deleted person, because that person may have returned with a new account.
  await tx
    .deleteFrom("oidc_links")
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .where("person_id", "in", (people) => people.selectFrom("people").select("id").where("deleted_at", "is not", null))
    .execute();
  await tx.insertInto("oidc_links").values({ provider, subject, person_id: personId }).execute();
}

export async function unlink(tx: Tx, provider: string, personId: string): Promise<void> {
  await tx.deleteFrom("oidc_links").where("provider", "=", provider).where("person_id", "=", personId).execute();
}
