// Explains why a check did not run when it was due, as far as the worker knows that runs it now.
import type { Lateness } from "../run/lateness.ts";

export interface LateTurn {
  /** The lease of the worker that held the turn expired. */
  isTakenOver: boolean;
  dueAt: number;
  now: number;
  intervalMs: number | undefined;
  startedAt: number;
  /** The last period in which the database could not be reached. */
  outage: { from: number; to: number } | undefined;
  lateness: Pick<Lateness, "stallSince">;
}

const tolerableMs = 20_000;
const minToleratedMs = 5_000;

interface Cause {
  from: number;
  to: number;
  reason(between: string): string;
}

/** Returns undefined for a tolerable delay: twenty seconds, or one interval if that is shorter. */
export function whyMissed({
  isTakenOver,
  dueAt,
  now,
  intervalMs,
  startedAt,
  outage,
  lateness,
}: LateTurn): string | undefined {
  const tolerated = Math.min(tolerableMs, Math.max(intervalMs ?? tolerableMs, minToleratedMs));
  if (now - dueAt < tolerated) return undefined;
  const stall = lateness.stallSince(dueAt);
  const causes: Cause[] = [
    ...(outage ? [{ ...outage, reason: (between: string) => `The database could not be reached ${between}.` }] : []),
    ...(stall ? [{ ...stall, reason: (between: string) => `The runner stood still ${between}.` }] : []),
    { from: dueAt, to: startedAt, reason: (between) => `No worker ran it ${between}.` },
  ];
  // Several causes may fall into the gap, such as a short stall while the worker started: the reason is the one that covers
  // most of it.
  const overlapMs = ({ from, to }: Cause) => Math.min(to, now) - Math.max(from, dueAt);
  const [main] = causes.filter((cause) => overlapMs(cause) > 0).toSorted((a, b) => overlapMs(b) - overlapMs(a));
  const explainsIt = main !== undefined && overlapMs(main) >= (now - dueAt) / 2;
  if (isTakenOver && !explainsIt) return "The worker that was to run it ended before it was done.";
  if (main) return main.reason(spelled(main));
  return `Runner overload: no worker had room for it ${spelled({ from: dueAt, to: now })}.`;
}

const spelled = ({ from, to }: { from: number; to: number }) =>
  `from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
