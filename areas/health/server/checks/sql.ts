// Shared by all SQL checks: a query, and the minimum number of rows.
import type { TakenRows } from "#areas/connections/server/index.ts";
import type { Json } from "#language/columns.ts";
import { countOf } from "#lib/text/words.ts";
import { count, longTemplated, number } from "#server/spec/parts.ts";
import { check } from "../spec/check.ts";
import { reaching } from "../spec/reaching.ts";
import { healthy, unhealthy, type Outcome } from "../check-kind.ts";

/** The spec of SQL checks that use connections of this type. */
export const sqlSpec = (type: string) =>
  check({
    ...reaching(type),
    query: longTemplated
      .optional()
      .meta({ label: "Query", placeholder: "SELECT 1", description: "Default: SELECT 1." }),
    results: count.optional().meta({ label: "Min rows" }),
    timeout: number
      .positive("must be more than 0")
      .optional()
      .meta({ label: "Timeout (seconds)", description: "Default: 60." }),
  });

type Row = Readonly<Record<string, unknown>>;

/** Number of rows stored with the run. */
const maxKept = 50;

export const answerMsOf = ({ timeout = 60 }: { timeout?: number | undefined }) => timeout * 1_000;

export const queryOf = ({ query }: { query?: string | undefined }) => query?.trim() || "SELECT 1";

export function judgeRows(
  { first, count: all }: TakenRows,
  { results = 0, markFailOnEmpty = false }: Expected,
): Outcome {
  const isCut = first.length < all;
  const found = {
    ...(isCut && { message: `Expressions see only the first ${first.length} of ${all} rows` }),
    isPartial: isCut,
    detail: { count: all, rows: first.slice(0, maxKept).map(plainRow) } as Json,
    data: { results: { rows: first, count: all, truncated: isCut } },
  };
  if (markFailOnEmpty && all === 0) return unhealthy("The query returned no rows", found);
  if (all >= results) return healthy(found);
  return unhealthy(`The query returned ${countOf(all, "row", "rows")}, and at least ${results} are expected`, found);
}

interface Expected {
  results?: number | undefined;
  markFailOnEmpty?: boolean | undefined;
}

/** Converts values to JSON: times to strings, binary values to base64. */
const plainRow = (row: Row): Json =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

function plain(value: unknown): Json {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return (value ?? null) as Json;
}
