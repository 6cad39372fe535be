import { expect, test } from "vitest";
import type { FoundResource } from "../contract.ts";
import { failingFirst } from "./find.ts";

const check = (name: string, health: string) => ({ id: name, name, health }) as FoundResource;

test("failing checks come first, each check once, and only as many as the palette shows", () => {
  const others = ["a", "c", "d", "e"].map((name) => check(name, "healthy"));
  const failing = [check("b", "unhealthy"), check("z", "unhealthy")];
  const found = failingFirst([...failing, others[0]!, failing[0]!, ...others]);
  expect(found.map(({ name }) => name)).toEqual(["b", "z", "a", "c", "d"]);
  expect(failingFirst([check("a", "healthy"), check("b", "unhealthy")]).map(({ name }) => name)).toEqual(["b", "a"]);
});
