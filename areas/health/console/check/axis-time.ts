// The labels of a chart's time axis. Longer spans have less precise labels.
import { printDate } from "#lib/time/dates.ts";
import { DAY, wallOf } from "#lib/time/zoned-time.ts";
import { millisOf } from "./time-spans.ts";

const months = "January February March April May June July August September October November December".split(" ");
const two = (figure: number) => String(figure).padStart(2, "0");

/**
 * Prints 14:05 for spans up to a day, Nov 05(14:05) up to a month, November 05 up to a year, and 2026 for longer spans.
 */
export function axisTime(moment: number, span: string, timeZone: string): string {
  const wall = new Date(wallOf(moment, timeZone));
  const length = millisOf(span);
  const clock = `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`;
  const month = months[wall.getUTCMonth()]!;
  const day = two(wall.getUTCDate());
  if (length <= DAY) return clock;
  if (length <= 30 * DAY) return `${month.slice(0, 3)} ${day}(${clock})`;
  return length <= 360 * DAY ? `${month} ${day}` : String(wall.getUTCFullYear());
}

/** The full time at the pointer. */
export const pointTime = (moment: number, timeZone: string) => printDate(moment, "full", { now: moment, timeZone });
