// A function of the library, stated once for all notations. In CEL one with `on` is called on that value
// (`name.abbrev(9)`), or with it as first argument; in a template it comes last, where a pipe puts it.
import { step } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import type { ReadText } from "../literal.ts";
import { isMap, isNumber, Span } from "../values.ts";

export type ValueType = "string" | "int" | "number" | "bool" | "list" | "map" | "time" | "span" | "bytes" | "any";

export interface LibraryFunction {
  /** Dotted when it lives in a namespace: `math.Add`. */
  name: string;
  on?: ValueType;
  takes: readonly ValueType[];
  /** How many of `takes` must be given; all unless said. */
  least?: number;
  /** Whether the last of `takes` may come again and again. */
  repeats?: boolean;
  gives: ValueType;
  /** How its first value is read where that is written out: a program in another language, a pattern. */
  reads?: ReadText;
  /** One line for whoever looks it up in the editor. */
  says: string;
  call(...values: never[]): unknown;
}

const nouns: Record<ValueType, string> = {
  string: "a text",
  int: "a whole number",
  number: "a number",
  bool: "true or false",
  list: "a list",
  map: "a map",
  time: "a time",
  span: "a duration",
  bytes: "bytes",
  any: "a value",
};

/** The function with its arguments held against what it takes; integers arrive as numbers. */
export function checked(fn: LibraryFunction): (...values: unknown[]) => unknown {
  const types = fn.on === undefined ? fn.takes : [fn.on, ...fn.takes];
  const least = (fn.on === undefined ? 0 : 1) + (fn.least ?? fn.takes.length);
  const call = fn.call as (...values: unknown[]) => unknown;
  return (...values) => {
    if (values.length < least || (values.length > types.length && fn.repeats !== true))
      throw new ExpressionFault(
        `${fn.name} needs ${count(least, types.length, fn.repeats)}, and got ${values.length}.`,
      );
    const given = values.map((value, index) => {
      const type = types[Math.min(index, types.length - 1)]!;
      const read = readAs(type, value);
      if (read === undefined && type !== "any")
        throw new ExpressionFault(`${fn.name} needs ${nouns[type]}, and got ${nounOf(value)}.`);
      return read;
    });
    return call(...given);
  };
}

function count(least: number, most: number, repeats: boolean | undefined): string {
  const values = (number: number) => `${number} ${number === 1 ? "value" : "values"}`;
  if (repeats) return `at least ${values(least)}`;
  return least === most ? values(most) : `${least} to ${values(most)}`;
}

/** Undefined when it is of another type. */
function readAs(type: ValueType, value: unknown): unknown {
  switch (type) {
    case "string":
      return typeof value === "string" ? value : undefined;
    case "int":
      return isNumber(value) && Number.isInteger(Number(value)) ? Number(value) : undefined;
    case "number":
      return isNumber(value) ? Number(value) : undefined;
    case "bool":
      return typeof value === "boolean" ? value : undefined;
    case "list":
      return Array.isArray(value) ? plain(value) : undefined;
    case "map":
      return isMap(value) ? plain(value) : undefined;
    case "time":
      return value instanceof Date ? value : undefined;
    case "span":
      return value instanceof Span ? value : undefined;
    case "bytes":
      return value instanceof Uint8Array ? value : undefined;
    case "any":
      return plain(value);
  }
}

/** Without what only CEL has: bigint and Map. What has none is given back as it is. */
export function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  step();
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
  if (isNumber(value)) return nouns.number;
  if (typeof value === "boolean") return nouns.bool;
  if (Array.isArray(value)) return nouns.list;
  if (value instanceof Date) return nouns.time;
  if (value instanceof Span) return nouns.span;
  if (value instanceof Uint8Array) return nouns.bytes;
  return isMap(value) ? nouns.map : "something else";
}
