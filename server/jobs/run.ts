// One run of one job: the context its function gets, the end of its time, and how it is settled. Settling is one
// transaction with the history, and is tried until the database answers, because a finished job must not run again.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import type { System } from "../area.ts";
import { isConnectionLost } from "../db/failures.ts";
import { cleanLog } from "../log.ts";
import { createScrubber } from "../scrub.ts";
import { inTransaction } from "./boss.ts";
import { titleOf, type JobDefinition } from "./definition.ts";
import { giveBack } from "./give-back.ts";
import { recordEnd, recordStart, type RunEnd, type RunStart } from "./history.ts";
import { createTally, messageOf } from "./tally.ts";

/** A job as fetched. `retryCount` names the attempt, so that nobody settles one that another worker has taken over. */
export interface Fetched {
  id: string;
  data: object | null;
  retryCount: number;
}

export interface Run {
  job: Fetched;
  /** Settled one way or another; never rejects. */
  ended: Promise<void>;
  /** The process stops: tells the function, and gives the job back if that does not end it. */
  stop(): void;
  /** Another worker has the job: tells the function, and settles nothing. */
  lose(): void;
}

/** How long a function may take to heed its signal before the run is settled without it. */
const heedWithinMs = 1_000;
const settleAgainAfterMs = 250;

class Stopped extends Error {
  constructor() {
    super("The process was stopped before the run ended. The job waits for another worker.");
  }
}

class Lost extends Error {
  constructor() {
    super("Another worker has taken the job over.");
  }
}

export function startRun(
  definition: JobDefinition,
  job: Fetched,
  { boss, system }: { boss: PgBoss; system: System },
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
      // The history is for people: a job does not fail for want of it.
      if (!isQuiet)
        await recordStart(db.system, start).catch((error: unknown) =>
          log.warn({ err: error }, "the start of a run was not recorded"),
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
      await Promise.race([definition.run(context), cutShort(abort.signal)]);
      return undefined;
    } catch (error) {
      // Whatever a function says when it is cut short, the signal's reason is why.
      return asError(abort.signal.aborted ? abort.signal.reason : error);
    } finally {
      clearTimeout(timeUp);
    }
  }

  /** Ends the job in its queue and the run in the history, together. A job that is no longer ours is left alone. */
  async function settle(start: RunStart, end: RunEnd, thrown: Error | undefined): Promise<void> {
    if (isQuiet && end.status === "SUCCESS" && !end.details.deleted) return void (await boss.complete(queue, job));
    await db.system.transaction().execute(async (tx) => {
      const within = { db: inTransaction(tx) };
      const isOurs =
        thrown instanceof Stopped
          ? await giveBack(tx, queue, job)
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
      of: { queue, job: job.id, attempt },
      startedAt: new Date(),
    };
    const thrown = await perform(start);
    if (thrown instanceof Lost) return log.warn(thrown.message);
    const end = tally.end(performance.now() - began, thrown, thrown instanceof Stopped ? "STOPPED" : undefined);
    log[thrown && !(thrown instanceof Stopped) ? "warn" : "debug"](
      { status: end.status, ms: Math.round(end.durationMs), err: thrown },
      "job run",
    );
    for (;;) {
      try {
        return await settle(start, end, thrown);
      } catch (error) {
        // A process that stops waits for no database: without a heartbeat the job is taken up by another worker.
        if (!isConnectionLost(error) || abort.signal.reason instanceof Stopped) throw error;
        await delay(settleAgainAfterMs);
      }
    }
  }

  return {
    job,
    ended: runAndSettle().catch((error: unknown) => log.error({ err: error }, "a job run could not be settled")),
    stop: () => abort.abort(new Stopped()),
    lose: () => abort.abort(new Lost()),
  };
}

/** pg-boss answers with the number of rows, and does not say so in its types. */
const isSettled = (answer: object) => "affected" in answer && Number(answer.affected) > 0;

/** Rejects with the signal's reason once the function had its chance to heed it. */
function cutShort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => setTimeout(() => reject(asError(signal.reason)), heedWithinMs).unref();
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));
