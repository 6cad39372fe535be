// CEL's `format`: supports the verbs of cel-go, and uses Go's printf for all others.
import { spend } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { formatTime } from "../go-time.ts";
import { printf } from "../printf.ts";
import { isMap, isNumber, keysOf, Optional, printNumber, print, Span, Unsigned, valueAt } from "../values.ts";
import { nounOf, plain, type LibraryFunction } from "./function.ts";

const verb = /%(?:(\.\d+)?([sdfexXob])|%|[^]?)/g;

/** Formats a value like `%s`: lists as `[1, a]`, maps as `{k: v}` sorted by key. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value instanceof Optional) return shown(value.has ? value.value : null);
  if (value instanceof Span) return value.toSeconds();
  if (value instanceof Date) return formatTime(value, "RFC3339Nano");
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (typeof value === "number") return printNumber(value);
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (isMap(value))
    return `{${keysOf(value)
      .map((key) => [shown(key), valueAt(value, key)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, held]) => `${key}: ${shown(held)}`)
      .join(", ")}}`;
  return print(value);
}

function written(letter: string, precision: string | undefined, value: unknown): string {
  const number = value instanceof Unsigned ? value.value : value;
  const needs = (what: string) => new ExpressionFault(`%${letter} of format needs ${what}, but got ${nounOf(value)}.`);
  switch (letter) {
    case "s":
      return shown(value);
    case "d":
      if (!isNumber(number)) throw needs("a number");
      return typeof number === "bigint" ? String(number) : printNumber(number);
    case "f":
    case "e":
      if (!isNumber(number)) throw needs("a number");
      return printf(`%${precision ?? ""}${letter}`, [Number(number)]);
    case "b":
      if (typeof value === "boolean") return value ? "1" : "0";
      if (typeof number !== "bigint") throw needs("a whole number");
      return number.toString(2);
    case "o":
      if (typeof number !== "bigint") throw needs("a whole number");
      return number.toString(8);
    default: {
      const isText = typeof value === "string" || value instanceof Uint8Array;
      if (!isText && typeof number !== "bigint") throw needs("a whole number, a string or bytes");
      const digits = isText ? Buffer.from(value as string).toString("hex") : (number as bigint).toString(16);
      return letter === "X" ? digits.toUpperCase() : digits;
    }
  }
}

function format(text: string, values: unknown[]): string {
  // Flags, widths and the other verbs exist only in Go, so Go's printf handles such a format.
  if (/%[-+# 0]*[1-9]\d*\.?\d*[a-zA-Z]|%[-+# 0]+[a-zA-Z]|%[vqtcUgGTOFE]/.test(text.replaceAll("%%", "")))
    return printf(text, plain(values) as unknown[]);
  let next = 0;
  return text.replaceAll(verb, (whole, precision: string | undefined, letter: string | undefined) => {
    if (whole === "%%") return "%";
    if (letter === undefined)
      throw new ExpressionFault(`${whole} is not a verb of format; write %% for a percent sign.`);
    if (next >= values.length)
      throw new ExpressionFault(`format needs a value for each verb, but got ${values.length}.`);
    if (Number(precision?.slice(1) ?? 0) > 100) throw new ExpressionFault(`${whole} has more than 100 digits.`);
    const piece = written(letter, precision, values[next++]);
    spend(piece.length);
    return piece;
  });
}

export const formatting: LibraryFunction = {
  name: "format",
  only: "cel",
  on: "string",
  takes: ["list"],
  gives: "string",
  isRaw: true,
  says: "Replaces %s, %d, %f … in a string with the values of a list",
  call: format,
};
