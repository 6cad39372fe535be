// The quiet hours of a person: non-urgent messages wait until the quiet hours end.
import { endOfHours } from "#lib/time/daily-hours.ts";
import { isTimeZone } from "#lib/time/zoned-time.ts";

export interface QuietHours {
  /** The time zone; UTC if it is null or unknown. */
  time_zone: string | null;
  /** Local times such as 22:00:00. The hours end on the next day if the end is not after the start. */
  quiet_from: string;
  quiet_until: string;
  /** The weekdays on which the hours start, with 1 for Monday; null for all days. */
  quiet_days: readonly number[] | null;
}

/** Maximum number of days for which adjacent quiet hours are joined. */
const maxDays = 8;

/** Returns the end of the quiet hours that contain the moment; undefined if the moment is not in quiet hours. */
export function quietUntil(hours: QuietHours, moment: number): number | undefined {
  const zone = hours.time_zone !== null && isTimeZone(hours.time_zone) ? hours.time_zone : "UTC";
  const daily = { from: hours.quiet_from, until: hours.quiet_until, days: hours.quiet_days };
  let end: number | undefined;
  for (let day = 0; day < maxDays; day += 1) {
    const next = endOfHours(daily, end ?? moment, zone);
    if (next === undefined) break;
    end = next;
  }
  return end;
}
