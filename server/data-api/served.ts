// The catalog as it is served while features are switched off: what belongs to one of those is marked, so that it is not
// embedded elsewhere either. Without any such feature it is the catalog itself.
import type { System } from "../area.ts";
import type { Catalog } from "../db/relations.ts";
import type { Feature } from "#language/features.ts";

const kept = new WeakMap<Catalog, { off: ReadonlySet<Feature>; marked: Catalog }>();

/** Without waiting while it is known which features are on. */
export function servedCatalog({ catalog, features }: Pick<System, "catalog" | "features">): Catalog | Promise<Catalog> {
  const { current } = catalog;
  const off = features.off();
  return off instanceof Promise ? off.then((found) => without(current, found)) : without(current, off);
}

function without(catalog: Catalog, off: ReadonlySet<Feature>): Catalog {
  if (off.size === 0) return catalog;
  const known = kept.get(catalog);
  // The same object for the same state: plans are kept with it.
  if (known && known.off.size === off.size && known.off.isSubsetOf(off)) return known.marked;
  const relations = new Map(
    [...catalog.relations].map(([name, relation]) => [
      name,
      relation.feature !== undefined && off.has(relation.feature) ? { ...relation, isOff: true } : relation,
    ]),
  );
  const marked = { ...catalog, relations };
  kept.set(catalog, { off, marked });
  return marked;
}
