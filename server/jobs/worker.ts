// Fetches jobs from their queues and runs them. A notification wakes the queue it names; one statement a second finds
// jobs that became due otherwise (retries, deferred jobs, jobs of dead workers), whatever the number of queues.
import { setTimeout as delay } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { PgBoss } from "pg-boss";
import type { System, JobDefinition } from "../area.ts";
import { isConnectionLost } from "../db/failures.ts";
import type { DB } from "../db/tables.ts";
import { heartbeatIntervalMs } from "./boss.ts";
import { returnToQueue } from "./return-to-queue.ts";
import { endInterrupted } from "./history.ts";
import { jobSchema } from "./install.ts";
import { startRun, type Fetched, type Run } from "./run.ts";

export interface Worker {
  wake(queue: string): void;
  wakeAll(): void;
  /** Stops fetching, waits for runs to finish, then aborts the rest and returns unfinished jobs to their queues. */
  stop(graceMs: number): Promise<void>;
}

interface Queue {
  definition: JobDefinition;
  running: Map<string, Run>;
  fetching: Promise<void> | undefined;
  /** The queue was woken during a fetch, or reached its concurrency limit, so there may be more jobs. */
  mayHaveMore: boolean;
}

const pollIntervalMs = 1_000;
/** The poll interval while the database is not reachable. */
const retryIntervalMs = 2_000;

export interface WorkerOptions {
  boss: PgBoss;
  system: System;
  /** Connections that no run can occupy. */
  db: Kysely<DB>;
  jobs: readonly JobDefinition[];
  /** Called when a poll finds a schedule that is due. */
  sendScheduled(): Promise<void>;
}

export function startWorker({ boss, system, db, jobs, sendScheduled }: WorkerOptions): Worker {
  const { log } = system;
  const queues = new Map<string, Queue>(
    jobs.map((definition) => [
      definition.name,
      { definition, running: new Map(), fetching: undefined, mayHaveMore: false },
    ]),
  );
  const scheduled = jobs.filter(({ schedule }) => schedule).map(({ name }) => name);
  const names = [...queues.keys()];
  const ending = new AbortController();

  function fetch(queue: Queue): void {
    queue.mayHaveMore = true;
    if (ending.signal.aborted || queue.fetching) return;
    queue.fetching = fetchAll(queue)
      .catch((error: unknown) => {
        // The next poll tries again, so a lost connection is logged at debug level only.
        const level = isConnectionLost(error) ? "debug" : "error";
        log[level]({ err: error, queue: queue.definition.name }, "could not fetch jobs");
      })
      .finally(() => (queue.fetching = undefined));
  }

  async function fetchAll(queue: Queue): Promise<void> {
    const { definition, running } = queue;
    while (queue.mayHaveMore && !ending.signal.aborted) {
      const free = (definition.concurrency ?? 1) - running.size;
      if (free <= 0) return;
      queue.mayHaveMore = false;
      const found = await boss.fetch<object>(definition.name, { batchSize: free });
      queue.mayHaveMore ||= found.length === free;
      // If the worker was stopped during the fetch, the jobs are returned as if they had not been fetched.
      if (ending.signal.aborted) for (const job of found) await returnToQueue(db, definition.name, job);
      else for (const job of found) begin(queue, job);
    }
  }

  function begin(queue: Queue, { id, data, retryCount }: Fetched): void {
    // After an outage the job may return, as a new attempt, to the process that still runs it.
    queue.running.get(id)?.lose();
    const run = startRun(queue.definition, { id, data, retryCount }, { boss, system });
    queue.running.set(id, run);
    void run.ended.finally(() => {
      if (queue.running.get(id) === run) queue.running.delete(id);
      if (queue.mayHaveMore) fetch(queue);
    });
  }

  function wake(name: string): void {
    const queue = queues.get(name);
    if (queue) fetch(queue);
  }

  async function poll(): Promise<void> {
    const { rows } = await sql<{ ready: string[]; is_due: boolean }>`
      select array(
               select q.name
               from   unnest(${names}::text[]) as q (name)
               where  exists (
                        select from ${sql.table(`${jobSchema}.job_common`)} j
                        where  j.name = q.name
                        and    j.state < 'active'
                        and    not j.blocked
                        and    j.start_after <= now()
                      )
             ) as ready,
             exists (
               select from job_schedules where run_at <= now() and name = any(${scheduled}::text[])
             ) as is_due`.execute(db);
    const { ready, is_due: isDue } = rows[0]!;
    for (const name of ready) wake(name);
    if (isDue) await sendScheduled();
  }

  /**
   * Renews the heartbeat of all runs. A job that is not confirmed has been taken over, for example after a long outage.
   */
  async function beat(): Promise<void> {
    for (const { definition, running } of queues.values()) {
      if (running.size === 0) continue;
      const runs = [...running.values()];
      const answer = (await boss.touch(
        definition.name,
        runs.map(({ job }) => job),
      )) as { settled?: string[] };
      const confirmed = new Set(answer.settled);
      for (const run of runs) if (running.get(run.job.id) === run && !confirmed.has(run.job.id)) run.lose();
    }
    await endInterrupted(db);
  }

  async function repeat(work: () => Promise<void>, everyMs: number, failure: string): Promise<void> {
    let isFailing = false;
    while (!ending.signal.aborted) {
      try {
        await work();
        if (isFailing) log.info("the job worker has recovered");
        isFailing = false;
      } catch (error) {
        if (!isFailing && !ending.signal.aborted) log.warn({ err: error }, failure);
        isFailing = true;
      }
      await delay(isFailing ? retryIntervalMs : everyMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  }

  const polling = repeat(poll, pollIntervalMs, "cannot poll the job queues; retrying");
  const beating = repeat(beat, heartbeatIntervalMs, "the heartbeat of the job worker failed; retrying");

  return {
    wake,
    wakeAll: () => names.forEach(wake),
    async stop(graceMs) {
      ending.abort();
      await Promise.race([Promise.all([...queues.values()].map(async ({ fetching }) => fetching)), delay(500)]);
      const allEnded = () =>
        Promise.all([...queues.values()].flatMap(({ running }) => [...running.values()].map(({ ended }) => ended)));
      await Promise.race([allEnded(), delay(graceMs)]);
      for (const { running } of queues.values()) for (const run of running.values()) run.stop();
      // Runs react within a second, or their jobs are returned. The worker does not wait for an unresponsive database.
      await Promise.race([Promise.all([allEnded(), polling, beating]), delay(1_500)]);
    },
  };
}
