// Functions that sort, group and combine lists.
import { spend, step } from "../../budget.ts";
import { valuesOf } from "../evaluate.ts";
import { child } from "../paths.ts";
import type { Filter } from "../scope.ts";
import { asText, compare, described, JqError, put } from "../values.ts";
import { listOf, computed, native, numberOf, plain, taking, textOf } from "./stating.ts";

plain("sort", (value) => listOf(value, "sorted").toSorted(compare));
plain("reverse", (value) => {
  if (value === null) return [];
  if (typeof value === "string") return [...value].reverse().join("");
  return listOf(value, "reversed").toReversed();
});
plain("unique", (value) => distinct(listOf(value, "sorted").map((element) => [element, element])));
plain("min", (value) =>
  extreme(
    listOf(value, "iterated over").map((element) => [element, element]),
    -1,
  ),
);
plain("max", (value) =>
  extreme(
    listOf(value, "iterated over").map((element) => [element, element]),
    1,
  ),
);
type Keyed = [key: unknown, element: unknown];
const keyed = (value: unknown, filter: Filter, depth: number): Keyed[] =>
  listOf(value, "sorted").map((element) => {
    const key = [...valuesOf(filter, element, depth)];
    spend(key.length + 1);
    return [key, element];
  });
const sorted = (entries: Keyed[]) => entries.toSorted(([a], [b]) => compare(a, b));
function grouped(entries: Keyed[]): unknown[][] {
  const groups: unknown[][] = [];
  let last: unknown;
  for (const [key, element] of sorted(entries)) {
    if (groups.length > 0 && compare(last, key) === 0) groups.at(-1)!.push(element);
    else groups.push([element]);
    last = key;
  }
  return groups;
}
const distinct = (entries: Keyed[]) => grouped(entries).map(([first]) => first);
function extreme(entries: Keyed[], side: 1 | -1): unknown {
  let found: Keyed | undefined;
  for (const entry of entries) {
    const apart = found === undefined ? side : compare(entry[0], found[0]);
    if (apart * side > 0 || (apart === 0 && side === 1)) found = entry;
  }
  return found?.[1] ?? null;
}
const byKey = (name: string, call: (entries: Keyed[]) => unknown) =>
  native(name, 1, (input, [filter], depth) => [computed(call(keyed(input.value, filter!, depth)), input)]);
byKey("sort_by", (entries) => sorted(entries).map(([, element]) => element));
byKey("group_by", grouped);
byKey("unique_by", distinct);
byKey("min_by", (entries) => extreme(entries, -1));
byKey("max_by", (entries) => extreme(entries, 1));
const flattened = (value: unknown, depth: unknown): unknown[] => {
  const levels = numberOf(depth, "flatten");
  if (levels < 0) throw new JqError("flatten depth must not be negative");
  const flat: unknown[] = [];
  const open = (elements: readonly unknown[], left: number) => {
    for (const element of elements) {
      spend(1);
      step();
      if (Array.isArray(element) && left > 0) open(element, left - 1);
      else flat.push(element);
    }
  };
  open(listOf(value, "flattened"), levels);
  return flat;
};
plain("flatten", (value) => flattened(value, 1_000));
taking("flatten", 1, flattened);
plain("transpose", (value) => {
  const rows = listOf(value, "transposed").map((row) => listOf(row, "transposed"));
  const width = Math.max(0, ...rows.map((row) => row.length));
  spend(width * rows.length);
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
});
plain("from_entries", (value) => {
  const fields: Record<string, unknown> = {};
  for (const entry of listOf(value, "iterated over")) {
    step();
    const firstField = (names: string[]) =>
      names.map((name) => child(entry, name)).find((held) => held !== null) ?? null;
    const key = firstField(["key", "k", "name", "Name", "Key", "K"]);
    if (key !== null && typeof key === "object") throw new JqError(`Cannot use ${described(key)} as object key`);
    // A value of false is kept. A missing key becomes the string "null".
    const names = ["value", "v", "Value", "V"].filter((name) => Object.hasOwn(entry as object, name));
    put(fields, asText(key), names.length > 0 ? child(entry, names[0]) : null);
  }
  return fields;
});
taking("join", 1, (value, separator) => {
  const parts = listOf(value, "joined");
  if (parts.length === 0) return "";
  const between = textOf(separator, "join");
  const texts = parts.map((part) => {
    if (part === null) return "";
    if (typeof part === "object") throw new JqError(`${described(part)} cannot be joined`);
    return asText(part);
  });
  spend(texts.reduce((size, text) => size + text.length + between.length, 0));
  return texts.join(between);
});
const indices = (value: unknown, wanted: unknown): unknown => {
  if (value === null) return null;
  if (typeof value === "string" && typeof wanted === "string") {
    const found: number[] = [];
    if (wanted === "") return null;
    for (let at = value.indexOf(wanted); at !== -1; at = value.indexOf(wanted, at + 1)) {
      spend(1);
      step();
      found.push(at);
    }
    return found;
  }
  return child(value, Array.isArray(wanted) ? wanted : [wanted]);
};
taking("indices", 1, indices);
taking("index", 1, (value, wanted) => (indices(value, wanted) as number[] | null)?.[0] ?? null);
taking("rindex", 1, (value, wanted) => (indices(value, wanted) as number[] | null)?.at(-1) ?? null);
plain("toarray", (value) => (Array.isArray(value) ? value : [value]));
