// Lists and maps.
import { spend, step } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { fieldOf, isEqual, isMap, isTrue, order, print, toJson, type Fields } from "../values.ts";
import type { LibraryFunction } from "./function.ts";

const list = "list" as const;
const map = "map" as const;

function sorted(values: unknown[]): unknown[] {
  return values.toSorted((one, other) => {
    step();
    const found = order(one, other);
    if (found === undefined) throw new ExpressionFault("sort needs values of one kind: all texts, or all numbers.");
    return found;
  });
}

/** A key that JSON can tell apart; most lists are of texts and numbers. */
const keyOf = (value: unknown) =>
  typeof value === "object" && value !== null ? toJson(ordered(value)) : `${typeof value}:${print(value)}`;

function ordered(value: unknown): unknown {
  if (typeof value !== "object") return value;
  step();
  if (Array.isArray(value)) return value.map(ordered);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, ordered(value[key])]),
  );
}

function distinct(values: unknown[]): unknown[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = keyOf(value);
    return !seen.has(key) && seen.add(key);
  });
}

function flatten(values: unknown[], depth = 1): unknown[] {
  if (depth < 0) throw new ExpressionFault("flatten needs a depth of 0 at least.");
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

function range(...bounds: number[]): number[] {
  const [from, to, step = 1] = bounds.length === 1 ? [0, bounds[0]!] : (bounds as [number, number, number?]);
  if (step === 0) throw new ExpressionFault("range needs a step other than 0.");
  const length = Math.max(0, Math.ceil((to - from) / step));
  spend(length);
  return Array.from({ length }, (_, index) => from + index * step);
}

function slice(values: unknown[], from: number, to = values.length): unknown[] {
  if (from < 0 || to < from || to > values.length)
    throw new ExpressionFault(`slice ${from}:${to} is out of range: there are ${values.length}.`);
  return values.slice(from, to);
}

/** Like a merge patch without removal: maps inside maps are merged, everything else is replaced. */
function merge(...maps: Fields[]): Fields {
  return maps.reduce((held, next) => {
    const merged: Record<string, unknown> = { ...held };
    for (const key of Object.keys(next)) {
      const [one, other] = [held[key], next[key]];
      merged[key] = isMap(one) && isMap(other) ? merge(one, other) : other;
    }
    return merged;
  }, {});
}

const names = (given: unknown[]) => new Set(given.flat().map((name) => print(name)));

const omit = (held: Fields, ...given: unknown[]) => {
  const gone = names(given);
  return Object.fromEntries(Object.entries(held).filter(([key]) => !gone.has(key)));
};

const pick = (held: Fields, ...given: unknown[]) => {
  const kept = names(given);
  return Object.fromEntries(Object.entries(held).filter(([key]) => kept.has(key)));
};

function keyValToMap(text: string): Fields {
  return Object.fromEntries(
    text
      .split(",")
      .map((pair) => pair.trim())
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf("=");
        if (at < 1) throw new ExpressionFault(`keyValToMap reads key=value, and not ${JSON.stringify(pair)}.`);
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      }),
  );
}

const includes = (values: unknown[], value: unknown) => values.some((held) => isEqual(held, value));

function dict(...parts: unknown[]): Fields {
  if (parts.length % 2 !== 0) throw new ExpressionFault("dict needs a value for every key.");
  return Object.fromEntries(parts.flatMap((part, index) => (index % 2 === 0 ? [[print(part), parts[index + 1]]] : [])));
}

export const collections: readonly LibraryFunction[] = [
  {
    name: "keys",
    on: map,
    takes: [],
    gives: list,
    says: "A map's keys, sorted",
    call: (held: Fields) => Object.keys(held).sort(),
  },
  {
    name: "values",
    on: map,
    takes: [],
    gives: list,
    says: "A map's values, in the order of their keys",
    call: (held: Fields) =>
      Object.keys(held)
        .sort()
        .map((key) => held[key]),
  },
  { name: "merge", on: map, takes: [map], repeats: true, gives: map, says: "Maps laid over one another", call: merge },
  { name: "omit", on: map, takes: ["any"], repeats: true, gives: map, says: "A map without some keys", call: omit },
  { name: "pick", on: map, takes: ["any"], repeats: true, gives: map, says: "Only some keys of a map", call: pick },
  { name: "sort", on: list, takes: [], gives: list, says: "From the least to the greatest", call: sorted },
  { name: "distinct", on: list, takes: [], gives: list, says: "Every element once", call: distinct },
  { name: "uniq", on: list, takes: [], gives: list, says: "Every element once", call: distinct },
  {
    name: "flatten",
    on: list,
    takes: ["int"],
    least: 0,
    gives: list,
    says: "Lists inside a list opened, one level or more",
    call: flatten,
  },
  {
    name: "reverse",
    on: list,
    takes: [],
    gives: list,
    says: "From the last to the first",
    call: (values: unknown[]) => values.toReversed(),
  },
  {
    name: "range",
    takes: ["int", "int", "int"],
    least: 1,
    gives: list,
    says: "Numbers from 0, or from one to another by a step",
    call: range,
  },
  {
    name: "slice",
    on: list,
    takes: ["int", "int"],
    least: 1,
    gives: list,
    says: "The elements from one place up to another",
    call: slice,
  },
  {
    name: "first",
    on: list,
    takes: [],
    gives: "any",
    says: "The first element, or nothing",
    call: (values: unknown[]) => values[0] ?? null,
  },
  {
    name: "last",
    on: list,
    takes: [],
    gives: "any",
    says: "The last element, or nothing",
    call: (values: unknown[]) => values.at(-1) ?? null,
  },
  {
    name: "coalesce",
    takes: ["any"],
    repeats: true,
    gives: "any",
    says: "The first value that is not empty",
    call: (...values: unknown[]) => values.find(isTrue) ?? null,
  },
  { name: "keyValToMap", takes: ["string"], gives: map, says: "a=b,c=d as a map", call: keyValToMap },
  {
    name: "mapToKeyVal",
    takes: [map],
    gives: "string",
    says: "A map as a=b,c=d",
    call: (held: Fields) =>
      Object.keys(held)
        .sort()
        .map((key) => `${key}=${print(held[key])}`)
        .join(","),
  },
  {
    name: "sets.contains",
    takes: [list, list],
    gives: "bool",
    says: "Whether the first has all of the second",
    call: (one: unknown[], other: unknown[]) => other.every((value) => includes(one, value)),
  },
  {
    name: "sets.intersects",
    takes: [list, list],
    gives: "bool",
    says: "Whether the two have anything in common",
    call: (one: unknown[], other: unknown[]) => other.some((value) => includes(one, value)),
  },
  {
    name: "sets.equivalent",
    takes: [list, list],
    gives: "bool",
    says: "Whether the two have the same elements",
    call: (one: unknown[], other: unknown[]) =>
      other.every((value) => includes(one, value)) && one.every((value) => includes(other, value)),
  },
];

/** For templates, which have no literals of lists and maps, no `in`, no `? :`. */
export const collectionsOfTemplates: readonly LibraryFunction[] = [
  {
    name: "dict",
    takes: ["any"],
    repeats: true,
    least: 0,
    gives: map,
    says: "A map from keys and values in turn",
    call: dict,
  },
  {
    name: "list",
    takes: ["any"],
    repeats: true,
    least: 0,
    gives: list,
    says: "A list of what is given",
    call: (...values: unknown[]) => values,
  },
  {
    name: "default",
    takes: ["any", "any"],
    gives: "any",
    says: "The second value, or the first when that is empty",
    call: (fallback: unknown, value: unknown) => (isTrue(value) ? value : fallback),
  },
  {
    name: "ternary",
    takes: ["any", "any", "any"],
    gives: "any",
    says: "The first when the third is true, else the second",
    call: (yes: unknown, no: unknown, condition: unknown) => (isTrue(condition) ? yes : no),
  },
  {
    name: "has",
    takes: ["any", "any"],
    gives: "bool",
    says: "Whether a map has a key, or a list a value",
    call: (held: unknown, key: unknown) =>
      Array.isArray(held) ? includes(held, key) : fieldOf(held, print(key)) !== undefined,
  },
  {
    name: "append",
    takes: ["any", list],
    gives: list,
    says: "A list with one more at its end",
    call: (value: unknown, values: unknown[]) => [...values, value],
  },
];
