// Holds the keys of a process and tracks which of them is the sealing key, which encrypts new values. The database
// defines it (table secret_keys), so that all processes switch together. A process without the required keys is refused
// at the start, before it writes values that other processes cannot read, or fails on values that it cannot read
// itself.
import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB, Row } from "../db/tables.ts";
import { createSeals, createSecrets, type KeyRing, type Secrets } from "../secrets.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { masterKey, type MasterKey } from "./cipher.ts";

export interface Keys extends KeyRing {
  readonly held: readonly MasterKey[];
  /** Reads the keys of this process and the sealing key again. Throws a StartRefused if a key is missing. */
  refresh(): Promise<void>;
}

/** The operator's keys, newest first. */
export type ReadKeys = () => Promise<readonly string[]> | readonly string[];

export async function openSecrets(db: Kysely<DB>, read: ReadKeys): Promise<{ secrets: Secrets; keys: Keys }> {
  const keys = await openKeys(db, read);
  return { secrets: createSecrets(keys, await digestKey(db, keys)), keys };
}

async function openKeys(db: Kysely<DB>, read: ReadKeys): Promise<Keys> {
  const state: { held: MasterKey[]; sealing?: MasterKey } = { held: [] };
  const keys: Keys = {
    get sealing() {
      return state.sealing!;
    },
    get held() {
      return state.held;
    },
    find: (id) => state.held.find((key) => key.id === id),
    async refresh() {
      const held = (await read()).map(masterKey);
      let known = await statesOf(db);
      if (!known.some((key) => key.state === "sealing")) known = await claim(db, held[0]!);
      const isHeld = ({ id }: { id: string }) => held.some((key) => key.id === id);
      state.sealing =
        held.find(({ id }) => known.some((key) => key.state === "sealing" && key.id === id)) ?? refuseUnknownKey();
      if (!known.filter(({ state: is }) => is === "accepted" || is === "opening").every(isHeld))
        throw new StartRefused(
          "The key for stored secrets is being changed, and some secrets still need the previous key. " +
            "Set it as SECRET_KEY_PREVIOUS, and run: node bin/quarterdeck.mjs rotate-key",
        );
      state.held = held;
    },
  };
  await keys.refresh();
  return keys;
}

export type KnownKey = Pick<Row<"secret_keys">, "id" | "state">;

export const statesOf = (db: Kysely<DB>): Promise<KnownKey[]> =>
  db.selectFrom("secret_keys").select(["id", "state"]).execute();

/** Registers the first key of a system; if two processes do so at the same time, only the first key is used. */
async function claim(db: Kysely<DB>, { id }: MasterKey): Promise<KnownKey[]> {
  await db
    .insertInto("secret_keys")
    .values({ id, state: "sealing" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return statesOf(db);
}

function refuseUnknownKey(): never {
  throw new StartRefused(
    "This database was set up with a different SECRET_KEY, so stored secrets could not be read. " +
      "Start with that key (DATA_DIR/secret.key, or the SECRET_KEY of the last start). " +
      "To change it, set the former key as SECRET_KEY_PREVIOUS, and run: node bin/quarterdeck.mjs rotate-key",
  );
}

const digestKeyPlace = { table: "settings", row: "digest_key", column: "value" } as const;

/**
 * Returns the digest key. It is created once and stored encrypted, so that digests, and the sessions that use them,
 * stay valid after a rotation of the sealing key.
 */
async function digestKey(db: Kysely<DB>, ring: KeyRing): Promise<Buffer> {
  const seals = createSeals(ring);
  const stored = async () =>
    (await db.selectFrom("settings").select("value").where("name", "=", digestKeyPlace.row).executeTakeFirst())?.value;
  let sealed = await stored();
  if (sealed === undefined) {
    await db
      .insertInto("settings")
      .values({ name: digestKeyPlace.row, value: seals.seal(randomBytes(32).toString("base64url"), digestKeyPlace) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    sealed = (await stored())!;
  }
  return Buffer.from(seals.open(sealed, digestKeyPlace), "base64url");
}
