// Ends a wait on time, even if a driver does not.

/** The result of the work, or a rejection as soon as the signal aborts. */
export function untilEnded<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) {
      // A later rejection of the work is irrelevant.
      work.catch(() => {});
      stop();
      return;
    }
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
