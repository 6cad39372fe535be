// Functions on lists.
import { spend, step } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { toJson } from "../json-text.ts";
import {
  fieldOf,
  isEqual,
  isMap,
  isNumber,
  keysOf,
  Optional,
  order,
  print,
  Span,
  Unsigned,
  valueAt,
} from "../values.ts";
import { nounOf, raw, type LibraryFunction } from "./function.ts";

const list = "list" as const;

function ordered(name: string, a: unknown, b: unknown): number {
  step();
  const found = order(a, b);
  if (found === undefined)
    throw new ExpressionFault(`${name} needs values of one type, but got ${nounOf(a)} and ${nounOf(b)}.`);
  return found;
}

const sorted = (values: unknown[]) => values.toSorted((a, b) => ordered("sort", a, b));

/** Sorts a list, or maps by a key. A template does not sort a list of mixed types. */
function sortedBy(...args: unknown[]): unknown {
  const values = args.at(-1) ?? null;
  if (values === null) return null;
  if (!Array.isArray(values)) throw new ExpressionFault(`sort needs a list, but got ${nounOf(values)}.`);
  const key = args.length > 1 ? print(args[0]) : undefined;
  const keyed = (value: unknown) => (key === undefined ? value : fieldOf(value, key));
  const isSortable = values.every((value) => order(keyed(value), keyed(values[0])) !== undefined);
  if (!isSortable && key === undefined) return values;
  return values.toSorted((a, b) => {
    step();
    return order(keyed(a), keyed(b)) ?? 0;
  });
}

/** Returns a key that distinguishes unequal values; most lists contain strings or numbers. */
const keyOf = (value: unknown) =>
  typeof value === "object" && value !== null && !(value instanceof Unsigned)
    ? toJson(value, { sorted: true })
    : `${isNumber(value) || value instanceof Unsigned ? "number" : typeof value}:${print(value)}`;

function distinct(values: unknown[]): unknown[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = keyOf(value);
    return !seen.has(key) && seen.add(key);
  });
}

function flatten(values: unknown[], depth = 1): unknown[] {
  if (depth < 0) throw new ExpressionFault("flatten needs a depth of at least 0.");
  const flat: unknown[] = [];
  const open = (elements: readonly unknown[], levels: number) => {
    for (const element of elements) {
      step();
      if (Array.isArray(element) && levels > 0) open(element, levels - 1);
      else flat.push(element);
    }
  };
  open(values, depth);
  spend(flat.length);
  return flat;
}

/** Flattens a list: `flatten [DEPTH] LIST`. Default: all levels. */
function flattenAll(...args: unknown[]): unknown[] {
  const values = args.at(-1) ?? [];
  if (!Array.isArray(values)) throw new ExpressionFault(`flatten needs a list, but got ${nounOf(values)}.`);
  const depth = args.length > 1 ? Number(args[0]) : -1;
  return flatten(values, depth < 0 || Number.isNaN(depth) ? Number.POSITIVE_INFINITY : depth);
}

function range(...bounds: number[]): number[] {
  const [from, to, step = 1] = bounds.length === 1 ? [0, bounds[0]!] : (bounds as [number, number, number?]);
  if (step === 0) throw new ExpressionFault("range needs a step other than 0.");
  const length = Math.max(0, Math.ceil((to - from) / step));
  spend(length);
  return Array.from({ length }, (_, index) => from + index * step);
}

function slice(values: unknown[], from: number, to = values.length): unknown[] {
  if (from < 0 || to < from || to > values.length)
    throw new ExpressionFault(`slice ${from} to ${to} is out of range: the list has ${values.length} elements.`);
  return values.slice(from, to);
}

const unwrapped = (value: unknown): unknown => (value instanceof Optional ? (value.has ? value.value : null) : value);

/**
 * Returns the first or last element of a list, or the value of a map's smallest or largest key; null if it is empty.
 */
function endOf(value: unknown, at: 0 | -1, { acceptsText }: { acceptsText: boolean }): unknown {
  const held = unwrapped(value);
  if (Array.isArray(held)) return unwrapped(held.at(at) ?? null);
  if (typeof held === "string") return acceptsText ? ([...held].at(at) ?? null) : null;
  if (!isMap(held)) return null;
  const keys = keysOf(held).sort((a, b) => (String(a) < String(b) ? -1 : 1));
  return keys.length === 0 ? null : (valueAt(held, keys.at(at)) ?? null);
}

function sum(values: unknown[]): unknown {
  let result: unknown;
  for (const value of values) {
    step();
    const next = value instanceof Unsigned ? value.value : value;
    if (result === undefined) result = next;
    else if (typeof result === typeof next && typeof result === "bigint") result = result + (next as bigint);
    else if (isNumber(result) && isNumber(next) && (typeof result === "number" || typeof next === "number"))
      result = Number(result) + Number(next);
    else if (result instanceof Span && next instanceof Span) result = Span.ofNanoseconds(result.ns + next.ns);
    else throw new ExpressionFault(`sum needs numbers or durations, but got ${nounOf(next)}.`);
  }
  if (result !== undefined && !isNumber(result) && !(result instanceof Span))
    throw new ExpressionFault(`sum needs numbers or durations, but got ${nounOf(result)}.`);
  return result ?? 0n;
}

function extreme(name: "min" | "max", values: unknown[]): unknown {
  if (values.length === 0) throw new ExpressionFault(`${name} needs a list that is not empty.`);
  return values.reduce((best, value) => {
    const found = ordered(name, value, best);
    return (name === "min" ? found < 0 : found > 0) ? value : best;
  });
}

const includes = (values: unknown[], value: unknown) =>
  values.some((held) => {
    step();
    return isEqual(held, value);
  });

const placeOf = (values: unknown[], value: unknown, from: "first" | "last") => {
  const isHere = (held: unknown) => {
    step();
    return isEqual(held, value);
  };
  return BigInt(from === "first" ? values.findIndex(isHere) : values.findLastIndex(isHere));
};

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isMap(value) && keysOf(value).length === 0);

export const lists: readonly LibraryFunction[] = [
  raw({
    name: "sort",
    only: "cel",
    on: list,
    takes: [],
    gives: list,
    says: "Sorts the elements in ascending order",
    call: sorted,
  }),
  raw({
    name: "sort",
    only: "template",
    templateNames: ["coll.Sort"],
    takes: ["any", "any"],
    least: 1,
    gives: list,
    says: "Sorts the elements in ascending order, or maps by a key",
    call: sortedBy,
  }),
  raw({ name: "distinct", on: list, takes: [], gives: list, says: "Removes duplicate elements", call: distinct }),
  raw({
    name: "uniq",
    templateNames: ["coll.Uniq"],
    on: list,
    takes: [],
    gives: list,
    says: "Removes duplicate elements",
    call: distinct,
  }),
  raw({
    name: "flatten",
    only: "cel",
    on: list,
    takes: ["int"],
    least: 0,
    gives: list,
    says: "Flattens nested lists by one level, or by a number of levels",
    call: flatten,
  }),
  raw({
    name: "flatten",
    only: "template",
    templateNames: ["coll.Flatten"],
    takes: ["any", "any"],
    least: 1,
    gives: list,
    says: "Flattens all levels of nested lists, or a number of levels",
    call: flattenAll,
  }),
  raw({
    name: "reverse",
    templateNames: ["coll.Reverse"],
    on: list,
    takes: [],
    gives: list,
    says: "Reverses the order of the elements",
    call: (values: unknown[]) => values.toReversed(),
  }),
  {
    name: "range",
    only: "cel",
    celNames: ["lists.range"],
    takes: ["int", "int", "int"],
    least: 1,
    gives: list,
    says: "A list of numbers: range(end), range(start, end) or range(start, end, step)",
    call: range,
  },
  raw({
    name: "slice",
    only: "cel",
    on: list,
    takes: ["int", "int"],
    least: 1,
    gives: list,
    says: "The elements from a start index up to an end index",
    call: slice,
  }),
  ...(["first", "last"] as const).flatMap((name): LibraryFunction[] => {
    const at = name === "first" ? 0 : -1;
    const shared = { name, takes: [], gives: "any", says: `The ${name} element, or null` } as const;
    return [
      raw({
        ...shared,
        only: "cel",
        on: "any",
        seesNull: true,
        call: (value: unknown) => endOf(value, at, { acceptsText: false }),
      }),
      raw({
        ...shared,
        only: "template",
        templateNames: [name === "first" ? "coll.First" : "coll.Last"],
        on: "any",
        call: (value: unknown) => endOf(value, at, { acceptsText: true }),
      }),
    ];
  }),
  raw({
    name: "sum",
    only: "cel",
    on: list,
    takes: [],
    gives: "any",
    says: "The sum of numbers or durations",
    call: sum,
  }),
  raw({
    name: "min",
    only: "cel",
    on: list,
    takes: [],
    gives: "any",
    says: "The smallest element",
    call: (values: unknown[]) => extreme("min", values),
  }),
  raw({
    name: "max",
    only: "cel",
    on: list,
    takes: [],
    gives: "any",
    says: "The largest element",
    call: (values: unknown[]) => extreme("max", values),
  }),
  raw({
    name: "isSorted",
    only: "cel",
    on: list,
    takes: [],
    gives: "bool",
    says: "Whether the elements are in ascending order",
    call: (values: unknown[]) =>
      values.every((value, at) => at === 0 || ordered("isSorted", values[at - 1], value) <= 0),
  }),
  raw({
    name: "contains",
    only: "cel",
    on: list,
    takes: ["any"],
    gives: "bool",
    says: "Whether a list contains a value",
    call: includes,
  }),
  raw({
    name: "indexOf",
    only: "cel",
    on: list,
    takes: ["any"],
    gives: "int",
    says: "The index of a value, or -1",
    call: (values: unknown[], value: unknown) => placeOf(values, value, "first"),
  }),
  raw({
    name: "lastIndexOf",
    only: "cel",
    on: list,
    takes: ["any"],
    gives: "int",
    says: "The last index of a value, or -1",
    call: (values: unknown[], value: unknown) => placeOf(values, value, "last"),
  }),
  raw({
    name: "append",
    celNames: ["Append"],
    templateNames: ["coll.Append"],
    takes: ["any", list],
    gives: list,
    says: "Adds an element to the end of a list",
    call: (value: unknown, values: unknown[]) => [...values, value],
  }),
  raw({
    name: "prepend",
    celNames: ["Prepend"],
    templateNames: ["coll.Prepend"],
    takes: ["any", list],
    gives: list,
    says: "Adds an element to the beginning of a list",
    call: (value: unknown, values: unknown[]) => [value, ...values],
  }),
  raw({
    name: "coalesce",
    templateNames: ["coll.Coalesce"],
    takes: ["any"],
    repeats: true,
    seesNull: true,
    gives: "any",
    says: "The first value that is not null or empty; 0 and false count",
    call: (...values: unknown[]) => values.map(unwrapped).find((value) => !isEmpty(value)) ?? null,
  }),
  raw({
    name: "sets.contains",
    takes: [list, list],
    gives: "bool",
    says: "Whether the first list contains all elements of the second",
    call: (a: unknown[], b: unknown[]) => b.every((value) => includes(a, value)),
  }),
  raw({
    name: "sets.intersects",
    takes: [list, list],
    gives: "bool",
    says: "Whether the lists have an element in common",
    call: (a: unknown[], b: unknown[]) => b.some((value) => includes(a, value)),
  }),
  raw({
    name: "sets.equivalent",
    takes: [list, list],
    gives: "bool",
    says: "Whether the lists have the same elements",
    call: (a: unknown[], b: unknown[]) =>
      b.every((value) => includes(a, value)) && a.every((value) => includes(b, value)),
  }),
];
