// Rows that a driver pushes, taken one by one: while enough of them wait the driver is told to pause, so that an answer is
// never held as a whole.

/** Of what pushes. */
export interface Flow {
  pause(): void;
  resume(): void;
}

export type EachRow<Row> = (row: Row, flow: Flow) => void;

const mostWaiting = 500;
/** Of what they say; a few large rows are as much as many small ones. */
const mostWaitingSigns = 8 * 1024 * 1024;

function signsOf(row: object): number {
  let signs = 0;
  for (const value of Object.values(row) as unknown[])
    if (typeof value === "string" || value instanceof Uint8Array) signs += value.length;
  return signs;
}

/** `work` ends when all rows were pushed, or when its signal says so because nobody takes any more. */
export async function* pulled<Row extends object>(
  signal: AbortSignal,
  work: (each: EachRow<Row>, signal: AbortSignal) => Promise<unknown>,
): AsyncGenerator<Row> {
  const enough = new AbortController();
  let waiting: Row[] = [];
  let signs = 0;
  let paused: Flow | undefined;
  let ended: { error?: unknown } | undefined;
  let news = Promise.withResolvers<void>();
  const each: EachRow<Row> = (row, flow) => {
    waiting.push(row);
    signs += signsOf(row);
    if ((waiting.length >= mostWaiting || signs >= mostWaitingSigns) && !paused) {
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
      signs = 0;
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
