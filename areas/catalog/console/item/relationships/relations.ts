// Computes how the items in the table are related to the item of the page: the direction, and the item in between.
import type { Related } from "./related-query.ts";

export interface Relation {
  way: "Outgoing" | "Incoming";
  /** The previous item on the shortest path; undefined if the item is linked directly. */
  via: Pick<Related, "id" | "name"> | undefined;
}

type Linked = Pick<Related, "id" | "name" | "related_ids">;

/**
 * Returns the relations by id. Items that cannot be reached through shown items, because of filters, have no relation.
 */
export function relationsOf(all: readonly Linked[], root: string): ReadonlyMap<string, Relation> {
  const byId = new Map(all.map((item) => [item.id, item]));
  const links = all.flatMap(({ id, related_ids }) => (related_ids ?? []).map((to) => ({ from: id, to })));
  const relations = new Map<string, Relation>();
  for (const [way, near, far] of [
    ["Outgoing", "from", "to"],
    ["Incoming", "to", "from"],
  ] as const) {
    const next = Map.groupBy(links, (link) => link[near]);
    // A Set iterates in insertion order, so the nearest items come first.
    const reached = new Set([root]);
    for (const id of reached)
      for (const link of next.get(id) ?? []) {
        const to = link[far];
        if (!byId.has(to) || to === root) continue;
        if (!relations.has(to)) relations.set(to, { way, via: id === root ? undefined : byId.get(id) });
        reached.add(to);
      }
  }
  return relations;
}
