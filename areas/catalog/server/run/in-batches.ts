// What comes now and then, a few at a time: what comes close together is handed on together, and nothing waits for long.

export async function* inBatches<Value>(
  source: AsyncIterable<Value>,
  { most, withinMs }: { most: number; withinMs: number },
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
      // Told where it is awaited; until then it must not count as nobody's.
      next.catch(() => {});
      try {
        while (batch.length < most) {
          // What it fails with is told when it is asked for the next time: this batch is whole.
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
