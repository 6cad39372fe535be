// What is found while something is held open, taken one by one: who finds waits until it is taken.

/** `work` gives one after the other; what it holds is closed when all were taken, or nobody takes any more. */
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
  // It is told where it is awaited.
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
