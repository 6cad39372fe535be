// The credentials of a person, one row per method.
import { sql, type Kysely } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { DB, Row } from "#server/db/tables.ts";

export type CredentialType = Row<"credentials">["type"];

/**
 * Credentials that raise a session to aal2, in addition to security keys. `hasSecondFactor` repeats this list in SQL.
 */
const secondFactors = ["totp", "lookup_secret"] as const satisfies readonly CredentialType[];

/** Whether the credential is enough to sign in. */
export const isFirstFactor = (type: CredentialType) => !(secondFactors as readonly CredentialType[]).includes(type);

/** SQL condition: the person `p` has a second factor. */
export const hasSecondFactor = sql<boolean>`(
  exists (select from credentials f where f.person_id = p.id and f.type in ('totp', 'lookup_secret'))
  or exists (select from security_keys k where k.person_id = p.id and k.use = 'webauthn'))`;

export type Held = ReadonlySet<string>;

/** Returns the methods that a person has set up. */
export async function credentialsOf(db: Kysely<DB>, personId: string): Promise<Held> {
  const rows = await db
    .selectFrom("credentials")
    .select(sql<string>`type`.as("method"))
    .where("person_id", "=", personId)
    .union(
      db
        .selectFrom("security_keys")
        .select(sql<string>`use`.as("method"))
        .where("person_id", "=", personId),
    )
    .execute();
  return new Set(rows.map(({ method }) => method));
}

export const findCredential = (db: Kysely<DB>, personId: string, type: CredentialType) =>
  db
    .selectFrom("credentials")
    .select(["id", "proof", "used_step"])
    .where("person_id", "=", personId)
    .where("type", "=", type)
    .executeTakeFirst();

export async function storeCredential(
  db: Kysely<DB>,
  {
    personId,
    type,
    proof,
    usedStep = null,
  }: { personId: string; type: CredentialType; proof: string; usedStep?: number | null },
): Promise<void> {
  const changed = { proof, used_step: usedStep };
  await db
    .insertInto("credentials")
    .values({ person_id: personId, type, ...changed })
    .onConflict((conflict) =>
      conflict.columns(["person_id", "type"]).doUpdateSet({ ...changed, updated_at: sql<string>`now()` }),
    )
    .execute();
}

export async function removeCredential(db: Kysely<DB>, personId: string, type: CredentialType): Promise<void> {
  await db.deleteFrom("credentials").where("person_id", "=", personId).where("type", "=", type).execute();
}

/**
 * Removes the second factors of a person who lost the phone, the codes or the keys. Afterwards the person can sign in
 * only with the password, so passkeys are removed as well. Returns whether the person had a second factor.
 */
export async function removeSecondFactors(db: Kysely<DB>, personId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("credentials")
    .where("person_id", "=", personId)
    .where("type", "in", secondFactors)
    .executeTakeFirst();
  const keys = await db.deleteFrom("security_keys").where("person_id", "=", personId).returning("use").execute();
  return numDeletedRows > 0n || keys.some(({ use }) => use === "webauthn");
}

/**
 * Whether the account is active. Locks it until the transaction ends, because the person is updated next (last_login).
 */
export async function isOpen(tx: Tx, personId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("people")
    .select("id")
    .where("id", "=", personId)
    .where("state", "=", "active")
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}
