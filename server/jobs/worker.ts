// Takes jobs out of their queues and runs them. A notification wakes the queue it names; a single statement a second
// finds what became due otherwise (retries, deferred jobs, jobs of dead workers), whatever the number of queues.
import { setTimeout as delay } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { PgBoss } from "pg-boss";
import type { System } from "../area.ts";
import { isConnectionLost } from "../db/failures.ts";
import type { DB } from "../db/tables.ts";
import { heartbeatEveryMs } from "./boss.ts";
import type { JobDefinition } from "./definition.ts";
import { giveBack } from "./give-back.ts";
import { endInterrupted } from "./history.ts";
import { jobSchema } from "./install.ts";
import { startRun, type Fetched, type Run } from "./run.ts";

export interface Worker {
  wake(queue: string): void;
  wakeAll(): void;
  /** Fetches no more, lets runs end for a while, tells the rest to stop and gives back what does not. */
  stop(graceMs: number): Promise<void>;
}

interface Queue {
  definition: JobDefinition;
  running: Map<string, Run>;
  fetching: Promise<void> | undefined;
  /** Woken while it fetched, or left with its hands full: there may be more. */
  mayHaveMore: boolean;
}

const lookEveryMs = 1_000;
/** While the database is away. */
const lookAgainMs = 2_000;

export interface WorkerOptions {
  boss: PgBoss;
  system: System;
  /** Connections that no run can hold. */
  db: Kysely<DB>;
  jobs: readonly JobDefinition[];
  /** Called when a look finds that a schedule is due. */
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
        // The next look tries again.
        const level = isConnectionLost(error) ? "debug" : "error";
        log[level]({ err: error, queue: queue.definition.name }, "no jobs could be fetched");
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
      // Told to stop meanwhile: as if they had not been fetched.
      if (ending.signal.aborted) for (const job of found) await giveBack(db, definition.name, job);
      else for (const job of found) begin(queue, job);
    }
  }

  function begin(queue: Queue, { id, data, retryCount }: Fetched): void {
    // After an outage the job may come back to the process that still runs it, as a new attempt.
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

  async function look(): Promise<void> {
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

  /** Tells that the runs go on. A job that is not confirmed has been taken over, for example after a long outage. */
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
        if (isFailing) log.info("the jobs go on");
        isFailing = false;
      } catch (error) {
        if (!isFailing && !ending.signal.aborted) log.warn({ err: error }, failure);
        isFailing = true;
      }
      await delay(isFailing ? lookAgainMs : everyMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  }

  const looking = repeat(look, lookEveryMs, "the queues cannot be looked at; trying again");
  const beating = repeat(beat, heartbeatEveryMs, "the jobs' heartbeat failed; trying again");

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
      // Runs heed within a second or are given back; a database that does not answer is not waited for.
      await Promise.race([Promise.all([allEnded(), looking, beating]), delay(1_500)]);
    },
  };
}
