// Finds the shortest path from the start to each node. Steps that explain a health well are short: an unhealthy child
// is nearer than an item that is only related.
import { edgesBy, isUnhealthy, type Graph, type GraphEdge, type NodeKey, type Via } from "./graph.ts";

const lengths: Readonly<Record<Via, number>> = {
  child: 1,
  check: 1,
  item: 1,
  watched: 1,
  // An item and its parts belong together, such as a deployment and its pods.
  part: 0.5,
  parent: 1,
  related: 1.2,
  uses: 1.2,
  used: 1.5,
};
/** Added for a step from a node that is not unhealthy to a node that is not one of its parts. */
const detour = 0.5;

export interface Way {
  distance: number;
  /** The last edge of the path; undefined for the start. */
  last: GraphEdge | undefined;
}

/** Dijkstra's algorithm. There are only a few thousand nodes, so a priority queue is not necessary. */
export function nearestWays({ start, nodes, edges }: Graph): ReadonlyMap<NodeKey, Way> {
  const out = edgesBy(edges, "from");
  const ways = new Map<NodeKey, Way>([[start, { distance: 0, last: undefined }]]);
  const queue = new Map<number, NodeKey[]>([[0, [start]]]);
  const done = new Set<NodeKey>();
  while (queue.size > 0) {
    const nearest = Math.min(...queue.keys());
    const keys = queue.get(nearest)!;
    queue.delete(nearest);
    for (const key of keys) {
      if (done.has(key)) continue;
      done.add(key);
      const extra = key === start || isUnhealthy(nodes.get(key)!) ? 0 : detour;
      for (const edge of out.get(key) ?? []) {
        // Rounded, so that equal distances share an entry of the queue.
        const length = lengths[edge.via] + (edge.via === "part" ? 0 : extra);
        const distance = Math.round((nearest + length) * 10) / 10;
        if (distance >= (ways.get(edge.to)?.distance ?? Number.POSITIVE_INFINITY)) continue;
        ways.set(edge.to, { distance, last: edge });
        const queued = queue.get(distance);
        if (queued) queued.push(edge.to);
        else queue.set(distance, [edge.to]);
      }
    }
  }
  return ways;
}

/** The edges from the start to a node. */
export function pathTo(ways: ReadonlyMap<NodeKey, Way>, key: NodeKey): readonly GraphEdge[] {
  const path: GraphEdge[] = [];
  for (let edge = ways.get(key)?.last; edge !== undefined; edge = ways.get(edge.from)?.last) path.unshift(edge);
  return path;
}
