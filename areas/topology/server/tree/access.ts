// Grants access to the topology to everyone who may read all or some components, while the feature is enabled.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";

/** `actor` is null only where views are public. */
export async function requireTopology(
  system: Pick<System, "features">,
  actor: Actor | null,
  what: string,
): Promise<void> {
  await system.features.require("topology", what);
  if (actor !== null && reachOf(actor, "read", "topologies") === "none") throw problem.forbidden("read", "topologies");
}

/** Returns the ids of the components that an actor with limits on rows may read, deleted ones included. */
export async function visibleIds({ db }: Pick<System, "db">, actor: Actor): Promise<ReadonlySet<string> | undefined> {
  const claims = claimsOf(actor, "read");
  if (claims === undefined) return undefined;
  const { rows } = await db.reading(claims).query<{ id: string }>("select id from components order by id", []);
  return new Set(rows.map(({ id }) => id));
}
