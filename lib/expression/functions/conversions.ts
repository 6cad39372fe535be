// gomplate's `conv` namespace: type conversions. A value that cannot be converted becomes 0 or false.
import { readBool, looseNumber } from "./numbers.ts";
import { toBool } from "./assertions.ts";
import { textOf, type LibraryFunction, type ValueType } from "./function.ts";

const toFloat = (value: unknown) => looseNumber(value) ?? 0;

/** Converts a value to an integer, which stays exact beyond 2^53. */
const toInt = (value: unknown) => {
  const text = typeof value === "string" ? value.trim().replaceAll(",", "") : "";
  return /^[+-]?\d{16,19}$/.test(text) ? parseInteger(text, 10, 64, { isSigned: true }) : Math.trunc(toFloat(value));
};

/** Parses an integer with a base and a number of bits; base 0 accepts the prefixes 0x, 0o and 0b. */
function parseInteger(
  value: unknown,
  base: number,
  bits: number,
  { isSigned }: { isSigned: boolean },
): number | bigint {
  const text = textOf(value).trim();
  const shape =
    base === 0
      ? undefined
      : base === 10
        ? /^[+-]?\d+$/
        : base === 16
          ? /^[+-]?[0-9a-f]+$/i
          : base === 8
            ? /^[+-]?[0-7]+$/
            : base === 2
              ? /^[+-]?[01]+$/
              : /^[+-]?[0-9a-z]+$/i;
  if (text.length > 80 || (shape && !shape.test(text))) return 0;
  let result: bigint;
  try {
    const digits = text.replace(/^[+-]/, "");
    const prefix = base === 16 ? "0x" : base === 8 ? "0o" : base === 2 ? "0b" : "";
    const number = [0, 2, 8, 10, 16].includes(base) ? BigInt(prefix + digits) : BigInt(Number.parseInt(digits, base));
    result = text.startsWith("-") ? -number : number;
  } catch {
    return 0;
  }
  const size = BigInt(bits > 0 && bits <= 64 ? bits : 64);
  const [least, most] = isSigned ? [-(2n ** (size - 1n)), 2n ** (size - 1n) - 1n] : [0n, 2n ** size - 1n];
  if (result < least || result > most) return 0;
  const number = Number(result);
  return Number.isSafeInteger(number) ? number : result;
}

const conversion = (
  names: readonly string[],
  gives: ValueType,
  says: string,
  call: (value: unknown) => unknown,
): LibraryFunction => ({
  name: names[0]!,
  templateNames: names.slice(1),
  only: "template",
  takes: ["any"],
  gives,
  says,
  call,
});

const many = (names: readonly string[], says: string, call: (value: unknown) => unknown): LibraryFunction => ({
  name: names[0]!,
  templateNames: names.slice(1),
  only: "template",
  takes: ["any"],
  repeats: true,
  least: 0,
  gives: "list",
  says,
  call: (...values: unknown[]) => values.map(call),
});

export const conversions: readonly LibraryFunction[] = [
  conversion(["conv.ToString"], "string", "Converts a value to a string", textOf),
  many(["conv.ToStrings"], "Converts values to strings", textOf),
  conversion(["conv.ToInt", "conv.ToInt64"], "int", "Converts a value to a whole number", toInt),
  many(["conv.ToInts", "conv.ToInt64s"], "Converts values to whole numbers", toInt),
  conversion(["conv.ToFloat64"], "number", "Converts a value to a number", toFloat),
  many(["conv.ToFloat64s"], "Converts values to numbers", toFloat),
  conversion(["conv.ToBool"], "bool", "Converts a value to a boolean", toBool),
  many(["conv.ToBools"], "Converts values to booleans", toBool),
  conversion(
    ["conv.Bool", "bool"],
    "bool",
    "Converts a string such as true or 1 to a boolean; other strings are false",
    (value) => readBool(textOf(value)) ?? false,
  ),
  {
    name: "conv.ParseInt",
    only: "template",
    takes: ["any", "int", "int"],
    gives: "int",
    says: "Parses a whole number with a base and a size in bits",
    call: (value: unknown, base: number, bits: number) => parseInteger(value, base, bits, { isSigned: true }),
  },
  {
    name: "conv.ParseUint",
    only: "template",
    takes: ["any", "int", "int"],
    gives: "int",
    says: "Parses an unsigned number with a base and a size in bits",
    call: (value: unknown, base: number, bits: number) => parseInteger(value, base, bits, { isSigned: false }),
  },
  {
    name: "conv.ParseFloat",
    only: "template",
    takes: ["any", "int"],
    gives: "number",
    says: "Parses a number with a size in bits",
    call: (value: unknown, bits: number) => (bits === 32 ? Math.fround(toFloat(value)) : toFloat(value)),
  },
  conversion(["conv.Atoi"], "int", "Parses a decimal whole number", (value) =>
    parseInteger(value, 10, 64, { isSigned: true }),
  ),
];
