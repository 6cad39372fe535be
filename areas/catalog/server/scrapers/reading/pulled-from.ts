// Turns a callback that produces values while it holds a resource open into an async generator. The producer waits
// until each value is consumed.

/** If the consumer stops early, `work` is aborted, so that it closes its resource. */
export async function* pulledFrom<Value>(
  signal: AbortSignal,
  work: (give: (value: Value) => Promise<void>, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<Value> {
  const enough = new AbortController();
  let offered = Promise.withResolvers<{ value: Value } | undefined>();
  let taken = Promise.withResolvers<void>();
  const give = async (value: Value) => {
    offered.resolve({ value });
    await taken.promise;
    enough.signal.throwIfAborted();
  };
  const working = work(give, AbortSignal.any([signal, enough.signal])).then(
    () => offered.resolve(undefined),
    (error: unknown) => offered.reject(error),
  );
  // The error is handled where the promise is awaited; this only prevents an unhandled rejection before that.
  offered.promise.catch(() => {});
  try {
    for (;;) {
      const next = await offered.promise;
      if (!next) return;
      yield next.value;
      offered = Promise.withResolvers();
      offered.promise.catch(() => {});
      const before = taken;
      taken = Promise.withResolvers();
      before.resolve();
    }
  } finally {
    enough.abort();
    taken.resolve();
    await working;
  }
}
