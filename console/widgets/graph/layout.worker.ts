// The thread that finds a place for everything: by ELK, or where that would take too long, by our own layers.
import type { ELK } from "elkjs/lib/elk-api.js";
import type { Asked } from "../thread.ts";
import { layered } from "./layered.ts";
import type { Arranging } from "./layout.ts";

/** Beyond this ELK takes too long. */
const MANY = 200;
const GAP_ALONG = 72;
const GAP_ACROSS = 16;

let found: Promise<ELK> | undefined;

/** Fetched for the first graph that is small enough for it. */
function elk(): Promise<ELK> {
  // Where there is no document, ELK takes the messages of the thread for its own; with one, it lets itself be called.
  Object.assign(globalThis, { document: {} });
  return (found ??= import("elkjs/lib/elk.bundled.js").then(({ default: Elk }) => new Elk()));
}

async function arrange(arranging: Arranging): Promise<Float32Array> {
  const isMany = arranging.sizes.length / 2 > MANY;
  return moved(isMany ? byLayers(arranging) : await byElk(arranging), arranging.lead);
}

function byLayers({ sizes, edges, direction }: Arranging): Float32Array {
  const turn = direction === "horizontal" ? (list: Float32Array) => list : turned;
  return turn(layered({ sizes: turn(sizes), edges, gapAlong: GAP_ALONG, gapAcross: GAP_ACROSS }));
}

/** Pairs the other way round. */
const turned = (list: Float32Array) => list.map((_, index) => list[index ^ 1]!);

async function byElk({ sizes, edges, direction }: Arranging): Promise<Float32Array> {
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

/** So that the node that leads stays where it was: what is drawn around it moves, and not what somebody looks at. */
function moved(places: Float32Array, lead: Arranging["lead"]): Float32Array {
  if (!lead) return places;
  const [dx, dy] = [lead.x - places[2 * lead.at]!, lead.y - places[2 * lead.at + 1]!];
  return places.map((value, index) => value + (index % 2 === 0 ? dx : dy));
}

addEventListener("message", ({ data: { id, question } }: MessageEvent<Asked<Arranging>>) => {
  arrange(question).then(
    (answer) => postMessage({ id, answer }, { transfer: [answer.buffer] }),
    (error: unknown) => postMessage({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
});
