import { expect, test } from "vitest";
import { ExpressionFault } from "./fault.ts";
import { readPath } from "./json-path.ts";

const document = {
  a: { "b-c": 1, "d.e": 2, "it's": 3 },
  list: [{ n: 1 }, { n: 2 }, { n: 3, ok: true }],
  "x y": null,
};

test.each([
  ["$.a['b-c']", [1]],
  ["$.a.b-c", [1]],
  ["@.a.b-c", [1]],
  [".a.b-c", [1]],
  ["a.b-c", [1]],
  ["['a'][\"d.e\"]", [2]],
  ['$.a["it\'s"]', [3]],
  ["$.list[0].n", [1]],
  ["$.list[-1].n", [3]],
  ["$.list[7].n", []],
  ["$.list[*].n", [1, 2, 3]],
  ["$.list[?(@.n > 1)].n", [2, 3]],
  ["$.list[?@.ok].n", [3]],
  ["$..n", [1, 2, 3]],
  ["$..b-c", [1]],
  ["$['x y']", [null]],
  ["$.x y", [null]],
  ["$.list.n", []],
  ["$.constructor", []],
  ["$.a.__proto__", []],
  ["$.list.length", []],
  ["$", [document]],
])("finds the matches of %s", (path, wanted) => {
  expect(readPath(path).find(document)).toEqual(wanted);
});

test("returns the paths of the matches", () => {
  expect(readPath("$.list[?@.n > 1].n").places(document)).toEqual([
    ["list", 1, "n"],
    ["list", 2, "n"],
  ]);
  expect(readPath("$.a.b-c").places(document)).toEqual([["a", "b-c"]]);
  expect(readPath("$.nothing.here").places(document)).toEqual([]);
});

test.each(["$.a[", "$[?", "$.list[?(@.n >]", "$.a..", "$['a"])("refuses %s", (path) => {
  expect(() => readPath(path)).toThrow(ExpressionFault);
});

test("refuses a path that traverses a large document too often", () => {
  const many = { all: Array.from({ length: 5_000 }, (_, n) => ({ n })) };
  expect(() => readPath("$..all..n").find(many)).toThrow("too often");
  expect(readPath("$..n").find(many)).toHaveLength(5_000);
});
