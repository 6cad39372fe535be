import { expect, test } from "vitest";
import { type MapRow, mapOf, rowProblem, rowsOf } from "./map-rows.ts";
import { withKey } from "./with-key.ts";

const row = (key: string, value?: string): MapRow<string> => ({ id: key, key, value });

test("rows are a map without those that have no key or one that is taken", () => {
  expect(mapOf([row("a", "1"), row("", "lost?"), row("a", "2"), row("b")], "")).toEqual({ a: "1", b: "" });
  expect(mapOf(rowsOf({ x: "1", y: "2" }), "")).toEqual({ x: "1", y: "2" });
  expect(Object.keys(mapOf([row("__proto__", "1")], ""))).toEqual(["__proto__"]);
});

test("what keeps a row out of the map is said at it", () => {
  const rows = [row("a", "1"), row("", "lost?"), row("a", "2"), row("")];
  expect(rows.map((one) => rowProblem(rows, one))).toEqual([
    undefined,
    "The key is missing",
    "There is a key a already",
    undefined,
  ]);
});

test("a changed key keeps its place, a new one takes the one it has in the schema", () => {
  const map = { a: 1, extra: 2, d: 3 };
  const order = ["a", "b", "c", "d"];
  expect(Object.keys(withKey(map, "a", 9, order))).toEqual(["a", "extra", "d"]);
  expect(Object.keys(withKey(map, "c", 9, order))).toEqual(["a", "extra", "c", "d"]);
  expect(Object.keys(withKey(map, "other", 9, order))).toEqual(["a", "extra", "d", "other"]);
  expect(withKey(map, "extra", undefined, order)).toEqual({ a: 1, d: 3 });
  expect(Object.keys(withKey({}, "b", 1, order))).toEqual(["b"]);
});
