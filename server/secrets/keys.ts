// Which keys a process holds, and which of them seals: the database says that (table secret_keys), so that all processes
// change over together. A process that does not hold what is needed is refused, before it can write what nobody else can
// read or stumble over what it cannot.
import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB, Row } from "../db/tables.ts";
import { createSeals, createSecrets, type KeyRing, type Secrets } from "../secrets.ts";
import { StartRefused } from "../start-refused.ts";
import { masterKey, type MasterKey } from "./master-key.ts";

export interface Keys extends KeyRing {
  readonly held: readonly MasterKey[];
  /** Looks again at what is held and which of it seals. Throws a StartRefused when a key is missing. */
  refresh(): Promise<void>;
}

/** The operator's keys, the newest first. */
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
      state.sealing = held.find(({ id }) => known.some((key) => key.state === "sealing" && key.id === id)) ?? refuse();
      if (!known.filter(({ state: is }) => is === "accepted" || is === "opening").every(isHeld))
        throw new StartRefused(
          "The key for stored secrets is being changed, and what is not done yet takes the former one. " +
            "Give it as SECRET_KEY_PREVIOUS, and run: node bin/quarterdeck.mjs rotate-key",
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

/** The first key of a system. Of two that come at once, one is it. */
async function claim(db: Kysely<DB>, { id }: MasterKey): Promise<KnownKey[]> {
  await db
    .insertInto("secret_keys")
    .values({ id, state: "sealing" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return statesOf(db);
}

function refuse(): never {
  throw new StartRefused(
    "SECRET_KEY is not the key this database was set up with, so stored secrets could not be read. " +
      "Start with that key (DATA_DIR/secret.key, or the SECRET_KEY of the last start). " +
      "To change it, give the former one as SECRET_KEY_PREVIOUS, and run: node bin/quarterdeck.mjs rotate-key",
  );
}

const digestKeyPlace = { table: "settings", row: "digest_key", column: "value" } as const;

/** Made once and kept sealed: digests outlive the change of the key that seals it, and so does who is signed in. */
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
