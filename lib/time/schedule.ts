// Parses schedules and computes their run times: `@every 30s`, `@hourly`, `@never`, or five cron fields, optionally
// with a time zone before them (`CRON_TZ=Europe/Berlin 30 2 * * *`). schedule-words.ts describes them in words.
//
// When the clocks change, a schedule for fixed hours still runs once a day: at the clock change if its hour is skipped,
// and at the first occurrence if its hour is repeated. An hourly schedule runs in every hour that exists.
import { parseDuration } from "./duration.ts";
import { Unreadable } from "../text/unreadable.ts";
import { add, HOUR, isTimeZone, MINUTE, momentsOf, SECOND, startOf, wallOf } from "./zoned-time.ts";

export interface Cron {
  minutes: readonly number[];
  hours: readonly number[];
  days: readonly number[];
  /** The months, 1 to 12. */
  months: readonly number[];
  /** The weekdays, 0 (Sunday) to 6. */
  weekdays: readonly number[];
  /** If both days and weekdays are restricted, a match of the day or the weekday is enough. */
  eitherDay: boolean;
}

export type Schedule =
  | { kind: "never" }
  | { kind: "every"; millis: number }
  | { kind: "cron"; cron: Cron; timeZone: string | undefined };

const macros: Readonly<Record<string, string>> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
};

/** The schedules that pickers offer, in addition to free text. */
export const schedulePresets = {
  short: ["@every 30s", "@every 1m", "@every 5m", "@every 30m", "@hourly", "@every 2h", "@every 4h"],
  scraper: ["@every 15m", "@every 30m", "@hourly", "@every 2h", "@every 4h", "@daily"],
  medium: ["@every 5m", "@every 15m", "@every 30m", "@hourly", "@every 2h", "@every 4h", "@every 6h", "@every 8h"],
  default:
    "@every 30s,@every 1m,@every 5m,@every 15m,@every 30m,@hourly,@every 2h,@every 4h,@every 6h,@every 8h,@daily,@weekly".split(
      ",",
    ),
  windows: ["@daily", "0 2 * * *", "0 2 * * 0", "0 22 * * 1-5", "@weekly", "@monthly"],
  settings: ["@every 30s", "@every 1m", "@every 5m", "@every 30m", "@hourly", "@every 6h", "@daily", "@weekly"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const examples = "Write @every 5m, @hourly, @daily, @weekly, or five cron fields such as 0 9 * * 1-5.";

export function parseSchedule(text: string): Schedule {
  const trimmed = text.trim();
  const [, timeZone, rest = ""] = /^(?:(?:CRON_)?TZ=(\S*)\s+)?(.*)$/s.exec(trimmed)!;
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new Unreadable(`${JSON.stringify(timeZone)} is not a valid time zone. Write a name such as Europe/Berlin.`);
  if (rest === "@never") return { kind: "never" };
  const every = /^@every\s+(.*)$/s.exec(rest)?.[1];
  if (every !== undefined) {
    const millis = parseDuration(every);
    if (millis < SECOND) throw new Unreadable(`${text} is too short: the minimum is one second.`);
    return { kind: "every", millis };
  }
  const fields = (macros[rest] ?? rest).split(/\s+/);
  if (rest.startsWith("@") && !Object.hasOwn(macros, rest))
    throw new Unreadable(`Unknown schedule ${rest}. ${examples}`);
  if (fields.length !== 5) throw new Unreadable(`${JSON.stringify(text)} is not a schedule. ${examples}`);
  return { kind: "cron", cron: parseCron(fields), timeZone };
}

const isAny = /^[*?](?:\/1)?$/;

interface Field {
  name: string;
  low: number;
  high: number;
  names?: readonly string[];
}

const minutes: Field = { name: "minute", low: 0, high: 59 };
const hours: Field = { name: "hour", low: 0, high: 23 };
const days: Field = { name: "day of the month", low: 1, high: 31 };
const months: Field = {
  name: "month",
  low: 1,
  high: 12,
  names: "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" "),
};
const weekdays: Field = { name: "day of the week", low: 0, high: 7, names: "SUN MON TUE WED THU FRI SAT".split(" ") };

function parseCron([minute = "", hour = "", day = "", month = "", weekday = ""]: readonly string[]): Cron {
  const cron = {
    minutes: parseField(minute, minutes),
    hours: parseField(hour, hours),
    days: parseField(day, days),
    months: parseField(month, months),
    weekdays: [...new Set(parseField(weekday, weekdays).map((number) => number % 7))].sort((a, b) => a - b),
    eitherDay: !isAny.test(day) && !isAny.test(weekday),
  };
  const lastDay = Math.max(
    ...cron.months.map((number) => (number === 2 ? 29 : [4, 6, 9, 11].includes(number) ? 30 : 31)),
  );
  if (!cron.eitherDay && Math.min(...cron.days) > lastDay)
    throw new Unreadable(`None of these months has a day ${day}.`);
  return cron;
}

function parseField(text: string, field: Field): number[] {
  const values = new Set<number>();
  for (const part of text.split(",")) {
    const [, range = "", step] = /^([^/]*)(?:\/(\d{1,4}))?$/.exec(part) ?? [];
    const [first, last = first, ...more] = range.split("-");
    const isAll = range === "*" || range === "?";
    const low = isAll ? field.low : numberOf(first, field);
    // "5/15" means every 15th value from 5 on.
    const high = isAll || (step !== undefined && first === last) ? field.high : numberOf(last, field);
    if (low === undefined || high === undefined || more.length > 0 || Number(step ?? 1) < 1 || low > high)
      throw new Unreadable(
        `${JSON.stringify(part)} is not a ${field.name}. Write ${field.low} to ${field.high}, a range such as ${field.low}-${field.low + 4}, a step such as */5, or *.`,
      );
    for (let value = low; value <= high; value += Number(step ?? 1)) values.add(value);
  }
  return [...values].sort((a, b) => a - b);
}

function numberOf(text: string | undefined, { low, high, names = [] }: Field): number | undefined {
  const named = names.indexOf((text ?? "").toUpperCase());
  if (named >= 0) return named + low;
  const number = /^\d{1,2}$/.test(text ?? "") ? Number(text) : Number.NaN;
  return number >= low && number <= high ? number : undefined;
}

/** Number of years after which the search for a run ends. Leap days are at most eight years apart. */
const furthestYears = 9;

/** Returns the run times after a moment, in order. A time zone of the schedule overrides the parameter. */
export function* runsAfter(schedule: Schedule, after: number, timeZone: string): Generator<number> {
  if (schedule.kind === "never") return;
  if (schedule.kind === "every") {
    for (let moment = after + schedule.millis; ; moment += schedule.millis) yield moment;
  }
  const { cron } = schedule;
  const zone = schedule.timeZone ?? timeZone;
  // After the clock is set back, it repeats earlier wall times, so the search starts three hours earlier.
  let wall = wallOf(startOf(after, "h", zone), zone) - 3 * HOUR;
  wall -= ((wall % HOUR) + HOUR) % HOUR;
  let from = after;
  for (;;) {
    const last = add(from, furthestYears, "y", "UTC");
    while (!isDue(cron, wall)) {
      wall = nextHour(cron, wall);
      if (wall > last) return;
    }
    for (const moment of runsInHour(cron, wall, zone)) if (moment > from) yield (from = moment);
    wall += HOUR;
  }
}

export const nextRuns = (schedule: Schedule, after: number, { timeZone, count }: { timeZone: string; count: number }) =>
  runsAfter(schedule, after, timeZone).take(count).toArray();

const isDue = (cron: Cron, wall: number) => isDueDay(cron, wall) && cron.hours.includes(new Date(wall).getUTCHours());

function isDueDay({ days, months, weekdays, eitherDay }: Cron, wall: number): boolean {
  const date = new Date(wall);
  const [isDay, isWeekday] = [days.includes(date.getUTCDate()), weekdays.includes(date.getUTCDay())];
  return months.includes(date.getUTCMonth() + 1) && (eitherDay ? isDay || isWeekday : isDay && isWeekday);
}

/** Returns the next hour that matches on the same day, otherwise the next midnight. */
const nextHour = (cron: Cron, wall: number) =>
  isDueDay(cron, wall) ? wall + HOUR : startOf(wall, "d", "UTC") + 24 * HOUR;

function runsInHour({ minutes, hours }: Cron, wall: number, timeZone: string): number[] {
  const isHourly = hours.length === 24;
  const moments = minutes.flatMap((minute) => {
    const reading = wall + minute * MINUTE;
    const shown = momentsOf(reading, timeZone);
    return isHourly ? shown.filter((moment) => wallOf(moment, timeZone) === reading) : shown.slice(0, 1);
  });
  return moments.sort((a, b) => a - b);
}
