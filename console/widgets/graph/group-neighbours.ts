// Groups three or more neighbours of the same kind: successors below the root, and predecessors above it. Groups with
// the same members are merged.
import type { GraphEdge, GraphGroup, GraphNode } from "./graph.ts";

const MIN_MEMBERS = 3;

export interface GroupedGraph {
  nodes: ReadonlyMap<string, GraphNode>;
  groups: ReadonlyMap<string, GraphGroup>;
  /** The successors and predecessors of each node and group. */
  out: ReadonlyMap<string, readonly string[]>;
  into: ReadonlyMap<string, readonly string[]>;
}

export function groupNeighbours(
  list: readonly GraphNode[],
  edges: readonly GraphEdge[],
  root: string | undefined,
): GroupedGraph {
  const nodes = new Map(list.map((node) => [node.id, node]));
  const [out, into] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const { from, to } of edges) {
    if (from === to || !nodes.has(from) || !nodes.has(to)) continue;
    add(out, from, to);
    add(into, to, from);
  }
  const above = root === undefined ? new Set<string>() : reached(root, into);
  const below = root === undefined ? new Set<string>() : reached(root, out);
  // Edges above the root; nodes in a cycle with the root count as below.
  const isAbove = (from: string, to: string) =>
    above.has(from) && !below.has(from) && (to === root || (above.has(to) && !below.has(to)));

  const groups = new Map<string, GraphGroup>();
  const [drawnOut, drawnInto] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const link = (from: string, to: string) => {
    add(drawnOut, from, to);
    add(drawnInto, to, from);
  };
  const group = (kind: string, members: readonly string[], side: GraphGroup["side"]): string => {
    const sorted = members.toSorted();
    const id = `${side} ${kind} ${sorted.length} ${digest(sorted)}`;
    if (!groups.has(id)) groups.set(id, { id, kind, side, members });
    return id;
  };
  for (const node of list) {
    const children = [...(out.get(node.id) ?? [])].filter((to) => !isAbove(node.id, to));
    for (const [kind, members] of Map.groupBy(children, (id) => nodes.get(id)!.kind)) {
      if (members.length < MIN_MEMBERS) for (const member of members) link(node.id, member);
      else {
        const between = group(kind, members, "out");
        link(node.id, between);
        for (const member of members) link(between, member);
      }
    }
    const parents = [...(into.get(node.id) ?? [])].filter((from) => isAbove(from, node.id));
    for (const [kind, members] of Map.groupBy(parents, (id) => nodes.get(id)!.kind)) {
      if (members.length < MIN_MEMBERS) for (const member of members) link(member, node.id);
      else {
        const between = group(kind, members, "in");
        link(between, node.id);
        for (const member of members) link(member, between);
      }
    }
  }
  return { nodes, groups, out: lists(drawnOut), into: lists(drawnInto) };
}

function add(map: Map<string, Set<string>>, key: string, value: string) {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

const lists = (map: ReadonlyMap<string, ReadonlySet<string>>) =>
  new Map([...map].map(([key, values]) => [key, [...values]]));

function reached(from: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set([from]);
  for (const id of found) for (const to of next.get(id) ?? []) found.add(to);
  return found;
}

/** Identifies a set of members by two FNV-1a hashes, so that a collision is practically impossible. */
function digest(ids: readonly string[]): string {
  let [a, b] = [0x811c9dc5, 0xcbf29ce4];
  for (const id of ids)
    for (let at = 0; at <= id.length; at += 1) {
      const code = at < id.length ? id.charCodeAt(at) : 0;
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code ^ at, 0x01000193);
    }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}
