// Describes a schedule in words: "Every 5 minutes", "At 09:00 from Monday to Friday".
import type { Cron, Schedule } from "./schedule.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./zoned-time.ts";

export function describeSchedule(schedule: Schedule): string {
  switch (schedule.kind) {
    case "never":
      return "Never";
    case "every":
      return `Every ${describeLength(schedule.millis)}`;
    case "cron":
      return [
        describeTimes(schedule.cron),
        ...describeDays(schedule.cron),
        ...(schedule.timeZone ? [`(${schedule.timeZone})`] : []),
      ].join(" ");
  }
}

const lengths: readonly (readonly [millis: number, word: string])[] = [
  [7 * DAY, "week"],
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
  [SECOND, "second"],
];

/** Describes an interval: "5 minutes", "day", "1 hour and 30 minutes". */
function describeLength(millis: number): string {
  const whole = lengths.find(([size]) => millis % size === 0 && millis / size < 120);
  if (whole) return every(millis / whole[0], whole[1]);
  let rest = millis;
  const parts = lengths.slice(1).flatMap(([size, word]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
  });
  return list(parts);
}

const every = (count: number, word: string) => (count === 1 ? word : `${count} ${word}s`);

const list = (words: readonly (string | number)[], last = "and") =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;

function describeTimes({ minutes, hours }: Cron): string {
  const [minuteStep, hourStep] = [stepOf(minutes, 60), stepOf(hours, 24)];
  const isEveryHour = hours.length === 24;
  const [minute = 0, hour = 0] = [minutes[0], hours[0]];
  if (isEveryHour && minuteStep !== undefined && minutes.length > 1) return `Every ${every(minuteStep, "minute")}`;
  if (isEveryHour) return minutes.length === 1 && minute === 0 ? "Every hour" : `Every hour at ${minutesOf(minutes)}`;
  if (minutes.length === 1 && hourStep !== undefined && hours.length > 2)
    return `Every ${every(hourStep, "hour")}${minute === 0 ? "" : ` at ${minutesOf(minutes)}`}`;
  if (minutes.length * hours.length <= 6) {
    const times = hours.flatMap((hour) => minutes.map((minute) => clock(hour, minute)));
    return `At ${list(times)}`;
  }
  const spoken =
    minuteStep !== undefined && minutes.length > 1
      ? `Every ${every(minuteStep, "minute")}`
      : `At ${minutesOf(minutes)}`;
  return isRun(hours)
    ? `${spoken} from ${clock(hour, 0)} to ${clock(hours.at(-1)!, 59)}`
    : `${spoken} in the hours ${list(hours.map((hour) => clock(hour, 0)))}`;
}

const clock = (hour: number, minute: number) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;

const minutesOf = (minutes: readonly number[]) => `minute${minutes.length === 1 ? "" : "s"} ${list(minutes)}`;

/** Returns the step between the values if they are spread evenly over the whole range. */
function stepOf(values: readonly number[], round: number): number | undefined {
  const step = round / values.length;
  return values.every((value, index) => value === index * step) ? step : undefined;
}

const isRun = (values: readonly number[]) =>
  values.length > 2 && values.every((value, index) => index === 0 || value === values[index - 1]! + 1);

const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const monthNames = "January February March April May June July August September October November December".split(" ");

function describeDays({ days, weekdays, months, hours }: Cron): string[] {
  const named = (values: readonly number[], nameOf: (value: number) => string | number) =>
    isRun(values) ? `${nameOf(values[0]!)} to ${nameOf(values.at(-1)!)}` : list(values.map(nameOf));
  const onWeekdays =
    weekdays.length < 7
      ? `${isRun(weekdays) ? "from" : "on"} ${named(weekdays, (day) => weekdayNames[day]!)}`
      : undefined;
  const onDays =
    days.length < 31 ? `on day${days.length === 1 ? "" : "s"} ${named(days, (day) => day)} of the month` : undefined;
  const both = [onDays, onWeekdays].filter((words) => words !== undefined).join(" or ");
  const inMonths = months.length < 12 ? `in ${named(months, (month) => monthNames[month - 1]!)}` : undefined;
  // A time of day needs the days in the description; a repeating interval implies every day.
  const everyDay =
    hours.length < 24 && both === "" && (hours.length < 3 || stepOf(hours, 24) === undefined) ? "every day" : undefined;
  return [both || everyDay, inMonths].filter((words) => words !== undefined && words !== "") as string[];
}
