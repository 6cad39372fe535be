// Finds in a stored spec the value that a value of a sent spec stands for. Fields pair by their key. Items of a list pair by
// what identifies them, so that an item that was moved, inserted or removed never lends its place to another one.
import { isDeepStrictEqual } from "node:util";
import type { Path } from "./visit.ts";

type Item = Readonly<Record<string, unknown>>;

/** Where in the stored spec the value at a path of the sent one was; undefined when it is new. */
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

/** Fields that identify an item of a list, the strongest first. */
const identities = ["name", "id"] as const;
/** Fields that say what an item is about. An item that changed in two of them is another one. */
const anchors = ["name", "url", "host", "endpoint", "connection", "address", "server", "type"] as const;

/** For each sent item the index of the stored one. */
function pairItems(sent: readonly unknown[], stored: readonly unknown[]): (number | undefined)[] {
  const pairs: (number | undefined)[] = sent.map(() => undefined);
  const free = new Set(stored.keys());
  const pair = (index: number, other: number | undefined) => {
    if (other === undefined) return;
    pairs[index] = other;
    free.delete(other);
  };
  const eachFree = (find: (item: unknown, index: number) => number | undefined) => {
    for (const [index, item] of sent.entries()) if (pairs[index] === undefined) pair(index, find(item, index));
  };
  // Where a criterion does not tell items apart and their number changed, it cannot be known which of them is gone.
  const alike = (isSame: (one: unknown) => boolean): number[] =>
    sent.filter(isSame).length === stored.filter(isSame).length
      ? [...free].filter((other) => isSame(stored[other]))
      : [];
  eachFree((item) => alike((one) => isDeepStrictEqual(one, item))[0]);
  for (const field of identities)
    eachFree((item) => {
      const identity = fieldOf(item, field);
      if (identity === undefined) return undefined;
      const others = alike((one) => fieldOf(one, field) === identity);
      return others.toSorted((a, b) => movedAnchors(item, stored[a]) - movedAnchors(item, stored[b]))[0];
    });
  // One that got another name, or that has none, pairs by its place.
  if (sent.length === stored.length)
    eachFree((item, index) =>
      free.has(index) && (sent.length === 1 || movedAnchors(item, stored[index]) <= 1) ? index : undefined,
    );
  return pairs;
}

const fieldOf = (item: unknown, field: string): string | undefined => {
  const value = isItem(item) ? item[field] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
};

const movedAnchors = (one: unknown, other: unknown) =>
  anchors.filter((field) => !isDeepStrictEqual(isItem(one) ? one[field] : one, isItem(other) ? other[field] : other))
    .length;
