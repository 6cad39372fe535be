// Trying again: a check that fails may be looked at again before it counts as failing.
import { setTimeout as sleep } from "node:timers/promises";
import { parseDuration } from "#language/duration.ts";
import { problemOf } from "#language/unreadable.ts";
import { Span } from "#server/expression/values.ts";
import { CheckInvalid } from "../check-kind.ts";

/** As specs write it, of a canary and of a check. */
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
  /** For all of it; a wait that would go beyond is cut. */
  timeoutMs: number | undefined;
  most: number | undefined;
}

const usualInterval = "1s";

/** What the check says wins, field by field. Undefined when it is looked at once, and at once. */
export function retriesOf(canary: WrittenRetries | undefined, check: WrittenRetries | undefined): Retries | undefined {
  if (canary === undefined && check === undefined) return undefined;
  const { delay, interval = usualInterval, timeout, maxRetries, disabled = false } = { ...canary, ...check };
  const delayMs = millisOf("delay", delay);
  const timeoutMs = millisOf("timeout", timeout);
  const isRetried = !disabled && ((maxRetries ?? 0) > 0 || timeoutMs > 0);
  if (!isRetried) return delayMs > 0 ? { delayMs, intervalMs: 0, timeoutMs: undefined, most: 0 } : undefined;
  const intervalMs = millisOf("interval", interval);
  if (intervalMs === 0 && timeoutMs > 0)
    throw new CheckInvalid("retries.interval must not be 0 with a timeout: it would be tried again without a pause.");
  return { delayMs, intervalMs, timeoutMs: timeoutMs > 0 ? timeoutMs : undefined, most: maxRetries };
}

/** Those of a check are judged with it, those of a canary may be older than we are. */
function millisOf(field: string, written: string | undefined): number {
  if (written === undefined) return 0;
  const wrong = problemOf(() => parseDuration(written));
  if (wrong !== undefined) throw new CheckInvalid(`retries.${field}: ${wrong}`);
  return parseDuration(written);
}

export interface Attempt {
  pass: boolean;
  /** Tried again it would fail again. */
  isInvalid: boolean;
  /** Undefined when the run came to nothing that expressions could look at. */
  data: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Looks until it passes, cannot pass, or may not look again. Whoever ends the run early gets what was found last; nothing is
 * found when it ends before the first look.
 */
export async function withRetries<Found extends Attempt>(
  retries: Retries,
  signal: AbortSignal,
  look: () => Promise<Found>,
): Promise<Found> {
  const begun = performance.now();
  const { delayMs, intervalMs, timeoutMs, most = Number.POSITIVE_INFINITY } = retries;
  if (delayMs > 0) await sleep(delayMs, undefined, { signal });
  let attempts = 0;
  let found: Found;
  do {
    found = await look();
    attempts += 1;
  } while (!found.pass && !found.isInvalid && attempts <= most && (await hasWaited()));
  return attempts === 1 && most === 0 ? found : { ...found, data: { ...found.data, retries: told() } };

  async function hasWaited(): Promise<boolean> {
    const left = timeoutMs === undefined ? intervalMs : begun + timeoutMs - performance.now();
    if (left <= 0 && timeoutMs !== undefined) return false;
    return sleep(Math.min(intervalMs, left), true, { signal }).catch(() => false);
  }

  function told() {
    const elapsedMillis = Math.round(performance.now() - begun);
    return {
      attempts,
      retries: attempts - 1,
      elapsed: new Span(elapsedMillis).toString(),
      elapsedMillis,
      interval: new Span(intervalMs).toString(),
      ...(retries.most !== undefined && { maxRetries: retries.most }),
      ...(timeoutMs !== undefined && { timeout: new Span(timeoutMs).toString() }),
      ...(delayMs > 0 && { delay: new Span(delayMs).toString() }),
    };
  }
}
