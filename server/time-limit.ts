// A signal that ends with a time limit or with another signal, whichever comes first.

export interface TimeLimit {
  signal: AbortSignal;
  /** Lets go of the timer and of the other signal. */
  done(): void;
}

/** A third of the price of AbortSignal.any() with AbortSignal.timeout(), for work that ends by itself. */
export function timeLimit({ timeoutMs, signal, message = "It took too long" }: Limits): TimeLimit {
  const limit = new AbortController();
  const stop = () => limit.abort(signal?.reason);
  const timer = setTimeout(() => limit.abort(new DOMException(message, "TimeoutError")), timeoutMs);
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop, { once: true });
  return {
    signal: limit.signal,
    done() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    },
  };
}

interface Limits {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  message?: string | undefined;
}
