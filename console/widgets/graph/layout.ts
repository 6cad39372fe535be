// Computes the layout in a worker; the previous layout stays until the new one is there.
import { useEffect, useState } from "react";
import { threadOf } from "../thread.ts";
import type { CardSize, GraphDirection } from "./graph.ts";
import type { ShownPart } from "./shown-part.ts";

export interface LayoutRequest {
  /** Width and height, alternating. */
  sizes: Float32Array;
  /** Source and target as indexes into the nodes, alternating. */
  edges: Uint32Array;
  direction: GraphDirection;
  /** The node that keeps its position. */
  lead: { at: number; x: number; y: number } | undefined;
}

/** The drawn nodes and edges with their positions. */
export interface Layout {
  ids: readonly string[];
  edges: Uint32Array;
  direction: GraphDirection;
  sizes: Float32Array;
  /** Left and top, alternating. */
  places: Float32Array;
  at: ReadonlyMap<string, number>;
}

const ask = threadOf<LayoutRequest>(
  () => new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" }),
  "The layout of the graph could not be computed.",
);

export interface LayoutOptions {
  part: ShownPart;
  direction: GraphDirection;
  sizeOf: (id: string) => CardSize;
  /** The node that was toggled: it keeps its position. */
  lead: string | undefined;
}

export function useLayout({ part, direction, sizeOf, lead }: LayoutOptions) {
  const [found, setFound] = useState<{ part: ShownPart; direction: GraphDirection; layout: Layout }>();
  const [failure, setFailure] = useState<{ part: ShownPart; error: unknown }>();
  const [attempt, setAttempt] = useState(0);
  const isFound = found?.part === part && found.direction === direction;
  useEffect(() => {
    if (isFound) return undefined;
    let isWanted = true;
    const sizes = new Float32Array(2 * part.ids.length);
    for (const [index, id] of part.ids.entries()) {
      const { width, height } = sizeOf(id);
      sizes.set([width, height], 2 * index);
    }
    const { ids, edges } = part;
    const before = found?.direction === direction ? positionOf(found.layout, lead) : undefined;
    const at = lead === undefined ? -1 : ids.indexOf(lead);
    ask<Float32Array>({ sizes, edges, direction, lead: before && at >= 0 ? { at, ...before } : undefined }).then(
      (places) => {
        const index = new Map(ids.map((id, place) => [id, place]));
        const layout = { ids, edges, direction, sizes, places, at: index };
        return isWanted && setFound({ part, direction, layout });
      },
      (error: unknown) => isWanted && setFailure({ part, error }),
    );
    return () => void (isWanted = false);
    // The lead node is read when the effect runs, but a change of it does not need a new layout.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [part, direction, sizeOf, attempt, isFound]);
  return {
    layout: found?.layout,
    isArranging: !isFound,
    failure: failure?.part === part ? failure.error : undefined,
    retry: () => {
      setFailure(undefined);
      setAttempt(attempt + 1);
    },
  };
}

export function positionOf(layout: Layout | undefined, id: string | undefined): { x: number; y: number } | undefined {
  const at = id === undefined ? undefined : layout?.at.get(id);
  return layout && at !== undefined ? { x: layout.places[2 * at]!, y: layout.places[2 * at + 1]! } : undefined;
}
