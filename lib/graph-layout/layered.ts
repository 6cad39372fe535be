// A fast layered layout: ELK finds better positions, but takes seconds for hundreds of nodes and minutes for thousands.
// Layers by the longest path, an order with few crossings, and each node as close to its neighbours as possible.

export interface LayeredInput {
  /** Sizes along and across the flow, alternating. */
  sizes: Float32Array;
  /** Source and target, alternating. */
  edges: Uint32Array;
  gapAlong: number;
  gapAcross: number;
}

const ROUNDS = 4;

/** Returns the positions along and across the flow, alternating. */
export function layered({ sizes, edges, gapAlong, gapAcross }: LayeredInput): Float32Array {
  const count = sizes.length / 2;
  const lists = neighbours(count, edges);
  const layerOf = layersOf(count, lists);
  const layers: number[][] = [];
  for (let node = 0; node < count; node += 1) (layers[layerOf[node]!] ??= []).push(node);
  const centre = new Float64Array(count);
  const stack = (layer: readonly number[]) => {
    let at = 0;
    for (const node of layer) {
      centre[node] = at + sizes[2 * node + 1]! / 2;
      at += sizes[2 * node + 1]! + gapAcross;
    }
  };
  layers.forEach(stack);
  // Alternating sweeps: each layer is sorted by the mean position of its neighbours in the layer before.
  for (let round = 0; round < ROUNDS; round += 1) {
    const isForward = round % 2 === 0;
    const side = isForward ? lists.into : lists.out;
    for (const layer of isForward ? layers : layers.toReversed()) {
      const wish = new Map(layer.map((node, index) => [node, meanOf(side[node]!, centre) ?? centre[node] ?? index]));
      layer.sort((a, b) => wish.get(a)! - wish.get(b)!);
      stack(layer);
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const isForward = round % 2 === 0;
    const side = isForward ? lists.into : lists.out;
    for (const layer of isForward ? layers : layers.toReversed()) settle(layer, side, centre, sizes, gapAcross);
  }
  const places = new Float32Array(2 * count);
  let along = 0;
  for (const layer of layers) {
    for (const node of layer) places.set([along, centre[node]! - sizes[2 * node + 1]! / 2], 2 * node);
    along += layer.reduce((widest, node) => Math.max(widest, sizes[2 * node]!), 0) + gapAlong;
  }
  return places;
}

interface Neighbours {
  out: number[][];
  into: number[][];
}

function neighbours(count: number, edges: Uint32Array): Neighbours {
  const out = Array.from({ length: count }, (): number[] => []);
  const into = Array.from({ length: count }, (): number[] => []);
  for (let at = 0; at < edges.length; at += 2) {
    const [from, to] = [edges[at]!, edges[at + 1]!];
    if (from === to) continue;
    out[from]!.push(to);
    into[to]!.push(from);
  }
  return { out, into };
}

/** The longest path from a node without predecessors. Edges that close a cycle are ignored. */
function layersOf(count: number, { out, into }: Neighbours): Int32Array {
  const layer = new Int32Array(count);
  const waiting = Int32Array.from(into, ({ length }) => length);
  const isDone = new Uint8Array(count);
  const ready: number[] = [];
  for (let node = 0; node < count; node += 1) if (waiting[node] === 0) ready.push(node);
  let seen = 0;
  for (let scan = 0; seen < count;) {
    const node = ready.pop();
    if (node === undefined) {
      // Only cycles are left: takes their first node.
      while (isDone[scan]) scan += 1;
      ready.push(scan);
      continue;
    }
    if (isDone[node]) continue;
    isDone[node] = 1;
    seen += 1;
    for (const to of out[node]!) {
      if (isDone[to]) continue;
      layer[to] = Math.max(layer[to]!, layer[node]! + 1);
      waiting[to]! -= 1;
      if (waiting[to] === 0) ready.push(to);
    }
  }
  return layer;
}

function meanOf(nodes: readonly number[], centre: Float64Array): number | undefined {
  if (nodes.length === 0) return undefined;
  let sum = 0;
  for (const node of nodes) sum += centre[node]!;
  return sum / nodes.length;
}

/**
 * Moves each node to its neighbours, keeping the order and the gap: nodes that would overlap form a block, placed at the
 * mean of the positions its members want.
 */
function settle(
  layer: readonly number[],
  side: readonly (readonly number[])[],
  centre: Float64Array,
  sizes: Float32Array,
  gap: number,
) {
  interface Block {
    nodes: number[];
    /** From the start of the block to the centre of each node. */
    offsets: number[];
    length: number;
    /** The sum of the block starts that its members want. */
    wish: number;
  }
  const blocks: Block[] = [];
  for (const node of layer) {
    const size = sizes[2 * node + 1]!;
    const wish = (meanOf(side[node]!, centre) ?? centre[node]!) - size / 2;
    let block: Block = { nodes: [node], offsets: [size / 2], length: size, wish };
    for (let last = blocks.at(-1); last && startOf(last) + last.length + gap > startOf(block); last = blocks.at(-1)) {
      blocks.pop();
      const shift = last.length + gap;
      block = {
        nodes: [...last.nodes, ...block.nodes],
        offsets: [...last.offsets, ...block.offsets.map((offset) => offset + shift)],
        length: shift + block.length,
        wish: last.wish + block.wish - shift * block.nodes.length,
      };
    }
    blocks.push(block);
  }
  for (const block of blocks) {
    const start = startOf(block);
    for (const [index, node] of block.nodes.entries()) centre[node] = start + block.offsets[index]!;
  }
}

const startOf = ({ wish, nodes }: { wish: number; nodes: readonly number[] }) => wish / nodes.length;
