// The functions of Go's text/template. `and` and `or` are in compile.ts, because they evaluate only as many arguments
// as needed.
import { ExpressionFault } from "../fault.ts";
import { NamedNumber } from "../named-number.ts";
import { printf } from "../printf.ts";
import { fieldOf, isEqual, isMap, isNumber, isTrue, order, print } from "../values.ts";
import type { TemplateFunction } from "./compile.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};

/** Prints values: adjacent strings are joined without a space, other values with a space. */
const printed = (values: readonly unknown[]) =>
  values.reduce<string>(
    (text, value, index) =>
      text +
      (index > 0 && typeof value !== "string" && typeof values[index - 1] !== "string" ? " " : "") +
      print(value),
    "",
  );

function sizeOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length;
  if (value instanceof Map) return value.size;
  if (isMap(value)) return Object.keys(value).length;
  if (value === null || value === undefined) return 0;
  throw new ExpressionFault("len needs a string, a list or a map.");
}

function index(value: unknown, ...keys: unknown[]): unknown {
  return keys.reduce((held, key) => {
    if (held === null || held === undefined) throw new ExpressionFault("index needs a list or a map, but got nothing.");
    if (Array.isArray(held) || typeof held === "string") {
      const at = Number(key);
      if (!isNumber(key) || !Number.isInteger(at) || at < 0 || at >= held.length)
        throw new ExpressionFault(`index ${print(key)} is out of range: the length is ${held.length}.`);
      return typeof held === "string" ? held.charCodeAt(at) : held[at];
    }
    return fieldOf(held, print(key));
  }, value);
}

/** A month or weekday compares as a number; with a string it compares as its name. */
const comparable = (value: unknown, other: unknown) =>
  value instanceof NamedNumber ? (typeof other === "string" ? value.name : value.number) : value;

const equal = (a: unknown, b: unknown) => isEqual(comparable(a, b), comparable(b, a));

const compare = (name: string, holds: (order: number) => boolean) => (a: unknown, b: unknown) => {
  const found = order(comparable(a, b), comparable(b, a));
  if (found === undefined)
    throw new ExpressionFault(`${name} cannot compare ${print(a) || "nothing"} with ${print(b) || "nothing"}.`);
  return holds(found);
};

export const builtins: Readonly<Record<string, TemplateFunction>> = {
  not: (value) => !isTrue(value),
  eq: (value, ...others) => {
    if (others.length === 0) throw new ExpressionFault("eq needs two values.");
    return others.some((other) => equal(value, other));
  },
  ne: (a, b) => !equal(a, b),
  lt: compare("lt", (found) => found < 0),
  le: compare("le", (found) => found <= 0),
  gt: compare("gt", (found) => found > 0),
  ge: compare("ge", (found) => found >= 0),
  len: sizeOf,
  index,
  call: (called, ...values) => {
    if (typeof called !== "function") throw new ExpressionFault("call needs a function.");
    return (called as TemplateFunction)(...values);
  },
  print: (...values) => printed(values),
  println: (...values) => `${values.map((value) => print(value)).join(" ")}\n`,
  printf: (...[format, ...values]) => {
    if (format === undefined) throw new ExpressionFault("printf needs a format, such as %s.");
    return printf(print(format), values);
  },
  html: (...values) => printed(values).replaceAll(/[&<>"']/g, (sign) => entities[sign]!),
  js: (...values) =>
    JSON.stringify(printed(values))
      .slice(1, -1)
      .replaceAll(
        /[<>&='\u2028\u2029]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`,
      ),
  urlquery: (...values) => encodeURIComponent(printed(values)).replaceAll("%20", "+"),
};
