// Receives the rows of one query and passes them on as JSON arrays. A query with too many rows fails: part of its rows
// would give wrong sums.
import { setImmediate } from "node:timers/promises";
import type { Scrubber } from "#server/scrub/scrub.ts";

export interface QueryLimits {
  maxRows: number;
  maxBytes: number;
}

export const queryLimits: QueryLimits = { maxRows: 100_000, maxBytes: 50_000_000 };

/** A query has more rows than a view reads. */
export class TooManyRows extends Error {
  override readonly name = "TooManyRows";
}

export interface Target {
  columns(names: readonly string[]): Promise<void>;
  rows(lines: readonly string[]): Promise<void>;
}

export class RowSink {
  readonly #target: Target;
  readonly #limits: QueryLimits;
  #count = 0;
  #bytes = 0;

  constructor(target: Target, limits: QueryLimits) {
    this.#target = target;
    this.#limits = limits;
  }

  get maxRows(): number {
    return this.#limits.maxRows;
  }

  columns(names: readonly string[]): Promise<void> {
    return this.#target.columns(names);
  }

  /** Each line is a JSON array in the order of the columns. */
  async add(lines: readonly string[]): Promise<void> {
    this.count(
      lines.length,
      lines.reduce((sum, { length }) => sum + length, 0),
    );
    await this.#target.rows(lines);
  }

  /** Counts rows before they are collected. */
  count(rows: number, bytes: number): void {
    this.#count += rows;
    this.#bytes += bytes;
    const { maxRows, maxBytes } = this.#limits;
    if (this.#count > maxRows)
      throw new TooManyRows(`It returns more than ${maxRows.toLocaleString("en")} rows. Narrow it, or set a limit.`);
    if (this.#bytes > maxBytes)
      throw new TooManyRows(
        `It returns more than ${Math.round(maxBytes / 1_000_000)} MB. Narrow it, or select fewer columns.`,
      );
  }
}

type Row = Readonly<Record<string, unknown>>;

const rowsPerTurn = 1_000;

/** Sends rows whose columns are not known before. Secrets that the source sends back are removed. */
export async function sendObjects(
  sink: RowSink,
  rows: readonly Row[],
  { first = [], scrubber }: { first?: readonly string[]; scrubber: Scrubber },
): Promise<void> {
  const columns = new Set(first);
  for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
  const names = [...columns];
  await sink.columns(names);
  for (let at = 0; at < rows.length; at += rowsPerTurn) {
    if (at > 0) await setImmediate();
    const part = scrubber.document(
      rows.slice(at, at + rowsPerTurn).map((row) => names.map((name) => plain(row[name]))),
    );
    await sink.add(part.map((row) => JSON.stringify(row)));
  }
}

/** JSON has neither large integers nor bytes. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return value ?? null;
}
