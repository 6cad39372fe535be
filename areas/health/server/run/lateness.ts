// Measures the delays of this process (its lateness), and decides whether these delays caused a failed run, or explain
// why a check did not run when it was due. A process is late while it is suspended, its machine sleeps, it lacks
// processor time, or its event loop is busy.
import { printDuration } from "#lib/time/duration.ts";

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
  /** Also measures short delays, until the returned function is called. */
  watch(): () => void;
  mark(): Mark;
  since(mark: Mark): Late;
  /** The longest stall that ended after this moment; undefined if there was no stall. */
  stallSince(moment: number): Stall | undefined;
}

const tickMs = 20;
/**
 * The timer interval while no run is watched. It is long, because only stalls matter then, and an idle process should
 * wake up rarely.
 */
const idleTickMs = 500;
/** Tolerance in milliseconds: timers may fire this late even if the process is on time. */
const toleratedMs = 5;
/** A single gap of this length counts as a stall and is remembered with its times. */
const stallMs = 1_000;
const rememberedMs = 60 * 60_000;
/** Number of stored gaps: enough for a hundred seconds of consecutive gaps. */
const maxGaps = 5_000;

export function watchLateness({ now = Date.now, elapsed = () => performance.now() } = {}) {
  let stalls: Stall[] = [];
  let gaps: { at: number; lateMs: number }[] = [];
  let accumulatedMs = 0;
  let last = { now: now(), elapsed: elapsed() };
  let watchedRuns = 0;
  let intervalMs = idleTickMs;
  let timer: NodeJS.Timeout | undefined;

  /** Reads both clocks: the monotonic clock stops while the machine sleeps, and the wall clock can be set back. */
  function lateNow(): number {
    const gap = Math.max(now() - last.now, elapsed() - last.elapsed);
    return Math.max(0, gap - intervalMs - toleratedMs);
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

  function tickEvery(ms: number): void {
    if (timer && ms === intervalMs) return;
    tick();
    intervalMs = ms;
    clearInterval(timer);
    timer = setInterval(onTimer, ms).unref();
  }

  /** On a busy process, runs follow each other closely, so the interval changes only after a tick without runs. */
  function onTimer(): void {
    tick();
    if (watchedRuns === 0) tickEvery(idleTickMs);
  }
  tickEvery(idleTickMs);

  // The delay may be read before the late timer fires, so time that is already overdue is included. Reading must not
  // restart the measurement, because many reads in one long turn of the event loop would hide that turn.
  const total = () => accumulatedMs + lateNow();

  return {
    tick,
    watch(): () => void {
      watchedRuns += 1;
      tickEvery(tickMs);
      return () => void (watchedRuns -= 1);
    },
    mark: (): Mark => ({ lateMs: total(), at: elapsed() }),
    since(mark: Mark): Late {
      const totalMs = total() - mark.lateMs;
      let maxGapMs = lateNow();
      for (let index = gaps.length - 1; index >= 0 && gaps[index]!.at >= mark.at; index -= 1)
        maxGapMs = Math.max(maxGapMs, gaps[index]!.lateMs);
      // The start mark may be in the middle of a gap.
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

/** Lateness is measured from the first call until the process ends. */
export const processLateness = (): Lateness => (processWide ??= watchLateness());

// Excuses: decides whether a failed run is evidence about the target, or only shows that this process was late. All
// timeouts are evaluated here: DNS, connect, TLS, body, driver timeouts, and the deadline of the run.

/**
 * A check waits for the event loop about this many times: DNS, connect, TLS, request, head, body. Each wait is delayed
 * by at most one gap, so several short gaps do not explain a long wait for a target that does not respond.
 */
const waitsPerRun = 10;
/**
 * The share of the run's time that must be a delay of this process. It is lower for a run that will be repeated,
 * because discarding such a run costs little.
 */
const minDelayShare = { first: 0.1, last: 0.5 };

export interface Watch {
  /** Must be called at the end of the run. */
  end(): void;
  /**
   * Runs work of Quarterdeck itself, such as reading a connection from the database. The time of this work does not
   * count as response time of the target.
   */
  ownWork<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Returns why a failure is not the fault of the target; undefined if the target is at fault. */
  excuse(failure: { tookTooLong: boolean; isLastTry: boolean }): string | undefined;
}

export function watchRun(lateness: Lateness): Watch {
  const startedAt = performance.now();
  const end = lateness.watch();
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
    end,
    ownWork,
    excuse({ tookTooLong, isLastTry }) {
      const { totalMs, maxGapMs } = lateness.since(mark);
      // Peers close connections to a process that stalls, so a stall can cause any error.
      if (maxGapMs >= stallMs) return `The runner stalled for ${printDuration(Math.round(maxGapMs))} during the run.`;
      if (!tookTooLong) return undefined;
      const tookMs = performance.now() - startedAt;
      const pendingMs = ownWorks > 0 ? performance.now() - ownStartedAt : 0;
      const delayMs = Math.min(totalMs, waitsPerRun * maxGapMs) + ownMs + pendingMs;
      if (delayMs < tookMs * (isLastTry ? minDelayShare.last : minDelayShare.first)) return undefined;
      return `The runner was late by up to ${inWords(delayMs)} of the ${inWords(tookMs)} that the run took, so its timeout says nothing about the target.`;
    },
  };
}

const inWords = (ms: number) => printDuration(Math.max(1, Math.round(ms)));

// Missed turns: determines why a check did not run when it was due, from the information that the current worker has.

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

/** Returns undefined for a tolerable delay: up to twenty seconds, or up to one interval if the interval is shorter. */
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
    ...(stall ? [{ ...stall, reason: (between: string) => `The runner stalled ${between}.` }] : []),
    { from: dueAt, to: startedAt, reason: (between) => `No worker ran the check ${between}.` },
  ];
  // Several causes may overlap the gap, such as a short stall while the worker started. The reason is the cause that
  // covers most of the gap.
  const overlapMs = ({ from, to }: Cause) => Math.min(to, now) - Math.max(from, dueAt);
  const [main] = causes.filter((cause) => overlapMs(cause) > 0).toSorted((a, b) => overlapMs(b) - overlapMs(a));
  const explainsIt = main !== undefined && overlapMs(main) >= (now - dueAt) / 2;
  if (isTakenOver && !explainsIt) return "The worker stopped before it had finished the check.";
  if (main) return main.reason(spelled(main));
  return `Runner overload: no worker had a free slot for the check ${spelled({ from: dueAt, to: now })}.`;
}

const spelled = ({ from, to }: { from: number; to: number }) =>
  `from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
