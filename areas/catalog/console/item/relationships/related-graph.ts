// The items around one as a graph. Filters may leave out what stands between two of them: what nothing leads to any more hangs
// on the nearest one that it is part of, or on the item itself.
import type { GraphEdge, GraphNode } from "#console/widgets/graph/graph.ts";
import { idsOf } from "../item-path.ts";
import type { Related } from "./related-query.ts";

interface About {
  id: string;
  /** Where a node leads, with what the address says kept. */
  hrefOf: (id: string) => string;
}

export function relatedGraph(
  all: readonly Related[],
  { id: root, hrefOf }: About,
): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const here = new Set(all.map(({ id }) => id));
  const nodes = all.map(({ id, name, type, health, deleted_at }): GraphNode => ({
    id,
    kind: type,
    name,
    meaning: deleted_at === null ? (health ?? "unknown") : "unknown",
    href: hrefOf(id),
  }));
  const edges = all.flatMap(({ id, related_ids }) =>
    (related_ids ?? []).filter((to) => here.has(to) && to !== id).map((to) => ({ from: id, to })),
  );
  const linked = reached(root, edges);
  for (const { id, path } of all) {
    if (linked.has(id)) continue;
    const above = idsOf(path).findLast((ancestor) => linked.has(ancestor)) ?? root;
    edges.push({ from: above, to: id });
    for (const next of reached(id, edges)) linked.add(next);
  }
  return { nodes, edges };
}

/** From here, along the arrows and against them: never both on one way. */
function reached(start: string, edges: readonly GraphEdge[]): Set<string> {
  const all = new Set([start]);
  for (const [near, far] of [
    ["from", "to"],
    ["to", "from"],
  ] as const) {
    const next = Map.groupBy(edges, (edge) => edge[near]);
    const way = new Set([start]);
    for (const id of way) for (const edge of next.get(id) ?? []) way.add(edge[far]);
    for (const id of way) all.add(id);
  }
  return all;
}
