// How long a check may take before it is ended: what its kind or it says of itself, with its retries; less than its interval in
// any case, so that it is done when its next run comes.
import { parseDuration } from "#language/duration.ts";
import { problemOf } from "#language/unreadable.ts";
import { kindNamed } from "../checks/index.ts";
import { isRecord } from "../spec/written-checks.ts";

const usualMs = 60_000;
/** Of what nobody waits for by a schedule. */
const mostMs = 15 * 60_000;
const leastMs = 500;
const endingMs = 5_000;

interface Written {
  type: string;
  spec: unknown;
}

export function deadlineMs(check: Written, canarySpec: unknown, intervalMs: number | undefined): number {
  const own = ownMs(check);
  const wanted = wantedMs(check, own, record(canarySpec));
  const most =
    intervalMs === undefined ? Math.max(mostMs, (own ?? 0) + endingMs) : intervalMs - Math.min(1_000, intervalMs / 10);
  return Math.max(leastMs, Math.min(wanted, most));
}

function ownMs({ type, spec }: Written): number | undefined {
  const kind = kindNamed(type);
  const parsed = kind?.takesMs && kind.spec.safeParse(spec);
  return parsed?.success ? kind!.takesMs!(parsed.data) : undefined;
}

function wantedMs(check: Written, own: number | undefined, canarySpec: Readonly<Record<string, unknown>>): number {
  const spec = record(check.spec);
  // What it is waited for by its own words, with time to come to an end.
  const one = Math.max((own ?? millisOf(spec["timeout"])) + endingMs, usualMs);
  const retries = { ...record(canarySpec["retries"]), ...record(spec["retries"]) };
  if (retries["disabled"] === true || kindNamed(check.type)?.retriesItself) return one;
  const timeout = millisOf(retries["timeout"]);
  const again = typeof retries["maxRetries"] === "number" ? retries["maxRetries"] : 0;
  const all = one + again * (one + (millisOf(retries["interval"]) || 1_000));
  return millisOf(retries["delay"]) + (timeout > 0 ? timeout + one : all);
}

const record = (value: unknown) => (isRecord(value) ? value : {});

/** Seconds as a number, or a duration; 0 for what says neither. */
function millisOf(value: unknown): number {
  if (typeof value === "number") return value * 1_000;
  if (typeof value !== "string" || problemOf(() => parseDuration(value)) !== undefined) return 0;
  return parseDuration(value);
}
