// Time limit of one attempt, including look-up, connection, redirects, body and waits of a driver. A timeout of the spec
// gets some grace, because the kind then reports more precisely what was late; without one the attempt is cut off.
import { parseDuration } from "#language/duration.ts";
import { problemOf } from "#language/unreadable.ts";
import type { CheckKind } from "../check-kind.ts";
import { isRecord } from "../spec/written-checks.ts";

const defaultMs = 60_000;
export const graceMs = 5_000;

/** `spec` as parsed by its kind. */
export function tryLimitMs(kind: Pick<CheckKind, "takesMs"> | undefined, spec: unknown): number {
  const ownMs = kind?.takesMs?.(spec) ?? millisOf(isRecord(spec) ? spec["timeout"] : undefined);
  return ownMs > 0 ? ownMs + graceMs : defaultMs;
}

/** Accepts a number of seconds or a duration; returns 0 for anything else. */
export function millisOf(value: unknown): number {
  if (typeof value === "number") return value * 1_000;
  if (typeof value !== "string" || problemOf(() => parseDuration(value)) !== undefined) return 0;
  return parseDuration(value);
}
