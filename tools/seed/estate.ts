// The properties that all parts of an estate share: seed, sizes and the end of its time span.
import { Chance, idsOf } from "./chance.ts";
import { alongWith, type Sizes } from "./sizes.ts";

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The rows of one table; every row has the same columns. */
export interface TableRows {
  table: string;
  count: number;
  rows: Iterable<Readonly<Record<string, unknown>>>;
}

export type Estate = ReturnType<typeof newEstate>;

/** Ids and random values depend only on the seed; `until` only shifts the times. */
export function newEstate({ seed, until, sizes }: { seed: number; until: Date; sizes: Sizes }) {
  const end = until.getTime();
  return {
    seed,
    end,
    sizes,
    counts: alongWith(sizes),
    chance: (subject: string) => new Chance(seed, subject),
    ids: (kind: string) => idsOf(seed, kind),
    /** Returns the time `ms` milliseconds before the end. */
    ago: (ms: number) => new Date(end - ms).toISOString(),
    /** Adds the seed to names that must be unique, unless the seed is 1. */
    named: (name: string) => (seed === 1 ? name : `${name}-${seed}`),
  };
}

export const rowsOf = <T>(
  table: string,
  from: readonly T[],
  row: (item: T, index: number) => Record<string, unknown>,
) => ({ table, count: from.length, rows: mapped(from, row) }) satisfies TableRows;

function* mapped<T>(from: readonly T[], row: (item: T, index: number) => Record<string, unknown>) {
  for (let index = 0; index < from.length; index += 1) yield row(from[index]!, index);
}

/** Returns the numbers from 0 to `count`, excluding `count`. */
export const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
