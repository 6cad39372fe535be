// The engine for work outside requests: sent jobs, scheduled jobs and events. Jobs are rows, inserted in the
// transaction of the change that needs them, so they exist if and only if it commits. Every process may send jobs;
// workers run them. A job runs at least once: it is done when its run has been settled, and the job of a killed worker
// runs again.
import { sql, type Kysely } from "kysely";
import type { PgBoss } from "pg-boss";
import { problem } from "#language/problem.ts";
import type { System } from "../area.ts";
import type { Listening } from "../db/listening.ts";
import type { Databases } from "../db/pool.ts";
import type { DB } from "../db/tables.ts";
import type { ServerRole } from "../env.ts";
import type { Log } from "../log.ts";
import { openConnections, type EngineConnections } from "./connections.ts";
import { asOwner, deadLetters, ensureQueues, inTransaction, startBoss } from "./boss.ts";
import type { JobDefinition } from "./definition.ts";
import { jobSchema } from "./install.ts";
import { createSchedules } from "./schedules.ts";
import { startWorker, type Worker } from "./worker.ts";

export { defineJob } from "./definition.ts";
export type { HistoryKept, JobContext, JobDefinition, JobResource, Retry, Schedule } from "./definition.ts";

export interface SendOptions {
  /** Seconds from now, or a point in time. Default: at once. */
  startAfter?: number | Date;
  /** Higher runs first. Default: 0. */
  priority?: number;
}

export interface QueueCounts {
  name: string;
  /** Waiting, including for a retry. */
  pending: number;
  active: number;
  /** Failed after all retries, and kept for inspection. */
  failed: number;
}

export interface Jobs {
  /** Every job that this process knows. */
  readonly definitions: readonly JobDefinition[];
  /**
   * Sends a job in a transaction of any role; the job exists if and only if the transaction commits. Returns its id, or
   * null when the job is a singleton and one is already waiting or running.
   */
  send<Data extends object>(
    tx: Kysely<DB>,
    job: JobDefinition<Data>,
    data: Data,
    options?: SendOptions,
  ): Promise<string | null>;
  /** Like send, for many jobs at once. Returns the number of jobs sent. */
  sendAll<Data extends object>(tx: Kysely<DB>, job: JobDefinition<Data>, all: readonly Data[]): Promise<number>;
  /** Puts dead letters back into their queue. Returns their number. */
  revive(job: Pick<JobDefinition, "name">): Promise<number>;
  counts(): Promise<QueueCounts[]>;
  start(system: System): Promise<void>;
  stop(): Promise<void>;
}

export interface JobsOptions {
  db: Databases;
  log: Log;
  role: ServerRole;
  listening: Listening;
  jobs: readonly JobDefinition[];
  /** How long runs may continue after the process has been asked to stop. */
  stopWithinMs?: number;
}

export function createJobs({ db, log, role, listening, jobs, stopWithinMs = 1_500 }: JobsOptions): Jobs {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  if (byName.size < jobs.length)
    throw new Error(`two jobs have the same name: ${firstDuplicate(jobs.map(({ name }) => name))}`);
  // Calls to send during start-up wait until the engine has started.
  const started = Promise.withResolvers<PgBoss>();
  started.promise.catch(() => {});
  let boss: PgBoss | undefined;
  let worker: Worker | undefined;
  let connections: EngineConnections | undefined;

  async function insert(
    tx: Kysely<DB>,
    job: JobDefinition,
    all: readonly object[],
    { startAfter, priority }: SendOptions = {},
  ) {
    if (byName.get(job.name) !== job) throw new Error(`the job ${job.name} is not registered by any area`);
    const rows = all.map((data) => ({
      data,
      ...(job.singletonKey ? { singletonKey: job.singletonKey(data) } : {}),
      ...(startAfter === undefined
        ? {}
        : { startAfter: typeof startAfter === "number" ? `${startAfter}` : startAfter.toISOString() }),
      ...(priority === undefined ? {} : { priority }),
    }));
    const engine = await started.promise;
    const ids = await asOwner(tx, () => engine.insert(job.name, rows, { db: inTransaction(tx), returnId: true }));
    return ids ?? [];
  }

  return {
    definitions: jobs,
    send: async (tx, job, data, options) => (await insert(tx, job, [data], options))[0] ?? null,
    sendAll: async (tx, job, all) => (all.length === 0 ? 0 : (await insert(tx, job, all)).length),
    revive: async ({ name }) => (await started.promise).redrive(deadLetters, { sourceName: name }),

    async counts() {
      const { rows } = await sql<QueueCounts>`
        select q.name,
               count(*) filter (where j.state < 'active' and j.name = q.name) as pending,
               count(*) filter (where j.state = 'active' and j.name = q.name) as active,
               count(*) filter (where j.state < 'active' and j.name = ${deadLetters}) as failed
        from   unnest(${[...byName.keys()]}::text[]) as q (name)
        left   join ${sql.table(`${jobSchema}.job_common`)} j
        on     j.state <= 'active'
        and    (j.name = q.name or j.name = ${deadLetters} and j.source_name = q.name)
        group  by q.name
        order  by q.name`.execute(db.system);
      return rows;
    },

    async start(system) {
      if (role === "web") {
        boss = await startBoss({ pool: db.pools.system, log });
        await ensureQueues(boss, db, jobs);
        return started.resolve(boss);
      }
      connections = openConnections(db, log);
      // Notifications may arrive before the worker exists; its first poll finds the same jobs.
      const waking = { listening, wake: (queue: string) => worker?.wake(queue), wakeAll: () => worker?.wakeAll() };
      boss = await startBoss({ pool: connections.pool, log, worker: waking });
      await ensureQueues(boss, db, jobs);
      started.resolve(boss);
      const schedules = createSchedules({ db, boss, jobs }, (tx, job) => insert(tx, job, [{}]));
      await schedules.ensure();
      worker = startWorker({ boss, system, db: connections.db, jobs, sendScheduled: schedules.sendDue });
    },

    async stop() {
      started.reject(problem.unavailable("The server is stopping.", { retryAfter: 2 }));
      const working = worker;
      worker = undefined;
      await working?.stop(stopWithinMs);
      const ending = Promise.all([boss?.stop({ graceful: false, close: false }), connections?.close()]);
      // A last statement may wait for a database that does not respond; nothing depends on it.
      const late = new Promise<void>((resolve) => void setTimeout(resolve, 500).unref());
      await Promise.race([ending, late]).catch((error: unknown) =>
        log.debug({ err: error }, "the job engine did not stop cleanly"),
      );
    },
  };
}

const firstDuplicate = (names: readonly string[]) => names.find((name, index) => names.indexOf(name) !== index);
