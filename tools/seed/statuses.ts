// Loads millions of runs directly into the partition of their day. Each partition is loaded as a separate table and
// attached when it is complete, so that its key is built once and its foreign key is checked once.
import pg from "pg";
import { copyIn } from "./copy.ts";
import { day, type Estate } from "./estate.ts";
import { daysOfRuns, statusColumns, statusLines, type Check } from "./estate/health.ts";

export async function loadStatuses(
  client: pg.Client,
  estate: Estate,
  checks: readonly Check[],
  options: { signal: AbortSignal | undefined; onRows: (rows: number) => void },
): Promise<number> {
  let loaded = 0;
  for (const start of daysOfRuns(estate, checks)) {
    const table = `check_statuses_${new Date(start).toISOString().slice(0, 10).replaceAll("-", "")}`;
    const copy = { table, columns: statusColumns, lines: statusLines(estate, checks, start) };
    if (await holdsRows(client, table)) {
      loaded += await copyIn(client, copy, options);
      continue;
    }
    await client.query(`drop table if exists ${table}`);
    await client.query(`create table ${table} (like check_statuses including defaults including constraints)`);
    loaded += await copyIn(client, copy, options);
    const [from, to] = [start, start + day].map((moment) => pg.escapeLiteral(new Date(moment).toISOString()));
    // Moves rows that were written before the partition of their day existed.
    await client.query(
      `with moved as (delete from check_statuses_default where time >= ${from} and time < ${to} returning *)
       insert into ${table} select * from moved`,
    );
    await client.query(`alter table ${table} add primary key (check_id, time)`);
    await client.query(`alter table check_statuses attach partition ${table} for values from (${from}) to (${to})`);
  }
  return loaded;
}

async function holdsRows(client: pg.Client, table: string): Promise<boolean> {
  const known = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [table]);
  if (!known.rows[0]!.there) return false;
  return (await client.query(`select from ${table} limit 1`)).rowCount === 1;
}
