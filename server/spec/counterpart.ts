// Finds the stored value that corresponds to a value of a sent spec. Fields are paired by their key. List items are
// paired by their identifying fields, so that a moved, inserted or removed item never receives the values of a
// different item.
import { isDeepStrictEqual } from "node:util";
import type { Path } from "./visit.ts";

type Item = Readonly<Record<string, unknown>>;

/** Returns the path in the stored spec for a path in the sent spec; undefined for new values. */
export function counterpart(sent: unknown, stored: unknown): (path: Path) => Path | undefined {
  const pairings = new Map<unknown, readonly (number | undefined)[]>();

  return (path) => {
    const found: (string | number)[] = [];
    let [here, there] = [sent, stored];
    for (const [depth, key] of path.entries()) {
      if (Array.isArray(here)) {
        if (!Array.isArray(there)) return undefined;
        const pairs = pairings.get(here) ?? pairItems(here, there);
        pairings.set(here, pairs);
        const index = pairs[key as number];
        if (index === undefined) return undefined;
        found.push(index);
        [here, there] = [here[key as number], there[index]];
        continue;
      }
      // A value may be written as `x` or as `{ value: x }`.
      if (key === "value" && depth === path.length - 1 && typeof there === "string") return found;
      if (!isItem(here) || !isItem(there) || !Object.hasOwn(there, key)) return undefined;
      found.push(key);
      [here, there] = [here[key], there[key]];
    }
    return isItem(there) && Object.hasOwn(there, "value") ? [...found, "value"] : found;
  };
}

const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields that identify an item of a list, the strongest first. */
const identities = ["name", "id"] as const;
/** Fields that describe the target of an item. An item that differs in two of them is a different item. */
const anchors = ["name", "url", "host", "endpoint", "connection", "address", "server", "type"] as const;

/** Returns, for each sent item, the index of the stored item. */
function pairItems(sent: readonly unknown[], stored: readonly unknown[]): (number | undefined)[] {
  const pairs: (number | undefined)[] = sent.map(() => undefined);
  const free = new Set(stored.keys());
  const pair = (index: number, other: number) => {
    pairs[index] = other;
    free.delete(other);
  };

  /**
   * Pairs items by a key. If several items have the same key and their number changed, it is unknown which item was
   * removed, so none of these items is paired.
   */
  function pairBy(keyOf: (item: unknown) => string | undefined): void {
    const [here, there] = [indicesBy(sent, keyOf), indicesBy(stored, keyOf)];
    for (const [key, indices] of here) {
      const others = there.get(key) ?? [];
      if (others.length !== indices.length) continue;
      for (const index of indices.filter((position) => pairs[position] === undefined)) {
        const [nearest] = others
          .filter((other) => free.has(other))
          .toSorted((a, b) => movedAnchors(sent[index], stored[a]) - movedAnchors(sent[index], stored[b]));
        if (nearest !== undefined) pair(index, nearest);
      }
    }
  }

  pairBy(canonical);
  for (const field of identities) pairBy((item) => fieldOf(item, field));
  // An item that was renamed, or that has no name, is paired by its position.
  if (sent.length === stored.length)
    for (const [index, item] of sent.entries())
      if (pairs[index] === undefined && free.has(index))
        if (sent.length === 1 || movedAnchors(item, stored[index]) <= 1) pair(index, index);
  return pairs;
}

function indicesBy(items: readonly unknown[], keyOf: (item: unknown) => string | undefined): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), index]);
  }
  return found;
}

/** Returns the same string for equal values, whatever the order of their fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, held: unknown) =>
    isItem(held) ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1))) : held,
  ) ?? "";

const fieldOf = (item: unknown, field: string): string | undefined => {
  const value = isItem(item) ? item[field] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
};

const movedAnchors = (a: unknown, b: unknown) =>
  anchors.filter((field) => !isDeepStrictEqual(isItem(a) ? a[field] : a, isItem(b) ? b[field] : b)).length;
