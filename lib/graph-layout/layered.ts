// A layered layout: every edge leads to a later layer, few edges cross, and each node is close to its neighbours.
import { type LayerGraph, layerGraph } from "./layers.ts";
import { reduceCrossings } from "./order.ts";

export interface LayeredInput {
  /** The sizes of each node along and across the flow, alternating. */
  sizes: Float32Array;
  /** The source and target of each edge, alternating. */
  edges: Uint32Array;
  gapAlong: number;
  gapAcross: number;
}

export interface LayeredOutput {
  /** The positions of each node along and across the flow, alternating. */
  places: Float32Array;
  /**
   * The points that edges pass between their ends, so that edges do not cross nodes; x and y alternate, as in the
   * positions.
   */
  bends: Float32Array;
  /** For each edge, the index in `bends` at which its points end. */
  bendEnds: Uint32Array;
}

const ROUNDS = 16;
/** The last rounds use the neighbours on both sides, so that chains of nodes become straight. */
const ROUNDS_BOTH_SIDES = 8;
/** Placeholders attract each other more than nodes do, so that long edges are straight. */
const PLACEHOLDER_PULL = 3;

export function layered({ sizes, edges, gapAlong, gapAcross }: LayeredInput): LayeredOutput {
  const count = sizes.length / 2;
  const graph = layerGraph(count, edges);
  reduceCrossings(graph);
  const extents = Float32Array.from(graph.before, (_, node) =>
    node < count ? sizes[2 * node + 1]! + gapAcross : gapAcross / 3,
  );
  const centres = centresAcross(graph, extents, count);
  const places = new Float32Array(2 * count);
  const starts = new Float64Array(graph.before.length);
  const ends = new Float64Array(graph.before.length);
  let start = 0;
  for (const layer of graph.layers) {
    const end = layer.reduce((furthest, node) => Math.max(furthest, start + (sizes[2 * node] ?? 0)), start);
    for (const node of layer) {
      [starts[node], ends[node]] = [start, end];
      if (node < count) places.set([start, centres[node]! - sizes[2 * node + 1]! / 2], 2 * node);
    }
    start = end + gapAlong;
  }
  const bends: number[] = [];
  const bendEnds = Uint32Array.from(graph.chains, (chain, edge) => {
    const [from, to] = [edges[2 * edge]!, edges[2 * edge + 1]!];
    if (starts[from]! >= starts[to]!) return bends.length;
    // If the node is shorter than its layer, the edge runs straight to the end of the layer before it bends, past the
    // larger nodes.
    if (starts[from]! + sizes[2 * from]! < ends[from]!) bends.push(ends[from]!, centres[from]!);
    for (const node of chain) bends.push(starts[node]!, centres[node]!, ends[node]!, centres[node]!);
    return bends.length;
  });
  return { places, bends: Float32Array.from(bends), bendEnds };
}

/** The centre of each node across the flow. An extent is the size of a node plus its share of the gaps. */
function centresAcross({ layers, before, after }: LayerGraph, extents: Float32Array, count: number): Float64Array {
  const centres = new Float64Array(extents.length);
  for (const layer of layers) {
    let end = layer.reduce((sum, node) => sum + extents[node]!, 0) / -2;
    for (const node of layer) {
      centres[node] = end + extents[node]! / 2;
      end += extents[node]!;
    }
  }
  const both = before.map((list, node) => [...list, ...after[node]!]);
  for (let round = 0; round < ROUNDS; round += 1) {
    const isForward = round % 2 === 0;
    const side = round >= ROUNDS - ROUNDS_BOTH_SIDES ? both : isForward ? before : after;
    for (const layer of isForward ? layers : layers.toReversed()) settle(layer, { side, centres, extents, count });
  }
  return centres;
}

interface Settling {
  /** The neighbours towards which a node is moved. */
  side: readonly (readonly number[])[];
  centres: Float64Array;
  extents: Float32Array;
  count: number;
}

interface Block {
  /** The index of the block's last node in the layer. */
  last: number;
  extent: number;
  /** The weighted sum of the start positions that the nodes of the block prefer, and the sum of the weights. */
  wish: number;
  weight: number;
}

/**
 * Moves each node to its neighbours, keeping the order: nodes that would overlap form a block, placed at the mean of
 * the positions that its nodes prefer.
 */
function settle(layer: readonly number[], { side, centres, extents, count }: Settling) {
  const pullOf = (node: number) => (node < count ? 1 : PLACEHOLDER_PULL);
  const blocks: Block[] = [];
  for (const [index, node] of layer.entries()) {
    const extent = extents[node]!;
    // A node without neighbours keeps its position unless other nodes need the space.
    let weight = side[node]!.length === 0 ? 0.001 : 0;
    let sum = weight * centres[node]!;
    for (const near of side[node]!) {
      const pull = pullOf(node) * pullOf(near);
      sum += pull * centres[near]!;
      weight += pull;
    }
    let block: Block = { last: index, extent, wish: sum - (weight * extent) / 2, weight };
    for (let prior = blocks.at(-1); prior && startOf(prior) + prior.extent > startOf(block); prior = blocks.at(-1)) {
      blocks.pop();
      block = {
        last: index,
        extent: prior.extent + block.extent,
        wish: prior.wish + block.wish - prior.extent * block.weight,
        weight: prior.weight + block.weight,
      };
    }
    blocks.push(block);
  }
  let index = 0;
  for (const block of blocks) {
    let end = startOf(block);
    for (; index <= block.last; index += 1) {
      const node = layer[index]!;
      centres[node] = end + extents[node]! / 2;
      end += extents[node]!;
    }
  }
}

const startOf = ({ wish, weight }: Block) => wish / weight;
