// A signal that aborts on a timeout or with another signal, whichever comes first.

export interface TimeLimit {
  signal: AbortSignal;
  /** Clears the timer and the listener. */
  done(): void;
}

/**
 * Creates a time limit for work that usually finishes within the limit. It costs a third of AbortSignal.any() with
 * AbortSignal.timeout().
 */
export function timeLimit({ timeoutMs, signal, message = "The operation took too long" }: Limits): TimeLimit {
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
