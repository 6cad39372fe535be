// What of a graph is drawn: from the root on both ways, through groups that are open, and no more than can be drawn.
import type { GroupedGraph } from "./group-neighbours.ts";

/** A group of so many is worth a press. */
const CLOSED_ABOVE = 3;
export const MOST_DRAWN = 2000;

export interface ShownPart {
  /** Nodes and groups, the nearest to the root first. */
  ids: readonly string[];
  /** By their places in `ids`: from and to by turns. */
  edges: Uint32Array;
  /** How many nodes there are that could be drawn and are not, for there are too many. */
  cut: number;
}

export const isOpenGroup = (members: number, id: string, chosen: ReadonlyMap<string, boolean>) =>
  chosen.get(id) ?? members <= CLOSED_ABOVE;

interface Options {
  root: string | undefined;
  /** Groups that somebody opened or closed. */
  chosen: ReadonlyMap<string, boolean>;
  most?: number;
}

export function shownPart(graph: GroupedGraph, { root, chosen, most = MOST_DRAWN }: Options): ShownPart {
  const { nodes, groups, out, into } = graph;
  const seen = new Set<string>();
  const goesOn = (id: string) => {
    const group = groups.get(id);
    return group === undefined || isOpenGroup(group.members.length, id, chosen);
  };
  const walk = (starts: readonly string[], next: GroupedGraph["out"]) => {
    const way = new Set(starts);
    for (const id of way) {
      seen.add(id);
      if (goesOn(id)) for (const to of next.get(id) ?? []) way.add(to);
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
    // Of a circle nobody comes first.
    for (const id of nodes.keys()) if (!seen.has(id) && !isHidden(id, graph, chosen)) walk([id], out);
  }
  const ids = [...seen].slice(0, most);
  const places = new Map(ids.map((id, index) => [id, index]));
  // The members of a closed group that are shown for another reason have nothing to do with it.
  const isShut = (id: string, side: "out" | "in") => groups.get(id)?.side === side && !goesOn(id);
  const edges: number[] = [];
  for (const [id, at] of places) {
    if (isShut(id, "out")) continue;
    for (const to of out.get(id) ?? []) {
      const place = places.get(to);
      if (place !== undefined && !isShut(to, "in")) edges.push(at, place);
    }
  }
  return { ids, edges: Uint32Array.from(edges), cut: seen.size - ids.length };
}

/** In no circle: it is only in groups that are closed. */
const isHidden = (id: string, { groups, into }: GroupedGraph, chosen: ReadonlyMap<string, boolean>) =>
  (into.get(id) ?? []).some((from) => {
    const group = groups.get(from);
    return group !== undefined && !isOpenGroup(group.members.length, from, chosen);
  });
