// How long a run may take before it is ended: as long as its tries and the pauses between them, and less than its interval, so
// that it is done when its next run comes.
import { kindNamed } from "../checks/index.ts";
import { graceMs, millisOf, tryLimitMs } from "../run/try-limit.ts";
import { isRecord } from "../spec/written-checks.ts";

/** For a check without a schedule, unless a single try may take longer. */
const maxMs = 15 * 60_000;
const leastMs = 500;

interface Written {
  type: string;
  spec: unknown;
}

export function deadlineMs(check: Written, canarySpec: unknown, intervalMs: number | undefined): number {
  const kind = kindNamed(check.type);
  const parsed = kind?.spec.safeParse(check.spec);
  // A spec that its kind refuses is not run.
  const tryMs = tryLimitMs(parsed?.success ? kind : undefined, parsed?.success ? parsed.data : check.spec);
  const wanted = kind?.retriesItself ? tryMs : withRetries(tryMs, record(check.spec), record(canarySpec));
  const limit =
    intervalMs !== undefined
      ? intervalMs - Math.min(1_000, intervalMs / 10)
      : kind?.takesMs
        ? Math.max(maxMs, tryMs)
        : maxMs;
  return Math.max(leastMs, Math.min(wanted, limit));
}

function withRetries(tryMs: number, spec: Fields, canarySpec: Fields): number {
  const retries = { ...record(canarySpec["retries"]), ...record(spec["retries"]) };
  const delayMs = millisOf(retries["delay"]);
  if (retries["disabled"] === true) return delayMs + tryMs;
  const timeoutMs = millisOf(retries["timeout"]);
  const most = typeof retries["maxRetries"] === "number" ? retries["maxRetries"] : 0;
  const pauseMs = millisOf(retries["interval"]) || 1_000;
  // Within its time-out a try may begin; it may end after it.
  const triesMs = timeoutMs > 0 ? timeoutMs + tryMs : tryMs + most * (tryMs + pauseMs);
  return delayMs + triesMs + (most > 0 || timeoutMs > 0 ? graceMs : 0);
}

type Fields = Readonly<Record<string, unknown>>;

const record = (value: unknown): Fields => (isRecord(value) ? value : {});
