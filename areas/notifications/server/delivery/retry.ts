// Decides when a failed delivery is retried.
import { HOUR } from "#lib/time/zoned-time.ts";

export interface Failure {
  /** A final failure, such as a wrong token, is not retried. */
  isFinal: boolean;
  /** The wait time that the service requested. Such a failure does not count as an attempt. */
  retryAfterMs?: number | undefined;
}

export interface RetryRules {
  maxRetries: number;
  retryMs: number;
  /** Maximum delay between two attempts. */
  maxRetryMs: number;
}

/** Maximum wait that a service can request. It is also the maximum pause of the circuit breaker. */
export const maxDelayMs = HOUR;
/** After this time, a delivery to a service that keeps asking to wait is no longer retried. */
const maxAgeMs = 24 * HOUR;

export type Retry = { afterMs: number; retries: number } | { isGivenUp: true };

/** `retries` is the number of retries so far; `jitter` is between 0 and 1. */
export function nextTry(
  { isFinal, retryAfterMs }: Failure,
  { retries, ageMs, jitter }: { retries: number; ageMs: number; jitter: number },
  { maxRetries, retryMs, maxRetryMs }: RetryRules,
): Retry {
  if (isFinal || ageMs > maxAgeMs) return { isGivenUp: true };
  // A service that asks for a wait of zero must not be called in a loop.
  if (retryAfterMs !== undefined)
    return { afterMs: Math.min(Math.max(retryAfterMs, retryMs, ageMs / 10), maxDelayMs), retries };
  if (retries >= maxRetries) return { isGivenUp: true };
  const delay = Math.min(retryMs * 4 ** retries, maxRetryMs);
  // Messages that failed together are retried at different times.
  return { afterMs: delay * (1 + jitter / 4), retries: retries + 1 };
}
