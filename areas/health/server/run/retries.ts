// Retries: a failing check may be attempted again before it counts as failed.
import { setTimeout as sleep } from "node:timers/promises";
import { parseDuration } from "#language/duration.ts";
import { problemOf } from "#language/unreadable.ts";
import { Span } from "#server/expression/values.ts";
import { CheckInvalid } from "../check-kind.ts";
import type { CheckResult } from "./result.ts";

/** The `retries` field of a canary or a check. */
export interface WrittenRetries {
  delay?: string | undefined;
  interval?: string | undefined;
  timeout?: string | undefined;
  maxRetries?: number | undefined;
  disabled?: boolean | undefined;
}

export interface Retries {
  delayMs: number;
  intervalMs: number;
  /** Limit for all attempts together; the last wait is shortened to it. */
  timeoutMs: number | undefined;
  maxRetries: number | undefined;
}

const defaultInterval = "1s";

/**
 * Merges both fields; those of the check take precedence. Returns undefined when there is a single attempt without delay.
 */
export function retriesOf(canary: WrittenRetries | undefined, check: WrittenRetries | undefined): Retries | undefined {
  if (canary === undefined && check === undefined) return undefined;
  const { delay, interval = defaultInterval, timeout, maxRetries, disabled = false } = { ...canary, ...check };
  const delayMs = millisOf("delay", delay);
  const timeoutMs = millisOf("timeout", timeout);
  const isRetried = !disabled && ((maxRetries ?? 0) > 0 || timeoutMs > 0);
  if (!isRetried) return delayMs > 0 ? { delayMs, intervalMs: 0, timeoutMs: undefined, maxRetries: 0 } : undefined;
  const intervalMs = millisOf("interval", interval);
  if (intervalMs === 0 && timeoutMs > 0)
    throw new CheckInvalid("retries.interval must not be 0 with a timeout: it would be tried again without a pause.");
  return { delayMs, intervalMs, timeoutMs: timeoutMs > 0 ? timeoutMs : undefined, maxRetries };
}

/** Retries of a check are validated with its spec; those of a canary may predate the validation. */
function millisOf(field: string, written: string | undefined): number {
  if (written === undefined) return 0;
  const wrong = problemOf(() => parseDuration(written));
  if (wrong !== undefined) throw new CheckInvalid(`retries.${field}: ${wrong}`);
  return parseDuration(written);
}

/**
 * Repeats `look` until it passes, is invalid (another attempt would fail in the same way), or a limit is reached. When the run is aborted between attempts, the last
 * result is returned; an abort during the initial delay rejects.
 */
export async function withRetries(
  retries: Retries,
  signal: AbortSignal,
  look: () => Promise<CheckResult>,
): Promise<CheckResult> {
  const startedAt = performance.now();
  const { delayMs, intervalMs, timeoutMs, maxRetries = Number.POSITIVE_INFINITY } = retries;
  if (delayMs > 0) await sleep(delayMs, undefined, { signal });
  let attempts = 0;
  let found: CheckResult;
  do {
    found = await look();
    attempts += 1;
  } while (found.verdict !== "healthy" && !found.isInvalid && attempts <= maxRetries && (await hasWaited()));
  return attempts === 1 && maxRetries === 0 ? found : { ...found, data: { ...found.data, retries: summary() } };

  async function hasWaited(): Promise<boolean> {
    const left = timeoutMs === undefined ? intervalMs : startedAt + timeoutMs - performance.now();
    if (left <= 0 && timeoutMs !== undefined) return false;
    return sleep(Math.min(intervalMs, left), true, { signal }).catch(() => false);
  }

  function summary() {
    const elapsedMillis = Math.round(performance.now() - startedAt);
    return {
      attempts,
      retries: attempts - 1,
      elapsed: new Span(elapsedMillis).toString(),
      elapsedMillis,
      interval: new Span(intervalMs).toString(),
      ...(retries.maxRetries !== undefined && { maxRetries: retries.maxRetries }),
      ...(timeoutMs !== undefined && { timeout: new Span(timeoutMs).toString() }),
      ...(delayMs > 0 && { delay: new Span(delayMs).toString() }),
    };
  }
}
