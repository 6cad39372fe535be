import { prove } from "#tests/support/expression-cases.ts";
import { lists } from "./lists.ts";

prove(lists, {
  sort: {
    good: [
      ["[3, 1, 2].sort()", [1, 2, 3]],
      ['["b", "a"].sort()', ["a", "b"]],
    ],
    bad: [['[1, "a"].sort()', "sort needs values of one type, but got a string and a number."]],
  },
  distinct: {
    good: [
      ["[1, 1, 2].distinct()", [1, 2]],
      ['[{"a": 1}, {"a": 1}].distinct()', [{ a: 1 }]],
    ],
    bad: [["[1].distinct(1)", "needs 0 values"]],
  },
  uniq: {
    good: [
      ['["a", "a"].uniq()', ["a"]],
      ["[].uniq()", []],
    ],
    bad: [["[1].uniq(1)", "needs 0 values"]],
  },
  flatten: {
    good: [
      ["[[1], [2, [3]]].flatten()", [1, 2, [3]]],
      ["[[1], [2, [3]]].flatten(2)", [1, 2, 3]],
    ],
    bad: [["[1].flatten(-1)", "at least 0"]],
  },
  "reverse/list": {
    good: [
      ["[1, 2].reverse()", [2, 1]],
      ["[].reverse()", []],
    ],
    bad: [["[1].reverse(1)", "needs 0 values"]],
  },
  range: {
    good: [
      ["range(3)", [0, 1, 2]],
      ["range(1, 10, 4)", [1, 5, 9]],
      ["range(3, 1, -1)", [3, 2]],
    ],
    bad: [
      ["range(1, 2, 0)", "other than 0"],
      ["range(100000000)", "too much data"],
    ],
  },
  slice: {
    good: [
      ["[1, 2, 3].slice(1)", [2, 3]],
      ["[1, 2, 3].slice(0, 1)", [1]],
    ],
    bad: [["[1].slice(2)", "out of range"]],
  },
  first: {
    good: [
      ["[1, 2].first()", 1],
      ["[].first()", null],
    ],
    bad: [["[1].first(1)", "needs 0 values"]],
  },
  last: {
    good: [
      ["[1, 2].last()", 2],
      ["[].last()", null],
    ],
    bad: [["[1].last(1)", "needs 0 values"]],
  },
  coalesce: {
    good: [
      ['coalesce("", text)', "hello"],
      ["coalesce(null, 0, 2)", 0],
      ['coalesce("", [])', null],
    ],
    bad: [["coalesce()", "needs at least 1 values"]],
  },
  "sets.contains": {
    good: [
      ["sets.contains([1, 2], [1])", true],
      ["sets.contains([1], [1, 2])", false],
    ],
    bad: [["sets.contains([1], 1)", "a list"]],
  },
  "sets.intersects": {
    good: [
      ["sets.intersects([1, 2], [2, 3])", true],
      ["sets.intersects([1], [])", false],
    ],
    bad: [["sets.intersects(1, [1])", "a list"]],
  },
  "sets.equivalent": {
    good: [
      ["sets.equivalent([1, 2], [2, 1, 1])", true],
      ["sets.equivalent([1], [2])", false],
    ],
    bad: [["sets.equivalent([1])", "needs 2 values"]],
  },
});
