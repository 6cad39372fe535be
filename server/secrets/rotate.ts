// Rotates the master key while processes are running (docs/secrets.md). Each step is a state of the keys in the
// database, and after an interruption the next run continues from there:
//
//   coming     processes look for the new key and report when they hold it; the rotation waits for all of them
//   sealing    the new key encrypts all new values; values that were just encrypted with the old key are accepted until
//              every process has switched and has stored the values that it encrypted before
//   opening    the database rejects new values encrypted with the old key; stored values are re-encrypted
//   retired    no stored value needs the old key any more
import { setTimeout as delay } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { recordDeeds } from "../audit/audit.ts";
import { connectWithinMs } from "../db/answering.ts";
import type { Databases } from "../db/pool.ts";
import { readCatalog } from "../db/relations.ts";
import type { DB } from "../db/tables.ts";
import { systemActor } from "../http/actor.ts";
import { silentFor } from "../processes.ts";
import type { KeyRing } from "../secrets.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { masterKey, type MasterKey } from "./cipher.ts";
import { statesOf } from "./keys.ts";
import { countStale, resealTable, sealedTables } from "./reseal.ts";

export interface Rotation {
  /** The keys, newest first: the key that will encrypt, then the keys that are needed to decrypt stored values. */
  keys: readonly string[];
  /** The time that processes may take to find the new key; 0 if they read their keys only at the start. */
  learnWithinMs: number;
  signal: AbortSignal;
  onProgress: (text: string) => void;
}

const lockName = "quarterdeck rotate-key";
const pollIntervalMs = 200;

/** Returns the number of re-encrypted rows. */
export async function rotateKeys(db: Databases, rotation: Rotation): Promise<number> {
  return db.system.connection().execute(async (connection) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_lock(hashtext(${lockName})) as "isOurs"`.execute(connection);
    if (!rows[0]!.isOurs)
      throw new StartRefused("Another command is already changing the key. Wait until it has finished.");
    try {
      return await rotate(db, rotation);
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${lockName}))`.execute(connection);
    }
  });
}

async function rotate(db: Databases, { keys, learnWithinMs, signal, onProgress }: Rotation): Promise<number> {
  const held = keys.map(masterKey);
  const [next] = held as [MasterKey];
  const ring: KeyRing = { sealing: next, find: (id) => held.find((key) => key.id === id) };
  const waiting: Waiting = { signal, onProgress };

  const known = await statesOf(db.system);
  if (known.some(({ id, state }) => id === next.id && state === "retired"))
    throw new StartRefused(
      "This key was in use before and is retired. Create a new one, for example with: openssl rand -base64 32",
    );
  const isNeeded = (state: string) => ["sealing", "accepted", "opening"].includes(state);
  if (!known.some(({ state }) => state === "sealing"))
    throw new StartRefused("This database contains no secrets yet. Start Quarterdeck on it once.");
  if (known.some(({ id, state }) => isNeeded(state) && !ring.find(id)))
    throw new StartRefused(
      "The stored secrets were encrypted with a key that is not configured on this server. " +
        "Set the new key as SECRET_KEY, and the one that was in use until now as SECRET_KEY_PREVIOUS.",
    );

  if (!known.some(({ id, state }) => id === next.id && state === "sealing")) {
    await announce(db.system, next);
    await untilHeld(db.system, next, { ...waiting, learnWithinMs });
    await takeOver(db.system, next);
  }
  await until(waiting, async () => {
    const outdated = await processesWithout(db.system, sql`sealing_key = ${next.id}`);
    return outdated.length === 0 || `waiting for ${outdated.join(", ")} to change over`;
  });
  await untilStored(db.system, waiting);
  await db.system
    .updateTable("secret_keys")
    .set({ state: "opening", changed_at: sql<string>`now()` })
    .where("state", "=", "accepted")
    .execute();
  const resealed = await resealAll(db, ring, waiting);
  await retire(db.system, next);
  return resealed;
}

async function resealAll(db: Databases, ring: KeyRing, waiting: Waiting): Promise<number> {
  const tables = sealedTables((await readCatalog(db.pools.system)).relations.values());
  const countAll = async () => {
    let count = 0;
    for (const table of tables) count += await countStale(db.system, table, ring);
    return count;
  };
  const total = await countAll();
  let seen = 0;
  let resealed = 0;
  const broken = new Set<string>();
  await until(waiting, async () => {
    broken.clear();
    for (const table of tables) {
      const onRows = (count: number) => waiting.onProgress(`${Math.min(total, (seen += count))} of ${total} rows`);
      const done = await resealTable(db.system, table, { ring, signal: waiting.signal, onRows });
      resealed += done.rows;
      for (const each of done.broken) broken.add(each);
    }
    const left = await countAll();
    return left <= broken.size || `waiting for ${left} locked rows`;
  });
  if (broken.size === 0) return resealed;
  const some = [...broken].slice(0, 5).join(", ") + (broken.size > 5 ? `, and ${broken.size - 5} more` : "");
  throw new StartRefused(
    `None of the keys can decrypt these secrets: ${some}. They stay unchanged, and the previous key is still needed. ` +
      "Set them again or delete them, and run this again.",
  );
}

/** Processes that read their keys from a file read it again when they receive this change. */
const announce = (db: Kysely<DB>, { id }: MasterKey) =>
  db
    .insertInto("secret_keys")
    .values({ id, state: "coming" })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ changed_at: sql<string>`now()` }))
    .execute();

async function untilHeld(
  db: Kysely<DB>,
  { id }: MasterKey,
  { learnWithinMs, ...waiting }: Waiting & { learnWithinMs: number },
): Promise<void> {
  const deadline = performance.now() + learnWithinMs;
  await until(waiting, async () => {
    const without = await processesWithout(db, sql`${id} = any (held_keys)`);
    if (without.length > 0 && performance.now() >= deadline)
      throw new StartRefused(
        `${without.join(", ")} would not be able to read values that the new key seals. ` +
          "Restart each process with the new key as SECRET_KEY and the former one as SECRET_KEY_PREVIOUS, then run this again.",
      );
    return without.length === 0 || `waiting for ${without.join(", ")} to read the new key`;
  });
}

const takeOver = (db: Kysely<DB>, { id }: MasterKey) =>
  db.transaction().execute(async (tx) => {
    const changed = { changed_at: sql<string>`now()` };
    await tx
      .updateTable("secret_keys")
      .set({ state: "accepted", ...changed })
      .where("state", "=", "sealing")
      .execute();
    await tx
      .updateTable("secret_keys")
      .set({ state: "sealing", ...changed })
      .where("id", "=", id)
      .execute();
  });

const retire = (db: Kysely<DB>, { id }: MasterKey) =>
  db.transaction().execute(async (tx) => {
    const retired = await tx
      .updateTable("secret_keys")
      .set({ state: "retired", changed_at: sql<string>`now()` })
      .where("state", "=", "opening")
      .returning("id")
      .execute();
    if (retired.length > 0)
      await recordDeeds(tx, { actor: systemActor }, [
        { action: "update", resource_type: "secret_keys", resource_id: id, resource_name: "rotate-key" },
      ]);
  });

/**
 * A process may have encrypted a value with the former key just before it switched. Its statement gets a connection
 * within connectWithinMs or fails; from then on its transaction is open.
 */
async function untilStored(db: Kysely<DB>, waiting: Waiting): Promise<void> {
  const isAlone = (await processesWithout(db, sql`false`)).length === 0;
  if (!isAlone) await delay(connectWithinMs, undefined, { signal: waiting.signal });
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
  await until(waiting, async () => {
    const open = await sql<{ n: number }>`
      select count(*)::int as n
      from   pg_stat_activity
      where  datname = current_database()
      and    application_name like 'quarterdeck%'
      and    pid <> pg_backend_pid()
      and    xact_start <= ${rows[0]!.now}::timestamptz`.execute(db);
    const { n } = open.rows[0]!;
    return n === 0 || `waiting for ${n} open transactions to end`;
  });
}

/** Returns descriptions of the live processes that do not satisfy the condition. */
async function processesWithout(db: Kysely<DB>, condition: ReturnType<typeof sql>): Promise<string[]> {
  const rows = await db
    .selectFrom("processes")
    .select(["hostname", "pid"])
    .where(sql<boolean>`last_seen_at > now() - ${silentFor}`)
    .where(sql<boolean>`(${condition}) is not true`)
    .orderBy("hostname")
    .orderBy("pid")
    .execute();
  return rows.map(({ hostname, pid }) => `process ${pid} on ${hostname}`);
}

interface Waiting {
  signal: AbortSignal;
  onProgress: (text: string) => void;
}

/** Polls until the result is true; any other result is reported as progress. */
async function until({ signal, onProgress }: Waiting, poll: () => Promise<true | string>): Promise<void> {
  for (;;) {
    const result = await poll();
    if (result === true) return;
    onProgress(result);
    await delay(pollIntervalMs, undefined, { signal });
  }
}
