// When something that recurs is due. What recurs at an interval is due on a grid whose phase comes from its id, so that
// thousands spread evenly and each keeps its place; what runs by the clock is late by a little, each by its own.
import { parseSchedule, runsAfter, type Schedule } from "#language/schedule.ts";

export interface Cadence {
  schedule: Exclude<Schedule, { kind: "never" }>;
  /** Between two runs, at the least and at the most. */
  shortestMs: number;
  longestMs: number;
}

const known = new Map<string, Cadence | undefined>();
const mostKnown = 10_000;

/** Undefined for what never runs by itself. */
export function cadenceOf(text: string): Cadence | undefined {
  if (known.has(text)) return known.get(text);
  if (known.size >= mostKnown) known.clear();
  const cadence = read(parseSchedule(text));
  known.set(text, cadence);
  return cadence;
}

/** Enough to see a weekend in it. */
const looksAhead = 10;

function read(schedule: Schedule): Cadence | undefined {
  if (schedule.kind === "never") return undefined;
  if (schedule.kind === "every") return { schedule, shortestMs: schedule.millis, longestMs: schedule.millis };
  const runs = runsAfter(schedule, Date.now(), "UTC").take(looksAhead).toArray();
  const gaps = runs.slice(1).map((run, index) => run - runs[index]!);
  if (gaps.length === 0) return runs.length === 0 ? undefined : { schedule, shortestMs: year, longestMs: year };
  return { schedule, shortestMs: Math.min(...gaps), longestMs: Math.max(...gaps) };
}

const year = 365 * 86_400_000;

/** At least a second, as the column of checks wants it. */
export const intervalSeconds = ({ longestMs }: Cadence) => Math.max(1, Math.round(longestMs / 1000));

/** A share of 1 that is always the same for an id, and another one for the next id. */
export function shareOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193) >>> 0;
  // The last characters of an id hardly reach the high bits by themselves.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const mostOfInterval = 0.09;
const intervalCountedMs = 15 * 60_000;

const latenessOf = ({ shortestMs }: Cadence, id: string) =>
  Math.floor(shareOf(id) * mostOfInterval * Math.min(shortestMs, intervalCountedMs));

/**
 * The next moment after `now`. Moments that passed while nobody ran it are skipped; one that would follow an exceptional run,
 * such as the first, within half an interval is, too.
 */
export function nextDue(cadence: Cadence, id: string, { now, previous }: { now: number; previous: number }): number {
  const { schedule } = cadence;
  if (schedule.kind === "cron") {
    const late = latenessOf(cadence, id);
    // A cadence has at least one more run: it was read from them.
    return runsAfter(schedule, now - late, "UTC").next().value! + late;
  }
  const period = schedule.millis;
  const phase = shareOf(id) * period;
  const from = Math.max(now + 1, previous + period / 2);
  return Math.ceil(phase + Math.ceil((from - phase) / period) * period);
}
