// The quiet hours of a person: non-urgent messages wait until the quiet hours end.
import { DAY, HOUR, MINUTE, SECOND, isTimeZone, momentsOf, wallOf } from "#lib/time/zoned-time.ts";

export interface QuietHours {
  /** The time zone; UTC if it is null or unknown. */
  time_zone: string | null;
  /** Local times such as 22:00:00. The hours end on the next day if the end is not after the start. */
  quiet_from: string;
  quiet_until: string;
  /** The days on which they begin, 1 for Monday; null for all days. */
  quiet_days: readonly number[] | null;
}

/** Adjacent quiet hours are joined up to this number of days. */
const maxDays = 8;

/** Returns the end of the quiet hours that contain the moment; undefined if there are none. */
export function quietUntil(hours: QuietHours, moment: number): number | undefined {
  const zone = hours.time_zone !== null && isTimeZone(hours.time_zone) ? hours.time_zone : "UTC";
  let end: number | undefined;
  for (let day = 0; day < maxDays; day += 1) {
    const next = endOf(hours, wallOf(end ?? moment, zone));
    if (next === undefined) break;
    end = momentsOf(next, zone)[0]!;
  }
  return end;
}

/** Returns the local time at which the quiet hours that contain this local time end. */
function endOf({ quiet_from, quiet_until, quiet_days }: QuietHours, wall: number): number | undefined {
  const [from, until] = [timeOf(quiet_from), timeOf(quiet_until)];
  const today = Math.floor(wall / DAY) * DAY;
  for (const day of [today - DAY, today]) {
    const end = day + until + (until <= from ? DAY : 0);
    if (isQuietDay(day, quiet_days) && day + from <= wall && wall < end) return end;
  }
  return undefined;
}

const isQuietDay = (day: number, days: QuietHours["quiet_days"]) => {
  const weekday = new Date(day).getUTCDay();
  return days === null || days.includes(weekday === 0 ? 7 : weekday);
};

function timeOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(":").map(Number);
  return hours * HOUR + minutes * MINUTE + seconds * SECOND;
}
