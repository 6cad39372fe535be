// The processes that form the system, each by its own heartbeat in the table `processes`. Whoever beats removes those
// that have been silent for a minute.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Databases } from "./db/pool.ts";
import type { ServerRole } from "./env.ts";
import type { Log } from "./log.ts";

export interface Heartbeat {
  /** Of this process in `processes`. */
  id: string;
  stop(): Promise<void>;
}

const everyMs = 10_000;

export async function startHeartbeat(
  { db, log }: { db: Databases; log: Log },
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
    const lively = { rss_bytes: process.memoryUsage.rss(), last_seen_at: sql<string>`now()` };
    // An insert each time, because after a crash of the database the table is empty.
    await db.system
      .insertInto("processes")
      .values({ ...fixed, ...lively })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(lively))
      .execute();
    await db.system
      .deleteFrom("processes")
      .where("last_seen_at", "<", sql<string>`now() - interval '1 minute'`)
      .execute();
  }

  async function goOn(): Promise<void> {
    while (!ending.signal.aborted) {
      await delay(everyMs, undefined, { signal: ending.signal }).catch(() => {});
      if (!ending.signal.aborted)
        await beat().catch((error: unknown) => log.debug({ err: error }, "the heartbeat failed"));
    }
  }

  await beat();
  const going = goOn();
  return {
    id,
    async stop() {
      ending.abort();
      await going;
      await db.system.deleteFrom("processes").where("id", "=", id).execute();
    },
  };
}
