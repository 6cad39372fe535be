// The processes that form the system, each by its own heartbeat in the table `processes`. Whoever beats removes those
// that have been silent for a minute. With each beat a process looks which key seals, and says what it found.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Databases } from "./db/pool.ts";
import type { ServerRole } from "./env.ts";
import type { Log } from "./log.ts";
import type { Keys } from "./secrets/keys.ts";
import { StartRefused } from "./start-refused.ts";

export interface Heartbeat {
  /** Of this process in `processes`. */
  id: string;
  /** Once more, and soon: something is to be told. */
  beat(): void;
  stop(): Promise<void>;
}

/** A process that has been silent for longer is gone. */
export const silentFor = sql`interval '1 minute'`;

const everyMs = 10_000;

export async function startHeartbeat(
  { db, log, keys }: { db: Databases; log: Log; keys: Keys },
  about: { role: ServerRole; version: string; address?: string | undefined },
): Promise<Heartbeat> {
  const id = randomUUID();
  const fixed = {
    id,
    role: about.role,
    version: about.version,
    address: about.address ?? null,
    hostname: hostname(),
    pid: process.pid,
    started_at: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
  };
  const ending = new AbortController();

  async function beat(): Promise<void> {
    await keys.refresh();
    const lively = {
      rss_bytes: process.memoryUsage.rss(),
      last_seen_at: sql<string>`now()`,
      held_keys: keys.held.map((key) => key.id),
      sealing_key: keys.sealing.id,
    };
    // An insert each time, because after a crash of the database the table is empty.
    await db.system
      .insertInto("processes")
      .values({ ...fixed, ...lively })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(lively))
      .execute();
    await db.system
      .deleteFrom("processes")
      .where("last_seen_at", "<", sql<string>`now() - ${silentFor}`)
      .execute();
  }

  /** Ends a pause; undefined between pauses. */
  let wake: AbortController | undefined;
  let isDue = false;

  async function goOn(): Promise<void> {
    while (!ending.signal.aborted) {
      wake = new AbortController();
      if (!isDue)
        await delay(everyMs, undefined, { signal: AbortSignal.any([ending.signal, wake.signal]) }).catch(() => {});
      wake = undefined;
      isDue = false;
      if (!ending.signal.aborted) await beat().catch(tell);
    }
  }

  const tell = (error: unknown) =>
    error instanceof StartRefused ? log.error(error.message) : log.debug({ err: error }, "the heartbeat failed");

  await beat();
  const going = goOn();
  return {
    id,
    beat() {
      isDue = true;
      wake?.abort();
    },
    async stop() {
      ending.abort();
      await going;
      await db.system.deleteFrom("processes").where("id", "=", id).execute();
    },
  };
}
