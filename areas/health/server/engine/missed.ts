// Why a check was not run when it was due, as far as the worker knows that runs it at last.
import type { Lateness } from "../run/lateness.ts";

export interface Known {
  /** The lease of the worker that held the turn expired. */
  isTakenOver: boolean;
  dueAt: number;
  now: number;
  intervalMs: number | undefined;
  startedAt: number;
  /** The last time that the database could not be reached. */
  outage: { from: number; to: number } | undefined;
  lateness: Pick<Lateness, "stallSince">;
}

const tolerableMs = 20_000;
const leastMs = 5_000;

interface Cause {
  from: number;
  to: number;
  reason(between: string): string;
}

/** Undefined when it is not late by much: for long intervals by twenty seconds, for short ones by one of them. */
export function whyMissed({
  isTakenOver,
  dueAt,
  now,
  intervalMs,
  startedAt,
  outage,
  lateness,
}: Known): string | undefined {
  const tolerated = Math.min(tolerableMs, Math.max(intervalMs ?? tolerableMs, leastMs));
  if (now - dueAt < tolerated) return undefined;
  const stall = lateness.stallSince(dueAt);
  const causes: Cause[] = [
    ...(outage ? [{ ...outage, reason: (between: string) => `The database could not be reached ${between}.` }] : []),
    ...(stall ? [{ ...stall, reason: (between: string) => `The runner stood still ${between}.` }] : []),
    { from: dueAt, to: startedAt, reason: (between) => `No worker ran it ${between}.` },
  ];
  // Each of them may have happened within the gap, such as a short stall while the worker started: the reason is the one that
  // lasted longest of it.
  const overlapMs = ({ from, to }: Cause) => Math.min(to, now) - Math.max(from, dueAt);
  const [main] = causes.filter((cause) => overlapMs(cause) > 0).toSorted((a, b) => overlapMs(b) - overlapMs(a));
  const explainsIt = main !== undefined && overlapMs(main) >= (now - dueAt) / 2;
  if (isTakenOver && !explainsIt) return "The worker that was to run it ended before it was done.";
  if (main) return main.reason(spelled(main));
  return `Runner overload: no worker had room for it ${spelled({ from: dueAt, to: now })}.`;
}

const spelled = ({ from, to }: { from: number; to: number }) =>
  `from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
