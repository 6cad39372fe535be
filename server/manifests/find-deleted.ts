// Finds the deleted row of a resource that was added again, to the same or a different file. The row is restored, so
// that its history continues.
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import type { Tx } from "../db/pool.ts";
import type { ManifestName } from "./manifest-kind.ts";
import { sourcePrefix } from "./watch-folder.ts";

/** Tables whose rows belong to this system only. */
const withoutAgents: ReadonlySet<string> = new Set(["views", "applications"]);

/** The condition on the rows of this system itself. */
export const isLocal = (table: string) => (withoutAgents.has(table) ? sql`true` : sql`agent_id = ${localAgent}`);

/** Returns the row from the same file if there is one, otherwise the row that was deleted last. */
export async function findDeleted(
  tx: Tx,
  table: "canaries" | "config_scrapers" | "topologies" | "logging_backends" | "views" | "applications",
  { name, namespace, source }: ManifestName & { source: string },
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id
    from   ${sql.table(table)}
    where  name = ${name} and coalesce(namespace, 'default') = ${namespace} and ${isLocal(table)}
    and    source like ${`${sourcePrefix}%`} and deleted_at is not null
    order  by source = ${source} desc, deleted_at desc
    limit  1`.execute(tx);
  return rows[0];
}
