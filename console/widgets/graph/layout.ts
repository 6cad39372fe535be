// Computes the layout in a worker; the previous layout is shown until the new layout is ready.
import { type RefObject, useEffect, useState } from "react";
import { threadOf } from "../thread.ts";
import type { CardSize, GraphDirection } from "./graph.ts";
import type { ShownPart } from "./shown-part.ts";
import type { WindowSize } from "./view.ts";

export interface LayoutRequest {
  /** Width and height, alternating. */
  sizes: Float32Array;
  /** Source and target as indexes into the nodes, alternating. */
  edges: Uint32Array;
  /** Directions in order of preference. */
  directions: readonly GraphDirection[];
  /** The size of the window that the graph should fit into. */
  room: WindowSize;
  /** The node that keeps its position. */
  lead: { at: number; x: number; y: number } | undefined;
}

/** The positions of the nodes, and the direction that was used. */
export interface Arrangement {
  direction: GraphDirection;
  /** Left and top, alternating. */
  places: Float32Array;
  /** The points that the edges pass between their ends, x and y alternating. */
  bends: Float32Array;
  /** For each edge, the index in `bends` at which its points end. */
  bendEnds: Uint32Array;
}

/** The drawn nodes and edges with their positions. */
export interface Layout extends Arrangement {
  ids: readonly string[];
  edges: Uint32Array;
  sizes: Float32Array;
  at: ReadonlyMap<string, number>;
}

const ask = threadOf<LayoutRequest>(
  () => new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" }),
  "The layout of the graph could not be computed.",
);

export interface LayoutOptions {
  part: ShownPart;
  /** Directions in order of preference. */
  directions: readonly GraphDirection[];
  /** If this value changes, the direction is chosen again. */
  fitKey: string;
  /** The element that the graph should fit into. */
  container: RefObject<HTMLElement | null>;
  sizeOf: (id: string) => CardSize;
  /** The node that was toggled: it keeps its position. */
  lead: string | undefined;
}

export function useLayout({ part, directions, fitKey, container, sizeOf, lead }: LayoutOptions) {
  const [found, setFound] = useState<{ part: ShownPart; preferred: string; fitKey: string; layout: Layout }>();
  const [failure, setFailure] = useState<{ part: ShownPart; error: unknown }>();
  const [attempt, setAttempt] = useState(0);
  const preferred = directions.join(" ");
  const isFound = found?.part === part && found.preferred === preferred;
  useEffect(() => {
    if (isFound) return undefined;
    let isWanted = true;
    const sizes = new Float32Array(2 * part.ids.length);
    for (const [index, id] of part.ids.entries()) {
      const { width, height } = sizeOf(id);
      sizes.set([width, height], 2 * index);
    }
    const { ids, edges } = part;
    // Opening a group must not change the direction of the graph.
    const kept = found?.preferred === preferred && found.fitKey === fitKey ? found.layout : undefined;
    const before = positionOf(kept, lead);
    const at = lead === undefined ? -1 : ids.indexOf(lead);
    ask<Arrangement>({
      sizes,
      edges,
      directions: kept ? [kept.direction] : directions,
      room: { width: container.current?.clientWidth ?? 0, height: container.current?.clientHeight ?? 0 },
      lead: before && at >= 0 ? { at, ...before } : undefined,
    }).then(
      (arrangement) => {
        const index = new Map(ids.map((id, place) => [id, place]));
        const layout = { ...arrangement, ids, edges, sizes, at: index };
        return isWanted && setFound({ part, preferred, fitKey, layout });
      },
      (error: unknown) => isWanted && setFailure({ part, error }),
    );
    return () => void (isWanted = false);
    // The lead node and the window are read when the effect runs, but a change of them does not need a new layout.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [part, preferred, sizeOf, attempt, isFound]);
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
