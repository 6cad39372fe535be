// Keeps the first rows of a result, and only counts the other rows, because a query may return more rows than fit into
// memory.

type Row = Readonly<Record<string, unknown>>;

const maxRows = 10_000;
const maxBytes = 16 * 1024 * 1024;

export interface TakenRows {
  /** The first rows of the result, up to the limits. */
  first: Row[];
  count: number;
  add(row: Row): void;
}

/** Collects rows one by one. */
export function takeRows(): TakenRows {
  const first: Row[] = [];
  let bytes = 0;
  const rows = {
    first,
    count: 0,
    add(row: Row) {
      rows.count += 1;
      if (first.length >= maxRows || bytes >= maxBytes) return;
      first.push(row);
      bytes += bytesOf(row);
    },
  };
  return rows;
}

/** Approximates the size of a row: strings and binary values by their length. */
const bytesOf = (row: Row) =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" || value instanceof Uint8Array ? 16 + value.length : 64),
    64,
  );
