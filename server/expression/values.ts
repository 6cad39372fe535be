// The values that all notations share: what JSON has, and times, durations and bytes. Integers come from CEL as bigint;
// inside the functions they are numbers.
import { step, uncounted } from "./budget.ts";

export class Span {
  /** Whole and broken milliseconds. */
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }

  valueOf(): number {
    return this.ms;
  }

  toString(): string {
    return printSpan(this.ms);
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is Fields =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof Span) &&
  !(value instanceof Uint8Array);

export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

/** Only what was put there: a name such as `constructor` finds nothing. */
export const fieldOf = (value: unknown, name: string): unknown =>
  value instanceof Map
    ? value.get(name)
    : typeof value === "object" && value !== null && Object.hasOwn(value, name)
      ? (value as Fields)[name]
      : undefined;

/** What counts as true in a condition: Go's rule, that whatever is empty or zero does not. */
export function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === "" || value === 0 || value === 0n)
    return false;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Uint8Array) return value.length > 0;
  if (value instanceof Map) return value.size > 0;
  if (value instanceof Span) return value.ms !== 0;
  if (isMap(value)) return Object.keys(value).length > 0;
  return true;
}

/** As Go's `%v` prints it, but for two things: nothing is printed as nothing, and whole numbers never as 1e+06. */
export function print(value: unknown, depth = 0): string {
  step();
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return depth === 0 ? "" : "<nil>";
  if (typeof value === "number") return printNumber(value);
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (value instanceof Date) return printTime(value);
  if (value instanceof Span) return printSpan(value.ms);
  if (depth > 20) return "…";
  if (value instanceof Uint8Array) return `[${[...value].join(" ")}]`;
  if (Array.isArray(value)) return `[${value.map((element) => print(element, depth + 1)).join(" ")}]`;
  if (value instanceof Map) return print(Object.fromEntries(value), depth);
  if (typeof value === "object")
    return `map[${Object.keys(value)
      .sort()
      .map((key) => `${key}:${print((value as Fields)[key], depth + 1)}`)
      .join(" ")}]`;
  return "";
}

export function printNumber(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return BigInt(value).toString();
  return String(value).replace(/e([+-])(\d)$/, "e$10$2");
}

const printTime = (time: Date) =>
  Number.isNaN(time.getTime()) ? "invalid time" : time.toISOString().replace(/\.000Z$/, "Z");

const units = [
  ["h", 3_600_000],
  ["m", 60_000],
] as const;

/** As Go prints a duration: `1h30m0s`, `1.5s`, `20ms`. */
export function printSpan(ms: number): string {
  if (ms === 0) return "0s";
  const sign = ms < 0 ? "-" : "";
  let rest = Math.abs(ms);
  if (rest < 1) return `${sign}${rest < 0.001 ? `${trimmed(rest * 1e6)}ns` : `${trimmed(rest * 1e3)}µs`}`;
  if (rest < 1000) return `${sign}${trimmed(rest)}ms`;
  let text = sign;
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    if (count > 0 || text !== sign) text += `${count}${unit}`;
    rest -= count * size;
  }
  return `${text}${trimmed(rest / 1000)}s`;
}

const trimmed = (value: number) => String(Math.round(value * 1e9) / 1e9);

/** Equal by content; a number is a number, however it came. */
export function isEqual(one: unknown, other: unknown): boolean {
  step();
  if (one === other) return true;
  if (isNumber(one) && isNumber(other)) return Number(one) === Number(other);
  if ((one ?? null) === null || (other ?? null) === null) return (one ?? null) === (other ?? null);
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (one instanceof Span && other instanceof Span) return one.ms === other.ms;
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other) === 0;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((element, index) => isEqual(element, other[index]));
  if (isMap(one) && isMap(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
    );
  }
  return false;
}

/** Below zero when the first comes first; undefined when the two have no order. */
export function order(one: unknown, other: unknown): number | undefined {
  if (isNumber(one) && isNumber(other)) return Number(one) - Number(other);
  if (typeof one === "string" && typeof other === "string") return one < other ? -1 : one > other ? 1 : 0;
  if (typeof one === "boolean" && typeof other === "boolean") return Number(one) - Number(other);
  if (one instanceof Date && other instanceof Date) return one.getTime() - other.getTime();
  if (one instanceof Span && other instanceof Span) return one.ms - other.ms;
  return undefined;
}

/**
 * How much a value holds, every element and character of it. Few steps can make a value that holds itself again and again
 * (`[x, x]`, forty times over): whoever goes through all of one asks here first.
 */
export function weigh(value: unknown): number {
  step();
  if (typeof value === "string") return value.length + 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, element) => sum + weigh(element), 1);
  if (value instanceof Map) return [...value.values()].reduce<number>((sum, element) => sum + weigh(element), 1);
  if (!isMap(value)) return 1;
  let sum = 1;
  for (const key of Object.keys(value)) sum += key.length + weigh(value[key]);
  return sum;
}

export function toJson(value: unknown, indent?: string | number): string {
  uncounted(weigh(value));
  return JSON.stringify(value ?? null, undefined, indent) ?? "null";
}
