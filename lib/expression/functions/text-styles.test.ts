import { prove } from "#tests/support/expression-cases.ts";
import { textStyles } from "./text-styles.ts";

prove(textStyles, {
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
  indent: {
    good: [
      ['"a\\nb".indent(2, ">")', ">>a\n>>b"],
      ['"a".indent()', " a"],
    ],
    bad: [],
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
