// The first transaction with a new tag or label inserts it into config_facets; other transactions with the same one wait for that
// lock. A single statement inserts its facets in one order (keep_facets). A transaction with several statements inserts all its
// facets first, in the same order, to avoid deadlocks.
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import type { Tx } from "#server/db/pool.ts";

const kinds = ["tags", "labels"] as const;

export async function holdFacets(tx: Tx, rows: readonly { tags: Json; labels: Json }[]): Promise<void> {
  for (const kind of kinds) {
    const carried = rows.flatMap((row) => row[kind] ?? []);
    if (carried.length === 0) continue;
    const pairs = sql`
      select distinct p.key, p.value from jsonb_array_elements(${JSON.stringify(carried)}::jsonb) as c, jsonb_each_text(c) as p`;
    await sql`
      insert into config_facets (kind, key, value)
      select ${kind}, key, value from (${pairs}) p order by key, value
      on conflict do nothing`.execute(tx);
    await sql`
      select from config_facets f join (${pairs}) p using (key, value) where f.kind = ${kind} for key share of f`.execute(
      tx,
    );
  }
}
