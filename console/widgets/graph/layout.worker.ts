// The worker that computes graph layouts: with ELK, or with our own layered layout if ELK would take too long.
import type { ELK } from "elkjs/lib/elk-api.js";
import type { ThreadRequest } from "../thread.ts";
import type { GraphDirection } from "./graph.ts";
import { indented } from "./indented.ts";
import { layered } from "#lib/graph-layout/layered.ts";
import type { Arrangement, LayoutRequest } from "./layout.ts";
import { boundsOf, fitted, READABLE_ZOOM } from "./view.ts";

/** Larger graphs take ELK too long. */
const MAX_ELK_NODES = 200;
const GAP_ALONG = 48;
const GAP_ACROSS = 12;

let loading: Promise<ELK> | undefined;

/** Loads ELK for the first graph that is small enough. */
function elk(): Promise<ELK> {
  // Without a `document`, ELK assumes it owns the worker and handles its messages; with one, it can be called directly.
  Object.assign(globalThis, { document: {} });
  return (loading ??= import("elkjs/lib/elk.bundled.js").then(({ default: Elk }) => new Elk()));
}

/** Uses the first direction in which the whole graph is readable, or the first one if there is none. */
async function arrange(request: LayoutRequest): Promise<Arrangement> {
  const { sizes, directions, lead, room } = request;
  let first: Arrangement | undefined;
  for (const direction of directions) {
    const places = anchored(await placesFor(request, direction), lead);
    if (directions.length === 1 || fitted(boundsOf({ places, sizes }), room).zoom >= READABLE_ZOOM)
      return { places, direction };
    first ??= { places, direction };
  }
  if (!first) throw new Error("A layout needs at least one direction");
  return first;
}

function placesFor(request: LayoutRequest, direction: GraphDirection): Float32Array | Promise<Float32Array> {
  if (direction === "indented") return indented(request);
  const isMany = request.sizes.length / 2 > MAX_ELK_NODES;
  return isMany ? byLayers(request, direction) : byElk(request, direction);
}

function byLayers({ sizes, edges }: LayoutRequest, direction: GraphDirection): Float32Array {
  const turn = direction === "horizontal" ? (list: Float32Array) => list : turned;
  return turn(layered({ sizes: turn(sizes), edges, gapAlong: GAP_ALONG, gapAcross: GAP_ACROSS }));
}

/** Swaps the two values of each pair. */
const turned = (list: Float32Array) => list.map((_, index) => list[index ^ 1]!);

async function byElk({ sizes, edges }: LayoutRequest, direction: GraphDirection): Promise<Float32Array> {
  const isHorizontal = direction === "horizontal";
  const { children = [] } = await (
    await elk()
  ).layout(
    {
      id: "graph",
      children: Array.from({ length: sizes.length / 2 }, (_, index) => ({
        id: String(index),
        width: sizes[2 * index]!,
        height: sizes[2 * index + 1]!,
        layoutOptions: { "elk.alignment": isHorizontal ? "LEFT" : "TOP" },
      })),
      edges: Array.from({ length: edges.length / 2 }, (_, index) => ({
        id: `e${index}`,
        sources: [String(edges[2 * index])],
        targets: [String(edges[2 * index + 1])],
      })),
    },
    {
      layoutOptions: {
        "elk.algorithm": "layered",
        "elk.direction": isHorizontal ? "RIGHT" : "DOWN",
        "elk.edgeRouting": "POLYLINE",
        "elk.spacing.nodeNode": String(GAP_ACROSS),
        "elk.spacing.edgeNode": "8",
        "elk.spacing.edgeEdge": "4",
        "elk.spacing.componentComponent": "32",
        "elk.layered.spacing.nodeNodeBetweenLayers": String(GAP_ALONG),
        "elk.layered.thoroughness": "5",
      },
    },
  );
  const places = new Float32Array(sizes.length);
  for (const { id, x = 0, y = 0 } of children) places.set([x, y], 2 * Number(id));
  return places;
}

/** Shifts the layout so that the lead node keeps its position: the person is looking at that one. */
function anchored(places: Float32Array, lead: LayoutRequest["lead"]): Float32Array {
  if (!lead) return places;
  const [dx, dy] = [lead.x - places[2 * lead.at]!, lead.y - places[2 * lead.at + 1]!];
  return places.map((value, index) => value + (index % 2 === 0 ? dx : dy));
}

addEventListener("message", ({ data: { id, question } }: MessageEvent<ThreadRequest<LayoutRequest>>) => {
  arrange(question).then(
    (answer) => postMessage({ id, answer }, { transfer: [answer.places.buffer] }),
    (error: unknown) => postMessage({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
});
