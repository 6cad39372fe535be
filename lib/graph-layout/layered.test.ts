// @vitest-environment node
import { describe, expect, test } from "vitest";
import { layered } from "./layered.ts";

const SIZE = [100, 40] as const;

function arrange(edges: readonly number[], sizes: readonly (readonly [number, number])[]) {
  const { places, bends, bendEnds } = layered({
    sizes: Float32Array.from(sizes.flat()),
    edges: Uint32Array.from(edges),
    gapAlong: 50,
    gapAcross: 10,
  });
  const nodes = sizes.map(([wide, high], at) => ({ x: places[2 * at]!, y: places[2 * at + 1]!, wide, high }));
  const lines = Array.from(bendEnds, (end, edge) => {
    const [from, to] = [nodes[edges[2 * edge]!]!, nodes[edges[2 * edge + 1]!]!];
    const points = [{ x: from.x + from.wide, y: from.y + from.high / 2 }];
    for (let at = edge === 0 ? 0 : bendEnds[edge - 1]!; at < end; at += 2)
      points.push({ x: bends[at]!, y: bends[at + 1]! });
    return [...points, { x: to.x, y: to.y + to.high / 2 }];
  });
  return { nodes, lines };
}

const place = (edges: readonly number[], count: number) =>
  arrange(
    edges,
    Array.from({ length: count }, () => SIZE),
  );

test("puts each node after its predecessors, by the longest path", () => {
  expect(place([0, 1, 1, 2, 0, 2], 3).nodes.map(({ x }) => x)).toEqual([0, 150, 300]);
});

test("puts a node without predecessors in the layer before its successor", () => {
  expect(place([0, 1, 1, 2, 3, 2], 4).nodes.map(({ x }) => x)).toEqual([0, 150, 300, 150]);
});

test("nodes of a layer never overlap, and a parent is centred on its children", () => {
  const [parent, ...children] = place([0, 1, 0, 2, 0, 3], 4).nodes;
  const ys = children.map(({ y }) => y).sort((a, b) => a - b);
  expect(ys.every((y, at) => at === 0 || y - ys[at - 1]! >= 50)).toBe(true);
  expect(parent!.y).toBeCloseTo(ys[1]!, 3);
});

test("places cycles, loops and isolated nodes", () => {
  const { nodes, lines } = place([0, 1, 1, 2, 2, 0, 3, 3], 5);
  expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(5);
  expect(nodes.slice(0, 3).map(({ x }) => x)).toEqual([0, 150, 300]);
  // An edge against the flow is drawn directly.
  expect(lines[2]).toHaveLength(2);
});

test("avoids crossing edges", () => {
  // Two parents; the first parent's child comes last in the list.
  const [a, b, childOfB, childOfA] = place([0, 3, 1, 2], 4).nodes;
  expect(Math.sign(a!.y - b!.y)).toBe(Math.sign(childOfA!.y - childOfB!.y));
});

test("an edge passes the layers between its ends without crossing their nodes", () => {
  const { nodes, lines } = place([0, 1, 1, 2, 0, 2], 3);
  const [, enter, leave] = lines[2]!;
  expect([enter!.x, leave!.x]).toEqual([150, 250]);
  expect(enter!.y).toBe(leave!.y);
  expect(Math.abs(enter!.y - (nodes[1]!.y + 20))).toBeGreaterThan(20);
});

test("an edge runs straight through the layer of a small node before it bends", () => {
  const { nodes, lines } = arrange([0, 2, 1, 2], [[60, 20], SIZE, SIZE]);
  expect(lines[0]![1]!.x).toBe(100);
  expect(lines[0]![1]!.y).toBeCloseTo(nodes[0]!.y + 10, 3);
  expect(lines[1]).toHaveLength(2);
});

/** Deterministic random numbers. */
function randomGraph(count: number, lines: number, seed: number): number[] {
  let state = seed;
  const chance = () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296;
  const edges: number[] = [];
  for (let node = 1; node < count; node += 1) edges.push(Math.floor(node * chance()), node);
  while (edges.length < 2 * lines) {
    const [a, b] = [Math.floor(chance() * count), Math.floor(chance() * count)];
    if (a < b) edges.push(a, b);
  }
  return edges;
}

type Lines = ReturnType<typeof arrange>["lines"];
type Point = Lines[number][number];

const turn = (a: Point, b: Point, c: Point) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

function crossings(lines: Lines): number {
  const parts = lines.flatMap((points, line) => points.slice(1).map((to, at) => ({ line, from: points[at]!, to })));
  let count = 0;
  for (const [at, a] of parts.entries())
    for (const b of parts.slice(at + 1))
      if (
        a.line !== b.line &&
        turn(a.from, a.to, b.from) * turn(a.from, a.to, b.to) < 0 &&
        turn(b.from, b.to, a.from) * turn(b.from, b.to, a.to) < 0
      )
        count += 1;
  return count;
}

describe("graphs that fill a page", () => {
  // The crossings of ELK 0.12.1 (layered, thoroughness 5) with its own bends.
  test.each([
    { count: 20, edges: 28, seed: 1, elk: 10 },
    { count: 40, edges: 60, seed: 2, elk: 67 },
    { count: 80, edges: 110, seed: 3, elk: 109 },
    { count: 150, edges: 200, seed: 4, elk: 448 },
    { count: 200, edges: 300, seed: 6, elk: 1801 },
  ])("$count nodes and $edges edges have few crossings, and no edge crosses a node", ({ count, edges, seed, elk }) => {
    const { nodes, lines } = place(randomGraph(count, edges, seed), count);
    expect(crossings(lines)).toBeLessThanOrEqual(elk);
    const isThrough = ({ x, y, wide, high }: (typeof nodes)[number], from: Point, to: Point) =>
      from.x >= x && to.x <= x + wide && Math.max(from.y, to.y) > y && Math.min(from.y, to.y) < y + high;
    const parts = lines.flatMap((points) => points.slice(1).map((to, at) => [points[at]!, to] as const));
    expect(parts.filter(([from, to]) => nodes.some((node) => isThrough(node, from, to)))).toEqual([]);
  });

  test("a tree has no crossings", () => {
    expect(crossings(place(randomGraph(100, 99, 8), 100).lines)).toBe(0);
  });

  test("two thousand nodes do not overlap", () => {
    const byLayer = Map.groupBy(place(randomGraph(2000, 5000, 7), 2000).nodes, ({ x }) => x);
    for (const layer of byLayer.values()) {
      const ys = layer.map(({ y }) => y).sort((a, b) => a - b);
      // Positions are 32-bit numbers.
      expect(ys.every((y, at) => at === 0 || y - ys[at - 1]! > 49.9)).toBe(true);
    }
  });
});
