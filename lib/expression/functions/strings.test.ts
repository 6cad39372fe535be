import { prove } from "#tests/support/expression-cases.ts";
import { formatting } from "./format.ts";
import { strings } from "./strings.ts";

prove([...strings, formatting], {
  charAt: {
    good: [
      ['"héllo".charAt(1)', "é"],
      ['"ab".charAt(2)', ""],
    ],
    bad: [['"ab".charAt(3)', "out of range"]],
  },
  format: {
    good: [
      ['"%s is %d".format(["a", 3])', "a is 3"],
      ['"%.2f%%".format([1.005])', "1.00%"],
    ],
    bad: [['"%s".format("a")', "a list"]],
  },
  repeat: {
    good: [
      ['"ab".repeat(2)', "abab"],
      ['"ab".repeat(0)', ""],
    ],
    bad: [
      ['"a".repeat(-1)', "at least 0"],
      ['"a".repeat(1000000000)', "too much data"],
    ],
  },
  replace: {
    good: [
      ['"aaa".replace("a", "b")', "bbb"],
      ['"aaa".replace("a", "b", 2)', "bba"],
    ],
    bad: [['"a".replace("a")', "needs 2 to 3 values"]],
  },
  replaceAll: {
    good: [
      ['"a.b.c".replaceAll(".", "-")', "a-b-c"],
      ['"abc".replaceAll("x", "y")', "abc"],
    ],
    bad: [['"a".replaceAll(1, "b")', "a string"]],
  },
  "reverse/string": {
    good: [
      ['"abc".reverse()', "cba"],
      ['"".reverse()', ""],
    ],
    bad: [['"abc".reverse(1)', "needs 0 values"]],
  },
  trimPrefix: {
    good: [
      ['"v1.2".trimPrefix("v")', "1.2"],
      ['"1.2".trimPrefix("v")', "1.2"],
    ],
    bad: [['"a".trimPrefix(1)', "a string"]],
  },
  trimSuffix: {
    good: [
      ['"a.yaml".trimSuffix(".yaml")', "a"],
      ['"a".trimSuffix("")', "a"],
    ],
    bad: [['"a".trimSuffix(true)', "a string"]],
  },
  runeCount: {
    good: [
      ['"héllo".runeCount()', 5],
      ['"😀".runeCount()', 1],
    ],
    bad: [['"a".runeCount(1)', "needs 0 values"]],
  },
});
