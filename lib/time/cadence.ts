// Computes when recurring work is due. Work with an interval is due on a grid whose phase depends on its id, so that
// thousands of runs are spread evenly and each always has the same offset. Work with a cron schedule is delayed by a
// small offset that depends on its id.
import { parseSchedule, runsAfter, type Schedule } from "./schedule.ts";

export interface Cadence {
  schedule: Exclude<Schedule, { kind: "never" }>;
  /** The minimum and maximum time between two runs. */
  minIntervalMs: number;
  maxIntervalMs: number;
}

const cache = new Map<string, Cadence | undefined>();
const maxCached = 10_000;

/** Returns undefined for a schedule that never runs. */
export function cadenceOf(text: string): Cadence | undefined {
  if (cache.has(text)) return cache.get(text);
  if (cache.size >= maxCached) cache.clear();
  const cadence = read(parseSchedule(text));
  cache.set(text, cadence);
  return cadence;
}

/** The number of runs to examine, enough to include a weekend. */
const runsAhead = 10;

function read(schedule: Schedule): Cadence | undefined {
  if (schedule.kind === "never") return undefined;
  if (schedule.kind === "every") return { schedule, minIntervalMs: schedule.millis, maxIntervalMs: schedule.millis };
  const runs = runsAfter(schedule, Date.now(), "UTC").take(runsAhead).toArray();
  const gaps = runs.slice(1).map((run, index) => run - runs[index]!);
  if (gaps.length === 0) return runs.length === 0 ? undefined : { schedule, minIntervalMs: year, maxIntervalMs: year };
  return { schedule, minIntervalMs: Math.min(...gaps), maxIntervalMs: Math.max(...gaps) };
}

const year = 365 * 86_400_000;

/** Returns at least one second, as the column in `checks` requires. */
export const intervalSeconds = ({ maxIntervalMs }: Cadence) => Math.max(1, Math.round(maxIntervalMs / 1000));

/** Returns a number from 0 to 1 that is constant per id and evenly distributed over ids. */
export function shareOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193) >>> 0;
  // The last characters of an id hardly affect the high bits without this mixing.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const maxOffsetShare = 0.09;
const maxOffsetIntervalMs = 15 * 60_000;

const offsetOf = ({ minIntervalMs }: Cadence, id: string) =>
  Math.floor(shareOf(id) * maxOffsetShare * Math.min(minIntervalMs, maxOffsetIntervalMs));

/**
 * Returns the next due time after `now`. Due times that passed while no process was running are skipped. A due time
 * within half an interval after an exceptional run, such as the first run, is also skipped.
 */
export function nextDue(cadence: Cadence, id: string, { now, previous }: { now: number; previous: number }): number {
  const { schedule } = cadence;
  if (schedule.kind === "cron") {
    const offset = offsetOf(cadence, id);
    // There is at least one more run, otherwise there would be no cadence.
    return runsAfter(schedule, now - offset, "UTC").next().value! + offset;
  }
  const period = schedule.millis;
  const phase = shareOf(id) * period;
  const from = Math.max(now + 1, previous + period / 2);
  return Math.ceil(phase + Math.ceil((from - phase) / period) * period);
}
