// Runs pg-boss on our own connections: its statements use one of our pools or the caller's transaction, and its
// notifications use the process's one listening connection. Nothing outside server/jobs depends on pg-boss.
import { CompiledQuery, sql, type Kysely } from "kysely";
import type pg from "pg";
import { PgBoss, type Db } from "pg-boss";
import { isConnectionLost } from "../db/failures.ts";
import type { Listening } from "../db/listening.ts";
import type { Databases } from "../db/pool.ts";
import type { DB } from "../db/tables.ts";
import type { Log } from "../log.ts";
import type { Retry } from "./queue.ts";
import type { JobDefinition } from "../area.ts";
import { jobSchema } from "./install.ts";

/** The queue of jobs that failed after all retries, kept for inspection and for sending them again. */
export const deadLetters = "dead_letters";

const DAY = 86_400;

/** A job without a heartbeat for this time counts as abandoned. It is the minimum that pg-boss allows. */
const heartbeatSeconds = 10;
export const heartbeatIntervalMs = 4_000;
/**
 * The worker's poll finds abandoned jobs and makes pg-boss return them to their queues (worker.ts). Including the
 * heartbeat timeout, this takes at most 15 s. pg-boss' own timer only deletes old jobs. It runs rarely, because planning
 * the statements of a pass takes more CPU time than a minute of polls.
 */
const superviseSeconds = 300;
/** Passes that several workers request at the same time are combined. */
const monitorSeconds = 1;

export interface BossOptions {
  pool: pg.Pool;
  log: Log;
  /** Set in workers only: receives the names of queues that have new jobs. */
  worker?: { listening: Listening; wake(queue: string): void; wakeAll(): void };
}

export async function startBoss({ pool, log, worker }: BossOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values), ...(worker ? { listen: listenWith(worker) } : {}) },
    schema: jobSchema,
    migrate: false,
    schedule: false,
    useListenNotify: worker !== undefined,
    supervise: worker !== undefined,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: 60,
    // This check would run on every supervision and is meant for much larger tables: Quarterdeck deletes completed jobs
    // after ten minutes.
    monitorVacuum: false,
    // The interval is long, because we define no flows.
    flowIntervalSeconds: DAY,
  });
  // Without a database every timer of pg-boss fails every few seconds. A lost database is logged elsewhere.
  boss.on("error", (error) =>
    log[isConnectionLost(error) ? "debug" : "error"]({ err: error }, "the job engine reported an error"),
  );
  boss.on("warning", ({ message, data }) => log.warn({ data }, message));
  await boss.start();
  return boss;
}

function listenWith({ listening, wake, wakeAll }: NonNullable<BossOptions["worker"]>): NonNullable<Db["listen"]> {
  return async (channel) => {
    const close = listening.on(channel, { notified: wake, resumed: wakeAll });
    return { close: async () => close() };
  };
}

/** Runs pg-boss statements inside the caller's transaction, so that they commit and roll back with it. */
export const inTransaction = (tx: Kysely<DB>): Db => ({
  executeSql: async (text, values = []) => {
    const { rows } = await tx.executeQuery<unknown>(CompiledQuery.raw(text, values));
    return { rows };
  },
});

/**
 * Runs `work` as the owner inside a transaction that may use an actor's role: an actor's change may send jobs, but
 * their role has no rights on the queue. If `work` fails, the transaction rolls back, which restores the role.
 */
export async function asOwner<T>(tx: Kysely<DB>, work: () => Promise<T>): Promise<T> {
  if (!tx.isTransaction) return work();
  const { rows } = await sql<{ role: string }>`
    select current_setting('role') as role, set_config('role', 'none', true)`.execute(tx);
  const role = rows[0]!.role;
  const result = await work();
  if (role !== "none") await sql`select set_config('role', ${role}, true)`.execute(tx);
  return result;
}

const retryOf = ({ retry, schedule }: JobDefinition): Retry =>
  retry ?? { limit: schedule ? 1 : 3, delaySeconds: 5, backoff: true };

/** Creates or updates every queue as defined, with a single statement if nothing has changed. */
export async function ensureQueues(boss: PgBoss, db: Databases, jobs: readonly JobDefinition[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!existing.has(deadLetters))
    await boss.createQueue(deadLetters, { retentionSeconds: 30 * DAY, deleteAfterSeconds: DAY });
  for (const job of jobs) {
    const { limit, delaySeconds, backoff } = retryOf(job);
    const policy = job.singleton || job.singletonKey || job.schedule ? "exclusive" : "standard";
    const options = {
      retryLimit: limit,
      retryDelay: delaySeconds,
      retryBackoff: backoff,
      ...(backoff ? { retryDelayMax: 3_600 } : {}),
      // The timeout of the run itself fires first. This timeout is for a process whose timers no longer fire.
      expireInSeconds: (job.timeoutSeconds ?? 900) + 30,
      // A waiting job does not expire, even if all workers are down for a long time.
      retentionSeconds: 365 * DAY,
      deleteAfterSeconds: 600,
      heartbeatSeconds,
      notify: true,
      deadLetter: deadLetters,
    };
    const queue = existing.get(job.name);
    if (!queue) await boss.createQueue(job.name, { policy, ...options });
    else if (Object.entries(options).some(([name, value]) => queue[name as keyof typeof options] !== value))
      await boss.updateQueue(job.name, options);
    // pg-boss cannot change the policy of a queue; changing it here is safe because it only affects jobs sent from now
    // on.
    if (queue && queue.policy !== policy)
      await db.pools.system.query(`update ${jobSchema}.queue set policy = $2 where name = $1`, [job.name, policy]);
  }
}
