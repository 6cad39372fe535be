// Takes results in and writes them down, a batch at a time, a few times a second. While the database is away they wait here,
// with the times at which they were found.
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { hasSqlState, isConnectionLost } from "#server/db/failures.ts";
import type { DB } from "#server/db/tables.ts";
import type { Log } from "#server/log.ts";
import { couldNotCheck } from "./could-not-check.ts";
import { record, type Fault, type Ran, type Recorded, type RecordTools } from "./record.ts";

export interface Recorder {
  /** Settles when it is written: with what was, or with nothing when it was somebody else's to record. */
  add(ran: Ran): Promise<readonly Recorded[]>;
  /** Settles when everything that came so far is written, or the time is over; whether it is. */
  flush(withinMs: number): Promise<boolean>;
  /** Results that wait to be written. */
  readonly waiting: number;
}

export interface RecorderOptions {
  db: () => Kysely<DB>;
  log: Log;
  tools: () => Promise<RecordTools>;
  /** After they are written. */
  written(recorded: readonly Recorded[], faults: readonly Fault[]): void;
}

/** So many are worth a transaction at once: as many as live screens hear of by name. */
const enoughRuns = 100;
/** When more have gathered meanwhile, they go together: a transaction costs more than its rows. */
const mostRuns = 1_000;
const gatherMs = 150;
const tryAgainMs = 500;
/** Beyond this the oldest are given up: their checks run again anyway. */
const mostWaiting = 20_000;

interface Waiting {
  ran: Ran;
  resolve(recorded: readonly Recorded[]): void;
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
        if (isFailing) log.info("results of checks are recorded again");
        isFailing = false;
      } catch (error) {
        queue.unshift(...batch);
        if (!isFailing)
          log.warn({ err: error, waiting: queue.length }, "results of checks cannot be recorded; trying again");
        isFailing = true;
        for (const { resolve } of queue.splice(0, Math.max(0, queue.length - mostWaiting))) resolve([]);
        await delay(tryAgainMs);
      }
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => (clearTimeout(timer), resolve());
    });

  /** One that cannot be written by itself must not keep the others from being written. */
  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      await inOneGo(batch);
    } catch (error) {
      if (isPassing(error)) throw error;
      if (batch.length > 1) for (const one of batch) await write([one]);
      else await writeWithout(batch[0]!, error);
    }
  }

  async function inOneGo(batch: readonly Waiting[]): Promise<void> {
    const given = await tools();
    const { recorded, faults } = await db()
      .transaction()
      .execute((tx) =>
        record(
          tx,
          batch.map(({ ran }) => ran),
          given,
        ),
      );
    const byRan = Map.groupBy(recorded, ({ ran }) => ran);
    for (const { ran, resolve } of batch) resolve(byRan.get(ran) ?? []);
    written(recorded, faults);
  }

  /** What PostgreSQL does not take is a defect of ours: the turn goes on, and the history says what happened. */
  async function writeWithout({ ran, resolve }: Waiting, error: unknown): Promise<void> {
    log.error({ err: error, canary: ran.canary.canary.id }, "a result could not be recorded");
    const reason = `The result could not be recorded: ${error instanceof Error ? error.message : String(error)}`;
    const runs = ran.runs.map(({ of, ran: { result } }) => ({
      of,
      ran: { result: couldNotCheck(reason, result.start) },
    }));
    await inOneGo([{ ran: { ...ran, runs }, resolve }]);
  }

  function start(): void {
    working ??= work().finally(() => {
      working = undefined;
      if (queue.length > 0) start();
    });
  }

  return {
    add: (ran) =>
      new Promise((resolve) => {
        queue.push({ ran, resolve });
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

/** The same work may succeed a moment later. */
const isPassing = (error: unknown) =>
  isConnectionLost(error) || hasSqlState(error, "40001", "40P01", "55P03", "57014", "53100", "53200", "25006");

const sizeOf = ({ ran }: Waiting) => ran.runs.length;
const runsIn = (queue: readonly Waiting[]) => {
  let runs = 0;
  for (const one of queue) {
    runs += sizeOf(one);
    if (runs >= enoughRuns) break;
  }
  return runs;
};

function takeBatch(queue: Waiting[]): Waiting[] {
  let runs = 0;
  let count = 0;
  while (count < queue.length && (count === 0 || runs + sizeOf(queue[count]!) <= mostRuns)) {
    runs += sizeOf(queue[count]!);
    count += 1;
  }
  return queue.splice(0, count);
}
