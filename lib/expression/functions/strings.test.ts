import { prove } from "#tests/support/expression-cases.ts";
import { formatting } from "./format.ts";
import { strings } from "./strings.ts";

prove([...strings, formatting], {
  abbrev: {
    good: [
      ['"hello world".abbrev(8)', "hello..."],
      ['"abc".abbrev(8)', "abc"],
      ['"abcdefghijklmnop".abbrev(6, 10)', "...ghij..."],
    ],
    bad: [
      ['"hello".abbrev(2)', "width of at least 4"],
      ['"hello".abbrev("x")', "a whole number"],
    ],
  },
  camelCase: {
    good: [
      ['"hello big-world".camelCase()', "helloBigWorld"],
      ['"HTTP_server".camelCase()', "HttpServer"],
    ],
    bad: [["camelCase(1)", "cannot be called on a number"]],
  },
  kebabCase: {
    good: [
      ['"Hello World".kebabCase()', "Hello-world"],
      ['"helloBigWorld".kebabCase()', "hellobigworld"],
    ],
    bad: [['"a".kebabCase(1)', "needs 0 values"]],
  },
  snakeCase: {
    good: [
      ['"Hello World".snakeCase()', "Hello_world"],
      ['"".snakeCase()', ""],
    ],
    bad: [["1.snakeCase()", "cannot be called on a number"]],
  },
  charAt: {
    good: [
      ['"héllo".charAt(1)', "é"],
      ['"ab".charAt(2)', ""],
    ],
    bad: [['"ab".charAt(3)', "out of range"]],
  },
  indent: {
    good: [
      ['"a\\nb".indent(2, ">")', ">>a\n>>b"],
      ['"a".indent()', " a"],
    ],
    bad: [],
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
  title: {
    good: [
      ['"hello big world".title()', "Hello Big World"],
      ['"it\'s".title()', "It's"],
    ],
    bad: [['"a".title(1)', "needs 0 values"]],
  },
  quote: {
    good: [
      ['"a\\"b".quote()', '"a\\"b"'],
      ['"".quote()', '""'],
    ],
    bad: [['"a".quote("b")', "needs 0 values"]],
  },
  squote: {
    good: [
      ['"it\'s".squote()', "'it''s'"],
      ['"a".squote()', "'a'"],
    ],
    bad: [['"a".squote("b")', "needs 0 values"]],
  },
  shellQuote: {
    good: [
      ['"a b".shellQuote()', "'a b'"],
      ['"a".shellQuote()', "'a'"],
      ['"a\'b".shellQuote()', `'a'"'"'b'`],
    ],
    bad: [['"a".shellQuote(1)', "needs 0 values"]],
  },
  slug: {
    good: [
      ['"Héllo & World!".slug()', "hello-and-world"],
      ['"a_b".slug()', "a_b"],
    ],
    bad: [['"a".slug(1)', "needs 0 values"]],
  },
  runeCount: {
    good: [
      ['"héllo".runeCount()', 5],
      ['"😀".runeCount()', 1],
    ],
    bad: [['"a".runeCount(1)', "needs 0 values"]],
  },
  wordWrap: {
    good: [
      ['"one two three".wordWrap(7)', "one two\nthree"],
      ['"a".wordWrap()', "a"],
    ],
    bad: [['"a".wordWrap(0)', "at least 1"]],
  },
  toLower: {
    good: [
      ['"ÄB".toLower()', "äb"],
      ['"".toLower()', ""],
    ],
    bad: [['"a".toLower(1)', "needs 0 values"]],
  },
  toUpper: {
    good: [
      ['"äb".toUpper()', "ÄB"],
      ['"".toUpper()', ""],
    ],
    bad: [['"a".toUpper(1)', "needs 0 values"]],
  },
});
