// Merges async iterables with limited concurrency. A source waits until its value is consumed, so at most one value per
// source is held in memory.

export interface MergeOptions {
  /** The maximum number of sources read at the same time. */
  concurrency: number;
  signal: AbortSignal;
}

/** The signal passed to the sources is aborted when the consumer stops. An error in one source stops all sources. */
export async function* merged<Value>(
  sources: Iterable<(signal: AbortSignal) => AsyncIterable<Value>>,
  { concurrency, signal }: MergeOptions,
): AsyncGenerator<Value> {
  const ending = new AbortController();
  const own = AbortSignal.any([signal, ending.signal]);
  const waiting = sources[Symbol.iterator]();
  const pending: { value: Value; taken: () => void }[] = [];
  let failure: { error: unknown } | undefined;
  let running = 0;
  let wake = () => {};

  async function pump(source: (signal: AbortSignal) => AsyncIterable<Value>): Promise<void> {
    try {
      for await (const value of source(own)) {
        if (own.aborted) return;
        const { promise, resolve } = Promise.withResolvers<void>();
        pending.push({ value, taken: resolve });
        wake();
        await promise;
      }
    } catch (error) {
      failure ??= { error };
    } finally {
      running -= 1;
      begin();
      wake();
    }
  }

  function begin(): void {
    while (running < concurrency && failure === undefined && !own.aborted) {
      const next = waiting.next();
      if (next.done) return;
      running += 1;
      void pump(next.value);
    }
  }

  begin();
  try {
    for (;;) {
      const [next] = pending;
      if (next) {
        yield next.value;
        pending.shift();
        next.taken();
        continue;
      }
      signal.throwIfAborted();
      if (failure) throw failure.error;
      if (running === 0) return;
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      signal.addEventListener("abort", wake, { once: true });
      if (pending.length === 0) await woken.promise;
      signal.removeEventListener("abort", wake);
    }
  } finally {
    ending.abort();
    for (const { taken } of pending) taken();
  }
}
