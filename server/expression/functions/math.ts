// Numbers. What comes as a list may also come one by one.
import { ExpressionFault } from "../fault.ts";
import { isNumber } from "../values.ts";
import { nounOf, type LibraryFunction } from "./function.ts";
import { spend } from "../budget.ts";

const numbers = (name: string, values: unknown[]) =>
  values.flat(1).map((value) => {
    if (isNumber(value)) return Number(value);
    throw new ExpressionFault(`${name} needs numbers, and got ${nounOf(value)}.`);
  });

const all = (name: string, says: string, call: (values: number[]) => number): LibraryFunction => ({
  name: `math.${name}`,
  takes: ["any"],
  repeats: true,
  gives: "number",
  says,
  call: (...values: unknown[]) => {
    const read = numbers(`math.${name}`, values);
    if (read.length === 0) throw new ExpressionFault(`math.${name} needs a number at least.`);
    return call(read);
  },
});

const one = (
  name: string,
  says: string,
  call: (value: number) => unknown,
  gives: "number" | "bool" = "number",
): LibraryFunction => ({
  name: `math.${name}`,
  takes: ["number"],
  gives,
  says,
  call,
});

const two = (name: string, says: string, call: (one: number, other: number) => unknown): LibraryFunction => ({
  name: `math.${name}`,
  takes: ["number", "number"],
  gives: "number",
  says,
  call,
});

const bits = (name: string, says: string, call: (one: bigint, other: bigint) => bigint): LibraryFunction => ({
  name: `math.${name}`,
  takes: ["int", "int"],
  gives: "int",
  says,
  call: (a: number, b: number) => Number(BigInt.asIntN(64, call(BigInt(a), BigInt(b)))),
});

function shift(by: bigint): bigint {
  if (by < 0n || by > 63n) throw new ExpressionFault("A shift goes by 0 to 63 bits.");
  return by;
}

function divided(a: number, b: number, name: string): number {
  if (b === 0) throw new ExpressionFault(`${name} cannot divide by 0.`);
  return a / b;
}

/** Half away from zero, as people round. */
const round = (value: number) => Math.sign(value) * Math.round(Math.abs(value));

function sequence(...bounds: number[]): number[] {
  const [from, to, given] = bounds.length === 1 ? [1, bounds[0]!, undefined] : (bounds as [number, number, number?]);
  const step = given ?? (to < from ? -1 : 1);
  if (step === 0) throw new ExpressionFault("math.Seq needs a step other than 0.");
  const length = Math.max(0, Math.floor((to - from) / step) + 1);
  spend(length);
  return Array.from({ length }, (_, index) => from + index * step);
}

export const math: readonly LibraryFunction[] = [
  all("Add", "The sum", (values) => values.reduce((sum, value) => sum + value, 0)),
  all("Mul", "The product", (values) => values.reduce((product, value) => product * value, 1)),
  two("Sub", "The first less the second", (a, b) => a - b),
  two("Div", "The first through the second", (a, b) => divided(a, b, "math.Div")),
  two("Rem", "What a division leaves", (a, b) => (divided(a, b, "math.Rem"), a % b)),
  two("Pow", "The first to the power of the second", (a, b) => a ** b),
  {
    name: "math.Seq",
    takes: ["int", "int", "int"],
    least: 1,
    gives: "list",
    says: "Numbers from one to another, both included",
    call: sequence,
  },
  one("Abs", "Without its sign", Math.abs),
  one("Ceil", "The next whole number above", Math.ceil),
  one("Floor", "The next whole number below", Math.floor),
  one("Round", "The nearest whole number", round),
  one("Trunc", "Without its fraction", Math.trunc),
  one("Sign", "-1, 0 or 1", Math.sign),
  one("Sqrt", "The square root", Math.sqrt),
  all("greatest", "The greatest", (values) => Math.max(...values)),
  all("least", "The least", (values) => Math.min(...values)),
  all("Max", "The greatest", (values) => Math.max(...values)),
  all("Min", "The least", (values) => Math.min(...values)),
  one("IsNaN", "Whether it is not a number", Number.isNaN, "bool"),
  one("IsInf", "Whether it is infinite", (value) => Math.abs(value) === Number.POSITIVE_INFINITY, "bool"),
  one("IsFinite", "Whether it is neither infinite nor no number", Number.isFinite, "bool"),
  bits("bitAnd", "The bits that both have", (a, b) => a & b),
  bits("bitOr", "The bits that either has", (a, b) => a | b),
  bits("bitXor", "The bits that one of them has", (a, b) => a ^ b),
  bits("bitShiftLeft", "The bits moved up", (a, b) => a << shift(b)),
  bits("bitShiftRight", "The bits moved down", (a, b) => BigInt.asUintN(64, a) >> shift(b)),
  {
    name: "math.bitNot",
    takes: ["int"],
    gives: "int",
    says: "The bits turned over",
    call: (value: number) => Number(~BigInt(value)),
  },
];
