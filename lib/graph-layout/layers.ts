// Assigns nodes to layers so that every edge leads to a later layer, and adds placeholders where an edge passes a
// layer.

export interface LayerGraph {
  /** The nodes of each layer in their order. Numbers beyond the given nodes are placeholders. */
  layers: number[][];
  /** The neighbours of each node in the previous and in the next layer. */
  before: number[][];
  after: number[][];
  /** The placeholders of each edge, in the order of the layers. */
  chains: readonly (readonly number[])[];
}

/** Maximum number of nodes. Larger graphs get no placeholders, because ordering them would take seconds. */
const MAX_PLACEHOLDERS = 4000;

export function layerGraph(count: number, edges: Uint32Array): LayerGraph {
  const order = orderWithoutCycles(count, edges);
  const rank = new Int32Array(count);
  for (const [index, node] of order.entries()) rank[node] = index;
  const forward: [number, number][] = [];
  for (let at = 0; at < edges.length; at += 2) {
    const [from, to] = [edges[at]!, edges[at + 1]!];
    forward.push(rank[from]! <= rank[to]! ? [from, to] : [to, from]);
  }
  const layerOf = assignLayers(order, forward);
  const passed = forward.reduce((sum, [from, to]) => sum + Math.max(0, layerOf[to]! - layerOf[from]! - 1), 0);
  const { before, after } = neighbours(count, []);
  const chains = forward.map(([from, to]) => {
    const chain = [from];
    for (let layer = layerOf[from]! + 1; passed <= MAX_PLACEHOLDERS && layer < layerOf[to]!; layer += 1) {
      chain.push(layerOf.push(layer) - 1);
      before.push([]);
      after.push([]);
    }
    if (from !== to) chain.push(to);
    for (const [index, node] of chain.entries()) {
      if (index === 0) continue;
      after[chain[index - 1]!]!.push(node);
      before[node]!.push(chain[index - 1]!);
    }
    return chain.slice(1, -1);
  });
  return { layers: depthFirst(order, after, layerOf), before, after, chains };
}

function neighbours(count: number, edges: Iterable<readonly [number, number]>) {
  const before = Array.from({ length: count }, (): number[] => []);
  const after = Array.from({ length: count }, (): number[] => []);
  for (const [from, to] of edges) {
    if (from === to) continue;
    after[from]!.push(to);
    before[to]!.push(from);
  }
  return { before, after };
}

/** Orders the nodes so that each comes after its predecessors, except for the edges that close a cycle. */
function orderWithoutCycles(count: number, edges: Uint32Array): number[] {
  const pairs = Array.from({ length: edges.length / 2 }, (_, at) => [edges[2 * at]!, edges[2 * at + 1]!] as const);
  const { before, after } = neighbours(count, pairs);
  const waiting = Int32Array.from(before, ({ length }) => length);
  const isDone = new Uint8Array(count);
  const order: number[] = [];
  const ready: number[] = [];
  for (let node = count - 1; node >= 0; node -= 1) if (waiting[node] === 0) ready.push(node);
  while (order.length < count) {
    const node = ready.pop() ?? fewestPredecessors(waiting, isDone);
    isDone[node] = 1;
    order.push(node);
    for (const to of after[node]!) {
      waiting[to]! -= 1;
      if (waiting[to] === 0 && !isDone[to]) ready.push(to);
    }
  }
  return order;
}

/** Returns the node in the remaining cycles that requires the fewest reversed edges. */
function fewestPredecessors(waiting: Int32Array, isDone: Uint8Array): number {
  let best = -1;
  for (const [node, count] of waiting.entries())
    if (!isDone[node] && (best === -1 || count < waiting[best]!)) best = node;
  return best;
}

/**
 * Computes the longest path from a node without predecessors. Nodes with more successors than predecessors then move
 * towards their successors.
 */
function assignLayers(order: readonly number[], edges: readonly [number, number][]): number[] {
  const { before, after } = neighbours(order.length, edges);
  const layer = order.map(() => 0);
  for (const node of order) for (const to of after[node]!) layer[to] = Math.max(layer[to]!, layer[node]! + 1);
  for (const node of order.toReversed()) {
    const next = after[node]!;
    if (next.length > before[node]!.length)
      layer[node] = next.reduce((least, to) => Math.min(least, layer[to]!), Infinity) - 1;
  }
  return layer;
}

/** The nodes of each layer, with the nodes of a branch next to each other. */
function depthFirst(starts: readonly number[], after: readonly number[][], layerOf: readonly number[]): number[][] {
  const layers: number[][] = [];
  const isSeen = new Uint8Array(layerOf.length);
  for (const start of starts) {
    const waiting = [start];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (isSeen[node]) continue;
      isSeen[node] = 1;
      (layers[layerOf[node]!] ??= []).push(node);
      waiting.push(...after[node]!.toReversed());
    }
  }
  return layers;
}
