// What checks of SQL databases have in common: a query, and how many rows it must give.
import type { Json } from "#language/columns.ts";
import { countOf } from "#language/words.ts";
import { count, longTemplated, number } from "#server/spec/parts.ts";
import { check } from "../spec/check.ts";
import { reaching } from "../spec/reaching.ts";
import { healthy, unhealthy, type Outcome } from "../check-kind.ts";

export const sqlSpec = check({
  ...reaching,
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

export const answerMsOf = ({ timeout = 60 }: { timeout?: number | undefined }) => timeout * 1_000;

export const queryOf = ({ query }: { query?: string | undefined }) => query?.trim() || "SELECT 1";

export function judgeRows(rows: readonly Row[], { results = 0, markFailOnEmpty = false }: Expected): Outcome {
  const found = {
    detail: { count: rows.length, rows: rows.slice(0, mostKept).map(plainRow) } as Json,
    data: { results: { rows, count: rows.length } },
  };
  if (markFailOnEmpty && rows.length === 0) return unhealthy("The query gave no rows", found);
  if (rows.length >= results) return healthy(found);
  return unhealthy(
    `The query gave ${countOf(rows.length, "row", "rows")}, and at least ${results} are expected`,
    found,
  );
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
