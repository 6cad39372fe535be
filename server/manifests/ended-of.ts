// What a resource was before it left its file, or was written in another one that is gone: when it comes back it is that row
// again, and its history goes on.
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import type { Tx } from "../db/pool.ts";
import type { ManifestName } from "./manifest-kind.ts";
import { sourcePrefix } from "./watch-folder.ts";

/** The one of the same file if there is one, else the last that ended. */
export async function endedOf(
  tx: Tx,
  table: "canaries" | "config_scrapers",
  { name, namespace, source }: ManifestName & { source: string },
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id
    from   ${sql.table(table)}
    where  name = ${name} and coalesce(namespace, 'default') = ${namespace} and agent_id = ${localAgent}
    and    source like ${`${sourcePrefix}%`} and deleted_at is not null
    order  by source = ${source} desc, deleted_at desc
    limit  1`.execute(tx);
  return rows[0];
}
