// The relations that a caller may read, by the same rules as in the data API: resource permissions and enabled
// features. Row policies apply to individual rows.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf, mayUse } from "#server/db/policy.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";

/** Returns the names of the relations that the caller may read. */
export async function readableRelations(
  { catalog, features }: Pick<System, "catalog" | "features">,
  actor: Actor,
  names: readonly string[],
): Promise<string[]> {
  const off = await features.off();
  return names.filter((name) => {
    const relation = catalog.current.relations.get(name);
    if (!relation) throw new Error(`there is no relation ${name}`);
    return mayUse(actor, "select", relation) && (relation.feature === undefined || !off.has(relation.feature));
  });
}

/**
 * Returns the connection that reads with the caller's rights, after checking that the feature is enabled and the
 * incident exists.
 */
export async function readIncident(
  system: Pick<System, "db" | "features">,
  actor: Actor,
  id: string,
  what: string,
): Promise<QueryClient> {
  await system.features.require("incidents", what);
  const client = system.db.reading(claimsOf(actor, "read"), "page");
  const { rows } = await client.query("select from incidents where id = $1", [id]);
  if (rows.length === 0) throw problem.notFound("incident", id);
  return client;
}
