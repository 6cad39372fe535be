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
export function compare(a: unknown, b: unknown): number {
  step();
  const apart = rankOf(a) - rankOf(b);
  if (apart !== 0) return apart;
  switch (kindOf(a)) {
    case "number":
      return (a as number) < (b as number) ? -1 : (a as number) === (b as number) ? 0 : 1;
    case "string":
      return (a as string) < (b as string) ? -1 : (a as string) === (b as string) ? 0 : 1;
    case "array":
      return compareLists(a as unknown[], b as unknown[]);
    case "object": {
      const [keys, otherKeys] = [Object.keys(fieldsOf(a)).sort(), Object.keys(fieldsOf(b)).sort()];
      const byKeys = compareLists(keys, otherKeys);
      if (byKeys !== 0) return byKeys;
      for (const key of keys) {
        const byValue = compare(fieldsOf(a)[key], fieldsOf(b)[key]);
        if (byValue !== 0) return byValue;
      }
      return 0;
    }
    default:
      return 0;
  }
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const found = compare(a[index], b[index]);
    if (found !== 0) return found;
  }
  return a.length - b.length;
}

export function calculate(sign: string, a: unknown, b: unknown): unknown {
  switch (sign) {
    case "+":
      return add(a, b);
    case "-":
      return subtract(a, b);
    case "*":
      return multiply(a, b);
    case "/":
      return divide(a, b);
    case "%":
      return remainder(a, b);
    case "==":
      return compare(a, b) === 0;
    case "!=":
      return compare(a, b) !== 0;
    case "<":
      return compare(a, b) < 0;
    case "<=":
      return compare(a, b) <= 0;
    case ">":
      return compare(a, b) > 0;
    default:
      return compare(a, b) >= 0;
  }
}

const bothAre = (kind: Kind, a: unknown, b: unknown) => kindOf(a) === kind && kindOf(b) === kind;

function add(a: unknown, b: unknown): unknown {
  if (a === null) return b;
  if (b === null) return a;
  if (bothAre("number", a, b)) return (a as number) + (b as number);
  if (bothAre("string", a, b)) {
    spend((a as string).length + (b as string).length);
    return (a as string) + (b as string);
  }
  if (bothAre("array", a, b)) {
    spend((a as unknown[]).length + (b as unknown[]).length);
    return [...(a as unknown[]), ...(b as unknown[])];
  }
  if (bothAre("object", a, b)) {
    spend(Object.keys(fieldsOf(a)).length + Object.keys(fieldsOf(b)).length);
    return { ...fieldsOf(a), ...fieldsOf(b) };
  }
  throw mismatch(a, b, "added");
}

function subtract(a: unknown, b: unknown): unknown {
  if (bothAre("number", a, b)) return (a as number) - (b as number);
  if (bothAre("array", a, b))
    return (a as unknown[]).filter((element) => !(b as unknown[]).some((gone) => compare(element, gone) === 0));
  throw mismatch(a, b, "subtracted");
}

function multiply(a: unknown, b: unknown): unknown {
  if (bothAre("number", a, b)) return (a as number) * (b as number);
  const [text, times] = typeof a === "string" ? [a, b] : [b, a];
  if (typeof text === "string" && typeof times === "number") {
    if (!(times > 0)) return null;
    const count = Math.max(1, Math.floor(times));
    spend(text.length * count);
    return text.repeat(count);
  }
  if (bothAre("object", a, b)) return merged(fieldsOf(a), fieldsOf(b));
  throw mismatch(a, b, "multiplied");
}

function merged(a: Fields, b: Fields): Fields {
  step();
  const out: Record<string, unknown> = { ...a };
  for (const key of Object.keys(b)) {
    const held = Object.hasOwn(out, key) ? out[key] : undefined;
    put(out, key, bothAre("object", held, b[key]) ? merged(fieldsOf(held), fieldsOf(b[key])) : b[key]);
  }
  spend(Object.keys(out).length);
  return out;
}

function divide(a: unknown, b: unknown): unknown {
  if (bothAre("number", a, b)) {
    if (b === 0) throw new JqError(`${described(a)} and ${described(b)} cannot be divided because the divisor is zero`);
    return (a as number) / (b as number);
  }
  if (bothAre("string", a, b)) return splitText(a as string, b as string);
  throw mismatch(a, b, "divided");
}

function remainder(a: unknown, b: unknown): unknown {
  if (!bothAre("number", a, b)) throw mismatch(a, b, "divided");
  const [left, right] = [Math.trunc(a as number), Math.trunc(b as number)];
  if (Number.isNaN(left) || Number.isNaN(right)) return Number.NaN;
  if (right === 0)
    throw new JqError(`${described(a)} and ${described(b)} cannot be divided because the divisor is zero`);
  // The result has the sign of the dividend, and is never -0.
  return (left % Math.abs(right)) + 0;
}

export function splitText(text: string, separator: string): string[] {
  if (text === "") return [];
  const parts = separator === "" ? [...text] : text.split(separator);
  spend(parts.length);
  return parts;
}

const mismatch = (a: unknown, b: unknown, done: string) =>
  new JqError(`${described(a)} and ${described(b)} cannot be ${done}`);

/** Describes a value by its type and its beginning: `string ("abc")`. */
export const described = (value: unknown) =>
  value === null ? "null (null)" : `${kindOf(value)} (${shortened(value)})`;

function shortened(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 20 ? `${value.slice(0, 20)}…` : value);
  if (weigh(value) > 60) return kindOf(value) === "array" ? "[…]" : "{…}";
  return toJson(value);
}

export const asText = (value: unknown): string => (typeof value === "string" ? value : toJson(value, { sorted: true }));
