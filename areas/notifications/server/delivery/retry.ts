// Decides when a failed delivery is repeated.
import { HOUR } from "#lib/time/zoned-time.ts";

export interface Failure {
  /** A final failure, such as a wrong token, is not repeated. */
  isFinal: boolean;
  /** The time that the service asked to wait. Such a failure does not count as a try. */
  retryAfterMs?: number | undefined;
}

export interface RetryRules {
  maxRetries: number;
  retryMs: number;
  /** The longest delay between two tries that failed. */
  maxRetryMs: number;
}

/** A service is called at least this often, whatever it asks for; the circuit breaker has the same limit. */
export const maxDelayMs = HOUR;
/** A service that keeps asking to wait gets no more tries after this time. */
const maxAgeMs = 24 * HOUR;

export type Retry = { afterMs: number; retries: number } | { isGivenUp: true };

/** `retries` is the number of repetitions so far; `jitter` is between 0 and 1. */
export function nextTry(
  { isFinal, retryAfterMs }: Failure,
  { retries, ageMs, jitter }: { retries: number; ageMs: number; jitter: number },
  { maxRetries, retryMs, maxRetryMs }: RetryRules,
): Retry {
  if (isFinal || ageMs > maxAgeMs) return { isGivenUp: true };
  // A service that asks for no wait at all must not be called in a loop.
  if (retryAfterMs !== undefined)
    return { afterMs: Math.min(Math.max(retryAfterMs, retryMs, ageMs / 10), maxDelayMs), retries };
  if (retries >= maxRetries) return { isGivenUp: true };
  const delay = Math.min(retryMs * 4 ** retries, maxRetryMs);
  // Messages that failed together are not repeated together.
  return { afterMs: delay * (1 + jitter / 4), retries: retries + 1 };
}
