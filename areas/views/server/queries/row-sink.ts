// Receives the rows of one query and passes them on as JSON arrays. A query with too many rows fails, because sums over
// only some of the rows would be wrong. Rows and the bytes of their JSON are counted before they are sent.
import { setImmediate } from "node:timers/promises";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { DataType } from "../spec/query-spec.ts";

export interface QueryLimits {
  maxRows: number;
  maxBytes: number;
}

export const queryLimits: QueryLimits = { maxRows: 100_000, maxBytes: 50_000_000 };

/** A query returns more rows, columns or bytes than a view may read. */
export class TooManyRows extends Error {
  override readonly name = "TooManyRows";
}

export interface Target {
  /** `types` has the column types that the source reports. */
  columns(names: readonly string[], types?: ColumnTypes): Promise<void>;
  rows(lines: readonly string[]): Promise<void>;
}

export type ColumnTypes = Readonly<Record<string, DataType>>;

/**
 * SQLite allows 2,000 columns, but the memory for that many columns per row would exceed the limit before the byte
 * limit applies.
 */
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
    if (names.length > maxColumns)
      throw new TooManyRows(`The query returns more than ${maxColumns} columns. Select fewer columns.`);
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

  /** Throws if this number of additional rows and bytes would exceed the limits. */
  require(rows: number, bytes = 0): void {
    const { maxRows, maxBytes } = this.#limits;
    if (this.#count + rows > maxRows)
      throw new TooManyRows(
        `The query returns more than ${maxRows.toLocaleString("en")} rows. Add conditions or a limit.`,
      );
    if (this.#bytes + bytes > maxBytes)
      throw new TooManyRows(
        `The query returns more than ${Math.round(maxBytes / 1_000_000)} MB. Add conditions, or select fewer columns.`,
      );
  }
}

type Row = Readonly<Record<string, unknown>>;

const [rowsPerPart, bytesPerPart] = [1_000, 1_000_000];

/** Sends rows whose columns must be collected from the rows. */
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

/** Converts rows to JSON and sends them in parts. Secrets that the source returns are removed. */
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
    // Lets other requests run.
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

/** Converts values that JSON does not support, such as large integers, times and bytes. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return value ?? null;
}
