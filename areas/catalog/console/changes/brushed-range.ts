// Prints a brushed span as the ends of a time range: to the minute, or to the second where minutes are too coarse.
import { printMinute, printTimestamp } from "#lib/time/dates.ts";
import { MINUTE } from "#lib/time/zoned-time.ts";

export function printSpan({ from, to }: { from: number; to: number }, timeZone: string) {
  const print = (moment: number) =>
    moment % MINUTE === 0 ? printMinute(moment, timeZone) : printTimestamp(moment, timeZone).slice(0, -4);
  return { from: print(from), to: print(to) };
}
