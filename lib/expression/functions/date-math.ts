// Parses times in common formats and date math such as `now-1d+2h` and `2026-01-31||+1M/d`.
import { Moment, zoneOf } from "../moment.ts";

const units = { y: "FullYear", M: "Month", d: "Date", h: "Hours", m: "Minutes", s: "Seconds" } as const;

/** Returns undefined if the string cannot be parsed. */
export function readMoment(text: string): Moment | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > 100) return undefined;
  if (trimmed.startsWith("now") || trimmed.includes("/") || trimmed.includes("||")) return dateMath(trimmed);
  if (/^\d+$/.test(trimmed)) {
    const number = Number(trimmed);
    if (number >= 1e9 && number < 1e10) return new Moment(number * 1000);
    return number >= 1e12 && number < 1e13 ? new Moment(number) : undefined;
  }
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:([Tt ])(\d\d:\d\d:\d\d)(?:[.,](\d{1,9})\d*)?([Zz]|[+-]\d\d:\d\d| (?:UTC|GMT|Z))?)?$/.exec(
      trimmed,
    );
  if (!parts) return undefined;
  const zone = /^[+-]/.test(parts[5] ?? "") ? parts[5]! : "UTC";
  const ms = Date.parse(`${parts[1]}T${parts[3] ?? "00:00:00"}${zone === "UTC" ? "Z" : zone}`);
  const isReal = !Number.isNaN(ms) && new Date(`${parts[1]}T00:00:00Z`).toISOString().startsWith(parts[1]!);
  const fraction = Number((parts[4] ?? "").padEnd(9, "0"));
  return isReal
    ? new Moment(ms + Math.floor(fraction / 1e6), {
        nanos: fraction % 1_000_000,
        zone: /^[+-]00:00$/.test(zone) ? "UTC" : zone,
      })
    : undefined;
}

function dateMath(text: string): Moment | undefined {
  const parts = /^(now|(.+?)\|\||([^/|]+))((?:[+-]\d{1,6}[yMwdhms]|\/[yMwdhms])*)$/.exec(text);
  if (!parts) return undefined;
  const written = parts[2] ?? parts[3]!;
  const base =
    parts[1] === "now" ? new Moment(Date.now()) : /^now|[/|]/.test(written) ? undefined : readMoment(written);
  if (base === undefined) return undefined;
  const at = new Date(base.getTime());
  for (const [, sign, count, unit, rounding] of parts[4]!.matchAll(/([+-])(\d+)([yMwdhms])|\/([yMwdhms])/g)) {
    if (rounding !== undefined) floor(at, rounding);
    else shift(at, unit!, Number(count) * (sign === "-" ? -1 : 1));
    if (Number.isNaN(at.getTime())) return undefined;
  }
  return new Moment(at.getTime(), { zone: zoneOf(base) });
}

function shift(at: Date, unit: string, count: number): void {
  if (unit === "w") at.setUTCDate(at.getUTCDate() + count * 7);
  else {
    const part = units[unit as keyof typeof units];
    at[`setUTC${part}`](at[`getUTC${part}`]() + count);
  }
}

/** Rounds down to the start of the unit; weeks begin on Monday. */
function floor(at: Date, unit: string): void {
  if (unit === "w") {
    floor(at, "d");
    at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
    return;
  }
  at.setUTCMilliseconds(0);
  const order = "smhdMy";
  for (const smaller of order.slice(0, order.indexOf(unit))) {
    if (smaller === "s") at.setUTCSeconds(0);
    else if (smaller === "m") at.setUTCMinutes(0);
    else if (smaller === "h") at.setUTCHours(0);
    else if (smaller === "d") at.setUTCDate(1);
    else if (smaller === "M") at.setUTCMonth(0);
  }
}
