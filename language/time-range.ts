// A span of time as a screen holds it: two points that somebody typed (absolute), a distance from now (relative), or a
// name such as Yesterday (mapped). It lives in the address and is made into two moments only when rows are asked for.
import { parsePoint, resolvePoint, type Clock } from "./date-math.ts";
import { problemOf, Unreadable } from "./unreadable.ts";
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

/** What a picker shows when nothing is set; offered as the first choice where a range lies ahead. */
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

/** `now-2h` is "2 hours"; what is not a single step is its own best description. */
function describe(range: string): string {
  const [, count, unit] = /^now[+-](\d+)(ms|[smhdwMy])$/.exec(range) ?? [];
  return unit === undefined ? range : `${count} ${words[unit as Unit]}${count === "1" ? "" : "s"}`;
}

/** What the picker's button says. */
export function printTimeRange(range: TimeRange | undefined): string {
  if (!range) return indefinitely;
  return range.type === "absolute" ? `${range.from} - ${range.to}` : range.display;
}

/** Both ends as expressions. A relative range leads from the past to now, or from now to what is ahead. */
export function endsOf(range: TimeRange): Ends {
  if (range.type === "absolute") return { from: range.from, to: range.to };
  if (range.type === "relative") {
    const steps = parsePoint(range.range).steps;
    const leadsAhead = steps.some((step) => "add" in step && step.add > 0);
    return leadsAhead ? { from: "now", to: range.range } : { from: range.range, to: "now" };
  }
  const ends = quick.get(range.display);
  if (!ends) throw new Unreadable(`There is no time range called ${JSON.stringify(range.display)}.`);
  return { from: ends[0], to: ends[1] };
}

/** Both ends as moments in RFC 3339; throws an Unreadable that says what is wrong with the range. */
export function resolveTimeRange(range: TimeRange, clock: Clock): Ends {
  const { from, to } = endsOf(range);
  const first = resolvePoint(parsePoint(from), { ...clock, round: "down" });
  const last = resolvePoint(parsePoint(to), { ...clock, round: "up" });
  if (first > last) throw new Unreadable(`The range ends before it begins: ${from} is later than ${to}.`);
  return { from: new Date(first).toISOString(), to: new Date(last).toISOString() };
}

/** What is wrong with what is being typed, per field; a field that is still empty is not wrong, only not done. */
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

/** The parameters that a time range may occupy in an address. */
export const timeParams = ["rangeType", "display", "from", "to", "range", "timeRange", "duration"] as const;
export type TimeParam = (typeof timeParams)[number];

type Given = Readonly<Partial<Record<string, string | readonly string[]>>>;

/** The range that an address names; undefined when it names none, so that the screen's default applies. */
export function parseTimeParams(search: Given): TimeRange | undefined {
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

/** Every parameter, so that what an earlier range left behind goes; no range clears them all. */
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

/** The new one first, then the four before it. */
export const rememberRange = (recent: readonly Ends[], { from, to }: Ends): Ends[] =>
  [{ from, to }, ...recent.filter((known) => known.from !== from || known.to !== to)].slice(0, recentKept);

/** What storage holds may have been written by anybody: whatever is no pair of texts is left out. */
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
