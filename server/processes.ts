// Lists the processes of the system, each with a heartbeat in the table `processes`. Each heartbeat also removes
// processes that have sent no heartbeat for a minute, reads which key encrypts new secrets, and records the keys that
// its process holds.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Databases } from "./db/pool.ts";
import type { ServerRole } from "./env/env.ts";
import type { Log } from "./log.ts";
import type { Keys } from "./secrets/keys.ts";
import { StartRefused } from "#lib/process/start-refused.ts";

export interface Heartbeat {
  /** The id of this process in `processes`. */
  id: string;
  /** Requests an immediate heartbeat, for example after the keys have changed. */
  beat(): void;
  stop(): Promise<void>;
}

/** A process that has sent no heartbeat for this time counts as stopped. */
export const silentFor = sql`interval '1 minute'`;

const intervalMs = 10_000;

/** One sample of the memory a minute, for an hour. */
const sampleMs = 60_000;
const maxSamples = 60;
const MiB = 1024 * 1024;

/** The start of this process. */
export const processStartedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();

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
    started_at: processStartedAt,
  };
  const ending = new AbortController();
  let trend: number[] = [];
  let sampledAt = 0;

  async function beat(): Promise<void> {
    await keys.refresh();
    const rss = process.memoryUsage.rss();
    if (Date.now() - sampledAt >= sampleMs) {
      trend = [...trend, Math.round(rss / MiB)].slice(-maxSamples);
      sampledAt = Date.now();
    }
    const current = {
      rss_bytes: rss,
      rss_trend: trend,
      last_seen_at: sql<string>`now()`,
      held_keys: keys.held.map((key) => key.id),
      sealing_key: keys.sealing.id,
    };
    // The row is inserted each time, because the unlogged table is empty after a crash of the database.
    await db.system
      .insertInto("processes")
      .values({ ...fixed, ...current })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(current))
      .execute();
    await db.system
      .deleteFrom("processes")
      .where("last_seen_at", "<", sql<string>`now() - ${silentFor}`)
      .execute();
  }

  /** Ends the current pause between heartbeats; undefined outside of a pause. */
  let wake: AbortController | undefined;
  let isDue = false;

  async function beatRepeatedly(): Promise<void> {
    while (!ending.signal.aborted) {
      wake = new AbortController();
      if (!isDue)
        await delay(intervalMs, undefined, { signal: AbortSignal.any([ending.signal, wake.signal]) }).catch(() => {});
      wake = undefined;
      isDue = false;
      if (!ending.signal.aborted) await beat().catch(logFailure);
    }
  }

  const logFailure = (error: unknown) =>
    error instanceof StartRefused ? log.error(error.message) : log.debug({ err: error }, "the heartbeat failed");

  await beat();
  const beating = beatRepeatedly();
  return {
    id,
    beat() {
      isDue = true;
      wake?.abort();
    },
    async stop() {
      ending.abort();
      await beating;
      await db.system.deleteFrom("processes").where("id", "=", id).execute();
    },
  };
}
