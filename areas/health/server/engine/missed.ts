// Why a check was not run when it was due, as far as the worker knows that runs it at last.
import type { Stalls } from "./stalls.ts";

export interface Known {
  /** Who had the turn let its time pass. */
  isTakenOver: boolean;
  dueAt: number;
  now: number;
  intervalMs: number | undefined;
  startedAt: number;
  /** The last time that the database could not be reached. */
  outage: { from: number; to: number } | undefined;
  stalls: Pick<Stalls, "since">;
}

const tolerableMs = 20_000;
const leastMs = 5_000;

/** Undefined when it is not late by much: for long intervals by twenty seconds, for short ones by one of them. */
export function whyMissed({
  isTakenOver,
  dueAt,
  now,
  intervalMs,
  startedAt,
  outage,
  stalls,
}: Known): string | undefined {
  const tolerated = Math.min(tolerableMs, Math.max(intervalMs ?? tolerableMs, leastMs));
  if (now - dueAt < tolerated) return undefined;
  const between = (from: number, to: number) => `from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
  if (outage && outage.to >= dueAt) return `The database could not be reached ${between(outage.from, outage.to)}.`;
  const stall = stalls.since(dueAt);
  if (stall) return `The runner stood still ${between(stall.from, stall.to)}.`;
  if (isTakenOver) return "The worker that was to run it ended before it was done.";
  if (startedAt > dueAt) return `No worker ran it ${between(dueAt, startedAt)}.`;
  return `Runner overload: no worker had room for it ${between(dueAt, now)}.`;
}
