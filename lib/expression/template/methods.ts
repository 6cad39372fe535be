// Methods and fields of values in templates, with the names of Go: `(time.Now).Year`, `$d.Hours`, `(urlParse .x).Host`.
import { days, months } from "../calendar.ts";
import { ExpressionFault } from "../fault.ts";
import { nounOf } from "../functions/function.ts";
import { readMoment } from "../functions/date-math.ts";
import { formatTime, zoneOffset } from "../go-time.ts";
import { Moment, nanosecondsOf, shifted, zoneOf } from "../moment.ts";
import { NamedNumber } from "../named-number.ts";
import { readSpan } from "../span.ts";
import { nearestWord } from "../../text/nearest-word.ts";
import { fieldOf, isNumber, print, Printable, Span } from "../values.ts";

type Methods<Value> = Readonly<Record<string, (value: Value, ...args: unknown[]) => unknown>>;

function spanArgument(value: unknown): Span {
  const found =
    value instanceof Span ? value : isNumber(value) ? Span.ofNanoseconds(BigInt(Math.trunc(Number(value)))) : undefined;
  const read = found ?? (typeof value === "string" ? readSpan(value, { days: true }) : undefined);
  if (read) return read;
  throw new ExpressionFault(
    `This method needs a duration such as (time.ParseDuration "1h"), but got ${nounOf(value)}.`,
  );
}

function timeArgument(value: unknown): Date {
  const found = value instanceof Date ? value : typeof value === "string" ? readMoment(value) : undefined;
  if (found) return found;
  throw new ExpressionFault(`This method needs a time such as (time.Now), but got ${nounOf(value)}.`);
}

function numberArgument(value: unknown): number {
  if (isNumber(value)) return Math.trunc(Number(value));
  throw new ExpressionFault(`This method needs a whole number, but got ${nounOf(value)}.`);
}

/** Go's zero time: 1 January of the year 1. */
const zeroNs = -62_135_596_800_000_000_000n;

const clock = (time: Date) => new Date(time.getTime() + zoneOffset(time, zoneOf(time)) * 60_000);

const modulo = (value: bigint, by: bigint) => ((value % by) + by) % by;

function rounded(ns: bigint, by: bigint): bigint {
  if (by <= 0n) return ns;
  const rest = modulo(ns, by);
  return rest * 2n < by ? ns - rest : ns + by - rest;
}

function addDate(time: Date, years: unknown, month: unknown, day: unknown): Moment {
  const local = clock(time);
  local.setUTCFullYear(
    local.getUTCFullYear() + numberArgument(years),
    local.getUTCMonth() + numberArgument(month),
    local.getUTCDate() + numberArgument(day),
  );
  const zone = zoneOf(time);
  const guess = new Date(local.getTime() - zoneOffset(local, zone) * 60_000);
  const ms = local.getTime() - zoneOffset(guess, zone) * 60_000;
  return new Moment(ms, { nanos: time instanceof Moment ? time.nanos : 0, zone });
}

const sinceYearOne = (time: Date) => nanosecondsOf(time) - zeroNs;
const inZone = (time: Date, zone: string) => Moment.ofNanoseconds(nanosecondsOf(time), zone);
const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const safe = (value: bigint) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

const timeMethods: Methods<Date> = {
  Format: (time, layout) => formatTime(time, print(layout)),
  Add: (time, span) => shifted(time, spanArgument(span).ns),
  AddDate: addDate,
  Sub: (time, other) => Span.ofNanoseconds(nanosecondsOf(time) - nanosecondsOf(timeArgument(other))),
  After: (time, other) => nanosecondsOf(time) > nanosecondsOf(timeArgument(other)),
  Before: (time, other) => nanosecondsOf(time) < nanosecondsOf(timeArgument(other)),
  Equal: (time, other) => nanosecondsOf(time) === nanosecondsOf(timeArgument(other)),
  Compare: (time, other) => Math.sign(Number(nanosecondsOf(time) - nanosecondsOf(timeArgument(other)))),
  Truncate: (time, span) => {
    const { ns } = spanArgument(span);
    return ns <= 0n ? time : shifted(time, -modulo(sinceYearOne(time), ns));
  },
  Round: (time, span) => shifted(time, rounded(sinceYearOne(time), spanArgument(span).ns) - sinceYearOne(time)),
  UTC: (time) => inZone(time, "UTC"),
  Local: (time) => inZone(time, localZone()),
  In: (time, zone) => {
    const name = print(zone);
    zoneOffset(time, name);
    return inZone(time, name);
  },
  Unix: (time) => Math.floor(time.getTime() / 1000),
  UnixMilli: (time) => time.getTime(),
  UnixMicro: (time) => safe(nanosecondsOf(time) / 1000n),
  UnixNano: (time) => safe(nanosecondsOf(time)),
  Year: (time) => clock(time).getUTCFullYear(),
  Month: (time) => {
    const month = clock(time).getUTCMonth();
    return new NamedNumber(month + 1, months[month]!);
  },
  Day: (time) => clock(time).getUTCDate(),
  Hour: (time) => clock(time).getUTCHours(),
  Minute: (time) => clock(time).getUTCMinutes(),
  Second: (time) => clock(time).getUTCSeconds(),
  Nanosecond: (time) => time.getUTCMilliseconds() * 1_000_000 + (time instanceof Moment ? time.nanos : 0),
  Weekday: (time) => {
    const day = clock(time).getUTCDay();
    return new NamedNumber(day, days[day]!);
  },
  YearDay: (time) => Number(formatTime(time, "002")),
  IsZero: (time) => nanosecondsOf(time) === zeroNs,
  Location: (time) => zoneOf(time),
  String: (time) => print(time),
};

const spanMethods: Methods<Span> = {
  Hours: (span) => span.ms / 3_600_000,
  Minutes: (span) => span.ms / 60_000,
  Seconds: (span) => span.ms / 1000,
  Milliseconds: (span) => safe(span.ns / 1_000_000n),
  Microseconds: (span) => safe(span.ns / 1000n),
  Nanoseconds: (span) => safe(span.ns),
  Round: (span, by) => {
    const size = span.ns < 0n ? -span.ns : span.ns;
    const result = rounded(size, spanArgument(by).ns);
    return Span.ofNanoseconds(span.ns < 0n ? -result : result);
  },
  Truncate: (span, by) => {
    const { ns } = spanArgument(by);
    return ns <= 0n ? span : Span.ofNanoseconds(span.ns - (span.ns % ns));
  },
  Abs: (span) => Span.ofNanoseconds(span.ns < 0n ? -span.ns : span.ns),
  String: (span) => span.toString(),
};

function invoked<Value>(
  methods: Methods<Value>,
  value: Value,
  name: string,
  args: readonly unknown[],
  noun: string,
): unknown {
  const method = Object.hasOwn(methods, name) ? methods[name]! : undefined;
  if (method === undefined)
    throw new ExpressionFault(`${noun} has no method ${name}.`, {
      suggestion: nearestWord(name, Object.keys(methods)),
    });
  if (args.length !== method.length - 1)
    throw new ExpressionFault(
      `${name} of ${noun.toLowerCase()} needs ${method.length - 1} values, but got ${args.length}.`,
    );
  return method(value, ...args);
}

/** Returns a field or the result of a method. A field of null is null, because a resource may lack it. */
export function memberOf(value: unknown, name: string, args: readonly unknown[] = []): unknown {
  if (value instanceof Date) return invoked(timeMethods, value, name, args, "A time");
  if (value instanceof Span) return invoked(spanMethods, value, name, args, "A duration");
  if (value instanceof Printable) {
    const found = value.read(name, args);
    if (found === undefined && args.length > 0) throw new ExpressionFault(`${name} is not a method of ${value.noun}.`);
    return found;
  }
  const found = fieldOf(value, name);
  if (args.length === 0) return found;
  if (typeof found === "function") return (found as (...values: readonly unknown[]) => unknown)(...args);
  throw new ExpressionFault(`Only a function takes arguments, but ${name} is ${nounOf(found)}.`);
}
