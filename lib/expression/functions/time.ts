// Functions on times and durations.
import { ExpressionFault } from "../fault.ts";
import { formatTime, layouts, parseTime, zoneName, zoneOffset } from "../go-time.ts";
import { Moment, nanosecondsOf, zoneOf } from "../moment.ts";
import { readSpan, spanOf } from "../span.ts";
import { isNumber, print, Span } from "../values.ts";
import { readMoment } from "./date-math.ts";
import type { LibraryFunction } from "./function.ts";
import { looseNumber } from "./numbers.ts";

/** Parses Go durations, and additionally days, weeks and years. */
function parseSpan(text: string): Span {
  const found = readSpan(text.trim(), { days: true });
  if (!found)
    throw new ExpressionFault(
      `${JSON.stringify(text.slice(0, 80))} is not a duration; write it like 90s, 1h30m or 7d.`,
    );
  return found;
}

/** Accepts a Date or a timestamp string. */
function timeOf(name: string, value: unknown): Date {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  const time = typeof value === "string" ? readMoment(value) : undefined;
  if (time === undefined) throw new ExpressionFault(`${name} needs a time, such as 2026-01-31T08:00:00Z.`);
  return time;
}

const now = () => new Moment(Date.now());

const local = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Formats a duration for people: weeks, days and hours above a week; days, hours and minutes above a day; otherwise
 * hours, minutes and seconds. Leading and trailing zeros are left out.
 */
function humanSpan(span: Span): string {
  const ms = Math.abs(span.ms);
  const sign = span.ns < 0n ? "-" : "";
  if (ms < 1_000) return ms === 0 ? "0s" : `${sign}${Math.round(ms)}ms`;
  const seconds = Math.floor(ms / 1_000);
  const [week, day, hour] = [604_800, 86_400, 3_600];
  const parts: [number, string][] =
    seconds > week
      ? [
          [Math.floor(seconds / week), "w"],
          [Math.floor((seconds % week) / day), "d"],
          [Math.floor((seconds % day) / hour), "h"],
        ]
      : seconds > day
        ? [
            [Math.floor(seconds / day), "d"],
            [Math.floor((seconds % day) / hour), "h"],
            [Math.floor((seconds % hour) / 60), "m"],
          ]
        : [
            [Math.floor(seconds / hour), "h"],
            [Math.floor((seconds % hour) / 60), "m"],
            [seconds % 60, "s"],
          ];
  const first = parts.findIndex(([count]) => count > 0);
  const last = parts.findLastIndex(([count, unit], index) => count > 0 || (unit === "h" && index > 0 && seconds > day));
  return (
    sign +
    parts
      .slice(first, last + 1)
      .map(([count, unit]) => `${count}${unit}`)
      .join("")
  );
}

function humanText(text: string): string {
  const span = readSpan(text.trim(), { days: true });
  return span === undefined ? "" : humanSpan(span);
}

/** Returns an empty string for a value that is not a duration. */
const humanDuration = (value: unknown) =>
  value instanceof Span
    ? humanSpan(value)
    : typeof value === "string"
      ? humanText(value)
      : typeof value === "number" && !Number.isInteger(value)
        ? humanSpan(Span.ofNanoseconds(BigInt(Math.round(value))))
        : "";

/** Returns the second of the day of `HH:MM` or `HH:MM:SS`. */
function secondOfDay(text: string): number {
  const parts = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text.trim());
  const [hour, minute, second] = [Number(parts?.[1]), Number(parts?.[2]), Number(parts?.[3] ?? 0)];
  if (!parts || hour > 24 || minute > 59 || second > 59)
    throw new ExpressionFault(
      `time.InTimeRange needs times of day such as 09:00 or 17:30:00, but got ${JSON.stringify(text)}.`,
    );
  return hour * 3_600 + minute * 60 + second;
}

const inZone = (time: Date) => new Date(time.getTime() + zoneOffset(time, zoneOf(time)) * 60_000);

/**
 * Returns whether a time of day is in a range, both ends included. A range that spans midnight does not match any time,
 * in the same way as in the reference engine.
 */
function inTimeRange(value: unknown, from: string, to: string): boolean {
  const at = inZone(timeOf("time.InTimeRange", value));
  const second = at.getUTCHours() * 3_600 + at.getUTCMinutes() * 60 + at.getUTCSeconds();
  return second >= secondOfDay(from) && second <= secondOfDay(to);
}

const businessLayouts = ["RFC3339Nano", "ANSIC", "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02"];

/** Returns whether a time is from Monday to Friday, 9:00 to 17:00 UTC. */
function inBusinessHours(value: unknown): boolean {
  const time = value instanceof Date ? value : businessTime(print(value));
  const hour = time.getUTCHours();
  const day = time.getUTCDay();
  return (
    day >= 1 &&
    day <= 5 &&
    hour >= 9 &&
    (hour < 17 || (hour === 17 && time.getUTCMinutes() === 0 && time.getUTCSeconds() === 0))
  );
}

function businessTime(text: string): Date {
  for (const layout of businessLayouts) {
    try {
      return parseTime(text, layout);
    } catch (error) {
      if (!(error instanceof ExpressionFault) || error.constructor !== ExpressionFault) throw error;
    }
  }
  throw new ExpressionFault(
    `in_business_hours needs a time such as 2026-01-31T08:00:00Z, but got ${JSON.stringify(text.slice(0, 80))}.`,
  );
}

function unix(value: unknown): Moment {
  const text = print(value).trim();
  const parts = /^([+-]?)(\d+)(?:\.(\d{1,9})\d*)?$/.exec(text);
  if (!parts || parts[2]!.length > 12)
    throw new ExpressionFault("time.Unix needs seconds since 1970, such as 1700000000 or '1700000000.5'.");
  const ns = BigInt(parts[2]!) * 1_000_000_000n + BigInt((parts[3] ?? "").padEnd(9, "0"));
  return Moment.ofNanoseconds(parts[1] === "-" ? -ns : ns);
}

const unit = (name: string, text: string): LibraryFunction => ({
  name: `time.${name}`,
  takes: ["any"],
  gives: "span",
  says: `A duration in ${name.toLowerCase()}s`,
  call: (count: unknown) => {
    const number = looseNumber(count);
    if (number === undefined || !Number.isFinite(number)) throw new ExpressionFault(`time.${name} needs a number.`);
    return spanOf(number, text);
  },
});

/** Returns the time since an RFC 3339 timestamp. A numeric argument is read as a duration in nanoseconds. */
function age(value: unknown): Span {
  if (isNumber(value)) return Span.ofNanoseconds(BigInt(Math.trunc(Number(value))));
  if (value instanceof Date) return since(value);
  return since(parseTime(print(value), "RFC3339Nano"));
}

const since = (time: Date) => Span.ofNanoseconds(nanosecondsOf(now()) - nanosecondsOf(time));

export const time: readonly LibraryFunction[] = [
  { name: "time.Now", takes: [], gives: "time", says: "The current time", call: now },
  {
    name: "time.Parse",
    takes: ["string", "string"],
    gives: "time",
    says: "Parses a time with a layout",
    call: (layout: string, text: string) => parseTime(text, layout),
  },
  {
    name: "time.ParseLocal",
    takes: ["string", "string"],
    gives: "time",
    says: "Parses a time with a layout, in the server's time zone",
    call: (layout: string, text: string) => parseTime(text, layout, local()),
  },
  {
    name: "time.ParseInLocation",
    takes: ["string", "string", "string"],
    gives: "time",
    says: "Parses a time with a layout, in a time zone",
    call: (layout: string, zone: string, text: string) => parseTime(text, layout, zone),
  },
  {
    name: "time.ParseDateTime",
    templateNames: ["parseDateTime"],
    takes: ["any"],
    gives: "any",
    says: "Parses a time in many formats, or date math such as now-1d/d; null if it is invalid",
    call: (value: unknown) => (value instanceof Date ? value : (readMoment(print(value)) ?? null)),
  },
  {
    name: "time.InTimeRange",
    takes: ["any", "string", "string"],
    gives: "bool",
    says: "Whether the time of day is between two times, such as 09:00 and 17:00",
    call: inTimeRange,
  },
  {
    name: "in_business_hours",
    templateNames: ["time.InBusinessHour"],
    takes: ["any"],
    gives: "bool",
    says: "Whether a time is between 9:00 and 17:00 UTC, Monday to Friday",
    call: inBusinessHours,
  },
  { name: "time.Unix", takes: ["any"], gives: "time", says: "The time at a number of seconds since 1970", call: unix },
  unit("Nanosecond", "ns"),
  unit("Microsecond", "us"),
  unit("Millisecond", "ms"),
  unit("Second", "s"),
  unit("Minute", "m"),
  unit("Hour", "h"),
  {
    name: "time.ParseDuration",
    takes: ["string"],
    gives: "span",
    says: "Parses a duration such as 1h30m or 7d",
    call: parseSpan,
  },
  {
    name: "Duration",
    takes: ["string"],
    gives: "span",
    says: "Parses a duration such as 1h30m or 7d; 0 if it is invalid",
    call: (text: string) => readSpan(text.trim(), { days: true }) ?? new Span(0),
  },
  {
    name: "Age",
    only: "cel",
    celNames: ["age"],
    takes: ["any"],
    gives: "span",
    says: "The duration since a time",
    call: age,
  },
  {
    name: "time.Since",
    takes: ["any"],
    gives: "span",
    says: "The duration since a time",
    call: (value: unknown) => since(timeOf("time.Since", value)),
  },
  {
    name: "time.Until",
    takes: ["any"],
    gives: "span",
    says: "The duration until a time",
    call: (value: unknown) => Span.ofNanoseconds(-since(timeOf("time.Until", value)).ns),
  },
  {
    name: "time.ZoneName",
    takes: [],
    gives: "string",
    says: "The name of the server's time zone",
    call: () => zoneName(now(), local()),
  },
  {
    name: "time.ZoneOffset",
    takes: [],
    gives: "int",
    says: "The UTC offset of the server's time zone in seconds",
    call: () => zoneOffset(now(), local()) * 60,
  },
  {
    name: "time.Format",
    takes: ["string", "any", "string"],
    least: 2,
    gives: "string",
    says: "Formats a time with a layout, in a time zone",
    call: (layout: string, value: unknown, zone?: string) => formatTime(timeOf("time.Format", value), layout, zone),
  },
  {
    name: "Format",
    only: "cel",
    on: "time",
    takes: ["string", "string"],
    least: 1,
    gives: "string",
    says: "Formats a time with a layout, in a time zone",
    call: (value: Date, layout: string, zone?: string) => formatTime(value, layout, zone),
  },
  {
    name: "HumanDuration",
    templateNames: ["humanDuration", "strings.HumanDuration"],
    takes: ["any"],
    gives: "string",
    says: "Formats a duration: 3d4h",
    call: humanDuration,
  },
  ...Object.entries(layouts).map(([name, layout]): LibraryFunction => ({
    name: `time.${name}`,
    only: "template",
    takes: [],
    gives: "string",
    says: `The layout ${layout}`,
    call: () => layout,
  })),
];
