// Decides how a run continues after an action has ended.
import { parseDuration } from "#lib/time/duration.ts";
import type { PlaybookAction } from "../spec.ts";

/** One attempt of an action, with the fields that the decision needs. */
export interface Attempt {
  position: number;
  retry_count: number;
  status: string;
}

export type Step =
  | { kind: "next"; position: number }
  | { kind: "retry"; position: number; retry: number; waitMs: number }
  | { kind: "end"; status: "completed" | "failed" };

/** The last attempt of each action, in action order. */
export function lastAttempts<One extends Attempt>(attempts: readonly One[]): One[] {
  const last = new Map<number, One>();
  for (const attempt of attempts) {
    const known = last.get(attempt.position);
    if (!known || known.retry_count < attempt.retry_count) last.set(attempt.position, attempt);
  }
  return [...last.values()].sort((a, b) => a.position - b.position);
}

/** `mayRetry` is false if another attempt cannot succeed. `chance` is a random number from 0 to 1. */
export function nextStep(
  actions: readonly Pick<PlaybookAction, "if" | "retry">[],
  attempts: readonly Attempt[],
  { mayRetry, chance = Math.random() }: { mayRetry: boolean; chance?: number },
): Step {
  const done = lastAttempts(attempts);
  const last = done.at(-1);
  if (!last) return actions.length === 0 ? { kind: "end", status: "completed" } : { kind: "next", position: 0 };
  const retry = actions[last.position]?.retry;
  const hasFailed = last.status === "failed";
  if (hasFailed && mayRetry && last.retry_count < (retry?.limit ?? 0))
    return {
      kind: "retry",
      position: last.position,
      retry: last.retry_count + 1,
      waitMs: retryWaitMs(retry!, last.retry_count, chance),
    };
  // After a failure, only actions with a condition are considered, because the condition can test for the failure.
  const position = actions.findIndex(
    (action, index) => index > last.position && (!hasFailed || (action.if ?? "").trim() !== ""),
  );
  if (position >= 0) return { kind: "next", position };
  return { kind: "end", status: done.some(({ status }) => status === "failed") ? "failed" : "completed" };
}

const maxWaitMs = 24 * 3_600_000;

/** Returns the delay before a retry; `retries` is the number of earlier retries. */
export function retryWaitMs(
  { duration, jitter = 0, exponent }: NonNullable<PlaybookAction["retry"]>,
  retries: number,
  chance: number,
): number {
  const base = duration === undefined ? 0 : parseDuration(duration);
  const factor = (exponent?.multiplier ?? 1) ** retries;
  const spread = 1 + (jitter / 100) * (2 * chance - 1);
  return Math.min(maxWaitMs, Math.max(0, Math.round(base * factor * spread)));
}
