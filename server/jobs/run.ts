// Performs one run of a job: its context, its timeout, and its settlement. Settling the job and recording the history
// are one transaction, which is retried until the database responds, because a finished job must not run again.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import type { System, JobDefinition } from "../area.ts";
import { isConnectionLost } from "../db/failures.ts";
import { cleanLog } from "../log.ts";
import { createScrubber } from "../scrub/scrub.ts";
import { inTransaction } from "./boss.ts";
import { titleOf } from "./definition.ts";
import { returnToQueue } from "./return-to-queue.ts";
import { recordEnd, recordStart, type RunEnd, type RunStart } from "./history.ts";
import { createTally, messageOf } from "./tally.ts";

/**
 * A fetched job. `retryCount` identifies the attempt, so that a worker cannot settle a job that a different worker has
 * taken over.
 */
export interface Fetched {
  id: string;
  data: object | null;
  retryCount: number;
}

export interface Run {
  job: Fetched;
  /** Resolves when the run has been settled; never rejects. */
  ended: Promise<void>;
  /**
   * Stops the run because the process stops: aborts it, and returns the job to the queue if the run does not finish.
   */
  stop(): void;
  /** Aborts the run without settling it, because a different worker has the job. */
  lose(): void;
}

/** The time that a job function gets to react to the abort signal before the run is settled without it. */
const abortGraceMs = 1_000;
const settleRetryMs = 250;

/** The reason of the signal when the process stops. */
export class JobStopped extends Error {
  constructor() {
    super("The process was stopped before the run ended. The job waits for another worker.");
  }
}

class Lost extends Error {
  constructor() {
    super("Another worker has taken over the job.");
  }
}

export function startRun(
  definition: JobDefinition,
  job: Fetched,
  { boss, system, complete }: { boss: PgBoss; system: System; complete(job: Fetched): Promise<unknown> },
): Run {
  const { db } = system;
  const queue = definition.name;
  const attempt = job.retryCount + 1;
  const data = job.data ?? {};
  const scrubber = createScrubber();
  const log = cleanLog(system.log, scrubber).child({ job: queue, id: job.id, attempt });
  const abort = new AbortController();
  const tally = createTally(scrubber);
  const began = performance.now();
  const isQuiet = definition.history === "failed-only";

  async function perform(start: RunStart): Promise<Error | undefined> {
    const seconds = definition.timeoutSeconds ?? 900;
    const timeUp = setTimeout(() => abort.abort(new Error(`The job took longer than ${seconds} s.`)), seconds * 1_000);
    try {
      start.resource = definition.resource?.(data);
      // The history is informational: a job must not fail because its start cannot be recorded.
      if (!isQuiet)
        await recordStart(db.system, start).catch((error: unknown) =>
          log.warn({ err: error }, "could not record the start of a run"),
        );
      const { success, fail, stop, report } = tally;
      const context = {
        id: job.id,
        attempt,
        data,
        system,
        signal: abort.signal,
        scrubber,
        log,
        success,
        fail,
        stop,
        report,
      };
      await Promise.race([definition.run(context), rejectAfterAbort(abort.signal)]);
      return undefined;
    } catch (error) {
      // Once the signal has aborted, its reason is the cause, whatever the function throws.
      return asError(abort.signal.aborted ? abort.signal.reason : error);
    } finally {
      clearTimeout(timeUp);
    }
  }

  /**
   * Settles the job and ends the run in the history together. A job that a different worker has taken over is not
   * changed.
   */
  async function settle(start: RunStart, end: RunEnd, thrown: Error | undefined): Promise<void> {
    if (isQuiet && end.status === "SUCCESS" && !end.details.deleted) return void (await complete(job));
    await db.system.transaction().execute(async (tx) => {
      const within = { db: inTransaction(tx) };
      const isOurs =
        thrown instanceof JobStopped
          ? await returnToQueue(tx, queue, job)
          : isSettled(
              await (thrown
                ? boss.fail(queue, job, { message: messageOf(thrown, scrubber) }, within)
                : boss.complete(queue, job, undefined, within)),
            );
      if (isOurs) await recordEnd(tx, start, end);
    });
  }

  async function runAndSettle(): Promise<void> {
    const start: RunStart = {
      id: randomUUID(),
      name: titleOf(definition),
      source: { queue, job: job.id, attempt },
      startedAt: new Date(),
    };
    const thrown = await perform(start);
    if (thrown instanceof Lost) return log.warn(thrown.message);
    const end = tally.end(performance.now() - began, thrown, thrown instanceof JobStopped ? "STOPPED" : undefined);
    log[thrown && !(thrown instanceof JobStopped) ? "warn" : "debug"](
      { status: end.status, ms: Math.round(end.durationMs), err: thrown },
      "job run",
    );
    for (;;) {
      try {
        return await settle(start, end, thrown);
      } catch (error) {
        // A stopping process does not wait for the database. Without a heartbeat, the job is picked up by another
        // worker.
        if (!isConnectionLost(error) || abort.signal.reason instanceof JobStopped) throw error;
        await delay(settleRetryMs);
      }
    }
  }

  return {
    job,
    ended: runAndSettle().catch((error: unknown) => log.error({ err: error }, "could not settle a job run")),
    stop: () => abort.abort(new JobStopped()),
    lose: () => abort.abort(new Lost()),
  };
}

/** pg-boss returns the number of affected rows, but its types do not include it. */
const isSettled = (answer: object) => "affected" in answer && Number(answer.affected) > 0;

/** Rejects with the signal's reason after the function has had time to react to it. */
function rejectAfterAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => setTimeout(() => reject(asError(signal.reason)), abortGraceMs).unref();
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));
