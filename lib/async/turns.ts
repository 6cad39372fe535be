// Limits concurrency: `atOnce` tasks run, `waiting` tasks wait in a queue, and further tasks are refused.

export interface Turns {
  <T>(work: () => Promise<T>): Promise<T>;
}

export function takeTurns({
  atOnce,
  waiting,
  refuse,
}: {
  atOnce: number;
  waiting: number;
  refuse: () => Error;
}): Turns {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw refuse();
      // A finished run passes its slot on, so `running` does not change.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
