// Converts strings and other values to numbers, as templates do.
import { isNumber, Unsigned } from "../values.ts";

const decimal = /^[+-]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const based = /^([+-]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)$/;

/**
 * Parses a number, or a string that contains a number: decimal, 0x, 0b, 0o, with commas between digits. Undefined for
 * anything else.
 */
export function looseNumber(value: unknown): number | undefined {
  if (isNumber(value)) return Number(value);
  if (value instanceof Unsigned) return Number(value.value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "string" || value.length > 400) return undefined;
  const text = value.trim();
  const parts = based.exec(text);
  if (parts) return Number(parts[2]) * (parts[1] === "-" ? -1 : 1);
  if (/^[+-]?Inf(?:inity)?$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return Number.NaN;
  return decimal.test(text) ? Number(text.replaceAll(",", "")) : undefined;
}

/** Parses like Go's strconv.ParseBool; undefined for any other string. */
export function readBool(text: string): boolean | undefined {
  if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) return true;
  return /^(?:0|f|F|FALSE|false|False)$/.test(text) ? false : undefined;
}
