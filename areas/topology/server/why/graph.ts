// The resources around an unhealthy node: nodes are components, checks and config items, and an edge leads from a node
// to a node that can explain its health.
import type { WhyKind } from "../../why.contract.ts";

/** `component 0190…`, unique across kinds. */
export type NodeKey = string;

export type Health = "healthy" | "unhealthy" | "warning" | "unknown" | "paused";

export interface GraphNode {
  kind: WhyKind;
  id: string;
  name: string;
  type: string | null;
  health: Health;
  status: string | null;
  /** The time of the last change of health, for unhealthy nodes. */
  since: string | null;
}

/**
 * How an edge was found:
 *   child, related   a component below another, by its parent or by a selector
 *   check            a check of a component or of a config item
 *   item             a config item of a component or of a check
 *   watched          a component that the check at the start watches
 *   part             a config item below its parent
 *   uses, used       a relationship of a config item, along its direction or against it
 *   parent           the parent of a config item
 */
export type Via = "child" | "related" | "check" | "item" | "watched" | "part" | "uses" | "used" | "parent";

export interface GraphEdge {
  from: NodeKey;
  to: NodeKey;
  via: Via;
  /** The name of the relationship between config items. */
  relation: string | null;
}

export interface Graph {
  start: NodeKey;
  nodes: ReadonlyMap<NodeKey, GraphNode>;
  edges: readonly GraphEdge[];
}

export const keyOf = ({ kind, id }: Pick<GraphNode, "kind" | "id">): NodeKey => `${kind} ${id}`;

export const isUnhealthy = ({ health }: Pick<GraphNode, "health">) => health === "unhealthy" || health === "warning";

/** Edges that lead to a container of a node, or to something that uses the node. */
export const leadsUp = (via: Via) => via === "parent" || via === "used";

/** Groups edges by their start or their end. */
export function edgesBy(edges: readonly GraphEdge[], end: "from" | "to"): ReadonlyMap<NodeKey, readonly GraphEdge[]> {
  const grouped = new Map<NodeKey, GraphEdge[]>();
  for (const edge of edges) {
    const known = grouped.get(edge[end]);
    if (known) known.push(edge);
    else grouped.set(edge[end], [edge]);
  }
  return grouped;
}

/** Maps config items to their parents. */
export function parentsIn(edges: readonly GraphEdge[]): ReadonlyMap<NodeKey, NodeKey> {
  const parents = new Map<NodeKey, NodeKey>();
  for (const { from, to, via } of edges) {
    if (via === "parent") parents.set(from, to);
    if (via === "part") parents.set(to, from);
  }
  return parents;
}

/** Returns the part of a graph that can be reached from the start through these nodes only. */
export function reachablePart({ start, nodes, edges }: Graph, isIncluded: (key: NodeKey) => boolean): Graph {
  const out = edgesBy(edges, "from");
  const reached = new Set([start]);
  for (const key of reached)
    for (const { to } of out.get(key) ?? []) if (isIncluded(to) && nodes.has(to)) reached.add(to);
  return {
    start,
    nodes: new Map([...nodes].filter(([key]) => reached.has(key))),
    edges: edges.filter(({ from, to }) => reached.has(from) && reached.has(to)),
  };
}
