// Go's time layouts: a layout is the reference time 2006-01-02 15:04:05 -0700 in the desired format.
import { days, months } from "./calendar.ts";
import { ExpressionFault } from "./fault.ts";
import { matcherOf } from "./pattern.ts";
import { Moment, zoneOf } from "./moment.ts";

/** Go's named layouts. */
export const layouts: Readonly<Record<string, string>> = {
  Layout: "01/02 03:04:05PM '06 -0700",
  ANSIC: "Mon Jan _2 15:04:05 2006",
  UnixDate: "Mon Jan _2 15:04:05 MST 2006",
  RubyDate: "Mon Jan 02 15:04:05 -0700 2006",
  RFC822: "02 Jan 06 15:04 MST",
  RFC822Z: "02 Jan 06 15:04 -0700",
  RFC850: "Monday, 02-Jan-06 15:04:05 MST",
  RFC1123: "Mon, 02 Jan 2006 15:04:05 MST",
  RFC1123Z: "Mon, 02 Jan 2006 15:04:05 -0700",
  RFC3339: "2006-01-02T15:04:05Z07:00",
  RFC3339Nano: "2006-01-02T15:04:05.999999999Z07:00",
  Kitchen: "3:04PM",
  Stamp: "Jan _2 15:04:05",
  StampMilli: "Jan _2 15:04:05.000",
  StampMicro: "Jan _2 15:04:05.000000",
  StampNano: "Jan _2 15:04:05.000000000",
  DateTime: "2006-01-02 15:04:05",
  DateOnly: "2006-01-02",
  TimeOnly: "15:04:05",
};

// Longer alternatives come before their prefixes.
const element =
  /January|Jan|Monday|Mon|MST|2006|Z07:00:00|Z07:00|Z0700|Z07|-07:00:00|-07:00|-0700|-07|(?<![0-9])002|01|02|03|04|05|06|15|PM|pm|_2|[.,][09]+(?![0-9])|1|2|3|4|5/g;

interface Clock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  nanosecond: number;
  weekday: number;
  zone: string;
  /** The offset from UTC in minutes. */
  offset: number;
}

const two = (value: number) => String(value).padStart(2, "0");

export function formatTime(time: Date, layout: string, zone = zoneOf(time)): string {
  const clock = clockAt(time, zone);
  return (layouts[layout] ?? layout).replaceAll(element, (part) => written(part, clock));
}

function written(part: string, clock: Clock): string {
  const { year, month, day, hour, minute, second, nanosecond, weekday, zone, offset } = clock;
  switch (part) {
    case "January":
      return months[month - 1]!;
    case "Jan":
      return months[month - 1]!.slice(0, 3);
    case "Monday":
      return days[weekday]!;
    case "Mon":
      return days[weekday]!.slice(0, 3);
    case "MST":
      return zone;
    case "2006":
      return String(year).padStart(4, "0");
    case "06":
      return two(year % 100);
    case "01":
      return two(month);
    case "1":
      return String(month);
    case "02":
      return two(day);
    case "_2":
      return String(day).padStart(2);
    case "2":
      return String(day);
    case "002":
      return String(Math.floor((Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000) + 1).padStart(
        3,
        "0",
      );
    case "15":
      return two(hour);
    case "03":
      return two(hour % 12 || 12);
    case "3":
      return String(hour % 12 || 12);
    case "04":
      return two(minute);
    case "4":
      return String(minute);
    case "05":
      return two(second);
    case "5":
      return String(second);
    case "PM":
      return hour < 12 ? "AM" : "PM";
    case "pm":
      return hour < 12 ? "am" : "pm";
    default:
      return part.startsWith(".") || part.startsWith(",") ? fraction(part, nanosecond) : offsetText(part, offset);
  }
}

/** Formats a fraction of a second. Zeros in the layout keep all digits, nines drop trailing zeros. */
function fraction(part: string, nanosecond: number): string {
  const digits = String(nanosecond)
    .padStart(9, "0")
    .slice(0, part.length - 1);
  if (part[1] === "0") return part[0] + digits.padEnd(part.length - 1, "0");
  const kept = digits.replace(/0+$/, "");
  return kept === "" ? "" : part[0] + kept;
}

function offsetText(part: string, offset: number): string {
  if (part.startsWith("Z") && offset === 0) return "Z";
  const colon = part.includes(":") ? ":" : "";
  const minutes = /^[Z-]07$/.test(part) ? "" : colon + two(Math.abs(offset) % 60);
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(Math.abs(offset) / 60))}${minutes}`;
}

function clockAt(time: Date, zone: string): Clock {
  if (Number.isNaN(time.getTime())) throw new ExpressionFault("The value is not a valid time.");
  const offset = zoneOffset(time, zone);
  const local = new Date(time.getTime() + offset * 60_000);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    nanosecond: local.getUTCMilliseconds() * 1_000_000 + (time instanceof Moment ? time.nanos : 0),
    weekday: local.getUTCDay(),
    zone: zoneName(time, zone),
    offset,
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let found = formats.get(zone);
  if (found) return found;
  try {
    found = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset", hourCycle: "h23" });
  } catch {
    throw new ExpressionFault(`There is no time zone ${JSON.stringify(zone)}.`);
  }
  if (formats.size > 500) formats.clear();
  formats.set(zone, found);
  return found;
}

const fixedOffset = /^[+-]\d\d:\d\d$/;

/** Returns the offset from UTC in minutes. */
export function zoneOffset(time: Date, zone: string): number {
  if (zone === "UTC") return 0;
  if (fixedOffset.test(zone)) return readOffset(zone);
  const name =
    formatOf(zone)
      .formatToParts(time)
      .find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const parts = /([+-])(\d\d):(\d\d)/.exec(name);
  if (!parts) return 0;
  return (parts[1] === "-" ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3]));
}

/** Locales differ in the zones they have abbreviations for: en-GB has CEST, en-US has EST. */
const namingLocales = ["en-US", "en-GB", "en-AU", "en-CA", "en-IN", "en-NZ"];

/**
 * Returns the abbreviation of a zone at that time; an offset such as +0200 for zones without an abbreviation, in the
 * same form as Go.
 */
export function zoneName(time: Date, zone: string): string {
  if (zone === "UTC") return "UTC";
  const minutes = zoneOffset(time, zone);
  if (!fixedOffset.test(zone))
    for (const locale of namingLocales) {
      const name = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "short" })
        .formatToParts(time)
        .find(({ type }) => type === "timeZoneName")?.value;
      if (name !== undefined && !/\d/.test(name)) return name;
    }
  return offsetText(minutes % 60 === 0 && !fixedOffset.test(zone) ? "-07" : "-0700", minutes);
}

/** Parses a string with a layout. A string without an offset is in the given zone. */
export function parseTime(text: string, layout: string, zone = "UTC"): Moment {
  const wanted = layouts[layout] ?? layout;
  const bad = () => new ExpressionFault(`${JSON.stringify(text)} is not a time like ${JSON.stringify(wanted)}.`);
  const parts: string[] = [];
  let at = 0;
  let pattern = "";
  for (const match of wanted.matchAll(element)) {
    pattern += escape(wanted.slice(at, match.index)) + (shapes[match[0]] ?? otherShape(match[0]));
    parts.push(match[0]);
    at = match.index + match[0].length;
    // A fraction may follow the seconds, even if the layout has no fraction.
    if ((match[0] === "05" || match[0] === "5") && !/^[.,][09]/.test(wanted.slice(at))) {
      pattern += String.raw`(?:([.,]\d+))?`;
      parts.push(".9");
    }
  }
  // Uses RE2, because a layout with many adjacent digits would make a backtracking engine exponentially slow.
  const found = matcherOf(`(?i)^${pattern}${escape(wanted.slice(at))}$`, text);
  if (!found.find()) throw bad();
  const clock = {
    year: 1,
    month: undefined as number | undefined,
    day: undefined as number | undefined,
    dayOfYear: undefined as number | undefined,
    hour: 0,
    minute: 0,
    second: 0,
    nanosecond: 0,
    offset: undefined as number | undefined,
    isAfternoon: undefined as boolean | undefined,
  };
  for (const [index, part] of parts.entries()) read(part, found.group(index + 1) ?? "", clock);
  if (clock.isAfternoon !== undefined) clock.hour = (clock.hour % 12) + (clock.isAfternoon ? 12 : 0);
  const utc = new Date(0);
  if (clock.dayOfYear === undefined) utc.setUTCFullYear(clock.year, (clock.month ?? 1) - 1, clock.day ?? 1);
  else utc.setUTCFullYear(clock.year, 0, clock.dayOfYear);
  utc.setUTCHours(clock.hour, clock.minute, clock.second, Math.floor(clock.nanosecond / 1e6));
  // Date moves a day that does not exist to the next month, and a day of the year may contradict the month.
  const isReal =
    utc.getUTCFullYear() === clock.year &&
    clock.dayOfYear !== 0 &&
    utc.getUTCMonth() === (clock.month ?? (clock.dayOfYear === undefined ? 1 : utc.getUTCMonth() + 1)) - 1 &&
    utc.getUTCDate() === (clock.day ?? (clock.dayOfYear === undefined ? 1 : utc.getUTCDate())) &&
    clock.hour < 24 &&
    clock.minute < 60 &&
    clock.second < 60;
  if (!isReal) throw bad();
  const offset = clock.offset ?? zoneOffset(new Date(utc.getTime() - zoneOffset(utc, zone) * 60_000), zone);
  return new Moment(utc.getTime() - offset * 60_000, {
    nanos: clock.nanosecond % 1_000_000,
    zone: clock.offset === undefined ? zone : zoneAt(clock.offset),
  });
}

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

const shapes: Readonly<Record<string, string>> = {
  January: `(${months.join("|")})`,
  Jan: `(${months.map((name) => name.slice(0, 3)).join("|")})`,
  Monday: `(${days.join("|")})`,
  Mon: `(${days.map((name) => name.slice(0, 3)).join("|")})`,
  MST: "([A-Z]{3,4}|[+-]\\d\\d)",
  "2006": String.raw`(\d{4})`,
  "002": String.raw`(\d{3})`,
  PM: "(AM|PM)",
  pm: "(am|pm)",
  _2: String.raw`([ \d]?\d)`,
};

function otherShape(part: string): string {
  if (/^[.,]0/.test(part)) return `([.,]\\d{${part.length - 1}})`;
  if (/^[.,]9/.test(part)) return String.raw`([.,]\d+)?`;
  if (part.startsWith("Z")) return String.raw`(Z|[+-]\d\d(?::?\d\d)?(?::?\d\d)?)`;
  if (part.startsWith("-")) return String.raw`([+-]\d\d(?::?\d\d)?(?::?\d\d)?)`;
  return part.length === 2 ? String.raw`(\d\d)` : String.raw`(\d\d?)`;
}

type Read = {
  year: number;
  month: number | undefined;
  day: number | undefined;
  dayOfYear: number | undefined;
  hour: number;
  minute: number;
  second: number;
  nanosecond: number;
  offset: number | undefined;
  isAfternoon: boolean | undefined;
};

function read(part: string, text: string, clock: Read): void {
  const number = Number(text);
  switch (part) {
    case "2006":
      clock.year = number;
      break;
    case "06":
      clock.year = number + (number < 69 ? 2000 : 1900);
      break;
    case "January":
    case "Jan":
      clock.month = months.findIndex((name) => name.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase()) + 1;
      break;
    case "01":
    case "1":
      clock.month = number;
      break;
    case "02":
    case "2":
    case "_2":
      clock.day = number;
      break;
    case "002":
      clock.dayOfYear = number;
      break;
    case "15":
    case "03":
    case "3":
      clock.hour = number;
      break;
    case "04":
    case "4":
      clock.minute = number;
      break;
    case "05":
    case "5":
      clock.second = number;
      break;
    case "PM":
    case "pm":
      clock.isAfternoon = text.toLowerCase() === "pm";
      break;
    case "MST":
      if (text === "UTC" || text === "GMT") clock.offset = 0;
      break;
    case "Monday":
    case "Mon":
      break;
    default:
      if (part.startsWith(".") || part.startsWith(",")) clock.nanosecond = Number(text.slice(1, 10).padEnd(9, "0"));
      else clock.offset = readOffset(text);
  }
}

const zoneAt = (offset: number): string => (offset === 0 ? "UTC" : offsetText("-07:00", offset));

function readOffset(text: string): number {
  if (text.toUpperCase() === "Z") return 0;
  const digits = text.slice(1).replaceAll(":", "");
  return (text.startsWith("-") ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4)));
}
