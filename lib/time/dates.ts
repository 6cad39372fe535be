// Formats moments for the screen, in the date format and time zone of the user's preferences. Month and weekday names
// are English, like the rest of the console.
import type { Clock } from "./date-math.ts";
import { printAge } from "./duration.ts";
import { startOf, wallOf } from "./zoned-time.ts";

export const dateFormats = ["short", "medium", "full", "timestamp"] as const;
export type DateFormat = (typeof dateFormats)[number];

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

const tokens: Readonly<Record<string, (wall: Date) => string | number>> = {
  YYYY: (wall) => padded(wall.getUTCFullYear(), 4),
  MMM: (wall) => months[wall.getUTCMonth()]!,
  MM: (wall) => padded(wall.getUTCMonth() + 1, 2),
  DD: (wall) => padded(wall.getUTCDate(), 2),
  D: (wall) => wall.getUTCDate(),
  ddd: (wall) => weekdays[wall.getUTCDay()]!,
  HH: (wall) => padded(wall.getUTCHours(), 2),
  h: (wall) => wall.getUTCHours() % 12 || 12,
  mm: (wall) => padded(wall.getUTCMinutes(), 2),
  ss: (wall) => padded(wall.getUTCSeconds(), 2),
  SSS: (wall) => padded(wall.getUTCMilliseconds(), 3),
  A: (wall) => (wall.getUTCHours() < 12 ? "AM" : "PM"),
};

const padded = (figure: number, length: number) => String(figure).padStart(length, "0");

const write = (moment: number, timeZone: string, pattern: string) => {
  const wall = new Date(wallOf(moment, timeZone));
  return pattern.replaceAll(/YYYY|MMM|MM|DD|D|ddd|HH|h|mm|ss|SSS|A/g, (token) => String(tokens[token]!(wall)));
};

/** Returns milliseconds since 1970; undefined for empty values, the zero date and strings that are not dates. */
export function readDate(value: string | number | Date | null | undefined): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "string" && value.startsWith("0001-01-01")) return undefined;
  const moment = new Date(value).getTime();
  return Number.isNaN(moment) ? undefined : moment;
}

/** Prints 10:30 AM. */
export const printTime = (moment: number, timeZone: string) => write(moment, timeZone, "h:mm A");
/** Prints Nov 05. */
export const printDay = (moment: number, timeZone: string) => write(moment, timeZone, "MMM DD");
/** Prints 10:30 AM, Nov 05, 2026. */
export const printLong = (moment: number, timeZone: string) => write(moment, timeZone, "h:mm A, MMM DD, YYYY");
/** Prints 2026-11-05 10:30, the format for the ends of a time range. */
export const printMinute = (moment: number, timeZone: string) => write(moment, timeZone, "YYYY-MM-DD HH:mm");
/** Prints 2026-11-05 10:30:15.120. */
export const printTimestamp = (moment: number, timeZone: string) => write(moment, timeZone, "YYYY-MM-DD HH:mm:ss.SSS");

/**
 * Formats a moment in the date format of the user. For recent moments, parts that equal the current time are left out,
 * such as the year.
 */
export function printDate(moment: number, format: DateFormat, { now, timeZone }: Clock): string {
  const isSame = (unit: "d" | "w" | "y") => startOf(moment, unit, timeZone) === startOf(now, unit, timeZone);
  switch (format) {
    case "short":
      return printAge(now - moment);
    case "medium":
      if (isSame("d")) return write(moment, timeZone, "HH:mm:ss");
      if (isSame("w")) return write(moment, timeZone, "ddd HH:mm:ss");
      return write(moment, timeZone, isSame("y") ? "MMM D HH:mm" : "MMM D YYYY HH:mm");
    case "full":
      return write(moment, timeZone, isSame("y") ? "MMM D HH:mm:ss" : "MMM D YYYY HH:mm:ss");
    case "timestamp":
      return printTimestamp(moment, timeZone);
  }
}

export const timeGroups = ["today", "this week", "this month", "this year", "previous year"] as const;
export type TimeGroup = (typeof timeGroups)[number];

/**
 * The heading under which a moment is listed. Moments before the previous year are also listed under "previous year".
 */
export function timeGroup(moment: number, { now, timeZone }: Clock): TimeGroup {
  const groups = { today: "d", "this week": "w", "this month": "M", "this year": "y" } as const;
  const found = Object.entries(groups).find(([, unit]) => moment >= startOf(now, unit, timeZone));
  return (found?.[0] ?? "previous year") as TimeGroup;
}

/** The short name of a time zone at a moment, as people write it: UTC, GMT+1. */
export const printZone = (timeZone: string, moment: number): string =>
  new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "short" })
    .formatToParts(moment)
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
