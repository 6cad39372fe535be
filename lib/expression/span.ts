// Durations with nanosecond precision, as in Go.

const nsPerMs = 1_000_000n;

export class Span {
  readonly ns: bigint;

  /** Fractions of a millisecond are kept down to a nanosecond. */
  constructor(ms: number) {
    this.ns = Number.isFinite(ms) ? BigInt(Math.round(ms * 1e6)) : 0n;
  }

  static ofNanoseconds(ns: bigint): Span {
    const span = new Span(0);
    (span as { ns: bigint }).ns = ns;
    return span;
  }

  get ms(): number {
    return Number(this.ns / nsPerMs) + Number(this.ns % nsPerMs) / 1e6;
  }

  valueOf(): number {
    return this.ms;
  }

  toString(): string {
    return printSpan(this.ns);
  }

  toJSON(): string {
    return this.toString();
  }

  /** JSON and CEL's `string()` write a duration in seconds: `5400s`, `1.5s`. */
  toSeconds(): string {
    const size = this.ns < 0n ? -this.ns : this.ns;
    const rest = String(size % 1_000_000_000n)
      .padStart(9, "0")
      .replace(/0+$/, "");
    return `${this.ns < 0n ? "-" : ""}${size / 1_000_000_000n}${rest === "" ? "" : `.${rest}`}s`;
  }
}

/** The format of Go's Duration.String: `1h30m0s`, `1.5s`, `20ms`. */
function printSpan(ns: bigint): string {
  if (ns === 0n) return "0s";
  const sign = ns < 0n ? "-" : "";
  const size = ns < 0n ? -ns : ns;
  if (size < 1_000n) return `${sign}${size}ns`;
  if (size < 1_000_000n) return `${sign}${decimal(size, 1_000n)}µs`;
  if (size < 1_000_000_000n) return `${sign}${decimal(size, 1_000_000n)}ms`;
  const hours = size / 3_600_000_000_000n;
  const minutes = (size / 60_000_000_000n) % 60n;
  const seconds = `${decimal(size % 60_000_000_000n, 1_000_000_000n)}s`;
  if (hours > 0n) return `${sign}${hours}h${minutes}m${seconds}`;
  return minutes > 0n ? `${sign}${minutes}m${seconds}` : sign + seconds;
}

function decimal(value: bigint, unit: bigint): string {
  const digits = String(unit).length - 1;
  const rest = String(value % unit)
    .padStart(digits, "0")
    .replace(/0+$/, "");
  return `${value / unit}${rest === "" ? "" : `.${rest}`}`;
}

/** The length of each unit in nanoseconds, for durations such as `1h30m`. */
const unitNs: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
  w: 604_800_000_000_000n,
  y: 31_536_000_000_000_000n,
};

const goUnits = /^([+-])?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$|^[+-]?0$/;
const allUnits = /^([+-])?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h|d|w|y))+$|^[+-]?0$/;
const maxTextLength = 200;

/**
 * Returns undefined if the string is not a duration. Go has units up to hours; `days` also allows d, w and y (365
 * days).
 */
export function readSpan(text: string, { days }: { days: boolean }): Span | undefined {
  if (text.length > maxTextLength || !(days ? allUnits : goUnits).test(text)) return undefined;
  let ns = 0n;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h|d|w|y)/g)) {
    const [whole = "", fraction = ""] = number!.split(".");
    const size = unitNs[unit!]!;
    ns += BigInt(whole || "0") * size;
    if (fraction !== "") ns += (BigInt(fraction) * size) / 10n ** BigInt(fraction.length);
  }
  return Span.ofNanoseconds(text.startsWith("-") ? -ns : ns);
}

export const spanOf = (count: number, unit: string): Span =>
  Number.isInteger(count)
    ? Span.ofNanoseconds(BigInt(count) * unitNs[unit]!)
    : Span.ofNanoseconds(BigInt(Math.round(count * Number(unitNs[unit]!))));
