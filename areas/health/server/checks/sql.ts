// What checks of SQL databases have in common: a query, and how many rows it must give.
import type { Json } from "#language/columns.ts";
import { countOf } from "#language/words.ts";
import { count, longTemplated, number } from "#server/spec/parts.ts";
import { check } from "../spec/check.ts";
import { reaching } from "../spec/reaching.ts";
import { healthy, unhealthy, type Outcome } from "../check-kind.ts";

/** Of a database that connections of this type lead to. */
export const sqlSpec = (type: string) =>
  check({
    ...reaching(type),
    query: longTemplated
      .optional()
      .meta({ label: "Query", placeholder: "SELECT 1", description: "SELECT 1 unless said." }),
    results: count.optional().meta({ label: "At least so many rows" }),
    timeout: number
      .positive("must be more than 0")
      .optional()
      .meta({ label: "Timeout (seconds)", description: "60 unless said." }),
  });

type Row = Readonly<Record<string, unknown>>;

/** Of the rows, so many are kept with the run. */
const mostKept = 50;
/** A query may give more than a process holds: so much of it is seen by expressions, and the rest is counted. */
const mostRows = 10_000;
const mostBytes = 16 * 1024 * 1024;

export const answerMsOf = ({ timeout = 60 }: { timeout?: number | undefined }) => timeout * 1_000;

export const queryOf = ({ query }: { query?: string | undefined }) => query?.trim() || "SELECT 1";

export interface Rows {
  /** The first of them. */
  first: Row[];
  count: number;
  add(row: Row): void;
}

/** Rows as they come, one by one. */
export function takeRows(): Rows {
  const first: Row[] = [];
  let bytes = 0;
  const rows = {
    first,
    count: 0,
    add(row: Row) {
      rows.count += 1;
      if (first.length >= mostRows || bytes >= mostBytes) return;
      first.push(row);
      bytes += bytesOf(row);
    },
  };
  return rows;
}

/** About what it takes: texts and what is binary by their length. */
const bytesOf = (row: Row) =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" || value instanceof Uint8Array ? 16 + value.length : 64),
    64,
  );

export function judgeRows({ first, count: all }: Rows, { results = 0, markFailOnEmpty = false }: Expected): Outcome {
  const isCut = first.length < all;
  const found = {
    ...(isCut && { message: `Expressions see the first ${first.length} of ${all} rows` }),
    detail: { count: all, rows: first.slice(0, mostKept).map(plainRow) } as Json,
    data: { results: { rows: first, count: all, truncated: isCut } },
  };
  if (markFailOnEmpty && all === 0) return unhealthy("The query gave no rows", found);
  if (all >= results) return healthy(found);
  return unhealthy(`The query gave ${countOf(all, "row", "rows")}, and at least ${results} are expected`, found);
}

interface Expected {
  results?: number | undefined;
  markFailOnEmpty?: boolean | undefined;
}

/** What JSON has: a text for a time, and for what has no other form. */
const plainRow = (row: Row): Json =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

function plain(value: unknown): Json {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return (value ?? null) as Json;
}
