// The deadline of a run: the time for all attempts and the pauses between them, but less than its interval, so that it ends
// before the next run.
import { kindNamed } from "../checks/index.ts";
import { graceMs, millisOf, tryLimitMs } from "../run/try-limit.ts";
import { isRecord } from "../spec/written-checks.ts";

/** Limit for a check without a schedule, unless a single attempt may take longer. */
const maxMs = 15 * 60_000;
const minMs = 500;

interface Written {
  type: string;
  spec: unknown;
}

export function deadlineMs(check: Written, canarySpec: unknown, intervalMs: number | undefined): number {
  const kind = kindNamed(check.type);
  const parsed = kind?.spec.safeParse(check.spec);
  // A spec that its kind refuses is not run, so its own timeout is good enough.
  const tryMs = tryLimitMs(parsed?.success ? kind : undefined, parsed?.success ? parsed.data : check.spec);
  const wanted = kind?.retriesItself ? tryMs : withRetries(tryMs, record(check.spec), record(canarySpec));
  const limit =
    intervalMs !== undefined
      ? intervalMs - Math.min(1_000, intervalMs / 10)
      : kind?.takesMs
        ? Math.max(maxMs, tryMs)
        : maxMs;
  return Math.max(minMs, Math.min(wanted, limit));
}

function withRetries(tryMs: number, spec: Fields, canarySpec: Fields): number {
  const retries = { ...record(canarySpec["retries"]), ...record(spec["retries"]) };
  const delayMs = millisOf(retries["delay"]);
  if (retries["disabled"] === true) return delayMs + tryMs;
  const timeoutMs = millisOf(retries["timeout"]);
  const maxRetries = typeof retries["maxRetries"] === "number" ? retries["maxRetries"] : 0;
  const pauseMs = millisOf(retries["interval"]) || 1_000;
  // An attempt may start within the timeout and end after it.
  const triesMs = timeoutMs > 0 ? timeoutMs + tryMs : tryMs + maxRetries * (tryMs + pauseMs);
  return delayMs + triesMs + (maxRetries > 0 || timeoutMs > 0 ? graceMs : 0);
}

type Fields = Readonly<Record<string, unknown>>;

const record = (value: unknown): Fields => (isRecord(value) ? value : {});
