// Creates catalog items with unique types and tags, because all browser tests share one server.
import pg from "pg";
import { product } from "./product.ts";

export async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  return work(client).finally(() => client.end());
}

export interface Yard {
  /** The prefix of the types and tags of this test, which no other browser test uses. */
  word: string;
  /** Ids of the items, by name. */
  ids: Record<"crane" | "winch" | "lock" | "wreck", string>;
}

/** Creates two cranes, a lock and a deleted wreck, with changes and insights. */
export const makeYard = (word: string): Promise<Yard> =>
  inDatabase(async (client) => {
    const { rows } = await client.query<{ name: string; id: string }>(
      `insert into config_items (type, config_class, name, status, health, tags, labels, deleted_at, cost_total_1d, cost_total_7d, cost_total_30d)
       values ($1 || '::Quay::Crane', 'Crane', $1 || '-crane', 'Lifting', 'healthy', jsonb_build_object('berth', $1 || '-a'), '{"load": "heavy"}', null, 2, 9, 30),
              ($1 || '::Quay::Crane', 'Crane', $1 || '-winch', 'Jammed', 'unhealthy', jsonb_build_object('berth', $1 || '-b'), '{"load": "light"}', null, 3, 21, 90),
              ($1 || '::Lock', 'Lock', $1 || '-lock', 'Open', null, jsonb_build_object('berth', $1 || '-b'), null, null, null, null, null),
              ($1 || '::Lock', 'Lock', $1 || '-wreck', 'Sunk', 'unhealthy', null, null, now(), null, null, null)
       returning name, id`,
      [word],
    );
    const id = (name: string) => rows.find((row) => row.name === `${word}-${name}`)!.id;
    const ids = { crane: id("crane"), winch: id("winch"), lock: id("lock"), wreck: id("wreck") };
    await client.query(
      `insert into config_changes (config_id, change_type, severity, source, summary, external_created_by, created_at, first_observed, count, diff, details)
       values ($1, $3 || 'Diff', 'info', 'yard', 'The hook is longer', $3 || '-docker', now() - interval '10 minutes', now() - interval '40 minutes', 4,
               E'--- before\\n+++ after\\n@@ -1,2 +1,2 @@\\n name: hook\\n-length: 3\\n+length: 5\\n', null),
              ($2, $3 || 'Stuck', 'critical', 'yard', 'The drum does not turn', null, now() - interval '30 hours', now() - interval '30 hours', 1, null, '{"drum": {"teeth": 12}}'),
              ($2, $3 || 'Oiled', 'low', 'yard', 'Fresh oil', null, now() - interval '20 minutes', now() - interval '20 minutes', 1, null, null)`,
      [ids.crane, ids.winch, word],
    );
    await client.query(
      `insert into config_analysis (config_id, analyzer, analysis_type, severity, status, summary, message, analysis)
       values ($1, $3 || '-surveyor', 'technical_debt', 'high', 'open', 'Rust', '<p>Paint <b>soon</b><script>document.title = "stolen"</script></p>', '{"coats": 2}'),
              ($2, $3 || '-surveyor', 'security', 'critical', 'open', 'No fence', null, null),
              ($2, $3 || '-surveyor', 'cost', 'low', 'resolved', 'Was dear', null, null)`,
      [ids.crane, ids.winch, word],
    );
    return { word, ids };
  });
