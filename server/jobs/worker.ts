// Fetches jobs from their queues and runs them. A notification wakes its queue; one statement finds jobs that became
// due for other reasons (retries, deferred jobs, schedules, jobs of dead workers), whatever the number of queues. The
// statement also returns the time when the next job is due, so an idle worker waits until then, until a poll is
// requested (poll-request.ts), or a few seconds at most.
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { createBatches } from "#lib/async/batches.ts";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import { sql, type Kysely } from "kysely";
import type { PgBoss } from "pg-boss";
import type { System, JobDefinition } from "../area.ts";
import { isConnectionLost } from "../db/failures.ts";
import type { Listening } from "../db/listening.ts";
import type { DB } from "../db/tables.ts";
import { heartbeatIntervalMs } from "./boss.ts";
import { returnToQueue } from "./return-to-queue.ts";
import { endInterrupted } from "./history.ts";
import { jobSchema } from "./install.ts";
import { pollRequestChannel } from "./poll-request.ts";
import { startRun, type Fetched, type Run } from "./run.ts";
import type { Schedules } from "./schedules.ts";

export interface Worker {
  wake(queue: string): void;
  wakeAll(): void;
  /**
   * Stops fetching, waits for runs to finish, then aborts the remaining runs and returns unfinished jobs to their
   * queues.
   */
  stop(graceMs: number): Promise<void>;
}

interface Queue {
  definition: JobDefinition;
  running: Map<string, Run>;
  /** Completes jobs without a history, many with one statement. */
  complete(job: Fetched): Promise<unknown>;
  fetching: Promise<void> | undefined;
  /** The queue was woken during a fetch, or reached its concurrency limit, so there may be more jobs. */
  mayHaveMore: boolean;
}

/** Combines poll requests from several notifications and finished runs. */
const requestedPollMs = 1_000;
/** The shortest wait for a due time. */
const minPollMs = 50;
/**
 * Maximum wait between two polls. It limits the delay after events that are not announced by a request or a due time: a
 * worker that died, a new row that a schedule waits for, a clock that was set forward.
 */
const defaultMaxPollMs = 4_000;
const historyIntervalMs = 15_000;
/** The poll interval while the database is not reachable. */
const retryIntervalMs = 2_000;

export interface WorkerOptions {
  boss: PgBoss;
  system: System;
  /** Connections that no run can occupy. */
  db: Kysely<DB>;
  listening: Pick<Listening, "on">;
  jobs: readonly JobDefinition[];
  schedules: Schedules;
  maxPollMs?: number | undefined;
}

export function startWorker({
  boss,
  system,
  db,
  listening,
  jobs,
  schedules,
  maxPollMs = defaultMaxPollMs,
}: WorkerOptions): Worker {
  const { log } = system;
  const queues = new Map<string, Queue>(
    jobs.map((definition) => [
      definition.name,
      {
        definition,
        running: new Map(),
        complete: createBatches(async (all) => {
          await boss.complete(definition.name, [...all]);
          return [];
        }),
        fetching: undefined,
        mayHaveMore: false,
      },
    ]),
  );
  const names = [...queues.keys()];
  const ending = new AbortController();
  const pause = createWakeablePause();

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
      // Runs that end at the same time free their slots in one event-loop turn.
      await nextTurn();
      const free = (definition.concurrency ?? 1) - running.size;
      if (free <= 0) return;
      queue.mayHaveMore = false;
      const found = await boss.fetch<object>(definition.name, { batchSize: free });
      queue.mayHaveMore ||= found.length === free;
      // If the worker was stopped during the fetch, the fetched jobs are returned to the queue.
      if (ending.signal.aborted) for (const job of found) await returnToQueue(db, definition.name, job);
      else for (const job of found) begin(queue, job);
    }
  }

  function begin(queue: Queue, { id, data, retryCount }: Fetched): void {
    // After an outage the job may return, as a new attempt, to the process that still runs it.
    queue.running.get(id)?.lose();
    const run = startRun(queue.definition, { id, data, retryCount }, { boss, system, complete: queue.complete });
    queue.running.set(id, run);
    void run.ended.finally(() => {
      if (queue.running.get(id) === run) queue.running.delete(id);
      // A failed run may have a retry that is due before the next poll.
      pause.wake();
      if (queue.mayHaveMore) fetch(queue);
    });
  }

  function wake(name: string): void {
    const queue = queues.get(name);
    if (queue) fetch(queue);
  }

  /** Starts all work that is due and returns the time until the next work is due. */
  async function poll(): Promise<number> {
    const table = sql.table(`${jobSchema}.job_common`);
    const { rows } = await sql<{ ready: string[]; is_due: boolean; is_abandoned: boolean; next_ms: number | null }>`
      select array(
               select q.name
               from   unnest(${names}::text[]) as q (name)
               where  exists (
                        select from ${table} j
                        where  j.name = q.name
                        and    j.state < 'active'
                        and    not j.blocked
                        and    j.start_after <= now()
                      )
             ) as ready,
             exists (select from job_schedules s where ${schedules.isDue}) as is_due,
             exists (
               select from ${table} j
               where  j.state = 'active'
               and    (
                        j.heartbeat_on + j.heartbeat_seconds * interval '1 s' < now()
                        or j.started_on + j.expire_seconds * interval '1 s' < now()
                      )
             ) as is_abandoned,
             extract(epoch from least(
               (select min(s.run_at) from job_schedules s where s.run_at > now()),
               (
                 select min(j.start_after)
                 from   ${table} j
                 where  j.state < 'active' and not j.blocked and j.start_after > now()
               )
             ) - now()) * 1000 as next_ms`.execute(db);
    const { ready, is_due: isDue, is_abandoned: isAbandoned, next_ms: nextMs } = rows[0]!;
    for (const name of ready) wake(name);
    if (isDue) await schedules.sendDue();
    if (isAbandoned) {
      await boss.supervise();
      await endInterrupted(db);
    }
    if (isDue || isAbandoned) return requestedPollMs;
    return Math.min(Math.max(nextMs ?? maxPollMs, minPollMs), maxPollMs);
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
  }

  /** Repeats `work`, which returns the time to wait, until the worker stops. */
  async function repeat(
    work: () => Promise<number>,
    failure: string,
    wait = (ms: number) => delay(ms, undefined, { signal: ending.signal }).catch(() => {}),
  ): Promise<void> {
    let isFailing = false;
    while (!ending.signal.aborted) {
      let waitMs = retryIntervalMs;
      try {
        waitMs = await work();
        if (isFailing) log.info("the job worker has recovered");
        isFailing = false;
      } catch (error) {
        if (!isFailing && !ending.signal.aborted) log.warn({ err: error }, failure);
        isFailing = true;
      }
      await wait(waitMs);
    }
  }

  const stopListening = listening.on(pollRequestChannel, { notified: pause.wake, resumed: pause.wake });
  const every = (ms: number, work: () => Promise<unknown>) => () => work().then(() => ms);
  const repeating = [
    repeat(poll, "cannot poll the job queues; retrying", async (ms) => {
      await delay(Math.min(ms, requestedPollMs), undefined, { signal: ending.signal }).catch(() => {});
      if (ms > requestedPollMs) await pause.wait(ms - requestedPollMs, ending.signal);
    }),
    repeat(every(heartbeatIntervalMs, beat), "the heartbeat of the job worker failed; retrying"),
    repeat(
      every(historyIntervalMs, () => endInterrupted(db)),
      "cannot mark interrupted runs as failed in the job history; retrying",
    ),
  ];

  return {
    wake,
    wakeAll: () => names.forEach(wake),
    async stop(graceMs) {
      ending.abort();
      stopListening();
      await Promise.race([Promise.all([...queues.values()].map(async ({ fetching }) => fetching)), delay(500)]);
      const allEnded = () =>
        Promise.all([...queues.values()].flatMap(({ running }) => [...running.values()].map(({ ended }) => ended)));
      await Promise.race([allEnded(), delay(graceMs)]);
      for (const { running } of queues.values()) for (const run of running.values()) run.stop();
      // Runs react within a second, or their jobs are returned. The worker does not wait for an unresponsive database.
      await Promise.race([Promise.all([allEnded(), ...repeating]), delay(1_500)]);
    },
  };
}
