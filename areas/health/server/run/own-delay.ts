// Decides whether a failed run says something about the target, or only that we were late ourselves. All timeouts (look-up,
// connect, TLS, body, a driver's own, the deadline of the run) pass through here.
import { printDuration } from "#language/duration.ts";
import { stallMs, type Lateness, type Mark } from "./lateness.ts";

/**
 * A check waits for the event loop about this many times: look-up, connect, TLS, request, head, body. A single gap delays
 * each wait at most, therefore many short gaps do not excuse a long wait for a silent target.
 */
const waitsPerRun = 10;
/**
 * The share of the run's time that must be our own delay. It is lower for a run that is repeated at once, because giving
 * that up costs little.
 */
const givenUpFrom = { first: 0.1, last: 0.5 };

export interface Watch {
  /** Runs work of our own, such as reading a connection from the database; its time does not count against the target. */
  ownWork<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Why a failure is not the target's fault; undefined when it is. */
  excuse(failure: { tookTooLong: boolean; isLastTry: boolean }): string | undefined;
}

export function watchRun(lateness: Lateness): Watch {
  const startedAt = performance.now();
  const mark: Mark = lateness.mark();
  let ownMs = 0;
  let ownStartedAt = 0;
  let ownWorks = 0;

  /** Concurrent calls are counted once. */
  async function ownWork<Value>(work: () => Promise<Value>): Promise<Value> {
    if (ownWorks === 0) ownStartedAt = performance.now();
    ownWorks += 1;
    try {
      return await work();
    } finally {
      ownWorks -= 1;
      if (ownWorks === 0) ownMs += performance.now() - ownStartedAt;
    }
  }

  return {
    ownWork,
    excuse({ tookTooLong, isLastTry }) {
      const { totalMs, maxGapMs } = lateness.since(mark);
      // Peers close connections to a process that stalls, so any error can be a consequence.
      if (maxGapMs >= stallMs)
        return `The runner stood still for ${printDuration(Math.round(maxGapMs))} during the run.`;
      if (!tookTooLong) return undefined;
      const tookMs = performance.now() - startedAt;
      const pendingMs = ownWorks > 0 ? performance.now() - ownStartedAt : 0;
      const delayMs = Math.min(totalMs, waitsPerRun * maxGapMs) + ownMs + pendingMs;
      if (delayMs < tookMs * (isLastTry ? givenUpFrom.last : givenUpFrom.first)) return undefined;
      return `The runner was late by up to ${inWords(delayMs)} of the ${inWords(tookMs)} that the run took, so its time-out says nothing about the target.`;
    },
  };
}

const inWords = (ms: number) => printDuration(Math.max(1, Math.round(ms)));
