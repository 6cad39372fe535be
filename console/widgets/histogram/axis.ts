// The time axis of a histogram: ticks at round times, labels whose format depends on the length of the span, and the
// start and end of a selected range.
import { printDay, printMinute, printTimestamp } from "#lib/time/dates.ts";
import { DAY, HOUR, MINUTE, momentOf, wallOf } from "#lib/time/zoned-time.ts";

const two = (figure: number) => String(figure).padStart(2, "0");

/**
 * Prints 14:05 for spans up to a week (Nov 05 at midnight), Nov 05 for spans up to a year, and 2026-11 for longer
 * spans.
 */
export function axisLabel(moment: number, lengthMs: number, timeZone: string): string {
  const wall = wallOf(moment, timeZone);
  const date = new Date(wall);
  if (lengthMs <= 7 * DAY && wall % DAY !== 0) return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  return lengthMs <= 360 * DAY ? printDay(moment, timeZone) : `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}`;
}

const STEPS = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 30, 90, 180, 365].map((days) => days * DAY),
];

/** The origin is a Monday, so that weekly ticks are on Mondays. */
const ORIGIN = 4 * DAY;

/** The moments to label: round times of the person's clock, at most `max` of them. */
export function axisTicks({ from, to }: { from: number; to: number }, max: number, timeZone: string): number[] {
  const step = STEPS.find((length) => (to - from) / length <= max) ?? Math.ceil((to - from) / max / DAY) * DAY;
  const [first, last] = [wallOf(from, timeZone), wallOf(to, timeZone)];
  const ticks: number[] = [];
  for (let wall = ORIGIN + Math.ceil((first - ORIGIN) / step) * step; wall <= last; wall += step)
    ticks.push(momentOf(wall, timeZone));
  return ticks;
}

/**
 * Prints a selected span as the start and end of a time range: to the minute, or to the second where minutes are too
 * coarse.
 */
export function printSpan({ from, to }: { from: number; to: number }, timeZone: string) {
  const print = (moment: number) =>
    moment % MINUTE === 0 ? printMinute(moment, timeZone) : printTimestamp(moment, timeZone).slice(0, -4);
  return { from: print(from), to: print(to) };
}
