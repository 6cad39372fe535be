// Times in jq: seconds since 1970, or [year, month from 0, day, hour, minute, second, day of week, day of year].
import { spend } from "../budget.ts";
import { days, months } from "../calendar.ts";
import { JqError, kindOf } from "./values.ts";

const two = (value: number) => String(value).padStart(2, "0");
const dayMs = 86_400_000;

export function brokenDown(seconds: unknown): number[] {
  if (typeof seconds !== "number") throw new JqError("gmtime() requires a number");
  const time = new Date(Math.floor(seconds) * 1000);
  if (Number.isNaN(time.getTime())) throw new JqError("error converting number of seconds since epoch to datetime");
  const year = time.getUTCFullYear();
  return [
    year,
    time.getUTCMonth(),
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds() + (seconds - Math.floor(seconds)),
    time.getUTCDay(),
    Math.floor((time.getTime() - Date.UTC(year, 0, 1)) / dayMs),
  ];
}

export function secondsOf(value: unknown): number {
  if (!Array.isArray(value) || value.length < 6 || value.some((part) => typeof part !== "number"))
    throw new JqError("mktime requires array of 6 numbers");
  const [year, month, day, hour, minute, second] = value as [number, number, number, number, number, number];
  const time = new Date(0);
  time.setUTCFullYear(year, month, day);
  time.setUTCHours(hour, minute, Math.floor(second));
  if (Number.isNaN(time.getTime())) throw new JqError("invalid gmtime representation");
  return Math.floor(time.getTime() / 1000);
}

export function strftime(value: unknown, format: unknown): string {
  if (typeof format !== "string") throw new JqError("strftime/1 requires a string format");
  if (typeof value !== "number" && kindOf(value) !== "array")
    throw new JqError("strftime/1 requires parsed datetime inputs");
  const parts = typeof value === "number" ? brokenDown(value) : brokenDown(secondsOf(value));
  const [year, month, day, hour, minute, exact, weekday, yearday] = parts as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const second = Math.floor(exact);
  const write = (letter: string): string => {
    switch (letter) {
      case "Y":
        return String(year);
      case "C":
        return two(Math.floor(year / 100));
      case "y":
        return two(year % 100);
      case "m":
        return two(month + 1);
      case "d":
        return two(day);
      case "e":
        return String(day).padStart(2);
      case "H":
        return two(hour);
      case "k":
        return String(hour).padStart(2);
      case "I":
        return two(hour % 12 || 12);
      case "M":
        return two(minute);
      case "S":
        return two(second);
      case "p":
        return hour < 12 ? "AM" : "PM";
      case "Z":
        return "UTC";
      case "z":
        return "+0000";
      case "a":
        return days[weekday]!.slice(0, 3);
      case "A":
        return days[weekday]!;
      case "b":
      case "h":
        return months[month]!.slice(0, 3);
      case "B":
        return months[month]!;
      case "j":
        return String(yearday + 1).padStart(3, "0");
      case "u":
        return String(weekday || 7);
      case "w":
        return String(weekday);
      case "s":
        return String(secondsOf(parts));
      case "T":
        return `${two(hour)}:${two(minute)}:${two(second)}`;
      case "R":
        return `${two(hour)}:${two(minute)}`;
      case "D":
        return `${two(month + 1)}/${two(day)}/${two(year % 100)}`;
      case "F":
        return `${year}-${two(month + 1)}-${two(day)}`;
      case "c":
        return `${write("a")} ${write("b")} ${write("e")} ${write("T")} ${year}`;
      case "n":
        return "\n";
      case "t":
        return "\t";
      case "%":
        return "%";
      default:
        throw new JqError(`strftime/1: unknown directive %${letter}`);
    }
  };
  const text = format.replaceAll(/%([a-zA-Z%])/g, (_, letter: string) => write(letter));
  spend(text.length);
  return text;
}

/** Parses the output of strftime character by character, without building a regular expression from the format. */
export function strptime(text: unknown, format: unknown): number[] {
  if (typeof text !== "string" || typeof format !== "string")
    throw new JqError(`strptime/1 requires string inputs and arguments`);
  const clock = {
    year: 1900,
    month: 0,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    yearday: undefined as number | undefined,
    zone: 0,
    afternoon: undefined as boolean | undefined,
  };
  let at = 0;
  const bad = () => new JqError(`date ${JSON.stringify(text)} does not match format ${JSON.stringify(format)}`);
  const digits = (most: number): number => {
    const found = /^[+-]?\d+/.exec(text.slice(at, at + most))?.[0];
    if (found === undefined) throw bad();
    at += found.length;
    return Number(found);
  };
  const name = (names: readonly string[]): number => {
    const rest = text.slice(at, at + 12).toLowerCase();
    const index = names.findIndex((full) => rest.startsWith(full.slice(0, 3).toLowerCase()));
    if (index === -1) throw bad();
    at += rest.startsWith(names[index]!.toLowerCase()) ? names[index]!.length : 3;
    return index;
  };
  const zone = () => {
    const found = /^(?:Z|UTC|GMT|[+-]\d\d:?\d\d)/.exec(text.slice(at, at + 6))?.[0];
    if (found === undefined) throw bad();
    at += found.length;
    const parts = /([+-])(\d\d):?(\d\d)/.exec(found);
    if (parts) clock.zone = (parts[1] === "-" ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3]));
  };
  const readers: Readonly<Record<string, () => void>> = {
    Y: () => (clock.year = digits(4)),
    y: () => {
      const year = digits(2);
      clock.year = year + (year < 69 ? 2000 : 1900);
    },
    m: () => (clock.month = digits(2) - 1),
    d: () => (clock.day = digits(2)),
    e: () => (clock.day = digits(2)),
    H: () => (clock.hour = digits(2)),
    I: () => (clock.hour = digits(2) % 12),
    M: () => (clock.minute = digits(2)),
    S: () => (clock.second = digits(2)),
    j: () => (clock.yearday = digits(3)),
    p: () => {
      clock.afternoon = /^pm/i.test(text.slice(at, at + 2));
      at += 2;
    },
    Z: zone,
    z: zone,
    a: () => void name(days),
    A: () => void name(days),
    b: () => (clock.month = name(months)),
    B: () => (clock.month = name(months)),
    h: () => (clock.month = name(months)),
    s: () => {
      const parts = brokenDown(digits(20));
      [clock.year, clock.month, clock.day, clock.hour, clock.minute, clock.second] = parts as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
    },
  };
  const whole = format
    .replaceAll("%T", "%H:%M:%S")
    .replaceAll("%R", "%H:%M")
    .replaceAll("%F", "%Y-%m-%d")
    .replaceAll("%D", "%m/%d/%y");
  for (let place = 0; place < whole.length; place += 1) {
    if (whole[place] === "%") {
      const read = readers[whole[place + 1] ?? ""];
      if (!read) throw new JqError(`strptime/1: unknown directive %${whole[place + 1] ?? ""}`);
      if (/\s/.test(text[at] ?? "")) at += 1;
      read();
      place += 1;
    } else if (text[at] === whole[place]) at += 1;
    else throw bad();
  }
  if (at !== text.length) throw bad();
  if (clock.afternoon) clock.hour += 12;
  if (clock.yearday !== undefined) [clock.month, clock.day] = [0, clock.yearday];
  const seconds = secondsOf([clock.year, clock.month, clock.day, clock.hour, clock.minute, clock.second]);
  return brokenDown(seconds - clock.zone * 60);
}
