// Queues results and writes them in batches, a few times a second. While the database cannot be reached, results stay
// in the queue with the times of their runs.
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { hasSqlState, isConnectionLost } from "#server/db/failures.ts";
import type { DB } from "#server/db/tables.ts";
import type { Log } from "#server/log.ts";
import { couldNotCheck } from "../run/result.ts";
import { record, type CompletedTurn, type Fault, type RecordTools, type StoredRun } from "./record.ts";

export interface Recorder {
  /** Resolves with the stored runs when the results are written; empty if the turn was lost to another worker. */
  add(completed: CompletedTurn): Promise<readonly StoredRun[]>;
  /** Resolves with true when the queue is written, or with false when the time is over. */
  flush(withinMs: number): Promise<boolean>;
  /** Number of results that wait to be written. */
  readonly waiting: number;
}

export interface RecorderOptions {
  db: () => Kysely<DB>;
  log: Log;
  tools: () => Promise<RecordTools>;
  /** Called after results are written. */
  written(stored: readonly StoredRun[], faults: readonly Fault[]): void;
}

/** A batch of this size is written immediately. Live screens list up to this many runs by name. */
const enoughRuns = 100;
/** Maximum size of one transaction. A backlog is written together, because a transaction costs more than its rows. */
const maxRuns = 1_000;
const gatherMs = 150;
const tryAgainMs = 500;
/**
 * Maximum number of queued results. Above this number the oldest results are dropped, because their checks run again
 * anyway.
 */
const maxWaiting = 20_000;

interface Waiting {
  completed: CompletedTurn;
  resolve(stored: readonly StoredRun[]): void;
}

export function createRecorder({ db, log, tools, written }: RecorderOptions): Recorder {
  const queue: Waiting[] = [];
  let working: Promise<void> | undefined;
  let isHurried = false;
  let wake: (() => void) | undefined;

  async function work(): Promise<void> {
    let isFailing = false;
    while (queue.length > 0) {
      if (!isFailing && runsIn(queue) < enoughRuns && !isHurried) await pause(gatherMs);
      const batch = takeBatch(queue);
      try {
        await write(batch);
        if (isFailing) log.info("check results are being recorded again");
        isFailing = false;
      } catch (error) {
        queue.unshift(...batch);
        if (!isFailing)
          log.warn({ err: error, waiting: queue.length }, "check results cannot be recorded; trying again");
        isFailing = true;
        for (const { resolve } of queue.splice(0, Math.max(0, queue.length - maxWaiting))) resolve([]);
        await delay(tryAgainMs);
      }
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => (clearTimeout(timer), resolve());
    });

  /** Writes results one by one when a batch fails, so that one bad result does not block the others. */
  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      await inOneGo(batch);
    } catch (error) {
      if (isTransient(error)) throw error;
      if (batch.length > 1) for (const entry of batch) await write([entry]);
      else await writeWithout(batch[0]!, error);
    }
  }

  async function inOneGo(batch: readonly Waiting[]): Promise<void> {
    const currentTools = await tools();
    const { stored, faults } = await db()
      .transaction()
      .execute((tx) =>
        record(
          tx,
          batch.map(({ completed }) => completed),
          currentTools,
        ),
      );
    const byTurn = Map.groupBy(stored, ({ completed }) => completed);
    for (const { completed, resolve } of batch) resolve(byTurn.get(completed) ?? []);
    written(stored, faults);
  }

  /**
   * If PostgreSQL rejects a result, this is a bug in Quarterdeck. The turn continues, and the history records the
   * failure.
   */
  async function writeWithout({ completed, resolve }: Waiting, error: unknown): Promise<void> {
    const [check] = completed.results.keys();
    log.error({ err: error, canary: check?.canary.id }, "a result could not be recorded");
    const reason = `The result could not be recorded: ${error instanceof Error ? error.message : String(error)}`;
    const results = new Map(
      [...completed.results].map(
        ([recordedCheck, { start }]) => [recordedCheck, couldNotCheck(reason, start)] as const,
      ),
    );
    await inOneGo([{ completed: { ...completed, results }, resolve }]);
  }

  function start(): void {
    working ??= work().finally(() => {
      working = undefined;
      if (queue.length > 0) start();
    });
  }

  return {
    add: (completed) =>
      new Promise((resolve) => {
        queue.push({ completed, resolve });
        if (runsIn(queue) >= enoughRuns) wake?.();
        start();
      }),
    async flush(withinMs) {
      isHurried = true;
      wake?.();
      await Promise.race([working, delay(withinMs)]);
      isHurried = false;
      return queue.length === 0 && working === undefined;
    },
    get waiting() {
      return queue.length;
    },
  };
}

/** Whether a retry may succeed. */
const isTransient = (error: unknown) =>
  isConnectionLost(error) || hasSqlState(error, "40001", "40P01", "55P03", "57014", "53100", "53200", "25006");

const sizeOf = ({ completed }: Waiting) => completed.results.size;
const runsIn = (queue: readonly Waiting[]) => {
  let runs = 0;
  for (const entry of queue) {
    runs += sizeOf(entry);
    if (runs >= enoughRuns) break;
  }
  return runs;
};

function takeBatch(queue: Waiting[]): Waiting[] {
  let runs = 0;
  let count = 0;
  while (count < queue.length && (count === 0 || runs + sizeOf(queue[count]!) <= maxRuns)) {
    runs += sizeOf(queue[count]!);
    count += 1;
  }
  return queue.splice(0, count);
}
