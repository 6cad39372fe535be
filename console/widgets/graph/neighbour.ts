// Keyboard navigation: along the flow to linked nodes, across the flow to nodes next to the current node.
import type { Layout } from "./layout.ts";

export type Move = "next" | "back" | "before" | "after";

const moves: Readonly<Record<Layout["direction"], Readonly<Record<string, Move>>>> = {
  horizontal: { ArrowRight: "next", ArrowLeft: "back", ArrowUp: "before", ArrowDown: "after" },
  indented: { ArrowRight: "next", ArrowLeft: "back", ArrowUp: "before", ArrowDown: "after" },
  vertical: { ArrowDown: "next", ArrowUp: "back", ArrowLeft: "before", ArrowRight: "after" },
};

export const moveOf = (key: string, direction: Layout["direction"]): Move | undefined => moves[direction][key];

export function neighbour(layout: Layout, id: string, move: Move): string | undefined {
  const from = layout.at.get(id);
  if (from === undefined) return undefined;
  const { along, across } = axesOf(layout);
  if (move === "next" || move === "back") {
    const linked = linkedTo(layout, from, move);
    return layout.ids[nearest(linked, (at) => Math.abs(across(at) - across(from)))];
  }
  const sign = move === "after" ? 1 : -1;
  const candidates = layout.ids
    .map((_, at) => at)
    .filter((at) => at !== from && sign * (across(at) - across(from)) > 0 && overlaps(layout, at, from));
  // Prefers the same row; the distance along the flow counts less.
  return layout.ids[
    nearest(candidates, (at) => Math.abs(across(at) - across(from)) + Math.abs(along(at) - along(from)) / 8)
  ];
}

function linkedTo({ edges }: Layout, from: number, move: "next" | "back"): number[] {
  const [near, far] = move === "next" ? [0, 1] : [1, 0];
  const linked: number[] = [];
  for (let at = 0; at < edges.length; at += 2) if (edges[at + near] === from) linked.push(edges[at + far]!);
  return linked;
}

function axesOf({ places, sizes, direction }: Layout) {
  const centre = (axis: 0 | 1) => (at: number) => places[2 * at + axis]! + sizes[2 * at + axis]! / 2;
  return direction === "vertical" ? { along: centre(1), across: centre(0) } : { along: centre(0), across: centre(1) };
}

function overlaps({ places, sizes, direction }: Layout, a: number, b: number): boolean {
  const axis = direction === "vertical" ? 1 : 0;
  const [startA, startB] = [places[2 * a + axis]!, places[2 * b + axis]!];
  return startA < startB + sizes[2 * b + axis]! && startB < startA + sizes[2 * a + axis]!;
}

function nearest(list: readonly number[], distance: (at: number) => number): number {
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  for (const at of list) {
    const far = distance(at);
    if (far < least) [best, least] = [at, far];
  }
  return best;
}
