// Groups values that arrive close together into batches, and delays no value for longer than `withinMs`.

export async function* inBatches<Value>(
  source: AsyncIterable<Value>,
  { max, withinMs }: { max: number; withinMs: number },
): AsyncGenerator<Value[]> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const first = await next;
      if (first.done) return;
      const batch = [first.value];
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<"late">((resolve) => {
        timer = setTimeout(() => resolve("late"), withinMs);
      });
      next = iterator.next();
      // The error is handled where `next` is awaited; this prevents an unhandled rejection until then.
      next.catch(() => {});
      try {
        while (batch.length < max) {
          // The next iteration throws the error; this batch is complete.
          const more = await Promise.race([next.catch(() => "late" as const), late]);
          if (more === "late" || more.done) break;
          batch.push(more.value);
          next = iterator.next();
          next.catch(() => {});
        }
      } finally {
        clearTimeout(timer);
      }
      yield batch;
    }
  } finally {
    await iterator.return?.();
  }
}
