// The worker that computes graph layouts.
import type { ThreadRequest } from "../thread.ts";
import type { GraphDirection } from "./graph.ts";
import { indented } from "./indented.ts";
import { layered } from "#lib/graph-layout/layered.ts";
import type { Arrangement, LayoutRequest } from "./layout.ts";
import { boundsOf, fitted, READABLE_ZOOM } from "./view.ts";

const GAP_ALONG = 48;
/** Just enough space for an arrow. Used only if the graph does not fit otherwise. */
const TIGHT_GAP_ALONG = 20;
const GAP_ACROSS = 12;

/**
 * Uses the first direction in which the whole graph is readable, if necessary with less space between the nodes. If the
 * graph is not readable in any direction, uses the first direction.
 */
function arrange(request: LayoutRequest): Arrangement {
  const { sizes, directions, room } = request;
  let first: Arrangement | undefined;
  for (const gapAlong of [GAP_ALONG, TIGHT_GAP_ALONG])
    for (const direction of directions) {
      const arrangement = anchored(arrangeIn(direction, request, gapAlong), request.lead);
      if (directions.length === 1 || fitted(boundsOf({ ...arrangement, sizes }), room).zoom >= READABLE_ZOOM)
        return arrangement;
      first ??= arrangement;
    }
  if (!first) throw new Error("A layout needs at least one direction");
  return first;
}

function arrangeIn(direction: GraphDirection, { sizes, edges }: LayoutRequest, gapAlong: number): Arrangement {
  if (direction === "indented")
    return {
      direction,
      places: indented({ sizes, edges }),
      bends: new Float32Array(),
      bendEnds: new Uint32Array(edges.length / 2),
    };
  const turn = direction === "horizontal" ? (list: Float32Array) => list : turned;
  const { places, bends, bendEnds } = layered({
    sizes: turn(sizes),
    edges,
    gapAlong,
    gapAcross: GAP_ACROSS,
  });
  return { direction, places: turn(places), bends: turn(bends), bendEnds };
}

/** Swaps the two values of each pair. */
const turned = (list: Float32Array) => list.map((_, index) => list[index ^ 1]!);

/** Shifts the layout so that the lead node, which the person toggled, keeps its position. */
function anchored(arrangement: Arrangement, lead: LayoutRequest["lead"]): Arrangement {
  if (!lead) return arrangement;
  const { places, bends } = arrangement;
  const [dx, dy] = [lead.x - places[2 * lead.at]!, lead.y - places[2 * lead.at + 1]!];
  const shifted = (list: Float32Array) => list.map((value, index) => value + (index % 2 === 0 ? dx : dy));
  return { ...arrangement, places: shifted(places), bends: shifted(bends) };
}

addEventListener("message", ({ data: { id, question } }: MessageEvent<ThreadRequest<LayoutRequest>>) => {
  try {
    const answer = arrange(question);
    const transfer = [answer.places.buffer, answer.bends.buffer, answer.bendEnds.buffer];
    postMessage({ id, answer }, { transfer });
  } catch (error) {
    postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
