// Measures the number of rows that a statement reads, in two ways, and uses the larger result: EXPLAIN ANALYZE does not
// look into functions, and the counters of the transaction do not include index-only scans. PostgreSQL reads a table of
// a single page as a whole, and reading it again costs nothing, so its rows are counted only once.
import type pg from "pg";

interface PlanNode {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Relation Name"?: string;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: readonly PlanNode[];
}

/** Whether this type of scan reads a table; other nodes pass on rows that were read by nodes below them. */
const reads = (type: string) =>
  type.endsWith("Scan") && !/^(?:Subquery|CTE|Function|Values|WorkTable|Bitmap Index|Result)/.test(type);

function rowsRead(node: PlanNode, small: ReadonlySet<string>): number {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const times = small.has(node["Relation Name"] ?? "") ? Math.min(1, node["Actual Loops"]) : node["Actual Loops"];
  const own = reads(node["Node Type"]) ? (node["Actual Rows"] + removed) * times : 0;
  return own + (node.Plans ?? []).reduce((sum, below) => sum + rowsRead(below, small), 0);
}

export async function tablesOfOnePage(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relpages <= 1`,
  );
  return new Set(rows.map(({ name }) => name));
}

export interface Statement {
  text: string;
  values: readonly unknown[];
}

export async function measure(
  client: pg.Client,
  { text, values }: Statement,
  small: ReadonlySet<string>,
): Promise<{ rows: number; ms: number }> {
  await client.query("begin");
  try {
    const before = await counted(client, small);
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode; "Execution Time": number }] }>(
      `explain (analyze, timing off, format json) ${text}`,
      [...values],
    );
    const [{ Plan, "Execution Time": ms }] = rows[0]!["QUERY PLAN"];
    return { rows: Math.max(rowsRead(Plan, small), (await counted(client, small)) - before), ms };
  } finally {
    await client.query("rollback");
  }
}

async function counted(client: pg.Client, small: ReadonlySet<string>): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid)) as rows
     from   pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all ($1)`,
    [[...small]],
  );
  return Number(rows[0]!.rows);
}
