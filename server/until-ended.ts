// Whatever a driver waits for, a run ends in time.

/** What the work comes to, unless the signal says that nobody waits for it any more. */
export function untilEnded<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) {
      // What it throws later is nobody's.
      work.catch(() => {});
      stop();
      return;
    }
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
