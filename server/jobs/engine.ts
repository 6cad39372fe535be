// Runs work outside requests: sent jobs, scheduled jobs and events. Jobs are rows, inserted in the transaction of the
// change that needs them, so they exist if and only if that transaction commits. Every process may send jobs; workers
// run them. A job runs at least once: it is done when its run has been settled, and the job of a killed worker runs
// again.
import { sql, type Kysely } from "kysely";
import type { PgBoss } from "pg-boss";
import { problem } from "#language/problem.ts";
import type { JobDefinition, System } from "../area.ts";
import type { Listening } from "../db/listening.ts";
import { openOwnConnections, type OwnConnections } from "../db/own-connections.ts";
import type { Databases } from "../db/pool.ts";
import type { DB } from "../db/tables.ts";
import type { ServerRole } from "../env/env.ts";
import type { Log } from "../log.ts";
import { asOwner, deadLetters, ensureQueues, inTransaction, startBoss } from "./boss.ts";
import { jobSchema } from "./install.ts";
import { requestPoll } from "./poll-request.ts";
import type { JobQueue, Jobs, QueueCounts, SendOptions } from "./queue.ts";
import { createSchedules } from "./schedules.ts";
import { startWorker, type Worker } from "./worker.ts";

/** The jobs of the system, with the functions that main/ calls at the start and at the end. */
export interface JobEngine extends Jobs {
  start(system: System): Promise<void>;
  stop(): Promise<void>;
}

export interface JobsOptions {
  db: Databases;
  log: Log;
  role: ServerRole;
  listening: Listening;
  jobs: readonly JobDefinition[];
  /** The time that runs may continue after the process has been asked to stop. */
  stopWithinMs?: number;
  /** Maximum time between two polls of an idle worker. Default: a few seconds. */
  maxPollMs?: number;
}

export function createJobs({
  db,
  log,
  role,
  listening,
  jobs,
  stopWithinMs = 1_500,
  maxPollMs,
}: JobsOptions): JobEngine {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  if (byName.size < jobs.length)
    throw new Error(`two jobs have the same name: ${firstDuplicate(jobs.map(({ name }) => name))}`);
  // Calls to send during start-up wait until the engine has started.
  const started = Promise.withResolvers<PgBoss>();
  started.promise.catch(() => {});
  let boss: PgBoss | undefined;
  let worker: Worker | undefined;
  let connections: OwnConnections | undefined;

  async function insert(
    tx: Kysely<DB>,
    job: JobQueue,
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
    if (startAfter !== undefined) await requestPoll(tx);
    return ids ?? [];
  }

  return {
    definitions: jobs,
    send: async (tx, job, data, options) => (await insert(tx, job, [data], options))[0] ?? null,
    sendAll: async (tx, job, all) => (all.length === 0 ? 0 : (await insert(tx, job, all)).length),

    async revive({ name }) {
      const count = await (await started.promise).redrive(deadLetters, { sourceName: name });
      await requestPoll(db.system);
      return count;
    },

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
      worker = startWorker({ boss, system, db: connections.db, listening, jobs, schedules, maxPollMs });
    },

    async stop() {
      started.reject(problem.unavailable("The server is stopping.", { retryAfter: 2 }));
      const working = worker;
      worker = undefined;
      await working?.stop(stopWithinMs);
      const ending = Promise.all([boss?.stop({ graceful: false, close: false }), connections?.close()]);
      // The last statement may wait for a database that does not respond; nothing depends on it.
      const late = new Promise<void>((resolve) => void setTimeout(resolve, 500).unref());
      await Promise.race([ending, late]).catch((error: unknown) =>
        log.debug({ err: error }, "the job engine did not stop cleanly"),
      );
    },
  };
}

const firstDuplicate = (names: readonly string[]) => names.find((name, index) => names.indexOf(name) !== index);

/**
 * Opens the two connections of the worker itself. Runs may hold every connection of the system pool for any length of
 * time. If the heartbeat had to wait for a connection, the jobs would count as abandoned and run a second time.
 */
const openConnections = (databases: Databases, log: Log) =>
  openOwnConnections(databases, log, { name: "jobs", min: 2, max: 2 });
