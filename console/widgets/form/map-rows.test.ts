import { expect, test } from "vitest";
import { type MapRow, mapOf, rowProblem, rowsOf } from "./map-rows.ts";
import { withKey } from "./with-key.ts";

const row = (key: string, value?: string): MapRow<string> => ({ id: key, key, value });

test("builds a map and ignores rows without a key or with a duplicate key", () => {
  expect(mapOf([row("a", "1"), row("", "lost?"), row("a", "2"), row("b")], "")).toEqual({ a: "1", b: "" });
  expect(mapOf(rowsOf({ x: "1", y: "2" }), "")).toEqual({ x: "1", y: "2" });
  expect(Object.keys(mapOf([row("__proto__", "1")], ""))).toEqual(["__proto__"]);
});

test("reports why a row is not part of the map", () => {
  const rows = [row("a", "1"), row("", "lost?"), row("a", "2"), row("")];
  expect(rows.map((candidate) => rowProblem(rows, candidate))).toEqual([
    undefined,
    "The key is missing",
    "The key a is already used",
    undefined,
  ]);
});

test("keeps the position of a changed key and inserts a new key in schema order", () => {
  const map = { a: 1, extra: 2, d: 3 };
  const order = ["a", "b", "c", "d"];
  expect(Object.keys(withKey(map, "a", 9, order))).toEqual(["a", "extra", "d"]);
  expect(Object.keys(withKey(map, "c", 9, order))).toEqual(["a", "extra", "c", "d"]);
  expect(Object.keys(withKey(map, "other", 9, order))).toEqual(["a", "extra", "d", "other"]);
  expect(withKey(map, "extra", undefined, order)).toEqual({ a: 1, d: 3 });
  expect(Object.keys(withKey({}, "b", 1, order))).toEqual(["b"]);
});
