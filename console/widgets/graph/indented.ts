// An indented layout for narrow windows: every node has its own row, below the node that leads to it and further to the
// right.

export interface IndentedInput {
  /** Width and height, alternating. */
  sizes: Float32Array;
  /** The source and target of each edge, alternating. */
  edges: Uint32Array;
}

const INDENT = 28;
const GAP = 10;

/** Returns left and top, alternating. A node with several predecessors is placed below the first predecessor. */
export function indented({ sizes, edges }: IndentedInput): Float32Array {
  const count = sizes.length / 2;
  const out = Array.from({ length: count }, (): number[] => []);
  const hasPredecessor = new Uint8Array(count);
  for (let at = 0; at < edges.length; at += 2) {
    const [from, to] = [edges[at]!, edges[at + 1]!];
    if (from === to) continue;
    out[from]!.push(to);
    hasPredecessor[to] = 1;
  }
  const places = new Float32Array(2 * count);
  const isPlaced = new Uint8Array(count);
  let top = 0;
  const placeFrom = (start: number) => {
    const waiting = [{ node: start, depth: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { node, depth } = next;
      if (isPlaced[node]) continue;
      isPlaced[node] = 1;
      places.set([depth * INDENT, top], 2 * node);
      top += sizes[2 * node + 1]! + GAP;
      // Reversed, because the last node of the list is processed first.
      for (const to of out[node]!.toReversed()) waiting.push({ node: to, depth: depth + 1 });
    }
  };
  for (let node = 0; node < count; node += 1) if (!hasPredecessor[node]) placeFrom(node);
  // Only nodes in cycles are left.
  for (let node = 0; node < count; node += 1) placeFrom(node);
  return places;
}
