// Natural sort order: 2 before 10 inside names, case and accents ignored, missing values last. Intl.Collator returns
// the same order but takes four times as long, which is noticeable at ten thousand rows.
import type { Value } from "./column.ts";

/** A key whose code unit order is the natural order of the text. */
export function sortKey(text: string): string {
  const letters = isAscii(text) ? text : text.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return withNumbers(letters.toLowerCase());
}

// oxlint-disable-next-line no-control-regex
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);

const [ZERO, NINE] = [48, 57];
const isDigit = (code: number) => code >= ZERO && code <= NINE;

/**
 * Prefixes each number with its digit count, so that shorter numbers come first. A loop, because replacing with a regex
 * and a callback takes three times as long.
 */
function withNumbers(text: string): string {
  let result = "";
  let copied = 0;
  for (let at = 0; at < text.length;) {
    if (!isDigit(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    let first = at;
    while (text.charCodeAt(first) === ZERO && isDigit(text.charCodeAt(first + 1))) first += 1;
    let end = first + 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
    // The count is encoded from "0" upwards, so that numbers still sort before letters.
    result += text.slice(copied, at) + String.fromCharCode(ZERO + Math.min(end - first, 16));
    copied = first;
    at = end;
  }
  return copied === 0 ? result + text : result + text.slice(copied);
}

/** Ascending; values of different types are ordered by the name of their type. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (typeof a !== typeof b) return typeof a < typeof b ? -1 : 1;
  return compareKeys(sortKey(String(a)), sortKey(String(b)));
}

const compareKeys = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Items in ascending order. */
export interface Ascending<Item> {
  items: readonly Item[];
  /** The start index of each run of equal items. */
  runs: readonly number[];
  /** Items without a value; they come last in both directions. */
  missing: readonly Item[];
}

interface Keyed<Item, Key> {
  item: Item;
  key: Key;
}

/** Sorts by value, or by `compare` if given. Reads each value once. */
export function ascending<Item>(
  items: readonly Item[],
  value: (item: Item) => Value,
  compare: ((a: Item, b: Item) => number) | undefined,
): Ascending<Item> {
  const present: Keyed<Item, NonNullable<Value>>[] = [];
  const missing: Item[] = [];
  let areTexts = true;
  for (const item of items) {
    const key = value(item);
    if (key === undefined || key === null) missing.push(item);
    else present.push({ item, key });
    areTexts &&= typeof key === "string" || key === undefined || key === null;
  }
  if (compare) return { ...sorted(present, (a, b) => compare(a.item, b.item)), missing };
  if (!areTexts) return { ...sorted(present, (a, b) => compareValues(a.key, b.key)), missing };
  for (const entry of present) entry.key = sortKey(entry.key as string);
  return { ...sorted(present as Keyed<Item, string>[], (a, b) => compareKeys(a.key, b.key)), missing };
}

function sorted<Item, Key>(keyed: Keyed<Item, Key>[], compare: (a: Keyed<Item, Key>, b: Keyed<Item, Key>) => number) {
  keyed.sort(compare);
  const runs: number[] = [];
  for (let index = 0; index < keyed.length; index += 1)
    if (index === 0 || compare(keyed[index - 1]!, keyed[index]!) !== 0) runs.push(index);
  return { items: keyed.map(({ item }) => item), runs };
}

/** Reversed, but equal items keep their order. */
export function descending<Item>({ items, runs, missing }: Ascending<Item>): Item[] {
  const result: Item[] = [];
  for (let run = runs.length - 1; run >= 0; run -= 1) {
    const end = runs[run + 1] ?? items.length;
    for (let index = runs[run]!; index < end; index += 1) result.push(items[index]!);
  }
  return [...result, ...missing];
}
