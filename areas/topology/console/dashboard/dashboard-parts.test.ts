import { beforeEach, describe, expect, test } from "vitest";
import { changeUrl, parseUrl } from "#console/url/params.ts";
import type { Topology } from "../../model.ts";
import { heldItems } from "./held-order.ts";
import { prunedTree, searchTest, withMatches } from "./search-tree.ts";
import { nextSort, rememberedSort, sortChoice, sortOptions } from "./sort-choice.ts";
import { foldLanes, lanesOf, MAX_LANES, unhealthyAt } from "./time/unhealthy-spans.ts";
import { type Folds, topologyUrl, withFold } from "./topology-url.ts";
import { nameKind, readKind, treeGraph } from "./tree-graph.ts";

const component = (name: string, more: Partial<Topology> = {}): Topology => ({
  id: name,
  agent_id: "00000000-0000-0000-0000-000000000000",
  external_id: "",
  name,
  status: "healthy",
  health: "healthy",
  hidden: false,
  silenced: false,
  is_leaf: false,
  created_at: "2026-11-17T09:00:00Z",
  ...more,
});
const names = (components: readonly Topology[]): unknown =>
  components.map(({ name, components: below }) => (below ? { [name]: names(below) } : name));

describe("the order", () => {
  beforeEach(() => localStorage.clear());

  test("the default order is by health, worst first, until a user chooses another order", () => {
    expect(sortChoice({ sortBy: "", sortOrder: "" }, rememberedSort.get())).toEqual({ by: "status", order: "desc" });
    rememberedSort.set({ by: "name", order: "asc" });
    expect(rememberedSort.get()).toEqual({ by: "name", order: "asc" });
    rememberedSort.set({ by: "field:rate", order: "desc" });
    expect(rememberedSort.get()).toEqual({ by: "field:rate", order: "desc" });
    rememberedSort.set({ by: "type", order: "asc" });
    expect(rememberedSort.get()).toEqual({ by: "type", order: "asc" });
  });

  test("the order in the URL takes precedence", () =>
    expect(sortChoice({ sortBy: "name", sortOrder: "" }, { by: "type", order: "asc" })).toEqual({
      by: "name",
      order: "asc",
    }));

  test("the order is reversed by choosing the field again", () => {
    expect(nextSort({ by: "name", order: "asc" }, "name")).toEqual({ by: "name", order: "desc" });
    expect(nextSort({ by: "name", order: "asc" }, "status")).toEqual({ by: "status", order: "desc" });
    expect(nextSort({ by: "status", order: "desc" }, "type")).toEqual({ by: "type", order: "asc" });
  });

  test("the order can be set to a headline property", () => {
    const child = component("b", { properties: [{ name: "cpu", headline: true, value: 1 }] });
    const options = sortOptions([
      component("a", { properties: [{ name: "rate", label: "Requests", headline: true }, { name: "zone" }] }),
      component("c", { components: [child] }),
    ]);
    expect(options.map(({ value, label }) => `${value} ${label}`)).toEqual([
      "status Health",
      "name Name",
      "type Type",
      "updated_at Last Updated",
      "field:rate Requests",
      "field:cpu CPU",
    ]);
  });
});

describe("the search", () => {
  const tree = [
    component("shop", { components: [component("till", { labels: { env: "prod" } }), component("door")] }),
    component("bank", { type: "Service" }),
  ];
  test("the search is undefined without words", () => expect(searchTest("  ")).toBeUndefined());
  test("keeps components with a matching descendant", () => {
    expect(names(withMatches(tree, searchTest("TILL")!))).toEqual([{ shop: ["till", "door"] }]);
    expect(names(withMatches(tree, searchTest("service")!))).toEqual(["bank"]);
    expect(names(withMatches(tree, searchTest("env=prod till")!))).toEqual([{ shop: ["till", "door"] }]);
    expect(withMatches(tree, searchTest("till bank")!)).toEqual([]);
  });
  test("the search in the graph removes branches without a match", () => {
    expect(names(prunedTree(tree, searchTest("till")!))).toEqual([{ shop: ["till"] }]);
    expect(names(prunedTree(tree, searchTest("shop")!))).toEqual([{ shop: ["till", "door"] }]);
  });
});

test("while the pointer is on the components, they keep their places and show new content", () => {
  const before = [component("a"), component("b"), component("c")];
  const now = [component("d"), component("c", { health: "unhealthy" }), component("a")];
  expect(heldItems(before, now).map(({ item, isGone }) => [item.name, item.health, isGone])).toEqual([
    ["a", "healthy", false],
    ["b", "healthy", true],
    ["c", "unhealthy", false],
    ["d", "healthy", false],
  ]);
});

describe("the graph", () => {
  const options = { folds: new Map<string, boolean>(), hrefOf: ({ id }: Topology) => `/topology/${id}` };

  test("draws a shared component once, with an edge from each parent", () => {
    const shared = component("shared");
    const { nodes, edges } = treeGraph(
      [component("a", { components: [shared] }), component("b", { components: [shared] })],
      options,
    );
    expect(nodes.map(({ id, href }) => `${id} ${href}`)).toEqual([
      "a /topology/a",
      "b /topology/b",
      "shared /topology/shared",
    ]);
    expect(edges).toEqual([
      { from: "a", to: "shared" },
      { from: "b", to: "shared" },
    ]);
  });

  test("opens levels while the graph stays small, and always the path to unhealthy components and the nodes that the user opened", () => {
    const leaves = (of: string) => Array.from({ length: 300 }, (_, at) => component(`${of}${at}`));
    const root = component("root", {
      health: "unhealthy",
      components: [
        component("x", { components: leaves("x") }),
        component("y", { health: "unhealthy", components: leaves("y") }),
      ],
    });
    const isOpen = (folds: ReadonlyMap<string, boolean>) => {
      const { found } = treeGraph([root], { ...options, folds });
      return ["root", "x", "y"].filter((id) => found.get(id)?.isOpen);
    };
    expect(isOpen(new Map())).toEqual(["root", "y"]);
    expect(isOpen(new Map([["x", true]]))).toEqual(["root", "x", "y"]);
    expect(isOpen(new Map([["y", false]]))).toEqual(["root"]);
    expect(treeGraph([root], options).nodes).toHaveLength(303);
  });

  test("the URL keeps the newest 40 components that the user opened or closed", () => {
    const print = (folds: Folds) => changeUrl(topologyUrl, "?view=graph", { folds });
    const read = (text: string) => parseUrl(topologyUrl, { folds: text }).folds;
    const folds = withFold(withFold(withFold(new Map(), "a", true), "b", true), "a", false);
    expect(print(folds)).toBe("?view=graph&folds=b%2C%21a");
    expect(read("b,!a")).toEqual(folds);
    expect(print(new Map())).toBe("?view=graph");
    const many = Array.from({ length: 50 }, (_, at) => `c${at}`).reduce((all, id) => withFold(all, id, true), folds);
    expect([...many.keys()]).toEqual(Array.from({ length: 40 }, (_, at) => `c${at + 10}`));
  });

  test("the graph does not combine unhealthy components with healthy components", () => {
    const { nodes } = treeGraph(
      [component("a", { type: "Pod" }), component("b", { type: "Pod", health: "unhealthy" })],
      options,
    );
    expect(nodes.map(({ kind }) => nameKind(kind))).toEqual(["Pod", "Pod, unhealthy"]);
    expect(readKind(nodes[1]!.kind)).toEqual({ health: "unhealthy", type: "Pod" });
  });
});

describe("unhealthy times", () => {
  const range = { start: Date.parse("2026-11-17T09:00:00Z"), end: Date.parse("2026-11-17T10:00:00Z") };
  const minute = 60_000;
  const lanes = lanesOf(
    [
      { component_id: "a", name: "shop", since: "2026-11-17T08:00:00Z", until: "2026-11-17T09:05:00Z" },
      { component_id: "b", name: "bank", since: "2026-11-17T09:30:00Z", until: null },
      { component_id: "a", name: "shop", since: "2026-11-17T09:50:00Z", until: "2026-11-17T09:51:00Z" },
      { component_id: "c", name: "gone", since: "2026-11-17T07:00:00Z", until: "2026-11-17T08:30:00Z" },
    ],
    range,
  );
  test("intervals are clipped to the time range and sorted, longest first", () =>
    expect(
      lanes.map(({ name, spans }) => [
        name,
        ...spans.map(({ from, to }) => [(from - range.start) / minute, (to - range.start) / minute]),
      ]),
    ).toEqual([
      ["bank", [30, 60]],
      ["shop", [0, 5], [50, 51]],
    ]));
  test("if there are more components than lanes, the remaining components are drawn together in the last lane", () => {
    const lane = (name: string, ...spans: [number, number][]) => ({
      id: name,
      name,
      spans: spans.map(([from, to]) => ({ from, to })),
    });
    const own = Array.from({ length: MAX_LANES - 1 }, (_, n) => lane(`own ${n}`, [0, 9]));
    expect(foldLanes([...own, lane("a", [1, 3])])).toEqual({ drawn: [...own, lane("a", [1, 3])], folded: [] });
    const others = [lane("a", [1, 3], [8, 9]), lane("b", [2, 5]), lane("c", [5, 6])];
    const { drawn, folded } = foldLanes([...own, ...others]);
    expect(folded).toEqual(others);
    expect(drawn).toHaveLength(MAX_LANES);
    expect(drawn.at(-1)!.spans).toEqual([
      { from: 1, to: 6 },
      { from: 8, to: 9 },
    ]);
  });
  test("unhealthyAt returns the components that were unhealthy at a given time", () => {
    expect(unhealthyAt(lanes, range.start + minute)).toEqual(["shop"]);
    expect(unhealthyAt(lanes, range.start + 10 * minute)).toEqual([]);
    expect(unhealthyAt(lanes, range.start + 50 * minute)).toEqual(["bank", "shop"]);
  });
});
