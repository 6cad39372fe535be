import { prove } from "#tests/support/expression-cases.ts";
import { maps } from "./maps.ts";

prove(maps, {
  keys: {
    good: [
      ['{"b": 1, "a": 2}.keys()', ["a", "b"]],
      ["x.keys()", ["a"]],
    ],
    bad: [["items.keys()", "cannot be called on a list"]],
  },
  values: {
    good: [
      ['{"b": 1, "a": 2}.values()', [2, 1]],
      ["x.values()", [1]],
    ],
    bad: [["text.values()", "cannot be called on a string"]],
  },
  merge: {
    good: [
      ['{"a": {"b": 1}}.merge({"a": {"c": 2}})', { a: { b: 1, c: 2 } }],
      ['x.merge({"a": 2}, {"b": 3})', { a: 2, b: 3 }],
    ],
    bad: [["x.merge(1)", "a map"]],
  },
  omit: {
    good: [
      ['{"a": 1, "b": 2}.omit(["a"])', { b: 2 }],
      ['{"a": 1, "b": 2}.omit("a", "b")', {}],
    ],
    bad: [["x.omit()", "needs at least 1 values"]],
  },
  pick: {
    good: [
      ['{"a": 1, "b": 2}.pick(["a"])', { a: 1 }],
      ['{"a": 1}.pick("z")', {}],
    ],
    bad: [["x.pick()", "needs at least 1 values"]],
  },
  keyValToMap: {
    good: [['keyValToMap("a=1, b=2")', { a: "1", b: "2" }]],
    bad: [['keyValToMap("a")', "key=value"]],
  },
  mapToKeyVal: {
    good: [
      ['mapToKeyVal({"b": 2, "a": 1})', "a=1,b=2"],
      ["mapToKeyVal({})", ""],
    ],
    bad: [["mapToKeyVal([1])", "a map"]],
  },
});
