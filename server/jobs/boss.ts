// pg-boss on our own connections: statements go through a pool of ours, or through a caller's transaction, and its
// notifications through the process's one listening connection. Nothing outside server/jobs knows pg-boss.
import { CompiledQuery, sql, type Kysely } from "kysely";
import type pg from "pg";
import { PgBoss, type Db } from "pg-boss";
import { isConnectionLost } from "../db/failures.ts";
import type { Listening } from "../db/listening.ts";
import type { Databases } from "../db/pool.ts";
import type { DB } from "../db/tables.ts";
import type { Log } from "../log.ts";
import type { JobDefinition, Retry } from "./definition.ts";
import { jobSchema } from "./install.ts";

/** Where jobs end that failed as often as they may; kept for people to look at, and to send again. */
export const deadLetters = "dead_letters";

const DAY = 86_400;

/** A worker that is silent for this long has lost its jobs; the least that pg-boss allows. */
const heartbeatSeconds = 10;
export const heartbeatEveryMs = 4_000;
/** How often the system looks for jobs of silent workers. With the above: taken up again within 15 s. */
const superviseSeconds = 3;

export interface BossOptions {
  pool: pg.Pool;
  log: Log;
  /** Given to workers only: how a queue's name reaches whoever should fetch from it. */
  worker?: { listening: Listening; wake(queue: string): void; wakeAll(): void };
}

export async function startBoss({ pool, log, worker }: BossOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values), ...(worker ? { listen: hearing(worker) } : {}) },
    schema: jobSchema,
    migrate: false,
    schedule: false,
    useListenNotify: worker !== undefined,
    supervise: worker !== undefined,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 60,
    // Asked on every supervision, for the sake of tables far larger than ours: completed jobs go after ten minutes.
    monitorVacuum: false,
    // We state no flows.
    flowIntervalSeconds: DAY,
  });
  // While the database is away every timer of pg-boss fails every few seconds; that it is away is said elsewhere.
  boss.on("error", (error) =>
    log[isConnectionLost(error) ? "debug" : "error"]({ err: error }, "the job engine failed"),
  );
  boss.on("warning", ({ message, data }) => log.warn({ data }, message));
  await boss.start();
  return boss;
}

function hearing({ listening, wake, wakeAll }: NonNullable<BossOptions["worker"]>): NonNullable<Db["listen"]> {
  return async (channel) => {
    const close = listening.on(channel, { notified: wake, resumed: wakeAll });
    return { close: async () => close() };
  };
}

/** pg-boss inside a transaction of ours: what it does commits and rolls back with it. */
export const inTransaction = (tx: Kysely<DB>): Db => ({
  executeSql: async (text, values = []) => {
    const { rows } = await tx.executeQuery<unknown>(CompiledQuery.raw(text, values));
    return { rows };
  },
});

/**
 * Does something as the owner inside a transaction that may run in an actor's role: an actor's change may send jobs,
 * but his role has no right on the queue. Fails with the transaction, which restores the role by itself.
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

/** Every queue as stated; one statement when all of them stand already. */
export async function ensureQueues(boss: PgBoss, db: Databases, jobs: readonly JobDefinition[]): Promise<void> {
  const standing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!standing.has(deadLetters))
    await boss.createQueue(deadLetters, { retentionSeconds: 30 * DAY, deleteAfterSeconds: DAY });
  for (const job of jobs) {
    const { limit, delaySeconds, backoff } = retryOf(job);
    const policy = job.singleton || job.singletonKey || job.schedule ? "exclusive" : "standard";
    const options = {
      retryLimit: limit,
      retryDelay: delaySeconds,
      retryBackoff: backoff,
      ...(backoff ? { retryDelayMax: 3_600 } : {}),
      // The run's own limit comes first; this is for a process that no longer keeps time.
      expireInSeconds: (job.timeoutSeconds ?? 900) + 30,
      // A job that waits is never given up, however long all workers are away.
      retentionSeconds: 365 * DAY,
      deleteAfterSeconds: 600,
      heartbeatSeconds,
      notify: true,
      deadLetter: deadLetters,
    };
    const present = standing.get(job.name);
    if (!present) await boss.createQueue(job.name, { policy, ...options });
    else if (Object.entries(options).some(([name, value]) => present[name as keyof typeof options] !== value))
      await boss.updateQueue(job.name, options);
    // pg-boss changes no policy; of jobs that are sent from now on it is safe to change.
    if (present && present.policy !== policy)
      await db.pools.system.query(`update ${jobSchema}.queue set policy = $2 where name = $1`, [job.name, policy]);
  }
}
