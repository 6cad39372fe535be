// jq's operations on values: comparison, arithmetic, and the messages for incompatible types.
import { spend, step } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { toJson } from "../json-text.ts";
import { isMap, print, Span, weigh, type Fields } from "../values.ts";

/** An error that a program can catch. */
export class JqError extends ExpressionFault {
  readonly value: unknown;

  constructor(value: unknown) {
    super(typeof value === "string" ? value : `jq stopped with an error: ${shortened(value)}`);
    this.value = value;
  }
}

export type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";

export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  return kind === "object" ? "object" : (kind as Kind);
}

export const isTruthy = (value: unknown) => value !== null && value !== undefined && value !== false;

/**
 * Converts to values that jq supports: times and durations become strings. Values without such parts are returned
 * unchanged.
 */
export function asJson(value: unknown): unknown {
  step();
  if (value === undefined) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Span || value instanceof Uint8Array) return print(value);
  if (Array.isArray(value)) {
    const changed = value.map(asJson);
    return changed.some((element, index) => element !== value[index]) ? changed : value;
  }
  if (!isMap(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const held = asJson(value[key]);
    if (held !== value[key]) copy = put(copy ?? { ...value }, key, held);
  }
  return copy ?? value;
}

/** Sets a key of an object that is not shared yet; `__proto__` is an ordinary key. */
export function put(held: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> {
  if (key === "__proto__")
    Object.defineProperty(held, key, { value, enumerable: true, configurable: true, writable: true });
  else held[key] = value;
  return held;
}

export const fieldsOf = (value: unknown) => value as Fields;

const ranks: Readonly<Record<Kind, number>> = { null: 0, boolean: 1, number: 3, string: 4, array: 5, object: 6 };
const rankOf = (value: unknown) => (value === true ? 2 : ranks[kindOf(value)]);

/** Compares two values by jq's order of types: null, false, true, numbers, strings, arrays, objects. */
export function compare(one: unknown, other: unknown): number {
  step();
  const apart = rankOf(one) - rankOf(other);
  if (apart !== 0) return apart;
  switch (kindOf(one)) {
    case "number":
      return (one as number) < (other as number) ? -1 : (one as number) === (other as number) ? 0 : 1;
    case "string":
      return (one as string) < (other as string) ? -1 : (one as string) === (other as string) ? 0 : 1;
    case "array":
      return compareLists(one as unknown[], other as unknown[]);
    case "object": {
      const [keys, otherKeys] = [Object.keys(fieldsOf(one)).sort(), Object.keys(fieldsOf(other)).sort()];
      const byKeys = compareLists(keys, otherKeys);
      if (byKeys !== 0) return byKeys;
      for (const key of keys) {
        const byValue = compare(fieldsOf(one)[key], fieldsOf(other)[key]);
        if (byValue !== 0) return byValue;
      }
      return 0;
    }
    default:
      return 0;
  }
}

function compareLists(one: readonly unknown[], other: readonly unknown[]): number {
  for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
    const found = compare(one[index], other[index]);
    if (found !== 0) return found;
  }
  return one.length - other.length;
}

export function calculate(sign: string, one: unknown, other: unknown): unknown {
  switch (sign) {
    case "+":
      return add(one, other);
    case "-":
      return subtract(one, other);
    case "*":
      return multiply(one, other);
    case "/":
      return divide(one, other);
    case "%":
      return remainder(one, other);
    case "==":
      return compare(one, other) === 0;
    case "!=":
      return compare(one, other) !== 0;
    case "<":
      return compare(one, other) < 0;
    case "<=":
      return compare(one, other) <= 0;
    case ">":
      return compare(one, other) > 0;
    default:
      return compare(one, other) >= 0;
  }
}

const bothAre = (kind: Kind, one: unknown, other: unknown) => kindOf(one) === kind && kindOf(other) === kind;

function add(one: unknown, other: unknown): unknown {
  if (one === null) return other;
  if (other === null) return one;
  if (bothAre("number", one, other)) return (one as number) + (other as number);
  if (bothAre("string", one, other)) {
    spend((one as string).length + (other as string).length);
    return (one as string) + (other as string);
  }
  if (bothAre("array", one, other)) {
    spend((one as unknown[]).length + (other as unknown[]).length);
    return [...(one as unknown[]), ...(other as unknown[])];
  }
  if (bothAre("object", one, other)) {
    spend(Object.keys(fieldsOf(one)).length + Object.keys(fieldsOf(other)).length);
    return { ...fieldsOf(one), ...fieldsOf(other) };
  }
  throw mismatch(one, other, "added");
}

function subtract(one: unknown, other: unknown): unknown {
  if (bothAre("number", one, other)) return (one as number) - (other as number);
  if (bothAre("array", one, other))
    return (one as unknown[]).filter((element) => !(other as unknown[]).some((gone) => compare(element, gone) === 0));
  throw mismatch(one, other, "subtracted");
}

function multiply(one: unknown, other: unknown): unknown {
  if (bothAre("number", one, other)) return (one as number) * (other as number);
  const [text, times] = typeof one === "string" ? [one, other] : [other, one];
  if (typeof text === "string" && typeof times === "number") {
    if (!(times > 0)) return null;
    const count = Math.max(1, Math.floor(times));
    spend(text.length * count);
    return text.repeat(count);
  }
  if (bothAre("object", one, other)) return merged(fieldsOf(one), fieldsOf(other));
  throw mismatch(one, other, "multiplied");
}

function merged(one: Fields, other: Fields): Fields {
  step();
  const out: Record<string, unknown> = { ...one };
  for (const key of Object.keys(other)) {
    const held = Object.hasOwn(out, key) ? out[key] : undefined;
    put(out, key, bothAre("object", held, other[key]) ? merged(fieldsOf(held), fieldsOf(other[key])) : other[key]);
  }
  spend(Object.keys(out).length);
  return out;
}

function divide(one: unknown, other: unknown): unknown {
  if (bothAre("number", one, other)) {
    if (other === 0)
      throw new JqError(`${described(one)} and ${described(other)} cannot be divided because the divisor is zero`);
    return (one as number) / (other as number);
  }
  if (bothAre("string", one, other)) return splitText(one as string, other as string);
  throw mismatch(one, other, "divided");
}

function remainder(one: unknown, other: unknown): unknown {
  if (!bothAre("number", one, other)) throw mismatch(one, other, "divided");
  const [left, right] = [Math.trunc(one as number), Math.trunc(other as number)];
  if (Number.isNaN(left) || Number.isNaN(right)) return Number.NaN;
  if (right === 0)
    throw new JqError(`${described(one)} and ${described(other)} cannot be divided because the divisor is zero`);
  // The result has the sign of the dividend, and is never -0.
  return (left % Math.abs(right)) + 0;
}

export function splitText(text: string, separator: string): string[] {
  if (text === "") return [];
  const parts = separator === "" ? [...text] : text.split(separator);
  spend(parts.length);
  return parts;
}

const mismatch = (one: unknown, other: unknown, done: string) =>
  new JqError(`${described(one)} and ${described(other)} cannot be ${done}`);

/** Describes a value by its type and its beginning: `string ("abc")`. */
export const described = (value: unknown) =>
  value === null ? "null (null)" : `${kindOf(value)} (${shortened(value)})`;

function shortened(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 20 ? `${value.slice(0, 20)}…` : value);
  if (weigh(value) > 60) return kindOf(value) === "array" ? "[…]" : "{…}";
  return toJson(value);
}

export const asText = (value: unknown): string => (typeof value === "string" ? value : toJson(value, { sorted: true }));
