// The time range of a screen: two typed points (absolute), a distance from now (relative), or a name such as Yesterday
// (mapped). It is kept in the URL and resolved to two moments only when rows are requested.
import { parsePoint, resolvePoint, type Clock } from "./date-math.ts";
import { problemOf, Unreadable } from "../text/unreadable.ts";
import type { Unit } from "./zoned-time.ts";

export type TimeRange =
  | { type: "absolute"; display: string; from: string; to: string }
  | { type: "relative"; display: string; range: string }
  | { type: "mapped"; display: string };

export interface Ends {
  from: string;
  to: string;
}

const presets: readonly (readonly [length: string, label: string])[] = [
  ["5m", "5 minutes"],
  ["15m", "15 minutes"],
  ["30m", "30 minutes"],
  ["1h", "1 hour"],
  ["3h", "3 hours"],
  ["6h", "6 hours"],
  ["12h", "12 hours"],
  ["24h", "24 hours"],
  ["2d", "2 days"],
  ["7d", "7 days"],
  ["30d", "30 days"],
  ["90d", "90 days"],
  ["6M", "6 months"],
  ["1y", "1 year"],
  ["2y", "2 years"],
  ["5y", "5 years"],
];

export const pastPresets = presets.map(([length, display]) => relativeRange(`now-${length}`, display));
export const futurePresets = presets.map(([length, display]) => relativeRange(`now+${length}`, display));

/** The name for "no range": the picker shows it if no range is set, and offers it first for ranges in the future. */
export const indefinitely = "Indefinitely";

const quick: ReadonlyMap<string, readonly [from: string, to: string]> = new Map([
  ["Yesterday", ["now-1d/d", "now-1d/d"]],
  ["Day before yesterday", ["now-2d/d", "now-2d/d"]],
  ["This day last week", ["now-7d/d", "now-7d/d"]],
  ["Previous week", ["now-1w/w", "now-1w/w"]],
  ["Previous month", ["now-1M/M", "now-1M/M"]],
  ["Previous year", ["now-1y/y", "now-1y/y"]],
  ["Today", ["now/d", "now/d"]],
  ["Today so far", ["now/d", "now"]],
  ["This week", ["now/w", "now/w"]],
  ["This week so far", ["now/w", "now"]],
  ["This month", ["now/M", "now/M"]],
  ["This month so far", ["now/M", "now"]],
  ["This year", ["now/y", "now/y"]],
  ["This year so far", ["now/y", "now"]],
]);

export const quickRanges = [...quick.keys()].map((display): TimeRange => ({ type: "mapped", display }));

export const absoluteRange = (from: string, to: string): TimeRange => ({
  type: "absolute",
  display: "Custom",
  from: from.trim(),
  to: to.trim(),
});

export function relativeRange(range: string, display = describe(range)): TimeRange & { type: "relative" } {
  return { type: "relative", display, range };
}

const words: Readonly<Record<Unit, string>> = {
  ms: "millisecond",
  s: "second",
  m: "minute",
  h: "hour",
  d: "day",
  w: "week",
  M: "month",
  y: "year",
};

/** Describes `now-2h` as "2 hours"; expressions with more than one step are shown unchanged. */
function describe(range: string): string {
  const [, count, unit] = /^now[+-](\d+)(ms|[smhdwMy])$/.exec(range) ?? [];
  return unit === undefined ? range : `${count} ${words[unit as Unit]}${count === "1" ? "" : "s"}`;
}

/** The label of the picker's button. */
export function printTimeRange(range: TimeRange | undefined): string {
  if (!range) return indefinitely;
  return range.type === "absolute" ? `${range.from} - ${range.to}` : range.display;
}

/** Returns both ends as expressions. A relative range goes from the past to now, or from now to the future. */
export function endsOf(range: TimeRange): Ends {
  if (range.type === "absolute") return { from: range.from, to: range.to };
  if (range.type === "relative") {
    const steps = parsePoint(range.range).steps;
    const leadsAhead = steps.some((step) => "add" in step && step.add > 0);
    return leadsAhead ? { from: "now", to: range.range } : { from: range.range, to: "now" };
  }
  const ends = quick.get(range.display);
  if (!ends) throw new Unreadable(`Unknown time range ${JSON.stringify(range.display)}.`);
  return { from: ends[0], to: ends[1] };
}

/** Returns both ends as moments in RFC 3339; throws an Unreadable that explains why the range is invalid. */
export function resolveTimeRange(range: TimeRange, clock: Clock): Ends {
  const { from, to } = endsOf(range);
  const first = resolvePoint(parsePoint(from), { ...clock, round: "down" });
  const last = resolvePoint(parsePoint(to), { ...clock, round: "up" });
  if (first > last) throw new Unreadable(`The range ends before it begins: ${from} is later than ${to}.`);
  return { from: new Date(first).toISOString(), to: new Date(last).toISOString() };
}

/**
 * Returns the error of each field while the user types. An empty field has no error, but the range is not ready yet.
 */
export function endProblems({ from, to }: Ends, clock: Clock): Partial<Ends> & { ready: boolean } {
  const problems = { ...problemOfEnd("from", from, clock), ...problemOfEnd("to", to, clock) };
  const isFilled = from.trim() !== "" && to.trim() !== "";
  if (isFilled && Object.keys(problems).length === 0) {
    const order = problemOf(() => resolveTimeRange(absoluteRange(from, to), clock));
    if (order !== undefined) return { to: order, ready: false };
  }
  return { ...problems, ready: isFilled && Object.keys(problems).length === 0 };
}

function problemOfEnd(end: keyof Ends, text: string, clock: Clock): Partial<Ends> {
  const wrong = text.trim() === "" ? undefined : problemOf(() => resolvePoint(parsePoint(text), clock));
  return wrong === undefined ? {} : { [end]: wrong };
}

/** The URL parameters of a time range. */
export const timeParams = ["rangeType", "display", "from", "to", "range", "timeRange", "duration"] as const;
export type TimeParam = (typeof timeParams)[number];

type Query = Readonly<Partial<Record<string, string | readonly string[]>>>;

/** Returns the range in the URL; undefined if the URL has no range, so that the screen uses its default. */
export function parseTimeParams(search: Query): TimeRange | undefined {
  const param = (name: TimeParam) => [search[name] ?? []].flat()[0] || undefined;
  const [type, from, to, range] = [param("rangeType"), param("from"), param("to"), param("range")];
  if (type === "mapped") {
    const display = param("timeRange") ?? param("display");
    return display === undefined ? undefined : { type, display };
  }
  if (from !== undefined && to !== undefined && type !== "relative") return absoluteRange(from, to);
  if (range !== undefined && type !== "absolute") return relativeRange(range, param("display"));
  return undefined;
}

/** Returns all parameters, so that the parameters of an earlier range are removed. Without a range, all are cleared. */
export function printTimeParams(range: TimeRange | undefined): Record<TimeParam, string | undefined> {
  return {
    rangeType: range?.type,
    display: range?.display,
    from: range?.type === "absolute" ? range.from : undefined,
    to: range?.type === "absolute" ? range.to : undefined,
    range: range?.type === "relative" ? range.range : undefined,
    timeRange: range?.type === "mapped" ? range.display : undefined,
    duration: undefined,
  };
}

const recentKept = 5;

/** Puts the new range first and keeps the four most recent earlier ranges. */
export const rememberRange = (recent: readonly Ends[], { from, to }: Ends): Ends[] =>
  [{ from, to }, ...recent.filter((known) => known.from !== from || known.to !== to)].slice(0, recentKept);

/** Ignores invalid entries: local storage can be edited outside the console. */
export function parseRecent(text: string | null): Ends[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return (Array.isArray(stored) ? stored : [])
      .filter(isEnds)
      .map(({ from, to }) => ({ from, to }))
      .slice(0, recentKept);
  } catch {
    return [];
  }
}

const isEnds = (value: unknown): value is Ends =>
  typeof value === "object" &&
  value !== null &&
  "from" in value &&
  "to" in value &&
  typeof value.from === "string" &&
  typeof value.to === "string";
