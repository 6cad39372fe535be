// Stops waiting as soon as a signal aborts, even if the driver does not stop.

/** Returns the result of the work, or rejects as soon as the signal aborts. */
export function untilEnded<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) {
      // A later rejection of the work is ignored.
      work.catch(() => {});
      stop();
      return;
    }
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
