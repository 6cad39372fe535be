// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { GraphEdge, GraphNode } from "./graph.ts";
import { groupNeighbours } from "./group-neighbours.ts";
import { indented } from "./indented.ts";
import type { Layout } from "./layout.ts";
import { neighbour, moveOf } from "./neighbour.ts";
import { shownPart } from "./shown-part.ts";
import { endsOf } from "./paint.ts";
import {
  boundsOf,
  countBeyond,
  firstView,
  fitted,
  inWindow,
  showing,
  isStillValid,
  READABLE_ZOOM,
  touching,
  widened,
} from "./view.ts";

const node = (id: string, kind = id): GraphNode => ({ id, kind, name: id });
const pods = (count: number, name = "pod") => Array.from({ length: count }, (_, at) => node(`${name}${at}`, name));
const from = (id: string, to: readonly GraphNode[]): GraphEdge[] => to.map((target) => ({ from: id, to: target.id }));

/** The drawn ids and edges; groups are printed as kind and number of members. */
function drawn(nodes: readonly GraphNode[], edges: readonly GraphEdge[], root?: string, open: readonly string[] = []) {
  const graph = groupNeighbours(nodes, edges, root);
  const name = (id: string) => {
    const group = graph.groups.get(id);
    return group ? `${group.kind}*${group.members.length}` : id;
  };
  const chosen = new Map([...graph.groups.keys()].filter((id) => open.includes(name(id))).map((id) => [id, true]));
  const part = shownPart(graph, { root, chosen });
  const lines = Array.from({ length: part.edges.length / 2 }, (_, at) =>
    [part.edges[2 * at]!, part.edges[2 * at + 1]!].map((place) => name(part.ids[place]!)).join(">"),
  );
  return { ids: part.ids.map(name), lines, cut: part.cut };
}

describe("neighbours of the same kind", () => {
  test("two successors are drawn separately, three as an open group, four as a closed group", () => {
    expect(drawn([node("a"), ...pods(2)], from("a", pods(2)), "a").lines).toEqual(["a>pod0", "a>pod1"]);
    expect(drawn([node("a"), ...pods(3)], from("a", pods(3)), "a").ids).toEqual(["a", "pod*3", "pod0", "pod1", "pod2"]);
    expect(drawn([node("a"), ...pods(4)], from("a", pods(4)), "a")).toMatchObject({
      ids: ["a", "pod*4"],
      lines: ["a>pod*4"],
    });
  });

  test("an opened group shows its members and their successors", () => {
    const nodes = [node("a"), ...pods(4), node("leaf")];
    const edges = [...from("a", pods(4)), { from: "pod3", to: "leaf" }];
    expect(drawn(nodes, edges, "a").ids).not.toContain("leaf");
    const open = drawn(nodes, edges, "a", ["pod*4"]);
    expect(open.ids).toContain("leaf");
    expect(open.lines).toContain("pod*4>pod3");
  });

  test("groups with the same members are merged; other groups are not merged", () => {
    const nodes = [node("root"), node("a"), node("b"), node("c"), ...pods(5)];
    const edges = [
      ...from("root", [node("a"), node("b"), node("c")]),
      ...from("a", pods(5)),
      ...from("b", pods(5).toReversed()),
      ...from("c", pods(4)),
    ];
    const { ids, lines } = drawn(nodes, edges, "root");
    expect(ids.filter((id) => id.startsWith("pod*"))).toEqual(["pod*5", "pod*4"]);
    expect(lines).toEqual(expect.arrayContaining(["a>pod*5", "b>pod*5", "c>pod*4"]));
  });

  test("predecessors of the root are grouped", () => {
    const above = drawn(
      [node("a"), ...pods(4)],
      pods(4).map(({ id }) => ({ from: id, to: "a" })),
      "a",
    );
    expect(above).toMatchObject({ ids: ["a", "pod*4"], lines: ["pod*4>a"] });
    const open = drawn(
      [node("a"), ...pods(4)],
      pods(4).map(({ id }) => ({ from: id, to: "a" })),
      "a",
      ["pod*4"],
    );
    expect(open.lines).toContain("pod2>pod*4");
  });

  test("a member of a collapsed group that also has another predecessor is drawn without an edge from the group", () => {
    const nodes = [node("a"), ...pods(4), node("b")];
    const { ids, lines } = drawn(nodes, [...from("a", [...pods(4), node("b")]), { from: "b", to: "pod1" }], "a");
    expect(ids).toContain("pod1");
    expect(lines).toEqual(expect.arrayContaining(["b>pod1", "a>pod*4"]));
    expect(lines).not.toContain("pod*4>pod1");
  });

  test("ignores edges to unknown nodes and loops, and supports cycles", () => {
    const edges = [
      { from: "a", to: "gone" },
      { from: "a", to: "a" },
      ...["ab", "bc", "ca"].map(([x, y]) => ({ from: x!, to: y! })),
    ];
    expect(drawn([node("a"), node("b"), node("c")], edges, "a").ids).toEqual(["a", "b", "c"]);
    expect(drawn([node("a"), node("b"), node("c")], edges).ids).toEqual(["a", "b", "c"]);
  });

  test("draws at most 2000 nodes and returns the number of omitted nodes", () => {
    const many = Array.from({ length: 2100 }, (_, at) => node(`n${at}`));
    expect(drawn([node("a"), ...many], from("a", many), "a")).toMatchObject({ cut: 101 });
  });
});

const layoutOf = (ids: readonly string[], places: number[][], edges: number[] = []): Layout => ({
  ids,
  at: new Map(ids.map((id, at) => [id, at])),
  places: Float32Array.from(places.flat()),
  sizes: Float32Array.from(ids.flatMap(() => [100, 40])),
  edges: Uint32Array.from(edges),
  bends: new Float32Array(),
  bendEnds: new Uint32Array(edges.length / 2),
  direction: "horizontal",
});

describe("keyboard navigation", () => {
  const layout = layoutOf(
    ["a", "b", "c", "d"],
    [
      [0, 100],
      [200, 0],
      [200, 90],
      [200, 200],
    ],
    [0, 1, 0, 2, 0, 3],
  );
  test.each([
    ["a", "ArrowRight", "c"],
    ["c", "ArrowLeft", "a"],
    ["c", "ArrowDown", "d"],
    ["c", "ArrowUp", "b"],
    ["b", "ArrowUp", undefined],
    ["d", "ArrowRight", undefined],
  ])("from %s, %s moves to %s", (id, key, to) => {
    expect(neighbour(layout, id, moveOf(key, "horizontal")!)).toBe(to);
  });
  test("in an indented layout Up and Down move between rows, and Left and Right along the edges", () => {
    const rows = layoutOf(
      ["a", "b", "c"],
      [
        [0, 0],
        [28, 52],
        [28, 104],
      ],
      [0, 1, 0, 2],
    );
    const to = (id: string, key: string) => neighbour({ ...rows, direction: "indented" }, id, moveOf(key, "indented")!);
    expect([to("a", "ArrowDown"), to("b", "ArrowDown"), to("c", "ArrowUp")]).toEqual(["b", "c", "b"]);
    expect([to("a", "ArrowRight"), to("c", "ArrowLeft")]).toEqual(["b", "a"]);
  });
  test("keyboard navigation depends on the direction of the layout", () => {
    expect(["ArrowDown", "ArrowRight", "x"].map((key) => moveOf(key, "vertical"))).toEqual([
      "next",
      "after",
      undefined,
    ]);
  });
});

describe("indented layout", () => {
  const place = (edges: number[], count: number) => {
    const sizes = Float32Array.from({ length: 2 * count }, (_, at) => (at % 2 === 0 ? 100 : 40));
    const flat = indented({ sizes, edges: Uint32Array.from(edges) });
    return Array.from({ length: count }, (_, at) => [flat[2 * at]!, flat[2 * at + 1]!]);
  };
  test("each node has a row below its predecessor, before the next branch", () => {
    expect(place([0, 1, 0, 2, 1, 3], 4)).toEqual([
      [0, 0],
      [28, 50],
      [28, 150],
      [56, 100],
    ]);
  });
  test("a node with two predecessors has one row, and nodes in cycles and isolated nodes also have rows", () => {
    expect(place([0, 2, 1, 2], 3)).toEqual([
      [0, 0],
      [0, 100],
      [28, 50],
    ]);
    const all = place([0, 1, 1, 0], 3);
    expect(new Set(all.map(([, y]) => y)).size).toBe(3);
  });
  test("an edge to a later row is an elbow; an edge to an earlier row goes around the nodes between the two rows", () => {
    const layout = {
      ...layoutOf(
        ["a", "b"],
        [
          [0, 0],
          [28, 52],
        ],
      ),
      direction: "indented" as const,
    };
    expect(endsOf({ layout, places: layout.places }, 0, 1)).toEqual({ x1: 14, y1: 40, x2: 28, y2: 72, path: "elbow" });
    expect(endsOf({ layout, places: layout.places }, 1, 0)).toMatchObject({ x1: 128, x2: 100, path: "around" });
  });
});

describe("the view", () => {
  const window = { width: 1000, height: 500 };
  test("fits the whole graph into the window, centred", () => {
    // Positioned above the controls, which are at the bottom of the window.
    expect(fitted({ left: 0, top: 0, right: 100, bottom: 100 }, window)).toEqual({ zoom: 1, x: 450, y: 168 });
    expect(fitted({ left: 0, top: 0, right: 1936, bottom: 100 }, window).zoom).toBe(0.5);
  });
  test("shows all nodes at first if their text is readable", () => {
    const five = layoutOf(
      ["a", "b", "c", "d", "e"],
      [0, 230, 460, 690, 920].map((left): [number, number] => [left, 0]),
      [0, 1, 1, 2, 2, 3, 3, 4],
    );
    const view = firstView(five, "c", window);
    expect(view.zoom).toBeGreaterThanOrEqual(READABLE_ZOOM);
    expect(view.zoom).toBeLessThan(1);
    expect(touching(five, inWindow(view, window))).toEqual([0, 1, 2, 3, 4]);
    expect(view).toEqual(fitted(boundsOf(five), window));
  });
  test("shows the root at the start of the window if the whole graph is not readable", () => {
    const long = layoutOf(
      ["a", "b"],
      [
        [0, 0],
        [9000, 0],
      ],
      [0, 1],
    );
    const zoom = READABLE_ZOOM;
    expect(firstView(long, "a", window)).toEqual({ zoom, x: 16, y: 218 - zoom * 20 });
    // The last node is at the end of the window, without empty space after it.
    expect(firstView(long, "b", window).x).toBeCloseTo(1000 - 16 - zoom * 9100, 3);
  });
  test("centres a root in the middle of a graph that is too large", () => {
    const long = layoutOf(
      ["a", "b", "c"],
      [
        [0, 0],
        [4500, 0],
        [9000, 0],
      ],
      [0, 1, 1, 2],
    );
    expect(firstView(long, "b", window).x).toBeCloseTo(500 - READABLE_ZOOM * 4550, 3);
  });
  test("counts the nodes beyond each side of the window", () => {
    const layout = layoutOf(
      ["a", "b", "c", "d"],
      [
        [-200, 0],
        [10, 10],
        [10, 900],
        [2000, 900],
      ],
    );
    expect(countBeyond(layout, inWindow({ x: 0, y: 0, zoom: 1 }, window))).toEqual({
      left: 1,
      top: 0,
      right: 1,
      bottom: 1,
    });
  });
  test.each([
    ["does not move for a box in the window", { left: 0, top: 0, right: 900, bottom: 400 }, { x: 0, y: 0 }],
    ["moves to show a box beyond the end", { left: 800, top: 0, right: 1200, bottom: 400 }, { x: -216, y: 0 }],
    ["moves to show a box before the start", { left: -100, top: -50, right: 100, bottom: 40 }, { x: 116, y: 66 }],
    ["shows the start of a box that is too large", { left: 500, top: 0, right: 3000, bottom: 40 }, { x: -484, y: 0 }],
  ])("%s", (_, box, moved) => {
    expect(showing({ x: 0, y: 0, zoom: 1 }, box, window)).toEqual({ zoom: 1, ...moved });
  });
  test("renders the cards in an area around the window until the window leaves this area", () => {
    const seen = inWindow({ x: -100, y: -20, zoom: 2 }, window);
    expect(seen).toEqual({ left: 50, top: 10, right: 550, bottom: 260 });
    const drawnPart = widened(seen);
    expect(isStillValid(drawnPart, seen)).toBe(true);
    expect(isStillValid(drawnPart, { ...seen, left: 800, right: 1300 })).toBe(false);
    // An area much larger than the window is replaced.
    expect(isStillValid(drawnPart, { left: 100, right: 200, top: 100, bottom: 150 })).toBe(false);
    expect(
      touching(
        layoutOf(
          ["a", "b"],
          [
            [0, 0],
            [700, 0],
          ],
        ),
        seen,
      ),
    ).toEqual([0]);
  });
});
