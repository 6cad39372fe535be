import { expect, test } from "vitest";
import type { Catalog } from "../db/relations.ts";
import { parse } from "./parse.ts";
import { PlanCache } from "./plan-cache.ts";

const catalog = (): Catalog => ({ relations: new Map(), functions: new Map(), overloads: new Map() });

test("a query of the same shape is planned only once per catalog", () => {
  const cache = new PlanCache<number>();
  const [first, second] = [catalog(), catalog()];
  let created = 0;
  const create = () => (created += 1);
  expect([cache.get(first, "a", create), cache.get(first, "a", create), cache.get(first, "b", create)]).toEqual([
    1, 1, 2,
  ]);
  expect(cache.get(second, "a", create)).toBe(3);
  expect(cache.size).toBe(1);
});

test("the least recently used entry is evicted first, and very long keys are not cached", () => {
  const cache = new PlanCache<string>();
  const known = catalog();
  for (let key = 0; key < 2_000; key += 1) cache.get(known, String(key), () => "old");
  cache.get(known, "0", () => "new");
  cache.get(known, "one more", () => "old");
  expect(cache.get(known, "0", () => "new")).toBe("old");
  expect(cache.get(known, "1", () => "new")).toBe("new");
  cache.get(known, "x".repeat(10_000), () => "long");
  expect(cache.size).toBe(2_000);
});

test("requests that differ only in values have the same shape", () => {
  const shape = (search: string) => parse(search).query.shape;
  expect(shape("id=eq.1&name=in.(a)&limit=5&offset=5&v.limit=3")).toEqual(
    shape("id=eq.2&name=in.(b,c)&limit=9&offset=1&v.limit=4"),
  );
  expect(shape("id=eq.1")).not.toEqual(shape("id=gt.1"));
  expect(shape("id=is.null")).not.toEqual(shape("id=is.true"));
});
