// Limits how long a run may take and how often it is attempted.
//
// - The limit of one attempt includes DNS, connection, redirects, body and waits of a driver. A timeout of the spec
//   gets some grace, because the kind then reports more precisely which part was late; without a timeout, the attempt
//   is cut off.
// - The deadline of a run is the time for all attempts and the pauses between them, but less than its interval, so that
//   the run ends before the next one.
import { setTimeout as sleep } from "node:timers/promises";
import { parseDuration } from "#lib/time/duration.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { Span } from "#lib/expression/values.ts";
import { CheckInvalid, parsedSpec, type CheckKind } from "../check-kind.ts";
import { isRecord } from "../spec/written-checks.ts";
import { kindNamed } from "../checks/index.ts";
import type { CheckResult } from "./result.ts";

const defaultMs = 60_000;
const graceMs = 5_000;

/** `spec` is the spec as parsed by its kind. */
export function tryLimitMs(kind: Pick<CheckKind, "takesMs"> | undefined, spec: unknown): number {
  const ownMs = kind?.takesMs?.(spec) ?? millisOf(isRecord(spec) ? spec["timeout"] : undefined);
  return ownMs > 0 ? ownMs + graceMs : defaultMs;
}

/** Accepts a number of seconds or a duration; returns 0 for anything else. */
function millisOf(value: unknown): number {
  if (typeof value === "number") return value * 1_000;
  if (typeof value !== "string" || problemOf(() => parseDuration(value)) !== undefined) return 0;
  return parseDuration(value);
}

/** Limit for a check without a schedule, unless a single attempt may take longer. */
const maxMs = 15 * 60_000;
const minMs = 500;

interface Written {
  type: string;
  spec: unknown;
}

export function deadlineMs(check: Written, canarySpec: unknown, intervalMs: number | undefined): number {
  const kind = kindNamed(check.type);
  const parsed = kind && parsedSpec(kind, check.spec);
  // A spec that its kind rejects does not run, so its own timeout is precise enough.
  const tryMs = tryLimitMs(parsed?.success ? kind : undefined, parsed?.success ? parsed.data : check.spec);
  const wanted = kind?.retriesItself ? tryMs : allTriesMs(tryMs, record(check.spec), record(canarySpec));
  const limit =
    intervalMs !== undefined
      ? intervalMs - Math.min(1_000, intervalMs / 10)
      : kind?.takesMs
        ? Math.max(maxMs, tryMs)
        : maxMs;
  return Math.max(minMs, Math.min(wanted, limit));
}

function allTriesMs(tryMs: number, spec: Fields, canarySpec: Fields): number {
  const retries = { ...record(canarySpec["retries"]), ...record(spec["retries"]) };
  const delayMs = millisOf(retries["delay"]);
  if (retries["disabled"] === true) return delayMs + tryMs;
  const timeoutMs = millisOf(retries["timeout"]);
  const maxRetries = typeof retries["maxRetries"] === "number" ? retries["maxRetries"] : 0;
  const pauseMs = millisOf(retries["interval"]) || 1_000;
  // An attempt may start before the timeout expires and end after the timeout.
  const triesMs = timeoutMs > 0 ? timeoutMs + tryMs : tryMs + maxRetries * (tryMs + pauseMs);
  return delayMs + triesMs + (maxRetries > 0 || timeoutMs > 0 ? graceMs : 0);
}

type Fields = Readonly<Record<string, unknown>>;

const record = (value: unknown): Fields => (isRecord(value) ? value : {});

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
  /** Limit for all attempts together; the last pause is shortened to stay within this limit. */
  timeoutMs: number | undefined;
  maxRetries: number | undefined;
}

const defaultInterval = "1s";

/**
 * Merges both fields; the field of the check takes precedence. Returns undefined for a single attempt without delay.
 */
export function retriesOf(canary: WrittenRetries | undefined, check: WrittenRetries | undefined): Retries | undefined {
  if (canary === undefined && check === undefined) return undefined;
  const { delay, interval = defaultInterval, timeout, maxRetries, disabled = false } = { ...canary, ...check };
  const delayMs = retryMs("delay", delay);
  const timeoutMs = retryMs("timeout", timeout);
  const isRetried = !disabled && ((maxRetries ?? 0) > 0 || timeoutMs > 0);
  if (!isRetried) return delayMs > 0 ? { delayMs, intervalMs: 0, timeoutMs: undefined, maxRetries: 0 } : undefined;
  const intervalMs = retryMs("interval", interval);
  if (intervalMs === 0 && timeoutMs > 0)
    throw new CheckInvalid(
      "retries.interval must not be 0 with a timeout, because the check would be retried without a pause.",
    );
  return { delayMs, intervalMs, timeoutMs: timeoutMs > 0 ? timeoutMs : undefined, maxRetries };
}

/** Retries of a check are validated with its spec; retries of a canary may predate the validation. */
function retryMs(field: string, written: string | undefined): number {
  if (written === undefined) return 0;
  const wrong = problemOf(() => parseDuration(written));
  if (wrong !== undefined) throw new CheckInvalid(`retries.${field}: ${wrong}`);
  return parseDuration(written);
}

/**
 * Repeats the attempt `look` until the check passes, is invalid (further attempts would fail in the same way), or a
 * limit is reached. If the run is aborted between attempts, the last result is returned; an abort during the initial
 * delay rejects.
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
