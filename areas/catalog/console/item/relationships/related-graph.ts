// The related items of an item as a graph. Filters may leave out the items between two others: an item that is no
// longer connected is attached to its nearest ancestor, or to the item itself.
import type { GraphEdge, GraphNode } from "#console/widgets/graph/graph.ts";
import { idsOf } from "../item-query.ts";
import type { Related } from "./related-query.ts";

interface GraphOptions {
  id: string;
  /** The link of a node, which keeps the settings of the URL. */
  hrefOf: (id: string) => string;
}

export function relatedGraph(
  all: readonly Related[],
  { id: root, hrefOf }: GraphOptions,
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

/** The items that are reachable along the edges, or against them, without changing direction. */
function reached(start: string, edges: readonly GraphEdge[]): Set<string> {
  const all = new Set([start]);
  for (const [near, far] of [
    ["from", "to"],
    ["to", "from"],
  ] as const) {
    const next = Map.groupBy(edges, (edge) => edge[near]);
    const visited = new Set([start]);
    for (const id of visited) for (const edge of next.get(id) ?? []) visited.add(edge[far]);
    for (const id of visited) all.add(id);
  }
  return all;
}
