// The definition of a library function for all notations. In CEL a function with `on` is called on that value
// (`name.abbrev(9)`), or with it as the first argument; in a template the value comes last, which is the position that
// a pipe fills.
import { step } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import type { ReadText } from "../literal.ts";
import { toJson } from "../json-text.ts";
import { isMap, isNumber, Optional, print, Printable, Span, Unsigned } from "../values.ts";
import { looseNumber } from "./numbers.ts";
import { Url } from "./url-value.ts";

export type ValueType =
  | "string"
  | "int"
  | "number"
  | "double"
  | "bool"
  | "list"
  | "map"
  | "time"
  | "span"
  | "bytes"
  | "url"
  | "optional"
  | "any";

export interface LibraryFunction {
  /** The name has dots if the function is in a namespace: `math.Add`. */
  name: string;
  /** The only notation that has the function. Default: all. */
  only?: "cel" | "template";
  /** Additional names in CEL and in templates. */
  celNames?: readonly string[];
  templateNames?: readonly string[];
  on?: ValueType;
  /** Templates take the value first instead of last: `contains TEXT PART`. */
  valueFirst?: boolean;
  takes: readonly ValueType[];
  /** The number of required arguments. Default: all of `takes`. */
  least?: number;
  /** Whether the last of `takes` may be repeated. */
  repeats?: boolean;
  /** One list may replace the arguments: `math.Add([1, 2])`. */
  spreads?: boolean;
  /**
   * The function is called even if an argument is null. In CEL, other functions return null in this case, in the same
   * way as in the reference engine.
   */
  seesNull?: boolean;
  /** The function takes and returns CEL values (bigint, Map, Optional) without conversion. */
  isRaw?: boolean;
  gives: ValueType;
  /** Parses the first argument when the expression is saved, if it is a literal, such as a jq program or a pattern. */
  reads?: ReadText;
  /** One line of help for the function reference in the editor. */
  says: string;
  call(...values: never[]): unknown;
}

const nouns: Record<ValueType, string> = {
  string: "a string",
  int: "a whole number",
  number: "a number",
  double: "a number",
  bool: "true or false",
  list: "a list",
  map: "a map",
  time: "a time",
  span: "a duration",
  bytes: "bytes",
  url: "a URL",
  optional: "an optional value",
  any: "a value",
};

/**
 * Returns a function that checks the arguments before the call. Integers are converted to number unless `isRaw` is set.
 */
export function checked(
  fn: LibraryFunction,
  { converts = false }: { converts?: boolean } = {},
): (...values: unknown[]) => unknown {
  const types = fn.on === undefined ? fn.takes : [fn.on, ...fn.takes];
  const least = (fn.on === undefined ? 0 : 1) + (fn.least ?? fn.takes.length);
  const call = fn.call as (...values: unknown[]) => unknown;
  const read = fn.isRaw ? readRaw : readAs;
  return (...args) => {
    const values = fn.spreads === true && args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
    if (values.length < least || (values.length > types.length && fn.repeats !== true))
      throw new ExpressionFault(
        `${fn.name} needs ${count(least, types.length, fn.repeats)}, but got ${values.length}.`,
      );
    const passed = values.map((value, index) => {
      const type = types[Math.min(index, types.length - 1)]!;
      let found = read(type, value);
      if (found === undefined && converts) found = converted(type, value);
      if (found === undefined && type !== "any")
        throw new ExpressionFault(`${fn.name} needs ${nouns[type]}, but got ${nounOf(value)}.`);
      return found;
    });
    return call(...passed);
  };
}

function count(least: number, most: number, repeats: boolean | undefined): string {
  const values = (number: number) => `${number} ${number === 1 ? "value" : "values"}`;
  if (repeats) return `at least ${values(least)}`;
  return least === most ? values(most) : `${least} to ${values(most)}`;
}

/** Returns undefined if the value has a different type. */
function readAs(type: ValueType, value: unknown): unknown {
  switch (type) {
    case "list":
      return Array.isArray(value) ? plain(value) : undefined;
    case "map":
      return isMap(value) ? plain(value) : undefined;
    case "any":
      return plain(value);
    default:
      return readRaw(type, value);
  }
}

function readRaw(type: ValueType, value: unknown): unknown {
  switch (type) {
    case "string":
      return typeof value === "string" ? value : undefined;
    case "int": {
      const number = value instanceof Unsigned ? value.value : value;
      return isNumber(number) && Number.isInteger(Number(number)) ? Number(number) : undefined;
    }
    case "number":
    case "double": {
      const number = value instanceof Unsigned ? value.value : value;
      return isNumber(number) ? Number(number) : undefined;
    }
    case "bool":
      return typeof value === "boolean" ? value : undefined;
    case "list":
      return Array.isArray(value) ? value : undefined;
    case "map":
      return isMap(value) ? value : undefined;
    case "time":
      return value instanceof Date ? value : undefined;
    case "span":
      return value instanceof Span ? value : undefined;
    case "bytes":
      return value instanceof Uint8Array ? value : undefined;
    case "url":
      return value instanceof Url ? value : undefined;
    case "optional":
      return value instanceof Optional ? value : undefined;
    case "any":
      return value;
  }
}

/** Whether a function on this type can be called on the value. */
export const fits = (type: ValueType, value: unknown): boolean => type === "any" || readRaw(type, value) !== undefined;

/**
 * Templates convert arguments: a number becomes a string where a string is needed, and null an empty string, list or
 * map.
 */
function converted(type: ValueType, value: unknown): unknown {
  switch (type) {
    case "string":
      return textOf(value);
    case "int": {
      const number = looseNumber(value);
      return number === undefined ? undefined : Math.trunc(number);
    }
    case "number":
    case "double":
      return looseNumber(value);
    case "list":
      return (value ?? null) === null ? [] : undefined;
    case "map":
      return (value ?? null) === null ? {} : undefined;
    default:
      return undefined;
  }
}

/** Defines a function that takes and returns CEL values without conversion. */
export const raw = (fn: Omit<LibraryFunction, "isRaw">): LibraryFunction => ({ ...fn, isRaw: true });

/**
 * Converts a value to a string: null is empty, maps become JSON, and bytes are decoded. All other values are printed in
 * the same way as in Go.
 */
export function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  return isMap(value) ? toJson(plain(value), { sorted: true }) : print(value);
}

/**
 * Converts values that only CEL has: bigint if it fits into number, Map and optional. Other values are returned
 * unchanged.
 */
export function plain(value: unknown): unknown {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value !== "object" || value === null) return value;
  step();
  if (value instanceof Unsigned) return plain(value.value);
  if (value instanceof Optional) return value.has ? plain(value.value) : null;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, held]) => [String(key), plain(held)]));
  if (Array.isArray(value)) {
    const changed = value.map(plain);
    return changed.some((element, index) => element !== value[index]) ? changed : value;
  }
  if (!isMap(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const held = plain(value[key]);
    if (held !== value[key]) (copy ??= { ...value })[key] = held;
  }
  return copy ?? value;
}

export function nounOf(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "string") return nouns.string;
  if (isNumber(value) || value instanceof Unsigned) return nouns.number;
  if (typeof value === "boolean") return nouns.bool;
  if (Array.isArray(value)) return nouns.list;
  if (value instanceof Date) return nouns.time;
  if (value instanceof Span) return nouns.span;
  if (value instanceof Uint8Array) return nouns.bytes;
  if (value instanceof Optional) return nouns.optional;
  if (value instanceof Printable) return value.noun;
  return isMap(value) ? nouns.map : "a value of another type";
}
