// gomplate's `conv` namespace: type conversions. A value that cannot be converted becomes 0 or false.
import { readBool, looseNumber } from "./numbers.ts";
import { toBool } from "./assertions.ts";
import { textOf, type LibraryFunction, type ValueType } from "./function.ts";

const toFloat = (value: unknown) => looseNumber(value) ?? 0;

/** Exact beyond 2^53. */
const toInt = (value: unknown) => {
  const text = typeof value === "string" ? value.trim().replaceAll(",", "") : "";
  return /^[+-]?\d{16,19}$/.test(text) ? parseInteger(text, 10, 64, { isSigned: true }) : Math.trunc(toFloat(value));
};

/** Parses an integer of a base within a number of bits; base 0 accepts the prefixes 0x, 0o and 0b. */
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
  conversion(["conv.ToString"], "string", "The value as a text", textOf),
  many(["conv.ToStrings"], "The values as texts", textOf),
  conversion(["conv.ToInt", "conv.ToInt64"], "int", "The value as a whole number", toInt),
  many(["conv.ToInts", "conv.ToInt64s"], "The values as whole numbers", toInt),
  conversion(["conv.ToFloat64"], "number", "The value as a number", toFloat),
  many(["conv.ToFloat64s"], "The values as numbers", toFloat),
  conversion(["conv.ToBool"], "bool", "The value as true or false", toBool),
  many(["conv.ToBools"], "The values as true or false", toBool),
  conversion(
    ["conv.Bool", "bool"],
    "bool",
    "A text such as true or 1 as a boolean; false for any other",
    (value) => readBool(textOf(value)) ?? false,
  ),
  {
    name: "conv.ParseInt",
    only: "template",
    takes: ["any", "int", "int"],
    gives: "int",
    says: "A whole number of a base and a size in bits",
    call: (value: unknown, base: number, bits: number) => parseInteger(value, base, bits, { isSigned: true }),
  },
  {
    name: "conv.ParseUint",
    only: "template",
    takes: ["any", "int", "int"],
    gives: "int",
    says: "An unsigned number of a base and a size in bits",
    call: (value: unknown, base: number, bits: number) => parseInteger(value, base, bits, { isSigned: false }),
  },
  {
    name: "conv.ParseFloat",
    only: "template",
    takes: ["any", "int"],
    gives: "number",
    says: "A number, and a size in bits",
    call: (value: unknown, bits: number) => (bits === 32 ? Math.fround(toFloat(value)) : toFloat(value)),
  },
  conversion(["conv.Atoi"], "int", "A decimal text as a whole number", (value) =>
    parseInteger(value, 10, 64, { isSigned: true }),
  ),
];
