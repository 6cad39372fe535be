// Returns the catalog with the relations of disabled features marked, so that other relations cannot embed them either.
// If no feature is disabled, this is the catalog itself.
import type { System } from "../area.ts";
import type { Catalog } from "../db/relations.ts";
import type { Feature } from "#language/features.ts";

const cache = new WeakMap<Catalog, { off: ReadonlySet<Feature>; marked: Catalog }>();

/** Returns synchronously while the features are cached. */
export function servedCatalog({ catalog, features }: Pick<System, "catalog" | "features">): Catalog | Promise<Catalog> {
  const { current } = catalog;
  const off = features.off();
  return off instanceof Promise ? off.then((found) => without(current, found)) : without(current, off);
}

function without(catalog: Catalog, off: ReadonlySet<Feature>): Catalog {
  if (off.size === 0) return catalog;
  const known = cache.get(catalog);
  // Return the same object for the same state, because plans are cached by it.
  if (known && known.off.size === off.size && known.off.isSubsetOf(off)) return known.marked;
  const relations = new Map(
    [...catalog.relations].map(([name, relation]) => [
      name,
      relation.feature !== undefined && off.has(relation.feature) ? { ...relation, isOff: true } : relation,
    ]),
  );
  const marked = { ...catalog, relations };
  cache.set(catalog, { off, marked });
  return marked;
}
