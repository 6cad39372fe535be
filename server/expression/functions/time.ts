// Times, ages and durations.
import { ExpressionFault } from "../fault.ts";
import { formatTime, parseTime, zoneName, zoneOffset } from "../go-time.ts";
import { Span } from "../values.ts";
import type { LibraryFunction } from "./function.ts";

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

/** Go's durations, and days, weeks and years beside. */
function parseSpan(text: string): Span {
  const whole = /^([+-])?((?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d|w|y))+|0)$/.exec(text.trim());
  if (!whole) throw new ExpressionFault(`${JSON.stringify(text)} is not a duration; write it like 90s, 1h30m or 7d.`);
  let ms = 0;
  for (const [, number, unit] of whole[2]!.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d|w|y)/g))
    ms += Number(number) * unitMs[unit!]!;
  return new Span(whole[1] === "-" ? -ms : ms);
}

/** A time, or a text that states one. */
function timeOf(name: string, value: unknown): Date {
  const time = value instanceof Date ? value : typeof value === "string" ? new Date(value) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime())) throw new ExpressionFault(`${name} needs a time, such as 2026-01-31T08:00:00Z.`);
  return time;
}

const steps = [
  ["y", unitMs["y"]!],
  ["w", unitMs["w"]!],
  ["d", unitMs["d"]!],
  ["h", unitMs["h"]!],
  ["m", unitMs["m"]!],
  ["s", unitMs["s"]!],
] as const;

/** The two greatest units that matter, for people: `3d4h`, `2m30s`, `450ms`. */
function humanDuration(value: unknown): string {
  const ms =
    value instanceof Span
      ? value.ms
      : typeof value === "string"
        ? parseSpan(value).ms
        : typeof value === "number"
          ? value
          : Number.NaN;
  if (Number.isNaN(ms)) throw new ExpressionFault("HumanDuration needs a duration, or milliseconds.");
  let rest = Math.abs(ms);
  if (rest < 1_000) return `${ms < 0 ? "-" : ""}${Math.round(rest)}ms`;
  const parts: string[] = [];
  for (const [unit, size] of steps) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count}${unit}`);
    else if (parts.length > 0) break;
    rest -= count * size;
    if (parts.length === 2) break;
  }
  return (ms < 0 ? "-" : "") + parts.join("");
}

const local = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const time: readonly LibraryFunction[] = [
  { name: "time.Now", takes: [], gives: "time", says: "The present", call: () => new Date() },
  {
    name: "time.Parse",
    takes: ["string", "string"],
    gives: "time",
    says: "A text read by a layout",
    call: (layout: string, text: string) => parseTime(text, layout),
  },
  {
    name: "time.ParseLocal",
    takes: ["string", "string"],
    gives: "time",
    says: "A text read by a layout, in the server's zone",
    call: (layout: string, text: string) => parseTime(text, layout, local()),
  },
  {
    name: "time.ParseInLocation",
    takes: ["string", "string", "string"],
    gives: "time",
    says: "A text read by a layout, in a zone",
    call: (layout: string, zone: string, text: string) => parseTime(text, layout, zone),
  },
  {
    name: "time.ParseDuration",
    takes: ["string"],
    gives: "span",
    says: "A duration such as 1h30m or 7d",
    call: parseSpan,
  },
  { name: "Duration", takes: ["string"], gives: "span", says: "A duration such as 1h30m or 7d", call: parseSpan },
  {
    name: "time.Since",
    takes: ["any"],
    gives: "span",
    says: "How long ago a time was",
    call: (value: unknown) => new Span(Date.now() - timeOf("time.Since", value).getTime()),
  },
  {
    name: "time.Until",
    takes: ["any"],
    gives: "span",
    says: "How long it is until a time",
    call: (value: unknown) => new Span(timeOf("time.Until", value).getTime() - Date.now()),
  },
  {
    name: "time.ZoneName",
    takes: [],
    gives: "string",
    says: "The name of the server's zone",
    call: () => zoneName(new Date(), local()),
  },
  {
    name: "time.ZoneOffset",
    takes: [],
    gives: "int",
    says: "Seconds of the server's zone east of Greenwich",
    call: () => zoneOffset(new Date(), local()) * 60,
  },
  {
    name: "time.Format",
    takes: ["string", "any", "string"],
    least: 2,
    gives: "string",
    says: "A time written by a layout, in a zone",
    call: (layout: string, value: unknown, zone?: string) => formatTime(timeOf("time.Format", value), layout, zone),
  },
  {
    name: "Format",
    on: "time",
    takes: ["string", "string"],
    least: 1,
    gives: "string",
    says: "A time written by a layout, in a zone",
    call: (value: Date, layout: string, zone?: string) => formatTime(value, layout, zone),
  },
  {
    name: "HumanDuration",
    takes: ["any"],
    gives: "string",
    says: "A duration as people say it: 3d4h",
    call: humanDuration,
  },
];
