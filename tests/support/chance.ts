// A seeded random generator: the same seed gives the same cases, so a failing property test can be repeated.
//
//   const chance = chanceOf(7);
//   for (const at of chance.times(500, () => chance.between(0, DAY))) …

export interface Chance {
  /** Returns a number from 0 up to but not including 1. */
  next(): number;
  /** Returns an integer, both ends included. */
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns up to `maxLength` characters (or words) of the alphabet. */
  text(alphabet: readonly string[], maxLength: number): string;
  times<Item>(count: number, make: () => Item): Item[];
}

/** Mulberry32: small, and uniform enough for tests. */
export function chanceOf(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <Item>(items: readonly Item[]) => items[between(0, items.length - 1)]!;
  const times = <Item>(count: number, make: () => Item) => Array.from({ length: count }, make);
  const text = (alphabet: readonly string[], maxLength: number) =>
    times(between(0, maxLength), () => pick(alphabet)).join("");
  return { next, between, pick, text, times };
}
