// Hours of the day in local time, such as 22:00 to 06:00 on weekdays.
import { DAY, HOUR, MINUTE, SECOND, momentsOf, wallOf } from "./zoned-time.ts";

export interface DailyHours {
  /** Local times such as 22:00 or 22:00:00. If the end is not after the start, the hours end on the next day. */
  from: string;
  until: string;
  /** The weekdays on which the hours start, with 1 for Monday; null for all days. */
  days: readonly number[] | null;
}

/** Returns when the hours that contain this moment end; undefined if the moment is outside the hours. */
export function endOfHours(hours: DailyHours, moment: number, timeZone: string): number | undefined {
  const end = wallEnd(hours, wallOf(moment, timeZone));
  return end === undefined ? undefined : momentsOf(end, timeZone)[0]!;
}

function wallEnd({ from, until, days }: DailyHours, wall: number): number | undefined {
  const [start, stop] = [timeOf(from), timeOf(until)];
  const today = Math.floor(wall / DAY) * DAY;
  for (const day of [today - DAY, today]) {
    const end = day + stop + (stop <= start ? DAY : 0);
    if (isOneOf(day, days) && day + start <= wall && wall < end) return end;
  }
  return undefined;
}

const isOneOf = (day: number, days: DailyHours["days"]) => {
  const weekday = new Date(day).getUTCDay();
  return days === null || days.includes(weekday === 0 ? 7 : weekday);
};

function timeOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(":").map(Number);
  return hours * HOUR + minutes * MINUTE + seconds * SECOND;
}
