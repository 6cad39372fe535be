// Orders the nodes within their layers so that few edges cross.
import type { LayerGraph } from "./layers.ts";

const MAX_ROUNDS = 24;
const MIN_ROUNDS = 4;
/** The number of nodes that are sorted in all rounds together: large graphs get fewer rounds. */
const BUDGET = 40_000;

/**
 * Alternating sweeps: each layer is sorted by the mean position of its neighbours in the layer before. The best order
 * is kept.
 */
export function reduceCrossings(graph: LayerGraph): void {
  const at = new Int32Array(graph.before.length);
  const note = (layer: readonly number[]) => {
    for (const [index, node] of layer.entries()) at[node] = index;
  };
  graph.layers.forEach(note);
  let best = graph.layers.map((layer) => [...layer]);
  let least = crossings(graph, at);
  const rounds = Math.max(MIN_ROUNDS, Math.min(MAX_ROUNDS, Math.floor(BUDGET / graph.before.length)));
  for (let round = 0; round < rounds && least > 0; round += 1) {
    const isForward = round % 2 === 0;
    for (const layer of isForward ? graph.layers : graph.layers.toReversed()) {
      sortByMean(layer, isForward ? graph.before : graph.after, at);
      note(layer);
    }
    if (rounds > MIN_ROUNDS) for (const layer of graph.layers) swapNeighbours(layer, graph, at);
    const now = crossings(graph, at);
    if (now < least) {
      least = now;
      best = graph.layers.map((layer) => [...layer]);
    }
  }
  graph.layers = best;
}

function sortByMean(layer: number[], side: readonly number[][], at: Int32Array) {
  const wish = new Map<number, number>();
  let last = 0;
  for (const node of layer) {
    const near = side[node]!;
    // A node without neighbours stays after the node that precedes it.
    if (near.length > 0) last = near.reduce((sum, to) => sum + at[to]!, 0) / near.length;
    wish.set(node, last);
  }
  layer.sort((a, b) => wish.get(a)! - wish.get(b)!);
}

/** Swaps adjacent nodes as long as this removes crossings. */
function swapNeighbours(layer: number[], { before, after }: LayerGraph, at: Int32Array) {
  const byPosition = (a: number, b: number) => at[a]! - at[b]!;
  for (const node of layer) {
    before[node]!.sort(byPosition);
    after[node]!.sort(byPosition);
  }
  const crossed = (a: number, b: number) =>
    inversions(before[a]!, before[b]!, at) + inversions(after[a]!, after[b]!, at);
  for (let isBetter = true; isBetter;) {
    isBetter = false;
    for (let index = 1; index < layer.length; index += 1) {
      const [a, b] = [layer[index - 1]!, layer[index]!];
      if (crossed(a, b) <= crossed(b, a)) continue;
      [layer[index - 1], layer[index]] = [b, a];
      [at[a], at[b]] = [index, index - 1];
      isBetter = true;
    }
  }
}

/**
 * The number of pairs in which the neighbour of the first node is after the neighbour of the second node. Both lists
 * are sorted.
 */
function inversions(first: readonly number[], second: readonly number[], at: Int32Array): number {
  let [sum, passed] = [0, 0];
  for (const near of first) {
    while (passed < second.length && at[second[passed]!]! < at[near]!) passed += 1;
    sum += passed;
  }
  return sum;
}

function crossings({ layers, after }: LayerGraph, at: Int32Array): number {
  let sum = 0;
  for (const [index, layer] of layers.entries()) {
    // A Fenwick tree with the end positions of the edges so far. An edge crosses every earlier edge that ends after it.
    const tree = new Int32Array((layers[index + 1]?.length ?? 0) + 1);
    let total = 0;
    for (const node of layer) {
      const ends = after[node]!.map((to) => at[to]! + 1);
      for (const end of ends) {
        sum += total;
        for (let place = end; place > 0; place &= place - 1) sum -= tree[place]!;
      }
      for (const end of ends) for (let place = end; place < tree.length; place += place & -place) tree[place]! += 1;
      total += ends.length;
    }
  }
  return sum;
}
