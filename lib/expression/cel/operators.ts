// CEL's operators. In a comparison or arithmetic operation with one null operand, null is the zero value of the other
// operand's type, as in the reference engine. int and double can be mixed, because JSON does not distinguish 200 from
// 200.0.
import { spend, step } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { nounOf } from "../functions/function.ts";
import { Moment, nanosecondsOf, shifted } from "../moment.ts";
import { hasKey, isEqual, isMap, order, Span, Unsigned } from "../values.ts";

/**
 * Thrown if an operator does not support the types of its operands. For literals this is reported when the expression
 * is saved.
 */
export class OverloadFault extends ExpressionFault {}

const leastInt = -(2n ** 63n);
const greatestInt = 2n ** 63n - 1n;
const greatestUnsigned = 2n ** 64n - 1n;

export function int(value: bigint): bigint {
  if (value < leastInt || value > greatestInt)
    throw new ExpressionFault("The result does not fit into a 64-bit integer.");
  return value;
}

export function unsigned(value: bigint): Unsigned {
  if (value < 0n || value > greatestUnsigned)
    throw new ExpressionFault("The result does not fit into an unsigned 64-bit integer.");
  return new Unsigned(value);
}

/** Returns undefined for lists and maps, which have no zero value. */
function zeroLike(value: unknown): unknown {
  switch (typeof value) {
    case "string":
      return "";
    case "bigint":
      return 0n;
    case "number":
      return 0;
    case "boolean":
      return false;
    default:
  }
  if (value instanceof Unsigned) return new Unsigned(0n);
  if (value instanceof Span) return new Span(0);
  if (value instanceof Date) return new Moment(0);
  return value instanceof Uint8Array ? new Uint8Array() : undefined;
}

export function equals(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" && typeof left === typeof right) return left === right;
  if (left === null && right === null) return true;
  if (left === null || right === null) {
    const other = left ?? right;
    const zero = zeroLike(other);
    return zero !== undefined && isEqual(zero, other);
  }
  // base64.decode returns a string, where the reference engine returns bytes.
  if (typeof left === "string" && right instanceof Uint8Array) return left === Buffer.from(right).toString("utf8");
  if (typeof right === "string" && left instanceof Uint8Array) return equals(right, left);
  return isEqual(left, right);
}

const words: Readonly<Record<string, string>> = {
  "+": "added",
  "-": "subtracted",
  "*": "multiplied",
  "/": "divided",
  "%": "divided",
};

function mismatch(sign: string, left: unknown, right: unknown): OverloadFault {
  const hint =
    sign === "+" && (typeof left === "string" || typeof right === "string")
      ? " Use string(…) to convert a value to a string."
      : "";
  return new OverloadFault(
    words[sign] === undefined
      ? `${sign} cannot compare ${nounOf(left)} with ${nounOf(right)}.`
      : `${sign} cannot be applied to ${nounOf(left)} and ${nounOf(right)}.${hint}`,
  );
}

export function compare(sign: "<" | "<=" | ">" | ">=", left: unknown, right: unknown): boolean {
  const first = left === null ? zeroLike(right) : left;
  const other = right === null ? zeroLike(left) : right;
  const found = order(first, other);
  if (found === undefined) {
    if (Number.isNaN(first) || Number.isNaN(other)) return false;
    throw mismatch(sign, left, right);
  }
  if (Number.isNaN(first) || Number.isNaN(other)) return false;
  return sign === "<" ? found < 0 : sign === "<=" ? found <= 0 : sign === ">" ? found > 0 : found >= 0;
}

export type Arithmetic = "+" | "-" | "*" | "/" | "%";

export function calculate(sign: Arithmetic, left: unknown, right: unknown): unknown {
  if (left === null && right === null) throw mismatch(sign, left, right);
  const first = left === null ? zeroLike(right) : left;
  const other = right === null ? zeroLike(left) : right;
  if (typeof first === "bigint" && typeof other === "bigint") return calculateInts(sign, first, other);
  if (isFloat(first, other)) return calculateDoubles(sign, Number(first), Number(other));
  if (first instanceof Unsigned || other instanceof Unsigned) {
    const [a, b] = [unsignedOf(first), unsignedOf(other)];
    if (a !== undefined && b !== undefined) return unsigned(calculateInts(sign, a, b, { isChecked: false }));
  }
  const found = sign === "+" ? added(first, other) : sign === "-" ? subtracted(first, other) : undefined;
  if (found === undefined) throw mismatch(sign, left, right);
  return found;
}

const unsignedOf = (value: unknown) =>
  value instanceof Unsigned ? value.value : typeof value === "bigint" ? value : undefined;

const isFloat = (first: unknown, other: unknown) =>
  (typeof first === "number" && (typeof other === "number" || typeof other === "bigint")) ||
  (typeof first === "bigint" && typeof other === "number");

function calculateInts(sign: Arithmetic, a: bigint, b: bigint, { isChecked = true } = {}): bigint {
  const fit = isChecked ? int : (value: bigint) => value;
  switch (sign) {
    case "+":
      return fit(a + b);
    case "-":
      return fit(a - b);
    case "*":
      return fit(a * b);
    case "/":
      if (b === 0n) throw new ExpressionFault("Division by zero.");
      return fit(a / b);
    case "%":
      if (b === 0n) throw new ExpressionFault("Division by zero.");
      return a % b;
  }
}

function calculateDoubles(sign: Arithmetic, a: number, b: number): number {
  switch (sign) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
  }
}

function added(first: unknown, other: unknown): unknown {
  if (typeof first === "string" && typeof other === "string") {
    spend(first.length + other.length);
    return first + other;
  }
  if (Array.isArray(first) && Array.isArray(other)) {
    spend(first.length + other.length);
    return [...(first as unknown[]), ...(other as unknown[])];
  }
  if (first instanceof Span && other instanceof Span) return Span.ofNanoseconds(first.ns + other.ns);
  if (first instanceof Date && other instanceof Span) return shifted(first, other.ns);
  if (first instanceof Span && other instanceof Date) return shifted(other, first.ns);
  if (first instanceof Uint8Array && other instanceof Uint8Array) {
    spend(first.length + other.length);
    return new Uint8Array(Buffer.concat([first, other]));
  }
  return undefined;
}

function subtracted(first: unknown, other: unknown): unknown {
  if (first instanceof Span && other instanceof Span) return Span.ofNanoseconds(first.ns - other.ns);
  if (first instanceof Date && other instanceof Span) return shifted(first, -other.ns);
  if (first instanceof Date && other instanceof Date)
    return Span.ofNanoseconds(nanosecondsOf(first) - nanosecondsOf(other));
  return undefined;
}

export function negated(value: unknown): unknown {
  if (typeof value === "bigint") return int(-value);
  if (typeof value === "number") return -value;
  if (value instanceof Span) return Span.ofNanoseconds(-value.ns);
  throw new OverloadFault(`- cannot be applied to ${nounOf(value)}.`);
}

/** Evaluates `value in list` and `key in map`; null if either operand is null. */
export function isIn(value: unknown, container: unknown): boolean | null {
  if (value === null || container === null) return null;
  if (Array.isArray(container))
    return container.some((element) => {
      step();
      return isEqual(value, element);
    });
  if (isMap(container)) return hasKey(container, value);
  throw new OverloadFault(`in needs a list or a map on its right side, but got ${nounOf(container)}.`);
}
