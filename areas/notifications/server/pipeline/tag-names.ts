// The names of all tags in the catalog. They are variables of expressions, empty for resources without the tag.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";

/** New tags are variables after this time at the latest. */
const keptMs = 60_000;

export function createTagNames(db: Kysely<DB>): () => Promise<readonly string[]> {
  let cached: { names: readonly string[]; until: number } | undefined;
  return async () => {
    if (cached && cached.until > performance.now()) return cached.names;
    const { rows } = await sql<{ key: string }>`
      select distinct key from config_facets where kind = 'tags'`.execute(db);
    const names = rows.map(({ key }) => key).filter((key) => /^[A-Za-z_]\w*$/.test(key));
    cached = { names, until: performance.now() + keptMs };
    return names;
  };
}
