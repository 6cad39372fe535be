// Measures how late this process is: stopped, asleep with its machine, short of processor time, or with an event loop that is
// busy. A time-out during which we were late ourselves says nothing about the target (own-delay.ts).
export interface Stall {
  from: number;
  to: number;
}

/** A moment, with the lateness accumulated until then. */
export interface Mark {
  lateMs: number;
  at: number;
}

export interface Late {
  /** The sum of all gaps in which this process was late. */
  totalMs: number;
  maxGapMs: number;
}

export interface Lateness {
  mark(): Mark;
  since(mark: Mark): Late;
  /** The longest stall that ended after this moment, if there was one. */
  stallSince(moment: number): Stall | undefined;
}

const tickMs = 20;
/** Timers of a process that is not late at all are late by this much. */
const toleratedMs = 5;
/** A single gap of this length counts as a stall and is remembered with its times. */
export const stallMs = 1_000;
const rememberedMs = 60 * 60_000;
/** A hundred seconds of gaps one after the other. */
const maxGaps = 5_000;

export function watchLateness({ now = Date.now, elapsed = () => performance.now() } = {}) {
  let stalls: Stall[] = [];
  let gaps: { at: number; lateMs: number }[] = [];
  let accumulatedMs = 0;
  let last = { now: now(), elapsed: elapsed() };

  /** Reads both clocks: the monotonic clock stops while the machine sleeps, and the wall clock can be set back. */
  function lateNow(): number {
    const gap = Math.max(now() - last.now, elapsed() - last.elapsed);
    return Math.max(0, gap - tickMs - toleratedMs);
  }

  function tick(): void {
    const lateMs = lateNow();
    accumulatedMs += lateMs;
    last = { now: now(), elapsed: elapsed() };
    if (lateMs > 0) gaps.push({ at: last.elapsed, lateMs });
    if (gaps.length > 2 * maxGaps) gaps = gaps.slice(-maxGaps);
    if (lateMs < stallMs) return;
    stalls = stalls.filter(({ to }) => to > last.now - rememberedMs);
    stalls.push({ from: last.now - lateMs, to: last.now });
  }
  const timer = setInterval(tick, tickMs).unref();

  // A reader may run before the late timer, so overdue time counts as well. Reading must not restart the measurement, or
  // many readers in one long turn of the event loop would hide it.
  const total = () => accumulatedMs + lateNow();

  return {
    tick,
    mark: (): Mark => ({ lateMs: total(), at: elapsed() }),
    since(mark: Mark): Late {
      const totalMs = total() - mark.lateMs;
      let maxGapMs = lateNow();
      for (let index = gaps.length - 1; index >= 0 && gaps[index]!.at >= mark.at; index -= 1)
        maxGapMs = Math.max(maxGapMs, gaps[index]!.lateMs);
      // The mark may lie in the middle of a gap.
      return { totalMs, maxGapMs: Math.min(maxGapMs, totalMs) };
    },
    stallSince(moment: number): Stall | undefined {
      const pendingMs = lateNow();
      const pending = pendingMs >= stallMs ? [{ from: now() - pendingMs, to: now() }] : [];
      return [...stalls, ...pending]
        .filter(({ to }) => to >= moment)
        .toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
    },
    stop: () => clearInterval(timer),
  };
}

let processWide: Lateness | undefined;

/** Measured from the first call until the process ends. */
export const processLateness = (): Lateness => (processWide ??= watchLateness());
