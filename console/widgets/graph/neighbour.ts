// Where an arrow key leads: along the flow to what is linked, across it to what stands beside.
import type { Layout } from "./layout.ts";

export type Way = "next" | "back" | "before" | "after";

const ways: Readonly<Record<Layout["direction"], Readonly<Record<string, Way>>>> = {
  horizontal: { ArrowRight: "next", ArrowLeft: "back", ArrowUp: "before", ArrowDown: "after" },
  vertical: { ArrowDown: "next", ArrowUp: "back", ArrowLeft: "before", ArrowRight: "after" },
};

export const wayOf = (key: string, direction: Layout["direction"]): Way | undefined => ways[direction][key];

export function neighbour(layout: Layout, id: string, way: Way): string | undefined {
  const from = layout.at.get(id);
  if (from === undefined) return undefined;
  const { along, across } = axesOf(layout);
  if (way === "next" || way === "back") {
    const linked = linkedTo(layout, from, way);
    return layout.ids[nearest(linked, (at) => Math.abs(across(at) - across(from)))];
  }
  const sign = way === "after" ? 1 : -1;
  const beside = layout.ids
    .map((_, at) => at)
    .filter((at) => at !== from && sign * (across(at) - across(from)) > 0 && isBeside(layout, at, from));
  // The next one in the same row; one that is further away along the flow only when nothing else is there.
  return layout.ids[
    nearest(beside, (at) => Math.abs(across(at) - across(from)) + Math.abs(along(at) - along(from)) / 8)
  ];
}

function linkedTo({ edges }: Layout, from: number, way: "next" | "back"): number[] {
  const [near, far] = way === "next" ? [0, 1] : [1, 0];
  const linked: number[] = [];
  for (let at = 0; at < edges.length; at += 2) if (edges[at + near] === from) linked.push(edges[at + far]!);
  return linked;
}

function axesOf({ places, sizes, direction }: Layout) {
  const centre = (axis: 0 | 1) => (at: number) => places[2 * at + axis]! + sizes[2 * at + axis]! / 2;
  return direction === "horizontal" ? { along: centre(0), across: centre(1) } : { along: centre(1), across: centre(0) };
}

function isBeside({ places, sizes, direction }: Layout, one: number, other: number): boolean {
  const axis = direction === "horizontal" ? 0 : 1;
  const [a, b] = [places[2 * one + axis]!, places[2 * other + axis]!];
  return a < b + sizes[2 * other + axis]! && b < a + sizes[2 * one + axis]!;
}

function nearest(list: readonly number[], distance: (at: number) => number): number {
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  for (const at of list) {
    const far = distance(at);
    if (far < least) [best, least] = [at, far];
  }
  return best;
}
