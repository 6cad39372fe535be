// Parses and resolves date math: `now`, `now-2h`, `now-1d/d`, `2026-11-15 10:30`, `2026-11-15T10:30:00Z||+2h`. Steps
// apply from left to right. A slash rounds to the unit: down at the start of a range and up at its end. Dates without a
// zone are read in the time zone of the caller.
import { Unreadable } from "../text/unreadable.ts";
import { add, DAY, endOf, momentOf, startOf, units, type Unit } from "./zoned-time.ts";

export type Step = { add: number; unit: Unit } | { round: Unit };

export interface Point {
  /** `now`, or a date in the form in which it was written. */
  anchor: string;
  steps: readonly Step[];
}

export interface Clock {
  now: number;
  timeZone: string;
}

const examples = "Write now, now-2h, now-1d/d or 2026-11-15 10:30.";

export function parsePoint(text: string): Point {
  const trimmed = text.trim();
  if (trimmed === "") throw new Unreadable(`A time is missing. ${examples}`);
  if (trimmed.startsWith("now")) return { anchor: "now", steps: parseSteps(trimmed, 3) };
  const bar = trimmed.indexOf("||");
  const anchor = (bar < 0 ? trimmed : trimmed.slice(0, bar)).trimEnd();
  parseDate(anchor);
  return { anchor, steps: bar < 0 ? [] : parseSteps(trimmed, bar + 2) };
}

export const printPoint = ({ anchor, steps }: Point) =>
  anchor + (anchor === "now" || steps.length === 0 ? "" : "||") + steps.map(printStep).join("");

const printStep = (step: Step) =>
  "round" in step ? `/${step.round}` : `${step.add < 0 ? "-" : "+"}${Math.abs(step.add)}${step.unit}`;

function parseSteps(text: string, from: number): Step[] {
  const step = /\s*(?:([+-])\s*(\d*)\s*([A-Za-z]*)|\/\s*([A-Za-z]*))\s*/y;
  const steps: Step[] = [];
  step.lastIndex = from;
  for (let at = from; at < text.length; at = step.lastIndex) {
    const found = step.exec(text);
    if (!found) throw new Unreadable(`${JSON.stringify(text.slice(at).trim())} cannot be parsed. ${examples}`, at);
    const [, sign, digits, unit, rounding] = found;
    if (sign === undefined) steps.push({ round: parseUnit(rounding!, "/", at) });
    else if (digits === "" || digits!.length > 9)
      throw new Unreadable(`Write a number and a unit after "${sign}", such as ${sign}2h.`, at);
    else steps.push({ add: Number(sign + digits!), unit: parseUnit(unit!, sign + digits!, at) });
  }
  return steps;
}

function parseUnit(name: string, after: string, at: number): Unit {
  const unit = units.find((known) => known === name);
  if (unit) return unit;
  const what = name === "" ? `A unit is missing after "${after}".` : `"${name}" is not a unit of time.`;
  throw new Unreadable(`${what} Use ${units.slice(0, -1).join(", ")} or ${units.at(-1)}.`, at);
}

const datePattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Returns the wall clock time, and the offset from UTC if the date contains an offset. */
function parseDate(text: string): { wall: number; offset: number | undefined; isDay: boolean } {
  const found = datePattern.exec(text);
  if (!found) throw new Unreadable(`${JSON.stringify(text)} is not a valid time. ${examples}`);
  const [, year, month, day, hour, minute = 0, second = 0, fraction = "", zone] = found;
  const fields = [year, month, day, hour ?? 0, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = fields;
  const wall = new Date(0);
  wall.setUTCFullYear(y, mo - 1, d);
  wall.setUTCHours(h, mi, s, Number(fraction.padEnd(3, "0").slice(0, 3)));
  if (wall.getUTCMonth() !== mo - 1 || wall.getUTCDate() !== d || mi > 59 || s > 59)
    throw new Unreadable(`${text} does not exist.`);
  return {
    wall: wall.getTime(),
    offset: zone === undefined ? undefined : parseOffset(zone),
    isDay: hour === undefined,
  };
}

function parseOffset(zone: string): number {
  if (/z/i.test(zone)) return 0;
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(zone)!;
  return (sign === "-" ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60_000);
}

export interface Resolving extends Clock {
  /** The direction in which a slash, or a date without a time, is rounded: to its start or to its last millisecond. */
  round?: "down" | "up";
}

/** Returns the moment in milliseconds since 1970. */
export function resolvePoint({ anchor, steps }: Point, { now, timeZone, round = "down" }: Resolving): number {
  const rounded = round === "up" ? endOf : startOf;
  let moment = anchor === "now" ? now : resolveDate(anchor, timeZone, round);
  for (const step of steps)
    moment = "round" in step ? rounded(moment, step.round, timeZone) : add(moment, step.add, step.unit, timeZone);
  if (Number.isNaN(moment) || Math.abs(moment) > 8.64e15)
    throw new Unreadable(`${printPoint({ anchor, steps })} is out of range.`);
  return moment;
}

function resolveDate(text: string, timeZone: string, round: "down" | "up"): number {
  const { wall, offset, isDay } = parseDate(text);
  if (offset !== undefined) return wall - offset;
  return isDay && round === "up" ? momentOf(wall + DAY, timeZone) - 1 : momentOf(wall, timeZone);
}
