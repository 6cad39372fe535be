// Numeric functions. A list may replace the arguments, and a string with a number is accepted as a number.
import { ExpressionFault } from "../fault.ts";
import { isNumber, order, Unsigned } from "../values.ts";
import { nounOf, type LibraryFunction } from "./function.ts";
import { looseNumber } from "./numbers.ts";
import { spend } from "../budget.ts";

/** A value that is not a number counts as 0, in the same way as in the reference engine. */
const numbers = (values: readonly unknown[]) => values.map((value) => looseNumber(value) ?? 0);

/** Returns the values as bigints, so that sums stay exact beyond 2^53; undefined unless all are integers. */
const integers = (values: readonly unknown[]): bigint[] | undefined =>
  values.every((value) => isNumber(value) && (typeof value === "bigint" || Number.isSafeInteger(value)))
    ? values.map((value) => BigInt(value as number))
    : undefined;

const many = (
  name: string,
  alias: string,
  says: string,
  call: (values: number[]) => number,
  exact: (values: bigint[]) => bigint,
): LibraryFunction => ({
  name: `math.${name}`,
  templateNames: [alias],
  takes: ["any"],
  repeats: true,
  least: 0,
  spreads: true,
  gives: "number",
  says,
  call: (...values: unknown[]) => {
    const result = call(numbers(values));
    if (Number.isSafeInteger(result)) return result;
    const whole = integers(values);
    return whole === undefined ? result : BigInt.asIntN(64, exact(whole));
  },
});

/** Defines a maximum or minimum of comparable values; numbers are compared by value, whatever their type. */
const extreme = (name: string, isBetter: (order: number) => boolean, says: string): LibraryFunction => ({
  name: `math.${name}`,
  takes: ["any"],
  repeats: true,
  least: 0,
  spreads: true,
  isRaw: true,
  gives: "number",
  says,
  call: (...values: unknown[]) => {
    if (values.length === 0) throw new ExpressionFault(`math.${name} needs at least one number.`);
    const read = values.map((value) => {
      const number = isNumber(value) ? value : looseNumber(value);
      if (number === undefined) throw new ExpressionFault(`math.${name} needs numbers, but got ${nounOf(value)}.`);
      return number;
    });
    return read.reduce((best, value) => (isBetter(order(value, best) ?? 0) ? value : best));
  },
});

const unary = (
  name: string,
  says: string,
  call: (value: number) => unknown,
  more: Partial<LibraryFunction> = {},
): LibraryFunction => ({
  name: `math.${name}`,
  takes: ["number"],
  gives: "double",
  says,
  call,
  ...more,
});

/**
 * Defines a function under two names: cel-go writes it in lower case, gomplate and its documentation with a capital
 * letter.
 */
const both = (name: string, says: string, call: (value: number) => unknown, more: Partial<LibraryFunction> = {}) =>
  unary(name, says, call, { celNames: [`math.${name.charAt(0).toLowerCase()}${name.slice(1)}`], ...more });

const two = (
  name: string,
  says: string,
  call: (unary: number, other: number) => unknown,
  more: Partial<LibraryFunction> = {},
): LibraryFunction => ({
  name: `math.${name}`,
  templateNames: [name.toLowerCase()],
  takes: ["any", "any"],
  gives: "number",
  says,
  call: (a: unknown, b: unknown) => call(...(numbers([a, b]) as [number, number])),
  ...more,
});

/** Defines a CEL bit operation on two ints or two unsigned numbers. */
const bits = (name: string, says: string, call: (unary: bigint, other: bigint) => bigint): LibraryFunction => ({
  name: `math.${name}`,
  takes: ["any", "any"],
  gives: "int",
  isRaw: true,
  says,
  call: (a: unknown, b: unknown) => {
    const result = call(integerOf(name, a), integerOf(name, b));
    return a instanceof Unsigned ? new Unsigned(BigInt.asUintN(64, result)) : BigInt.asIntN(64, result);
  },
});

function integerOf(name: string, value: unknown): bigint {
  if (value instanceof Unsigned) return value.value;
  if (isNumber(value) && Number.isInteger(Number(value))) return BigInt(value);
  throw new ExpressionFault(`math.${name} needs a whole number, but got ${nounOf(value)}.`);
}

/** Shifts bits; a shift by 64 or more returns 0. */
function shifted(value: bigint, by: bigint, shift: (value: bigint, by: bigint) => bigint): bigint {
  if (by < 0n) throw new ExpressionFault("The number of bits to shift must not be negative.");
  return by > 63n ? 0n : shift(value, by);
}

function divided(a: number, b: number, name: string): number {
  if (b === 0) throw new ExpressionFault(`${name} cannot divide by 0.`);
  return a / b;
}

/** Rounds half away from zero. */
const round = (value: number) => Math.sign(value) * Math.round(Math.abs(value));

/**
 * Returns the numbers from start to end, both included. They descend if the end is smaller than the start, whatever the
 * sign of the step.
 */
function sequence(...bounds: unknown[]): number[] {
  const read = numbers(bounds).map(Math.trunc);
  const [from, to, step = 1] = read.length === 1 ? [1, read[0]!] : (read as [number, number, number?]);
  if (step === 0) return [];
  const signed = Math.abs(step) * (to < from ? -1 : 1);
  const length = Math.floor((to - from) / signed) + 1;
  spend(length);
  return Array.from({ length }, (_, index) => from + index * signed);
}

const isWhole = (value: unknown) => {
  const number = looseNumber(value);
  return (
    number !== undefined &&
    Number.isInteger(number) &&
    !(typeof value === "string" && /[.eE]/.test(value) && !/^0x/i.test(value))
  );
};
const isFloat = (value: unknown) => typeof value !== "boolean" && looseNumber(value) !== undefined && !isWhole(value);

const kind = (name: string, says: string, call: (value: unknown) => boolean): LibraryFunction => ({
  name: `math.${name}`,
  takes: ["any"],
  gives: "bool",
  says,
  call: (value: unknown) => typeof value !== "boolean" && call(value),
});

export const math: readonly LibraryFunction[] = [
  many(
    "Add",
    "add",
    "The sum of the numbers",
    (values) => values.reduce((sum, value) => sum + value, 0),
    (values) => values.reduce((sum, value) => sum + value, 0n),
  ),
  many(
    "Mul",
    "mul",
    "The product of the numbers",
    (values) => values.reduce((product, value) => product * value, 1),
    (values) => values.reduce((product, value) => product * value, 1n),
  ),
  two("Sub", "The first number minus the second", (a, b) => a - b),
  two("Div", "The first number divided by the second", (a, b) => divided(a, b, "math.Div"), { gives: "double" }),
  two(
    "Rem",
    "The remainder of a division, with the sign of the first number",
    (a, b) => (divided(a, b, "math.Rem"), Math.trunc(a) % Math.trunc(b)),
  ),
  two("Pow", "The first number to the power of the second", (a, b) =>
    Number.isInteger(a) ? Math.trunc(a ** b) : a ** b,
  ),
  {
    name: "math.Seq",
    templateNames: ["seq"],
    takes: ["any", "any", "any"],
    least: 1,
    spreads: true,
    gives: "list",
    says: "A list of numbers: Seq(end), Seq(start, end) or Seq(start, end, step)",
    call: sequence,
  },
  both("Abs", "The absolute value of a number", Math.abs, { gives: "number" }),
  both("Ceil", "Rounds a number up", Math.ceil),
  both("Floor", "Rounds a number down", Math.floor),
  both("Round", "Rounds a number to the nearest whole number", round),
  both("Trunc", "Removes the fraction of a number", Math.trunc),
  both("Sign", "The sign of a number: -1, 0 or 1", Math.sign, { gives: "number" }),
  both("Sqrt", "The square root of a number", Math.sqrt),
  extreme("greatest", (found) => found > 0, "The largest value"),
  extreme("least", (found) => found < 0, "The smallest value"),
  extreme("Max", (found) => found > 0, "The largest value"),
  extreme("Min", (found) => found < 0, "The smallest value"),
  both("IsNaN", "Whether the value is NaN", Number.isNaN, { gives: "bool" }),
  both("IsInf", "Whether the number is infinite", (value) => Math.abs(value) === Number.POSITIVE_INFINITY, {
    gives: "bool",
  }),
  both("IsFinite", "Whether the number is neither infinite nor NaN", Number.isFinite, { gives: "bool" }),
  kind("IsInt", "Whether the value is a whole number, or a string with one", isWhole),
  kind("IsFloat", "Whether the value is a number with a fraction, or a string with one", isFloat),
  kind("IsNum", "Whether the value is a number, or a string with one", (value) => looseNumber(value) !== undefined),
  {
    name: "math.containsFloat",
    only: "cel",
    takes: ["any"],
    repeats: true,
    least: 0,
    spreads: true,
    isRaw: true,
    gives: "bool",
    says: "Whether one of the values is a double",
    call: (...values: unknown[]) => values.some((value) => typeof value === "number" || isFloat(value)),
  },
  bits("bitAnd", "The bitwise AND of two numbers", (a, b) => a & b),
  bits("bitOr", "The bitwise OR of two numbers", (a, b) => a | b),
  bits("bitXor", "The bitwise XOR of two numbers", (a, b) => a ^ b),
  bits("bitShiftLeft", "Shifts the bits to the left", (a, b) => shifted(a, b, (value, by) => value << by)),
  bits("bitShiftRight", "Shifts the bits to the right", (a, b) =>
    shifted(BigInt.asUintN(64, a), b, (value, by) => value >> by),
  ),
  {
    name: "math.bitNot",
    takes: ["any"],
    gives: "int",
    isRaw: true,
    says: "Inverts all bits",
    call: (value: unknown) => {
      const result = ~integerOf("bitNot", value);
      return value instanceof Unsigned ? new Unsigned(BigInt.asUintN(64, result)) : result;
    },
  },
];
