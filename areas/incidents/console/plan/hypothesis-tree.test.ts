// @vitest-environment node
import { describe, expect, test } from "vitest";
import { moveOf, previousSibling, treeOf } from "./hypothesis-tree.ts";

const node = (id: string, type: "root" | "factor" | "solution", parent_id: string | null = null, minute = 0) => ({
  id,
  type,
  parent_id,
  created_at: `2026-11-18T00:${String(minute).padStart(2, "0")}:00Z`,
});

const hypotheses = [
  node("disk", "root", null, 1),
  node("logs", "factor", "disk", 2),
  node("rotate", "solution", "logs", 3),
  node("network", "root", null, 4),
  node("cable", "factor", "network", 5),
];

const print = (tree: ReturnType<typeof treeOf>): string =>
  tree.map(({ hypothesis, children }) => hypothesis.id + (children.length > 0 ? `(${print(children)})` : "")).join(" ");

test("IN-29 hypotheses form a tree of roots, factors and solutions, oldest first", () => {
  expect(print(treeOf(hypotheses.toReversed()))).toBe("disk(logs(rotate)) network(cable)");
});

test("hypotheses in a cycle or with a missing parent are shown at the top", () => {
  expect(print(treeOf([node("a", "factor", "gone"), node("b", "factor", "c", 1), node("c", "factor", "b", 2)]))).toBe(
    "a b c",
  );
});

describe("moving a hypothesis", () => {
  test("changes the type of the moved hypothesis to the level below its new parent", () => {
    expect(moveOf(hypotheses, "cable", "logs")).toEqual([{ id: "cable", parent_id: "logs", type: "solution" }]);
  });

  test("also changes the types of the hypotheses below the moved hypothesis", () => {
    expect(moveOf(hypotheses, "logs", null)).toEqual([
      { id: "logs", parent_id: null, type: "root" },
      { id: "rotate", parent_id: "logs", type: "factor" },
    ]);
  });

  test.each([
    ["to its own parent", "cable", "network"],
    ["below itself", "disk", "rotate"],
    ["below a solution", "cable", "rotate"],
    ["with more levels than there are types", "disk", "cable"],
    ["to a hypothesis that does not exist", "cable", "gone"],
  ])("is refused %s", (_, id, parent) => expect(moveOf(hypotheses, id, parent)).toBeUndefined());
});

test("the previous sibling is the nearest hypothesis above on the same level", () => {
  const tree = treeOf([...hypotheses, node("switch", "factor", "network", 6)]);
  expect(previousSibling(tree, "network")).toBe("disk");
  expect(previousSibling(tree, "switch")).toBe("cable");
  expect(previousSibling(tree, "cable")).toBeUndefined();
});
