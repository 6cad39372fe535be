// The ancestors of resources in the topology. An open incident about an ancestor explains failures below it.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { loadParents, type Parents } from "../history/parents.ts";
import { idOfKey, keyOf, kindOfKey, type ResourceKey, type ResourceKind } from "../history/resource.ts";

export interface Ancestry {
  /** All ancestors of this resource. */
  above(key: ResourceKey): ReadonlySet<ResourceKey>;
  /** The direct parents of this resource. */
  parents(key: ResourceKey): readonly ResourceKey[];
  /** Whether an ancestor is unhealthy or has a warning. */
  isUnhealthy(key: ResourceKey): boolean;
}

export async function loadAncestry(db: Kysely<DB>, keys: readonly ResourceKey[]): Promise<Ancestry> {
  const parents = await loadParents(db, keys);
  const above = [...new Set(parents.values().flatMap((own) => own))];
  const idsOf = (kind: ResourceKind) => above.filter((key) => kindOfKey(key) === kind).map(idOfKey);
  const { rows: unhealthy } = await sql<{ kind: ResourceKind; id: string }>`
    select 'component' as kind, id from components
    where  id = any (${idsOf("component")}::uuid[]) and health in ('unhealthy', 'warning') and deleted_at is null
    union all
    select 'config', id from config_items
    where  id = any (${idsOf("config")}::uuid[]) and health in ('unhealthy', 'warning') and deleted_at is null`.execute(
    db,
  );
  return ancestryOf(parents, new Set(unhealthy.map(keyOf)));
}

export function ancestryOf(parents: Parents, unhealthy: ReadonlySet<ResourceKey>): Ancestry {
  const cached = new Map<ResourceKey, ReadonlySet<ResourceKey>>();
  return {
    parents: (key) => [...(parents.get(key) ?? [])],
    isUnhealthy: (key) => unhealthy.has(key),
    above(key) {
      const known = cached.get(key);
      if (known) return known;
      const found = new Set<ResourceKey>(parents.get(key));
      // Iterating over a set also visits keys that are added during the iteration.
      for (const each of found) for (const parent of parents.get(each) ?? []) found.add(parent);
      found.delete(key);
      cached.set(key, found);
      return found;
    },
  };
}
