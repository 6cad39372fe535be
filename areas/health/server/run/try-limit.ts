// How long one try of a check may take, all of it: looking up, connecting, redirects, the body, whatever a driver waits for. A kind
// that keeps its own limit says better what was late, so it gets a little longer; one that does not is cut off.
import { parseDuration } from "#language/duration.ts";
import { problemOf } from "#language/unreadable.ts";
import type { CheckKind } from "../check-kind.ts";
import { isRecord } from "../spec/written-checks.ts";

const usualMs = 60_000;
export const graceMs = 5_000;

/** `spec` as its kind parsed it. */
export function tryLimitMs(kind: Pick<CheckKind, "takesMs"> | undefined, spec: unknown): number {
  const ownMs = kind?.takesMs?.(spec) ?? millisOf(isRecord(spec) ? spec["timeout"] : undefined);
  return ownMs > 0 ? ownMs + graceMs : usualMs;
}

/** Seconds as a number, or a duration; 0 for what says neither. */
export function millisOf(value: unknown): number {
  if (typeof value === "number") return value * 1_000;
  if (typeof value !== "string" || problemOf(() => parseDuration(value)) !== undefined) return 0;
  return parseDuration(value);
}
