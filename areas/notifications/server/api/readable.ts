// Finds the event resources that the caller may read, by the same rules as the data API.
import type { Feature } from "#language/features.ts";
import type { Resource } from "#language/roles.ts";
import type { System } from "#server/area.ts";
import { claimsOf, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { ResourceKind } from "../pipeline/resources.ts";

interface Access {
  resource: Resource;
  feature: Feature;
  table: string;
}

const accessOf: Readonly<Record<ResourceKind, Access>> = {
  check: { resource: "canaries", feature: "health", table: "checks" },
  canary: { resource: "canaries", feature: "health", table: "canaries" },
  config: { resource: "config_scrapers", feature: "config", table: "config_items" },
  component: { resource: "topologies", feature: "topology", table: "components" },
  incident: { resource: "incident", feature: "incidents", table: "incidents" },
  playbook: { resource: "playbooks", feature: "playbooks", table: "playbooks" },
};

export interface ResourceKey {
  kind: ResourceKind;
  id: string;
}

export const keyOf = ({ kind, id }: ResourceKey) => `${kind} ${id}`;

/** Returns the keys of the resources that the caller may read. */
export async function readableResources(
  { db, features }: Pick<System, "db" | "features">,
  actor: Actor,
  resources: readonly ResourceKey[],
): Promise<ReadonlySet<string>> {
  const off = await features.off();
  const claims = claimsOf(actor, "read");
  const readable = new Set<string>();
  for (const [kind, own] of Map.groupBy(resources, (resource) => resource.kind)) {
    const { resource, feature, table } = accessOf[kind];
    if (off.has(feature) || reachOf(actor, "read", resource) === "none") continue;
    const { rows } = await db
      .reading(claims)
      .query<{ id: string }>(`select id from ${table} where id = any ($1::uuid[])`, [own.map(({ id }) => id)]);
    for (const { id } of rows) readable.add(keyOf({ kind, id }));
  }
  return readable;
}
