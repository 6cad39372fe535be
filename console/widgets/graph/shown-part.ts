// The part of a graph that is drawn: from the root in both directions, through open groups, up to a limit.
import type { GroupedGraph } from "./group-neighbours.ts";

/** Maximum size of a group that is open by default. */
const MAX_OPEN_MEMBERS = 3;
export const MAX_NODES = 2000;

export interface ShownPart {
  /** Nodes and groups, nearest to the root first. */
  ids: readonly string[];
  /** Source and target as indexes into `ids`, alternating. */
  edges: Uint32Array;
  /** The number of nodes left out because of the limit. */
  cut: number;
}

export const isOpenGroup = (members: number, id: string, chosen: ReadonlyMap<string, boolean>) =>
  chosen.get(id) ?? members <= MAX_OPEN_MEMBERS;

interface Options {
  root: string | undefined;
  /** Groups that were opened or closed by hand. */
  chosen: ReadonlyMap<string, boolean>;
  maxNodes?: number;
}

export function shownPart(graph: GroupedGraph, { root, chosen, maxNodes = MAX_NODES }: Options): ShownPart {
  const { nodes, groups, out, into } = graph;
  const seen = new Set<string>();
  const isExpanded = (id: string) => {
    const group = groups.get(id);
    return group === undefined || isOpenGroup(group.members.length, id, chosen);
  };
  const walk = (starts: readonly string[], next: GroupedGraph["out"]) => {
    const visited = new Set(starts);
    for (const id of visited) {
      seen.add(id);
      if (isExpanded(id)) for (const to of next.get(id) ?? []) visited.add(to);
    }
  };
  if (root !== undefined && nodes.has(root)) {
    walk([root], out);
    walk([root], into);
  } else {
    walk(
      [...nodes.keys()].filter((id) => (into.get(id) ?? []).length === 0),
      out,
    );
    // Cycles have no node without predecessors, so an arbitrary unvisited node is the start.
    for (const id of nodes.keys()) if (!seen.has(id) && !isHidden(id, graph, chosen)) walk([id], out);
  }
  const ids = [...seen].slice(0, maxNodes);
  const places = new Map(ids.map((id, index) => [id, index]));
  // A closed group has no edges to members that are drawn for another reason.
  const isClosed = (id: string, side: "out" | "in") => groups.get(id)?.side === side && !isExpanded(id);
  const edges: number[] = [];
  for (const [id, at] of places) {
    if (isClosed(id, "out")) continue;
    for (const to of out.get(id) ?? []) {
      const place = places.get(to);
      if (place !== undefined && !isClosed(to, "in")) edges.push(at, place);
    }
  }
  return { ids, edges: Uint32Array.from(edges), cut: seen.size - ids.length };
}

/** Whether a node is unvisited because its group is closed, and not because it is in a cycle. */
const isHidden = (id: string, { groups, into }: GroupedGraph, chosen: ReadonlyMap<string, boolean>) =>
  (into.get(id) ?? []).some((from) => {
    const group = groups.get(from);
    return group !== undefined && !isOpenGroup(group.members.length, from, chosen);
  });
