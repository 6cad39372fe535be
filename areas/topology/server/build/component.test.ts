import { expect, test } from "vitest";
import { emptyComponent, sizeOf, withDescendants } from "./component.ts";

test("lists a component and its descendants, parents first", () => {
  const child = { ...emptyComponent("child"), components: [emptyComponent("grandchild")] };
  const root = { ...emptyComponent("root"), components: [child, emptyComponent("sibling")] };
  expect([...withDescendants(root)].map(({ name }) => name)).toEqual(["root", "child", "sibling", "grandchild"]);
  expect(sizeOf([root, child])).toBe(6);
});

test("a component may have more children than a function can have arguments", () => {
  const leaf = emptyComponent("leaf");
  const root = { ...emptyComponent("root"), components: Array.from({ length: 300_000 }, () => leaf) };
  expect(sizeOf([root])).toBe(300_001);
});
