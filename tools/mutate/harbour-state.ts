// Restores the test data, so that rows written by the tests of one mutant do not affect the next mutant.
import pg from "pg";
import type { Connection } from "#server/db/pool.ts";

const tables = "ports sailors ships ship_papers voyages crew ledger tides specimens specimen_notes".split(" ");

export async function keepHarbour(
  connection: Connection,
): Promise<{ restore(): Promise<void>; close(): Promise<void> }> {
  const client = new pg.Client(connection);
  await client.connect();
  const columns = new Map<string, string>();
  await client.query("create schema kept");
  for (const table of tables) {
    const { rows } = await client.query<{ list: string }>(
      "select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
      [table],
    );
    columns.set(table, rows[0]!.list);
    await client.query(`create table kept.${table} as select ${rows[0]!.list} from ${table}`);
  }
  const inserts = tables.map(
    (table) => `insert into ${table} (${columns.get(table)!}) select ${columns.get(table)!} from kept.${table}`,
  );
  const restore = `begin; truncate ${tables.join(", ")} cascade; ${inserts.join("; ")}; alter table voyages alter column id restart with 100; commit; analyze ${tables.join(", ")}`;
  return {
    restore: async () => void (await client.query(restore)),
    close: () => client.end(),
  };
}
