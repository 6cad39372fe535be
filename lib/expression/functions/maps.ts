// Functions on maps, and functions that build lists and maps in templates.
import { uncounted } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { hasKey, isEqual, isMap, isTrue, keysOf, order, print, valueAt, weigh, type Fields } from "../values.ts";
import { raw, textOf, type LibraryFunction } from "./function.ts";

const list = "list" as const;
const map = "map" as const;

/** Merges deeply: nested maps are merged, and other values of a later map replace the values of an earlier map. */
function merge(...maps: Fields[]): Fields {
  uncounted(weigh(maps));
  return maps.reduce((held, next) => {
    const merged: Record<string, unknown> = { ...held };
    for (const key of keysOf(next)) {
      const name = String(key);
      const [one, other] = [held[name], valueAt(next, key)];
      merged[name] = isMap(one) && isMap(other) ? merge(one, other) : other;
    }
    return merged;
  }, {});
}

/** Merges like `merge(a, b)` of CEL, which replaces nested maps. */
const mergeFlat = (...maps: Fields[]) =>
  Object.fromEntries(maps.flatMap((held) => keysOf(held).map((key) => [String(key), valueAt(held, key)])));

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
    text.split(",").map((pair) => {
      const parts = pair.trim().split("=");
      if (parts.length !== 2)
        throw new ExpressionFault(`keyValToMap needs key=value,key=value, but got ${JSON.stringify(pair)}.`);
      return [parts[0]!.trim(), parts[1]!.trim()];
    }),
  );
}

/** Builds a map from alternating keys and values; a last key without a value gets an empty string. */
const dict = (...parts: unknown[]): Fields =>
  Object.fromEntries(
    parts.flatMap((part, index) =>
      index % 2 === 0 ? [[print(part), index + 1 < parts.length ? parts[index + 1] : ""]] : [],
    ),
  );

const has = (held: unknown, key: unknown) =>
  Array.isArray(held)
    ? held.some((element) => isEqual(element, key) || textOf(element) === textOf(key))
    : isMap(held) && hasKey(held, print(key));

const sortedKeys = (held: Fields) => keysOf(held).sort((one, other) => order(one, other) ?? 0);
const sortedValues = (held: Fields) => sortedKeys(held).map((key) => valueAt(held, key));

export const maps: readonly LibraryFunction[] = [
  raw({
    name: "keys",
    only: "cel",
    on: map,
    takes: [],
    gives: list,
    says: "The keys of a map, sorted",
    call: sortedKeys,
  }),
  raw({
    name: "keys",
    only: "template",
    templateNames: ["coll.Keys"],
    takes: [map],
    repeats: true,
    gives: list,
    says: "The keys of one or more maps, sorted per map",
    call: (...maps: Fields[]) => maps.flatMap(sortedKeys),
  }),
  raw({
    name: "values",
    only: "cel",
    on: map,
    takes: [],
    gives: list,
    says: "The values of a map, in the order of their keys",
    call: sortedValues,
  }),
  raw({
    name: "values",
    only: "template",
    templateNames: ["coll.Values"],
    takes: [map],
    repeats: true,
    gives: list,
    says: "The values of one or more maps, in the order of their keys",
    call: (...maps: Fields[]) => maps.flatMap(sortedValues),
  }),
  raw({
    name: "merge",
    only: "cel",
    on: map,
    takes: [map],
    repeats: true,
    gives: map,
    says: "Merges maps and the maps in them; the last value wins",
    call: merge,
  }),
  raw({
    name: "merge",
    only: "cel",
    takes: [map, map],
    repeats: true,
    gives: map,
    says: "Merges maps; the last value wins",
    call: mergeFlat,
  }),
  raw({
    name: "merge",
    only: "template",
    templateNames: ["coll.Merge"],
    takes: [map, map],
    repeats: true,
    gives: map,
    says: "Merges maps and the maps in them; the first value wins",
    call: (...maps: Fields[]) => merge(...maps.reverse()),
  }),
  raw({
    name: "omit",
    templateNames: ["coll.Omit"],
    on: map,
    takes: ["any"],
    repeats: true,
    gives: map,
    says: "A map without some keys",
    call: omit,
  }),
  raw({
    name: "pick",
    templateNames: ["coll.Pick"],
    on: map,
    takes: ["any"],
    repeats: true,
    gives: map,
    says: "A map with only some of its keys",
    call: pick,
  }),
  raw({
    name: "Has",
    only: "cel",
    takes: ["any", "any"],
    gives: "bool",
    says: "Whether a list contains a string, or a map contains a key",
    call: has,
  }),
  {
    name: "Dict",
    only: "cel",
    takes: ["any"],
    repeats: true,
    least: 0,
    spreads: true,
    gives: map,
    isRaw: true,
    says: "Builds a map from alternating keys and values",
    call: dict,
  },
  { name: "keyValToMap", takes: ["string"], gives: map, says: "Converts a=b,c=d to a map", call: keyValToMap },
  {
    name: "mapToKeyVal",
    takes: [map],
    gives: "string",
    says: "Converts a map to a=b,c=d",
    call: (held: Fields) =>
      Object.keys(held)
        .sort()
        .map((key) => `${key}=${print(held[key])}`)
        .join(","),
  },
];

/** Functions for templates, which have no list and map literals, no `in` and no `? :`. */
export const collectionsOfTemplates: readonly LibraryFunction[] = [
  {
    name: "dict",
    templateNames: ["coll.Dict", "conv.Dict"],
    takes: ["any"],
    repeats: true,
    least: 0,
    gives: map,
    says: "Builds a map from alternating keys and values",
    call: dict,
  },
  {
    name: "slice",
    templateNames: ["list", "coll.Slice", "conv.Slice"],
    takes: ["any"],
    repeats: true,
    least: 0,
    gives: list,
    says: "Builds a list of the values",
    call: (...values: unknown[]) => values,
  },
  {
    name: "default",
    templateNames: ["conv.Default"],
    takes: ["any", "any"],
    gives: "any",
    says: "The second value, or the first if the second is empty",
    call: (fallback: unknown, value: unknown) => (isTrue(value) ? value : fallback),
  },
  {
    name: "has",
    templateNames: ["coll.Has", "conv.Has"],
    takes: ["any", "any"],
    gives: "bool",
    says: "Whether a map has a key, or a list contains a value",
    call: has,
  },
];
