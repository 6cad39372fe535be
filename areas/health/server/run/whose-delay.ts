// Decides whether a failed run says something about the target, or only that we were late ourselves. Every kind of time-out
// (look-up, connect, TLS, body, a driver's own, the deadline of the run) passes here.
import { printDuration } from "#language/duration.ts";
import { stallMs, type Lateness, type Mark } from "./lateness.ts";

/**
 * A check waits for the event loop about this often: look-up, connect, TLS, request, head, body. Each time it waits for one gap
 * at most, so many short gaps during a long wait for a silent target are no excuse.
 */
const waitsPerRun = 10;
/** A run that is repeated at once is given up for less, because that costs little. */
const givenUpFrom = { first: 0.1, last: 0.5 };

export interface Watch {
  /** Does work of our own within the run, such as reading a connection from the database: its time is not the target's. */
  ownWork<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Why a failure is not the target's fault; undefined when it is. */
  excuse(failure: { tookTooLong: boolean; isLastTry: boolean }): string | undefined;
}

export function watchRun(lateness: Lateness): Watch {
  const begun = performance.now();
  const mark: Mark = lateness.mark();
  let ownMs = 0;
  let ownBegun = 0;
  let ownWorks = 0;

  /** Works side by side take their time once. */
  async function ownWork<Value>(work: () => Promise<Value>): Promise<Value> {
    if (ownWorks === 0) ownBegun = performance.now();
    ownWorks += 1;
    try {
      return await work();
    } finally {
      ownWorks -= 1;
      if (ownWorks === 0) ownMs += performance.now() - ownBegun;
    }
  }

  return {
    ownWork,
    excuse({ tookTooLong, isLastTry }) {
      const { totalMs, longestMs } = lateness.since(mark);
      // Others hang up on a process that stands still, whatever error comes of it.
      if (longestMs >= stallMs)
        return `The runner stood still for ${printDuration(Math.round(longestMs))} during the run.`;
      if (!tookTooLong) return undefined;
      const tookMs = performance.now() - begun;
      const pendingMs = ownWorks > 0 ? performance.now() - ownBegun : 0;
      const delayMs = Math.min(totalMs, waitsPerRun * longestMs) + ownMs + pendingMs;
      if (delayMs < tookMs * (isLastTry ? givenUpFrom.last : givenUpFrom.first)) return undefined;
      return `The runner was late by up to ${inWords(delayMs)} of the ${inWords(tookMs)} that the run took, so its time-out says nothing about the target.`;
    },
  };
}

const inWords = (ms: number) => printDuration(Math.max(1, Math.round(ms)));
