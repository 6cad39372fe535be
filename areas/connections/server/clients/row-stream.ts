// Converts the rows that a driver pushes to a pull stream. The driver is paused while enough rows wait, so that a
// result is never buffered as a whole.

/** Controls the driver's stream. */
export interface Flow {
  pause(): void;
  resume(): void;
}

export type EachRow<Row> = (row: Row, flow: Flow) => void;

/** The result of a query, besides its rows. */
export interface Answered {
  /** Names of the columns in their order; empty for a statement without rows. */
  columns: readonly string[];
  /** The number of rows that the statement returned or changed. */
  changed: number;
}

const maxWaitingRows = 500;
/**
 * Maximum size of the waiting rows, in characters and bytes, because a few large rows need as much memory as many small
 * rows.
 */
const maxWaitingLength = 8 * 1024 * 1024;

function lengthOf(row: object): number {
  let length = 0;
  for (const value of Object.values(row) as unknown[])
    if (typeof value === "string" || value instanceof Uint8Array) length += value.length;
  return length;
}

/** `work` ends when all rows were pushed, or when its signal is aborted because the consumer stopped. */
export async function* rowStream<Row extends object>(
  signal: AbortSignal,
  work: (each: EachRow<Row>, signal: AbortSignal) => Promise<unknown>,
): AsyncGenerator<Row> {
  const enough = new AbortController();
  let waiting: Row[] = [];
  let length = 0;
  let paused: Flow | undefined;
  let ended: { error?: unknown } | undefined;
  let news = Promise.withResolvers<void>();
  const each: EachRow<Row> = (row, flow) => {
    waiting.push(row);
    length += lengthOf(row);
    if ((waiting.length >= maxWaitingRows || length >= maxWaitingLength) && !paused) {
      paused = flow;
      flow.pause();
    }
    news.resolve();
  };
  const working = work(each, AbortSignal.any([signal, enough.signal]))
    .then(
      () => void (ended = {}),
      (error: unknown) => void (ended = { error }),
    )
    .finally(() => news.resolve());
  try {
    for (;;) {
      const batch = waiting;
      waiting = [];
      length = 0;
      yield* batch;
      const flow = paused;
      paused = undefined;
      flow?.resume();
      if (waiting.length > 0) continue;
      if (ended) break;
      await news.promise;
      news = Promise.withResolvers();
    }
  } finally {
    enough.abort();
    await working;
  }
  if ("error" in ended) throw ended.error;
}
