// Grants access to the topology to everyone who may read at least some components, while the feature is enabled.
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf, mayUse, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { countNames, type CountName, type Visible } from "../forest/forest.ts";

/** `actor` is null only where views are public. */
export async function requireTopology(
  system: Pick<System, "features">,
  actor: Actor | null,
  what: string,
): Promise<void> {
  await system.features.require("topology", what);
  if (actor !== null && reachOf(actor, "read", "topologies") === "none") throw problem.forbidden("read", "topologies");
}

/** Returns the ids of the components that an actor with row limits may read, including deleted components. */
export async function visibleIds({ db }: Pick<System, "db">, claims: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.reading(claims).query<{ id: string }>("select id from components order by id", []);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns a function that tests whether the feature of a relation is enabled and the actor may read at least some of
 * its rows.
 */
export async function readableRelations(
  { features, catalog }: Pick<System, "features" | "catalog">,
  actor: Actor,
): Promise<(name: string) => boolean> {
  const off = await features.off();
  return (name) => {
    const relation = catalog.current.relations.get(name)!;
    return (relation.feature === undefined || !off.has(relation.feature)) && mayUse(actor, "select", relation);
  };
}

/** The relations that the counts of a component come from. */
const sources: Readonly<Record<CountName, string>> = {
  checks: "check_summary_by_component",
  incidents: "incident_summary_by_component",
  analysis: "analysis_summary_by_component",
};

/** Returns the fields of other resources that a response for the actor may show. */
export async function shownFields(
  system: Pick<System, "features" | "catalog">,
  actor: Actor,
): Promise<Omit<Visible, "ids">> {
  const mayRead = await readableRelations(system, actor);
  return {
    // The counts include rows that an actor with row limits is not allowed to read.
    counts: claimsOf(actor, "read") === undefined ? countNames.filter((name) => mayRead(sources[name])) : [],
    hasTeams: mayRead("teams"),
  };
}
