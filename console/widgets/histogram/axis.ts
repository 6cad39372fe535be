// The axis labels of a histogram; their format depends on the length of the span.
import { printDay } from "#language/dates.ts";
import { DAY, wallOf } from "#language/zoned-time.ts";

const two = (figure: number) => String(figure).padStart(2, "0");

/** 14:05 within a day, Nov 05 14:05 within a week, Nov 05 within a year, else 2026-11. */
export function axisLabel(moment: number, lengthMs: number, timeZone: string): string {
  const wall = new Date(wallOf(moment, timeZone));
  const clock = `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`;
  if (lengthMs <= DAY) return clock;
  if (lengthMs <= 7 * DAY) return `${printDay(moment, timeZone)} ${clock}`;
  return lengthMs <= 360 * DAY ? printDay(moment, timeZone) : `${wall.getUTCFullYear()}-${two(wall.getUTCMonth() + 1)}`;
}
