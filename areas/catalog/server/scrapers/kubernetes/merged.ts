// Several sources as one: so many at once, each waiting until what it told was taken, so that no more is held than one of each.

export interface MergeOptions {
  /** So many are asked at the same time. */
  most: number;
  signal: AbortSignal;
}

/** A source is handed a signal that ends it when nobody wants any more. What one throws ends all. */
export async function* merged<Value>(
  sources: Iterable<(signal: AbortSignal) => AsyncIterable<Value>>,
  { most, signal }: MergeOptions,
): AsyncGenerator<Value> {
  const ending = new AbortController();
  const own = AbortSignal.any([signal, ending.signal]);
  const waiting = sources[Symbol.iterator]();
  const told: { value: Value; taken: () => void }[] = [];
  let failure: { error: unknown } | undefined;
  let running = 0;
  let wake = () => {};

  async function pump(source: (signal: AbortSignal) => AsyncIterable<Value>): Promise<void> {
    try {
      for await (const value of source(own)) {
        if (own.aborted) return;
        const { promise, resolve } = Promise.withResolvers<void>();
        told.push({ value, taken: resolve });
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
    while (running < most && failure === undefined && !own.aborted) {
      const next = waiting.next();
      if (next.done) return;
      running += 1;
      void pump(next.value);
    }
  }

  begin();
  try {
    for (;;) {
      const [one] = told;
      if (one) {
        yield one.value;
        told.shift();
        one.taken();
        continue;
      }
      signal.throwIfAborted();
      if (failure) throw failure.error;
      if (running === 0) return;
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      signal.addEventListener("abort", wake, { once: true });
      if (told.length === 0) await woken.promise;
      signal.removeEventListener("abort", wake);
    }
  } finally {
    ending.abort();
    for (const { taken } of told) taken();
  }
}
