// Go's formatting verbs, for `printf` of templates and `format` of CEL.
import { spend } from "./budget.ts";
import { ExpressionFault } from "./fault.ts";
import { NamedNumber } from "./named-number.ts";
import { isMap, isNumber, print, Span } from "./values.ts";

const verb = /%([-+# 0]*)(\*|\d+)?(?:\.(\*|\d+)?)?([a-zA-Z%])/g;
const widest = 10_000;

export function printf(format: string, values: readonly unknown[]): string {
  let next = 0;
  const text = format.replaceAll(
    verb,
    (whole, flags: string, width: string | undefined, precision: string | undefined, letter: string) => {
      if (letter === "%") return "%";
      const size = (argument: string | undefined) =>
        argument === "*" ? Number(values[next++]) : argument === undefined ? undefined : Number(argument);
      const wide = size(width);
      const exact = whole.includes(".") ? (size(precision) ?? 0) : undefined;
      if ((wide ?? 0) > widest || (exact ?? 0) > 100)
        throw new ExpressionFault(`${whole} is wider than ${widest} characters.`);
      if (next >= values.length) return `%!${letter}(MISSING)`;
      const argument = values[next++];
      const value = argument instanceof NamedNumber && !/[svqT]/.test(letter) ? argument.number : argument;
      return pad(render(letter, value, { flags, exact }), { flags, wide, isNumber: isNumber(value) });
    },
  );
  spend(text.length);
  if (next >= values.length) return text;
  return `${text}%!(EXTRA ${values
    .slice(next)
    .map((value) => `${typeName(value)}=${print(value)}`)
    .join(", ")})`;
}

interface Manner {
  flags: string;
  exact: number | undefined;
}

function render(letter: string, value: unknown, { flags, exact }: Manner): string {
  const signed = (text: string) =>
    flags.includes("+") && !text.startsWith("-")
      ? `+${text}`
      : flags.includes(" ") && !text.startsWith("-")
        ? ` ${text}`
        : text;
  const bad = () => `%!${letter}(${typeName(value)}=${print(value)})`;
  const whole = () => (isNumber(value) && Number.isInteger(Number(value)) ? BigInt(value) : undefined);
  const inBase = (base: number, prefix: string) => {
    const number = whole();
    if (number === undefined) return bad();
    const digits = (number < 0n ? -number : number).toString(base);
    return `${number < 0n ? "-" : ""}${flags.includes("#") ? prefix : ""}${digits}`;
  };
  switch (letter) {
    case "v":
      return isNumber(value)
        ? signed(print(value))
        : value === null || value === undefined
          ? "<nil>"
          : flags.includes("#")
            ? goSyntax(value)
            : print(value);
    case "s": {
      const text = value === null || value === undefined ? "%!s(<nil>)" : print(value);
      return exact === undefined ? text : [...text].slice(0, exact).join("");
    }
    case "q":
      return typeof value === "number" || typeof value === "bigint"
        ? `'${String.fromCodePoint(Number(value))}'`
        : JSON.stringify(print(value));
    case "d": {
      const number = whole();
      return number === undefined ? bad() : signed(number.toString());
    }
    case "t":
      return typeof value === "boolean" ? String(value) : bad();
    case "f":
    case "F":
      return isNumber(value) ? signed(Number(value).toFixed(exact ?? 6)) : bad();
    case "e":
    case "E": {
      if (!isNumber(value)) return bad();
      const text = signed(goExponent(Number(value).toExponential(exact ?? 6)));
      return letter === "E" ? text.toUpperCase() : text;
    }
    case "g":
    case "G": {
      if (!isNumber(value)) return bad();
      return signed(
        exact === undefined ? print(value) : goExponent(String(Number(Number(value).toPrecision(Math.max(1, exact))))),
      );
    }
    case "x":
    case "X": {
      const text =
        typeof value === "string" || value instanceof Uint8Array
          ? `${flags.includes("#") ? "0x" : ""}${Buffer.from(value as string).toString("hex")}`
          : inBase(16, "0x");
      return letter === "X" ? text.toUpperCase() : text;
    }
    case "o":
      return inBase(8, "0");
    case "O":
      return inBase(8, "0o").replace(/^(-?)(?!0o)/, "$10o");
    case "b":
      return inBase(2, "0b");
    case "c": {
      const number = whole();
      return number === undefined || number < 0n || number > 0x10ffffn ? bad() : String.fromCodePoint(Number(number));
    }
    case "U": {
      const number = whole();
      return number === undefined ? bad() : `U+${number.toString(16).toUpperCase().padStart(4, "0")}`;
    }
    case "T":
      return typeName(value);
    default:
      return bad();
  }
}

function pad(
  text: string,
  { flags, wide, isNumber: isFigure }: { flags: string; wide: number | undefined; isNumber: boolean },
): string {
  if (wide === undefined || text.length >= wide) return text;
  if (flags.includes("-")) return text.padEnd(wide);
  if (!flags.includes("0") || !isFigure) return text.padStart(wide);
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(wide - sign.length, "0");
}

/** Go writes an exponent with at least two digits. */
const goExponent = (text: string) => text.replace(/e([+-])(\d)$/, "e$10$2");

export function typeName(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float64";
  if (value instanceof Date) return "time.Time";
  if (value instanceof Span) return "time.Duration";
  if (value instanceof Uint8Array) return "[]uint8";
  if (Array.isArray(value)) return "[]interface {}";
  return isMap(value) ? "map[string]interface {}" : typeof value;
}

function goSyntax(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(", ")}}`;
  if (isMap(value) && !(value instanceof Map))
    return `map[string]interface {}{${Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${goSyntax(value[key])}`)
      .join(", ")}}`;
  return print(value, 1);
}
