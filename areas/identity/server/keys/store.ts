// Stores security keys and passkeys as rows.
import { sql, type Kysely } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { DB, Row } from "#server/db/tables.ts";

export type Key = Row<"security_keys">;
export type KeyUse = Key["use"];
export type NewKey = Pick<Key, "credential_id" | "public_key" | "counter" | "transports">;

export const keysOf = (db: Kysely<DB>, personId: string): Promise<Key[]> =>
  db.selectFrom("security_keys").selectAll().where("person_id", "=", personId).orderBy("created_at").execute();

/** Finds a passkey and its owner. */
export const findPasskey = (db: Kysely<DB>, credentialId: Uint8Array) =>
  db
    .selectFrom("security_keys as k")
    .innerJoin("people as p", "p.id", "k.person_id")
    .selectAll("k")
    .select(["p.state", "p.email", "p.name as person_name"])
    .where("k.credential_id", "=", credentialId)
    .where("k.use", "=", "passkey")
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();

/** Fails if a person already has this key. */
export async function addKey(tx: Tx, key: NewKey & Pick<Key, "person_id" | "use" | "name">): Promise<void> {
  await tx.insertInto("security_keys").values(key).execute();
}

export async function removeKey(tx: Tx, { id }: Pick<Key, "id">): Promise<void> {
  await tx.deleteFrom("security_keys").where("id", "=", id).execute();
}

/**
 * Stores the counter of a key. Returns false if the key was removed, or if the key or a copy of the key was used in the
 * meantime.
 */
export async function spendCount(tx: Tx, { id }: Pick<Key, "id">, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("security_keys")
    .set({ counter, last_used_at: sql<string>`now()` })
    .where("id", "=", id)
    .where((key) => key.or([key("counter", "<", counter), key.and([key("counter", "=", 0), key.val(counter === 0)])]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The id by which forms refer to a key. */
export const handleOf = ({ credential_id }: Pick<Key, "credential_id">) => Buffer.from(credential_id).toString("hex");
