// CEL's own functions: conversions, sizes, parts of times, and optionals.
import { lengthOf } from "../characters.ts";
import { ExpressionFault } from "../fault.ts";
import { formatTime, zoneOffset } from "../go-time.ts";
import type { LibraryFunction, ValueType } from "../functions/function.ts";
import { readBool } from "../functions/numbers.ts";
import { matches, pattern } from "../pattern.ts";
import { Moment } from "../moment.ts";
import { readSpan } from "../span.ts";
import { isMap, isTrue, keysOf, Optional, printNumber, Printable, Span, Unsigned } from "../values.ts";
import { inline } from "./inline.ts";
import { int, unsigned } from "./operators.ts";
import { celTypes, CelType } from "./values.ts";

const cannot = (name: string, value: unknown) =>
  new ExpressionFault(
    `${name}() cannot convert ${typeof value === "string" ? JSON.stringify(value) : typeOf(value).name}.`,
  );

function typeOf(value: unknown): CelType {
  const name =
    value === null
      ? "null_type"
      : typeof value === "bigint"
        ? "int"
        : typeof value === "number"
          ? "double"
          : typeof value === "boolean"
            ? "bool"
            : typeof value === "string"
              ? "string"
              : Array.isArray(value)
                ? "list"
                : value instanceof Uint8Array
                  ? "bytes"
                  : value instanceof Date
                    ? "google.protobuf.Timestamp"
                    : value instanceof Span
                      ? "google.protobuf.Duration"
                      : value instanceof Unsigned
                        ? "uint"
                        : value instanceof Optional
                          ? "optional_type"
                          : value instanceof CelType
                            ? "type"
                            : "map";
  return celTypes.get(name)!;
}

function size(value: unknown): bigint {
  if (typeof value === "string") return BigInt(lengthOf(value));
  if (Array.isArray(value) || value instanceof Uint8Array) return BigInt(value.length);
  if (isMap(value)) return BigInt(keysOf(value).length);
  throw new ExpressionFault(`size needs a string, bytes, a list or a map, not a value of type ${typeOf(value).name}.`);
}

function string(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return printNumber(value);
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Unsigned) return String(value.value);
  if (value instanceof Date) return formatTime(value, "RFC3339Nano");
  if (value instanceof Span) return value.toSeconds();
  if (value instanceof Printable) return value.print();
  if (value instanceof Uint8Array) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
    } catch {
      throw new ExpressionFault("string() needs bytes that are valid UTF-8.");
    }
  }
  throw cannot("string", value);
}

function toInt(value: unknown): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isFinite(value)) return int(BigInt(Math.trunc(value)));
  if (typeof value === "string" && /^[+-]?\d{1,20}$/.test(value)) return int(BigInt(value.replace(/^\+/, "")));
  if (value instanceof Unsigned) return int(value.value);
  if (value instanceof Date) return BigInt(Math.floor(value.getTime() / 1000));
  if (value instanceof Span) return value.ns;
  throw cannot("int", value);
}

function toUnsigned(value: unknown): Unsigned {
  if (value instanceof Unsigned) return value;
  if (typeof value === "bigint") return unsigned(value);
  if (typeof value === "number" && Number.isFinite(value)) return unsigned(BigInt(Math.trunc(value)));
  if (typeof value === "string" && /^\d{1,20}$/.test(value)) return unsigned(BigInt(value));
  throw cannot("uint", value);
}

function toDouble(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Unsigned) return Number(value.value);
  if (typeof value === "string") {
    if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(value)) return Number(value);
    const word = /^([+-]?)(?:(inf|infinity)|nan)$/i.exec(value);
    if (word) return word[2] === undefined ? Number.NaN : word[1] === "-" ? -Infinity : Infinity;
  }
  throw cannot("double", value);
}

function toBool(value: unknown): boolean {
  const found = typeof value === "string" ? readBool(value) : typeof value === "boolean" ? value : undefined;
  if (found === undefined) throw cannot("bool", value);
  return found;
}

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?([Zz]|[+-]\d\d:\d\d)$/;
const [leastTime, greatestTime] = [-62_135_596_800_000, 253_402_300_799_999];

function timestamp(value: unknown): Date {
  if (value instanceof Date) return value;
  if (typeof value === "bigint" || typeof value === "number") {
    const ms = Number(value) * 1000;
    if (ms >= leastTime && ms <= greatestTime) return new Moment(ms);
    throw new ExpressionFault("timestamp() needs seconds between the years 1 and 9999.");
  }
  const parts = typeof value === "string" ? rfc3339.exec(value) : null;
  const ms = parts ? Date.parse(`${parts[1]}T${parts[2]}${parts[4]!.toUpperCase()}`) : Number.NaN;
  // Date would read 30 February as 2 March.
  const isReal = parts && new Date(`${parts[1]}T00:00:00Z`).toISOString().startsWith(parts[1]!);
  if (!isReal || !(ms >= leastTime && ms <= greatestTime))
    throw new ExpressionFault(
      `timestamp() needs a time such as 2026-01-31T08:00:00Z${typeof value === "string" ? `, but got ${JSON.stringify(value)}` : ""}.`,
    );
  const fraction = Number((parts[3] ?? "").padEnd(9, "0"));
  const zone = /^[Zz]$|^[+-]00:00$/.test(parts[4]!) ? "UTC" : parts[4]!;
  return new Moment(ms + Math.floor(fraction / 1e6), { nanos: fraction % 1_000_000, zone });
}

function duration(value: unknown): Span {
  if (value instanceof Span) return value;
  if (typeof value === "number") return Span.ofNanoseconds(BigInt(Math.trunc(value)));
  const found = typeof value === "string" ? readSpan(value, { days: false }) : undefined;
  if (found) return found;
  throw new ExpressionFault(
    typeof value === "string"
      ? `${JSON.stringify(value)} is not a duration. Use the units h, m, s, ms, us and ns, such as 1h30m. time.ParseDuration also accepts d, w and y.`
      : "duration() needs a string such as '1h30m', or a number of nanoseconds as a double.",
  );
}

const convert = (name: string, gives: ValueType, says: string, call: (value: unknown) => unknown): LibraryFunction => ({
  name,
  takes: ["any"],
  gives,
  isRaw: true,
  says,
  call,
});

/** Returns the wall time in a zone: an IANA name, `+02:00`, or the zone of the time itself. */
function clock(time: Date, zone: string): Date {
  const named = /^[+-]?\d\d:\d\d$/.test(zone) && !/^[+-]/.test(zone) ? `+${zone}` : zone;
  return new Date(time.getTime() + zoneOffset(time, named) * 60_000);
}

const part = (name: string, says: string, read: (clock: Date) => number): LibraryFunction => ({
  name,
  on: "time",
  takes: ["string"],
  least: 0,
  gives: "int",
  says,
  // Without a zone argument CEL uses UTC, regardless of the zone that the time was written in.
  call: (time: Date, zone = "UTC") => read(clock(time, zone)),
});

const dayOfYear = (at: Date) =>
  Math.floor(
    (Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()) - Date.UTC(at.getUTCFullYear(), 0, 1)) /
      86_400_000,
  );

const whole = (name: string, says: string, ns: bigint): LibraryFunction => ({
  name,
  on: "span",
  takes: [],
  gives: "int",
  isRaw: true,
  says,
  call: (span: Span) => span.ns / ns,
});

const optional = (name: string, says: string, call: (value: Optional) => unknown): LibraryFunction => ({
  name,
  on: "optional",
  takes: [],
  gives: "any",
  isRaw: true,
  says,
  call,
});

export const standard: readonly LibraryFunction[] = [
  {
    name: "size",
    on: "any",
    takes: [],
    gives: "int",
    isRaw: true,
    says: "The number of elements or characters",
    call: size,
  },
  convert("string", "string", "Converts the value to a string", string),
  convert("int", "int", "Converts the value to a whole number", toInt),
  convert("uint", "int", "Converts the value to an unsigned number", toUnsigned),
  convert("double", "double", "Converts the value to a number", toDouble),
  convert("bool", "bool", "Converts the string true or false to a boolean", toBool),
  convert("timestamp", "time", "Parses a time such as 2026-01-31T08:00:00Z", timestamp),
  convert("duration", "span", "Parses a duration such as 1h30m", duration),
  convert("dyn", "any", "The value itself", (value) => value),
  convert("type", "any", "The type of a value", typeOf),
  convert("bytes", "bytes", "Converts a string to bytes", (value) => {
    if (value instanceof Uint8Array) return value;
    if (typeof value !== "string") throw cannot("bytes", value);
    return new Uint8Array(Buffer.from(value));
  }),
  {
    name: "matches",
    on: "string",
    takes: ["string"],
    gives: "bool",
    says: "Whether the string has a match of a regular expression",
    reads: pattern,
    call: (text: string, expression: string) => matches(text, expression),
  },
  part("getFullYear", "The year", (at) => at.getUTCFullYear()),
  part("getMonth", "The month, from 0", (at) => at.getUTCMonth()),
  part("getDate", "The day of the month, from 1", (at) => at.getUTCDate()),
  part("getDayOfMonth", "The day of the month, from 0", (at) => at.getUTCDate() - 1),
  part("getDayOfWeek", "The day of the week; 0 is Sunday", (at) => at.getUTCDay()),
  part("getDayOfYear", "The day of the year, from 0", dayOfYear),
  part("getHours", "The hour", (at) => at.getUTCHours()),
  part("getMinutes", "The minute", (at) => at.getUTCMinutes()),
  part("getSeconds", "The second", (at) => at.getUTCSeconds()),
  part("getMilliseconds", "The millisecond", (at) => at.getUTCMilliseconds()),
  whole("getHours", "The duration in whole hours", 3_600_000_000_000n),
  whole("getMinutes", "The duration in whole minutes", 60_000_000_000n),
  whole("getSeconds", "The duration in whole seconds", 1_000_000_000n),
  whole("getMilliseconds", "The duration in whole milliseconds", 1_000_000n),
  optional("hasValue", "Whether the optional has a value", (value) => value.has),
  optional("value", "The value of the optional; fails if it has none", (value) => {
    if (value.has) return value.value;
    throw new ExpressionFault("value() was called on an optional without a value. Use orValue(…) to set a default.");
  }),
  {
    name: "optional.of",
    takes: ["any"],
    gives: "optional",
    isRaw: true,
    says: "An optional with a value",
    call: (value: unknown) => new Optional(true, value),
  },
  {
    name: "optional.ofNonZeroValue",
    takes: ["any"],
    gives: "optional",
    isRaw: true,
    seesNull: true,
    says: "An optional with the value, or without a value if it is empty or zero",
    call: (value: unknown) => (isTrue(value) ? new Optional(true, value) : Optional.none),
  },
  {
    name: "optional.none",
    takes: [],
    gives: "optional",
    isRaw: true,
    says: "An optional without a value",
    call: () => Optional.none,
  },
  {
    name: "hex",
    on: "bytes",
    takes: [],
    gives: "string",
    says: "Encodes bytes in hexadecimal",
    call: (bytes: Uint8Array) => Buffer.from(bytes).toString("hex"),
  },
  {
    name: "base64",
    on: "bytes",
    takes: [],
    gives: "string",
    says: "Encodes bytes in base64",
    call: (bytes: Uint8Array) => Buffer.from(bytes).toString("base64"),
  },
  { name: "string", on: "bytes", takes: [], gives: "string", says: "Decodes UTF-8 bytes to a string", call: string },
  ...inline,
];
