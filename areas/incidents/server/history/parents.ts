// The direct parents of resources in the topology: the components of checks and config items, and the parents of
// components and config items.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { idOfKey, keyOf, kindOfKey, type ResourceKey, type ResourceKind } from "./resource.ts";

interface Edge {
  kind: ResourceKind;
  id: string;
  parent_kind: ResourceKind;
  parent_id: string;
}

export type Parents = ReadonlyMap<ResourceKey, ReadonlySet<ResourceKey>>;

/** Returns the direct parents of each of these resources, and the ancestors of the parents. */
export async function loadParents(db: Kysely<DB>, keys: readonly ResourceKey[]): Promise<Parents> {
  const { rows: edges } = await sql<Edge>`
    with recursive reached (kind, id) as (
      select s.kind, s.id from unnest(${keys.map(kindOfKey)}::text[], ${keys.map(idOfKey)}::uuid[]) as s (kind, id)
      union
      select p.parent_kind, p.parent_id from reached r cross join lateral parents_of_resource(r.kind, r.id) p
    )
    select r.kind, r.id, p.parent_kind, p.parent_id
    from   reached r
    cross  join lateral parents_of_resource(r.kind, r.id) p`.execute(db);
  const parents = new Map<ResourceKey, Set<ResourceKey>>();
  for (const { kind, id, parent_kind: parentKind, parent_id: parentId } of edges) {
    const [child, parent] = [keyOf({ kind, id }), keyOf({ kind: parentKind, id: parentId })];
    const known = parents.get(child) ?? new Set();
    parents.set(child, known.add(parent));
  }
  return parents;
}
