// The values that all notations share: JSON values, times, durations and bytes. CEL integers are bigint; inside library
// functions they are numbers, unless a number would lose digits.
import { step } from "./budget.ts";
import { formatTime } from "./go-time.ts";
import { nanosecondsOf } from "./moment.ts";
import { Span } from "./span.ts";

export { Span } from "./span.ts";

/** CEL's uint, such as `5u`. */
export class Unsigned {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** CEL's optional value, the result of `a.?b`. */
export class Optional {
  readonly has: boolean;
  readonly value: unknown;

  constructor(has: boolean, value?: unknown) {
    this.has = has;
    this.value = value;
  }

  static readonly none = new Optional(false);
}

/** A value of a class with methods for templates: a URL, a version, a weekday. It prints as a string. */
export abstract class Printable {
  /** For messages: "a URL". */
  abstract readonly noun: string;
  abstract print(): string;
  /** A field or the result of a method; undefined if it does not exist. */
  abstract read(name: string, args: readonly unknown[]): unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is Fields =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof Span) &&
  !(value instanceof Uint8Array) &&
  !(value instanceof Unsigned) &&
  !(value instanceof Optional) &&
  !(value instanceof Printable);

export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

/** The keys of a map: strings, and in CEL also numbers and booleans. */
export const keysOf = (map: Fields): unknown[] =>
  map instanceof Map ? [...(map as Map<unknown, unknown>).keys()] : Object.keys(map);

export function hasKey(map: Fields, key: unknown): boolean {
  if (map instanceof Map) return map.has(plainKey(key));
  return typeof key === "string" && Object.hasOwn(map, key);
}

export function valueAt(map: Fields, key: unknown): unknown {
  if (map instanceof Map) return (map as Map<unknown, unknown>).get(plainKey(key));
  return typeof key === "string" && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Returns the same key for 1, 1u and 1.0, which are equal in CEL. */
export function plainKey(key: unknown): unknown {
  if (key instanceof Unsigned) return key.value;
  return typeof key === "number" && Number.isSafeInteger(key) ? BigInt(key) : key;
}

/** Returns own properties only: a name such as `constructor` finds nothing. */
export const fieldOf = (value: unknown, name: string): unknown =>
  value instanceof Map
    ? value.get(name)
    : typeof value === "object" && value !== null && Object.hasOwn(value, name)
      ? (value as Fields)[name]
      : undefined;

/** Returns the truth of a value by Go's rule: empty values and zero are false. */
export function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === "" || value === 0 || value === 0n)
    return false;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Uint8Array) return value.length > 0;
  if (value instanceof Map) return value.size > 0;
  if (value instanceof Span) return value.ns !== 0n;
  if (value instanceof Unsigned) return value.value !== 0n;
  if (value instanceof Optional) return value.has && isTrue(value.value);
  if (isMap(value)) return Object.keys(value).length > 0;
  return true;
}

/** Prints like Go's `%v`, with two exceptions: null is printed as an empty string, and whole numbers never as 1e+06. */
export function print(value: unknown, depth = 0): string {
  step();
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return depth === 0 ? "" : "<nil>";
  if (typeof value === "number") return printNumber(value);
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (value instanceof Date) return printTime(value);
  if (value instanceof Span) return value.toString();
  if (value instanceof Unsigned) return String(value.value);
  if (value instanceof Optional) return value.has ? print(value.value, depth) : print(null, depth);
  if (value instanceof Printable) return value.print();
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

/** Formats a time like Go's Time.String. */
const printTime = (time: Date) =>
  Number.isNaN(time.getTime()) ? "invalid time" : formatTime(time, "2006-01-02 15:04:05.999999999 -0700 MST");

/** Compares by content; numbers are compared by value, whatever their type. */
export function isEqual(a: unknown, b: unknown): boolean {
  step();
  if (a === b) return true;
  // oxlint-disable-next-line eqeqeq -- a bigint equals the number of the same value, without rounding either.
  if (isNumber(a) && isNumber(b)) return a == b;
  if (a instanceof Unsigned) return isEqual(a.value, b);
  if (b instanceof Unsigned) return isEqual(a, b.value);
  if (a instanceof Optional && b instanceof Optional) return a.has === b.has && (!a.has || isEqual(a.value, b.value));
  if ((a ?? null) === null || (b ?? null) === null) return (a ?? null) === (b ?? null);
  if (a instanceof Date && b instanceof Date) return nanosecondsOf(a) === nanosecondsOf(b);
  if (a instanceof Span && b instanceof Span) return a.ns === b.ns;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((element, index) => isEqual(element, b[index]));
  if (isMap(a) && isMap(b)) {
    const keys = keysOf(a);
    return (
      keys.length === keysOf(b).length &&
      keys.every((key) => hasKey(b, key) && isEqual(valueAt(a, key), valueAt(b, key)))
    );
  }
  return false;
}

const sign = (difference: bigint) => (difference < 0n ? -1 : difference > 0n ? 1 : 0);

/** Returns a negative number if the first value comes first; undefined if the two cannot be compared. */
export function order(a: unknown, b: unknown): number | undefined {
  if (a instanceof Unsigned) return order(a.value, b);
  if (b instanceof Unsigned) return order(a, b.value);
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof Date && b instanceof Date) return sign(nanosecondsOf(a) - nanosecondsOf(b));
  if (a instanceof Span && b instanceof Span) return sign(a.ns - b.ns);
  return undefined;
}

/**
 * Returns the total number of elements and characters in a value. A few steps can create a value that contains itself
 * many times (`[x, x]`, forty times over), so code that traverses a whole value checks this first.
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
