// Receives the rows of one query and passes them on as JSON arrays. A query with too many rows fails: part of its rows
// would give wrong sums. Rows are counted before they are kept, with the bytes of their JSON.
import { setImmediate } from "node:timers/promises";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { DataType } from "../spec/query-spec.ts";

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
  /** `types` are those that the source knows. */
  columns(names: readonly string[], types?: ColumnTypes): Promise<void>;
  rows(lines: readonly string[]): Promise<void>;
}

export type ColumnTypes = Readonly<Record<string, DataType>>;

/** SQLite allows 2,000 columns; rows of that width fill the memory before their bytes do. */
const maxColumns = 500;

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

  async columns(names: readonly string[], types?: ColumnTypes): Promise<void> {
    if (names.length > maxColumns) throw new TooManyRows(`It returns more than ${maxColumns} columns. Select fewer.`);
    await this.#target.columns(names, types);
  }

  /** Each line is a JSON array in the order of the columns. */
  async add(lines: readonly string[]): Promise<void> {
    const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    this.require(lines.length, bytes);
    this.#count += lines.length;
    this.#bytes += bytes;
    await this.#target.rows(lines);
  }

  /** Throws if these rows and bytes would exceed the limits. */
  require(rows: number, bytes = 0): void {
    const { maxRows, maxBytes } = this.#limits;
    if (this.#count + rows > maxRows)
      throw new TooManyRows(`It returns more than ${maxRows.toLocaleString("en")} rows. Narrow it, or set a limit.`);
    if (this.#bytes + bytes > maxBytes)
      throw new TooManyRows(
        `It returns more than ${Math.round(maxBytes / 1_000_000)} MB. Narrow it, or select fewer columns.`,
      );
  }
}

type Row = Readonly<Record<string, unknown>>;

const [rowsPerPart, bytesPerPart] = [1_000, 1_000_000];

/** Sends rows whose columns are not known before. */
export async function sendObjects(
  sink: RowSink,
  rows: readonly Row[],
  { first = [], scrubber }: { first?: readonly string[]; scrubber: Scrubber },
): Promise<void> {
  sink.require(rows.length);
  const columns = new Set(first);
  for (const row of rows) {
    for (const name of Object.keys(row)) columns.add(name);
    if (columns.size > maxColumns) break;
  }
  const names = [...columns];
  await sink.columns(names);
  await sendRows(sink, names, rows, scrubber);
}

/** Prints and counts one row after the other. Secrets that the source sends back are removed. */
export async function sendRows(
  sink: RowSink,
  names: readonly string[],
  rows: Iterable<Row> | AsyncIterable<Row>,
  scrubber: Scrubber,
): Promise<void> {
  let [lines, length]: [string[], number] = [[], 0];
  const send = async () => {
    await sink.add(lines);
    [lines, length] = [[], 0];
    // Other requests get their turn.
    await setImmediate();
  };
  for await (const row of rows) {
    const line = JSON.stringify(
      scrubber.document(names.map((name) => plain(Object.hasOwn(row, name) ? row[name] : null))),
    );
    lines.push(line);
    length += line.length;
    if (lines.length >= rowsPerPart || length >= bytesPerPart) await send();
  }
  if (lines.length > 0) await send();
}

/** JSON has neither large integers nor bytes. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return value ?? null;
}
