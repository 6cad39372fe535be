// Determines which nodes the caller may read, by the same rules as the data API: the permissions of the resource and
// the row policies.
import type { Resource } from "#language/roles.ts";
import type { Feature } from "#language/features.ts";
import type { System } from "#server/area.ts";
import { claimsOf, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { WhyKind } from "../../why.contract.ts";
import { keyOf, type GraphNode, type NodeKey } from "./graph.ts";

/** The resource and the feature of each kind, as in the tags of its table. */
export const accessOf: Readonly<Record<WhyKind, { resource: Resource; feature: Feature }>> = {
  component: { resource: "topologies", feature: "topology" },
  check: { resource: "canaries", feature: "health" },
  config: { resource: "config_scrapers", feature: "config" },
};

const isKind = (name: string): name is WhyKind => name in accessOf;

/** The kinds whose feature is enabled; the other kinds are hidden from everyone. */
export async function enabledKinds(system: Pick<System, "features">): Promise<ReadonlySet<WhyKind>> {
  const off = await system.features.off();
  return new Set(
    Object.keys(accessOf)
      .filter(isKind)
      .filter((kind) => !off.has(accessOf[kind].feature)),
  );
}

export async function readableKeys(
  { db }: Pick<System, "db">,
  actor: Actor,
  nodes: Iterable<GraphNode>,
): Promise<ReadonlySet<NodeKey>> {
  const claims = claimsOf(actor, "read");
  const mayRead = ({ kind }: Pick<GraphNode, "kind">) => reachOf(actor, "read", accessOf[kind].resource) !== "none";
  // Without row limits, the permissions for the resources are sufficient.
  if (claims === undefined) return new Set([...nodes].filter(mayRead).map(keyOf));
  const ids: Record<WhyKind, string[]> = { component: [], check: [], config: [] };
  for (const node of nodes) if (mayRead(node)) ids[node.kind].push(node.id);
  const { rows } = await db.reading(claims, "page").query<{ kind: WhyKind; id: string }>(
    `select 'component' as kind, id from components where id = any ($1::uuid[])
     union all
     select 'check', id from checks where id = any ($2::uuid[])
     union all
     select 'config', id from config_items where id = any ($3::uuid[])`,
    [ids.component, ids.check, ids.config],
  );
  return new Set(rows.map(keyOf));
}
