// Where everything stands. It is found beside the page; until it is, what was drawn before stays.
import { useEffect, useState } from "react";
import { threadOf } from "../thread.ts";
import type { CardSize, GraphDirection } from "./graph.ts";
import type { ShownPart } from "./shown-part.ts";

export interface Arranging {
  /** Width and height by turns. */
  sizes: Float32Array;
  /** From and to by turns, by their places in `sizes`. */
  edges: Uint32Array;
  direction: GraphDirection;
  /** The node that stays where it was. */
  lead: { at: number; x: number; y: number } | undefined;
}

/** Everything that is drawn, with its place. */
export interface Layout {
  ids: readonly string[];
  edges: Uint32Array;
  direction: GraphDirection;
  sizes: Float32Array;
  /** Left and top by turns. */
  places: Float32Array;
  at: ReadonlyMap<string, number>;
}

const ask = threadOf<Arranging>(
  () => new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" }),
  "The graph could not be arranged.",
);

export interface LayoutOptions {
  part: ShownPart;
  direction: GraphDirection;
  sizeOf: (id: string) => CardSize;
  /** The node that was pressed: it stays where it is. */
  lead: string | undefined;
}

export function useLayout({ part, direction, sizeOf, lead }: LayoutOptions) {
  const [found, setFound] = useState<{ of: ShownPart; direction: GraphDirection; layout: Layout }>();
  const [failure, setFailure] = useState<{ of: ShownPart; error: unknown }>();
  const [attempt, setAttempt] = useState(0);
  const isFound = found?.of === part && found.direction === direction;
  useEffect(() => {
    if (isFound) return undefined;
    let isWanted = true;
    const sizes = new Float32Array(2 * part.ids.length);
    for (const [index, id] of part.ids.entries()) {
      const { width, height } = sizeOf(id);
      sizes.set([width, height], 2 * index);
    }
    const { ids, edges } = part;
    const before = found?.direction === direction ? placeOf(found.layout, lead) : undefined;
    const at = lead === undefined ? -1 : ids.indexOf(lead);
    ask<Float32Array>({ sizes, edges, direction, lead: before && at >= 0 ? { at, ...before } : undefined }).then(
      (places) => {
        const index = new Map(ids.map((id, place) => [id, place]));
        const layout = { ids, edges, direction, sizes, places, at: index };
        return isWanted && setFound({ of: part, direction, layout });
      },
      (error: unknown) => isWanted && setFailure({ of: part, error }),
    );
    return () => void (isWanted = false);
    // What stays is read when it is needed, and is no reason to do it again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [part, direction, sizeOf, attempt, isFound]);
  return {
    layout: found?.layout,
    isArranging: !isFound,
    failure: failure?.of === part ? failure.error : undefined,
    retry: () => {
      setFailure(undefined);
      setAttempt(attempt + 1);
    },
  };
}

export function placeOf(layout: Layout | undefined, id: string | undefined): { x: number; y: number } | undefined {
  const at = id === undefined ? undefined : layout?.at.get(id);
  return layout && at !== undefined ? { x: layout.places[2 * at]!, y: layout.places[2 * at + 1]! } : undefined;
}
