// Every function of the library in CEL: what it gives, and what it refuses with which words.
import { describe, expect, test } from "vitest";
import { compile } from "../compile.ts";
import { ExpressionFault } from "../fault.ts";
import { celFunctions } from "./index.ts";

type Good = [expression: string, result: unknown];
type Bad = [expression: string, sentence: string];

/** By name; a name that lives on two kinds of values has a row for each. */
const cases: Readonly<Record<string, { good: Good[]; bad: Bad[] }>> = {
  abbrev: {
    good: [
      ['"hello world".abbrev(8)', "hello..."],
      ['"abc".abbrev(8)', "abc"],
      ['"abcdefghijklmnop".abbrev(6, 10)', "...ghij..."],
    ],
    bad: [
      ['"hello".abbrev(2)', "width of 4"],
      ['"hello".abbrev("x")', "a whole number"],
    ],
  },
  camelCase: {
    good: [
      ['"hello big-world".camelCase()', "helloBigWorld"],
      ['"HTTP_server".camelCase()', "httpServer"],
    ],
    bad: [["camelCase(1)", "cannot be called so"]],
  },
  kebabCase: {
    good: [
      ['"Hello World".kebabCase()', "hello-world"],
      ['"helloBigWorld".kebabCase()', "hello-big-world"],
    ],
    bad: [['"a".kebabCase(1)', "cannot be called so"]],
  },
  snakeCase: {
    good: [
      ['"Hello World".snakeCase()', "hello_world"],
      ['"".snakeCase()', ""],
    ],
    bad: [["1.snakeCase()", "cannot be called so"]],
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
    bad: [['"a".indent(-1)', "0 to 1000"]],
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
      ['"a".repeat(-1)', "0 at least"],
      ['"a".repeat(1000000000)', "more than fits"],
    ],
  },
  replace: {
    good: [
      ['"aaa".replace("a", "b")', "bbb"],
      ['"aaa".replace("a", "b", 2)', "bba"],
    ],
    bad: [['"a".replace("a")', "cannot be called so"]],
  },
  replaceAll: {
    good: [
      ['"a.b.c".replaceAll(".", "-")', "a-b-c"],
      ['"abc".replaceAll("x", "y")', "abc"],
    ],
    bad: [['"a".replaceAll(1, "b")', "a text"]],
  },
  "reverse/string": {
    good: [
      ['"abc".reverse()', "cba"],
      ['"".reverse()', ""],
    ],
    bad: [['"abc".reverse(1)', "cannot be called so"]],
  },
  trimPrefix: {
    good: [
      ['"v1.2".trimPrefix("v")', "1.2"],
      ['"1.2".trimPrefix("v")', "1.2"],
    ],
    bad: [['"a".trimPrefix(1)', "a text"]],
  },
  trimSuffix: {
    good: [
      ['"a.yaml".trimSuffix(".yaml")', "a"],
      ['"a".trimSuffix("")', "a"],
    ],
    bad: [['"a".trimSuffix(true)', "a text"]],
  },
  title: {
    good: [
      ['"hello big world".title()', "Hello Big World"],
      ['"it\'s".title()', "It's"],
    ],
    bad: [['"a".title(1)', "cannot be called so"]],
  },
  quote: {
    good: [
      ['"a\\"b".quote()', '"a\\"b"'],
      ['"".quote()', '""'],
    ],
    bad: [['"a".quote("b")', "cannot be called so"]],
  },
  squote: {
    good: [
      ['"it\'s".squote()', "'it''s'"],
      ['"a".squote()', "'a'"],
    ],
    bad: [['"a".squote("b")', "cannot be called so"]],
  },
  shellQuote: {
    good: [
      ['"a b".shellQuote()', "'a b'"],
      ['"a".shellQuote()', "a"],
      ['"a\'b".shellQuote()', `'a'"'"'b'`],
    ],
    bad: [['"a".shellQuote(1)', "cannot be called so"]],
  },
  slug: {
    good: [
      ['"Héllo & World!".slug()', "hello-and-world"],
      ['"a_b".slug()', "a-b"],
    ],
    bad: [['"a".slug(1)', "cannot be called so"]],
  },
  runeCount: {
    good: [
      ['"héllo".runeCount()', 5],
      ['"😀".runeCount()', 1],
    ],
    bad: [['"a".runeCount(1)', "cannot be called so"]],
  },
  wordWrap: {
    good: [
      ['"one two three".wordWrap(7)', "one two\nthree"],
      ['"a".wordWrap()', "a"],
    ],
    bad: [['"a".wordWrap(0)', "1 at least"]],
  },
  toLower: {
    good: [
      ['"ÄB".toLower()', "äb"],
      ['"".toLower()', ""],
    ],
    bad: [['"a".toLower(1)', "cannot be called so"]],
  },
  toUpper: {
    good: [
      ['"äb".toUpper()', "ÄB"],
      ['"".toUpper()', ""],
    ],
    bad: [['"a".toUpper(1)', "cannot be called so"]],
  },
  keys: {
    good: [
      ['{"b": 1, "a": 2}.keys()', ["a", "b"]],
      ["x.keys()", ["a"]],
    ],
    bad: [["items.keys()", "cannot be called so"]],
  },
  values: {
    good: [
      ['{"b": 1, "a": 2}.values()', [2, 1]],
      ["x.values()", [1]],
    ],
    bad: [["text.values()", "cannot be called so"]],
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
    bad: [["x.omit()", "cannot be called so"]],
  },
  pick: {
    good: [
      ['{"a": 1, "b": 2}.pick(["a"])', { a: 1 }],
      ['{"a": 1}.pick("z")', {}],
    ],
    bad: [["x.pick()", "cannot be called so"]],
  },
  sort: {
    good: [
      ["[3, 1, 2].sort()", [1, 2, 3]],
      ['["b", "a"].sort()', ["a", "b"]],
    ],
    bad: [['[1, "a"].sort()', "of one kind"]],
  },
  distinct: {
    good: [
      ["[1, 1, 2].distinct()", [1, 2]],
      ['[{"a": 1}, {"a": 1}].distinct()', [{ a: 1 }]],
    ],
    bad: [["[1].distinct(1)", "cannot be called so"]],
  },
  uniq: {
    good: [
      ['["a", "a"].uniq()', ["a"]],
      ["[].uniq()", []],
    ],
    bad: [["[1].uniq(1)", "cannot be called so"]],
  },
  flatten: {
    good: [
      ["[[1], [2, [3]]].flatten()", [1, 2, [3]]],
      ["[[1], [2, [3]]].flatten(2)", [1, 2, 3]],
    ],
    bad: [["[1].flatten(-1)", "0 at least"]],
  },
  "reverse/list": {
    good: [
      ["[1, 2].reverse()", [2, 1]],
      ["[].reverse()", []],
    ],
    bad: [["[1].reverse(1)", "cannot be called so"]],
  },
  range: {
    good: [
      ["range(3)", [0, 1, 2]],
      ["range(1, 10, 4)", [1, 5, 9]],
      ["range(3, 1, -1)", [3, 2]],
    ],
    bad: [
      ["range(1, 2, 0)", "other than 0"],
      ["range(100000000)", "more than fits"],
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
    bad: [["[1].first(1)", "cannot be called so"]],
  },
  last: {
    good: [
      ["[1, 2].last()", 2],
      ["[].last()", null],
    ],
    bad: [["[1].last(1)", "cannot be called so"]],
  },
  coalesce: {
    good: [
      ['coalesce("", text)', "hello"],
      ["coalesce(null, 0, 2)", 2],
      ['coalesce("", [])', null],
    ],
    bad: [["coalesce()", "cannot be called so"]],
  },
  keyValToMap: {
    good: [
      ['keyValToMap("a=1, b=2")', { a: "1", b: "2" }],
      ['keyValToMap("")', {}],
    ],
    bad: [['keyValToMap("a")', "key=value"]],
  },
  mapToKeyVal: {
    good: [
      ['mapToKeyVal({"b": 2, "a": 1})', "a=1,b=2"],
      ["mapToKeyVal({})", ""],
    ],
    bad: [["mapToKeyVal([1])", "a map"]],
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
    bad: [["sets.equivalent([1])", "cannot be called so"]],
  },
  JSON: {
    good: [
      ['JSON("{\\"a\\": 1}").a', 1],
      ['JSON("{}")', {}],
    ],
    bad: [
      ['JSON("{")', "not valid JSON"],
      ['JSON("[1]")', "is a map"],
    ],
  },
  JSONArray: {
    good: [
      ['JSONArray("[1, 2]")[1]', 2],
      ['JSONArray("[]")', []],
    ],
    bad: [['JSONArray("{}")', "is a list"]],
  },
  toJSON: {
    good: [
      ['{"a": [1, 1.5, true]}.toJSON()', '{"a":[1,1.5,true]}'],
      ["toJSON(null)", "null"],
    ],
    bad: [["toJSON(1, 2)", "cannot be called so"]],
  },
  toJSONPretty: {
    good: [
      ["x.toJSONPretty()", '{\n  "a": 1\n}'],
      ['x.toJSONPretty(" ")', '{\n "a": 1\n}'],
    ],
    bad: [["x.toJSONPretty(1)", "a text"]],
  },
  YAML: {
    good: [
      ['YAML("a: 1").a', 1],
      ['YAML("a:\\n- b").a[0]', "b"],
    ],
    bad: [
      ['YAML("a: [")', "not valid YAML"],
      ['YAML("- a")', "is a map"],
    ],
  },
  YAMLArray: {
    good: [
      ['YAMLArray("- a\\n- 1")', ["a", 1]],
      ['YAMLArray("[]")', []],
    ],
    bad: [['YAMLArray("a: 1")', "is a list"]],
  },
  toYAML: {
    good: [
      ["x.toYAML()", "a: 1\n"],
      ["[1].toYAML()", "- 1\n"],
    ],
    bad: [["x.toYAML(1)", "cannot be called so"]],
  },
  TOML: {
    good: [
      ['TOML("a = 1").a', 1],
      ['TOML("[b]\\nc = true").b.c', true],
    ],
    bad: [['TOML("a =")', "not valid TOML"]],
  },
  toTOML: {
    good: [
      ["x.toTOML()", "a = 1\n"],
      ['{"b": {"c": true}}.toTOML()', "[b]\nc = true\n"],
    ],
    bad: [["items.toTOML()", "cannot be called so"]],
  },
  CSV: {
    good: [
      [
        'CSV("a,b\\n1,\\"x,y\\"")',
        [
          ["a", "b"],
          ["1", "x,y"],
        ],
      ],
      ['CSV(["a;b"], ";")', [["a", "b"]]],
    ],
    bad: [
      ["CSV(1)", "a text or a list"],
      ['CSV("\\"a")', "not valid CSV"],
    ],
  },
  jmespath: {
    good: [
      ['jmespath("a.b", {"a": {"b": 2}})', 2],
      ['jmespath("length(@)", [1, 2])', 2],
    ],
    bad: [['jmespath("a.[", x)', "not valid JMESPath"]],
  },
  jsonpath: {
    good: [
      ['jsonpath("$.a", x)', 1],
      ['jsonpath("$.l[*].n", {"l": [{"n": 1}, {"n": 2}]})', [1, 2]],
      ['jsonpath("$.z", x)', null],
    ],
    bad: [['jsonpath("$[", x)', "not valid JSONPath"]],
  },
  "time.Now": {
    good: [
      ["time.Now() > timestamp('2026-01-01T00:00:00Z')", true],
      ["time.Now() < timestamp('2999-01-01T00:00:00Z')", true],
    ],
    bad: [["time.Now(1)", "cannot be called so"]],
  },
  "time.Parse": {
    good: [
      ['time.Parse("2006-01-02", "2026-11-15") == timestamp("2026-11-15T00:00:00Z")', true],
      [
        'time.Parse("Jan 2, 2006 at 3:04pm (MST)", "Feb 3, 2013 at 7:54pm (UTC)") == timestamp("2013-02-03T19:54:00Z")',
        true,
      ],
    ],
    bad: [
      ['time.Parse("2006-01-02", "15.11.2026")', "not a time like"],
      ['time.Parse("2006-01-02", "2026-02-30")', "not a time like"],
    ],
  },
  "time.ParseLocal": {
    good: [
      [
        'time.ParseLocal("2006-01-02T15:04:05Z07:00", "2026-11-15T10:00:00+02:00") == timestamp("2026-11-15T08:00:00Z")',
        true,
      ],
      ['time.ParseLocal("RFC3339", "2026-11-15T10:00:00Z") == timestamp("2026-11-15T10:00:00Z")', true],
    ],
    bad: [['time.ParseLocal("2006", "x")', "not a time like"]],
  },
  "time.ParseInLocation": {
    good: [
      [
        'time.ParseInLocation("2006-01-02 15:04", "Europe/Berlin", "2026-07-01 12:00") == timestamp("2026-07-01T10:00:00Z")',
        true,
      ],
      [
        'time.ParseInLocation("2006-01-02 15:04", "America/New_York", "2026-01-01 00:00") == timestamp("2026-01-01T05:00:00Z")',
        true,
      ],
    ],
    bad: [['time.ParseInLocation("2006", "Mars/Base", "2026")', "no time zone"]],
  },
  "time.ParseDuration": {
    good: [
      ['time.ParseDuration("1h30m") == duration("90m")', true],
      ['time.ParseDuration("-2s") < duration("0s")', true],
    ],
    bad: [['time.ParseDuration("1 hour")', "not a duration"]],
  },
  Duration: {
    good: [
      ['Duration("7d") == duration("168h")', true],
      ['Duration("1w") > Duration("6d")', true],
    ],
    bad: [['Duration("")', "not a duration"]],
  },
  "time.Since": {
    good: [
      ['time.Since(timestamp("2026-01-01T00:00:00Z")) > Duration("1d")', true],
      ['time.Since("2026-01-01T00:00:00Z") > Duration("1d")', true],
    ],
    bad: [['time.Since("yesterday")', "needs a time"]],
  },
  "time.Until": {
    good: [
      ['time.Until(timestamp("2999-01-01T00:00:00Z")) > Duration("1d")', true],
      ['time.Until("2026-01-01T00:00:00Z") < Duration("0")', true],
    ],
    bad: [["time.Until(1)", "needs a time"]],
  },
  "time.ZoneName": {
    good: [
      ["time.ZoneName() != ''", true],
      ["size(time.ZoneName()) > 0", true],
    ],
    bad: [["time.ZoneName(1)", "cannot be called so"]],
  },
  "time.ZoneOffset": {
    good: [
      ["time.ZoneOffset() >= -43200", true],
      ["time.ZoneOffset() <= 50400", true],
    ],
    bad: [["time.ZoneOffset(1)", "cannot be called so"]],
  },
  "time.Format": {
    good: [
      [
        'time.Format("Mon, 02 Jan 2006 15:04:05 -0700", timestamp("2026-11-15T08:05:09Z"))',
        "Sun, 15 Nov 2026 08:05:09 +0000",
      ],
      ['time.Format("Kitchen", "2026-07-01T10:00:00Z", "Europe/Berlin")', "12:00PM"],
    ],
    bad: [['time.Format("2006", "x")', "needs a time"]],
  },
  Format: {
    good: [
      ['timestamp("2026-11-15T08:05:09.120Z").Format("2006-01-02T15:04:05.000Z07:00")', "2026-11-15T08:05:09.120Z"],
      ['timestamp("2026-11-15T08:05:09Z").Format("_2 January 06, 3pm", "UTC")', "15 November 26, 8am"],
    ],
    bad: [['timestamp("2026-11-15T08:05:09Z").Format(1)', "a text"]],
  },
  HumanDuration: {
    good: [
      ['HumanDuration(duration("100h"))', "4d4h"],
      ["HumanDuration(450)", "450ms"],
      ['HumanDuration("150s")', "2m30s"],
    ],
    bad: [["HumanDuration([1])", "needs a duration"]],
  },
  "math.Add": {
    good: [
      ["math.Add(1, 2.5)", 3.5],
      ["math.Add([1, 2, 3])", 6],
    ],
    bad: [
      ['math.Add("a")', "needs numbers"],
      ["math.Add([])", "a number at least"],
    ],
  },
  "math.Mul": {
    good: [
      ["math.Mul(2, 3, 4)", 24],
      ["math.Mul([2, 0.5])", 1],
    ],
    bad: [["math.Mul(true)", "needs numbers"]],
  },
  "math.Sub": {
    good: [
      ["math.Sub(5, 3)", 2],
      ["math.Sub(1, 2.5)", -1.5],
    ],
    bad: [["math.Sub(1)", "cannot be called so"]],
  },
  "math.Div": {
    good: [
      ["math.Div(5, 2)", 2.5],
      ["math.Div(4, 2)", 2],
    ],
    bad: [["math.Div(1, 0)", "divide by 0"]],
  },
  "math.Rem": {
    good: [
      ["math.Rem(5, 3)", 2],
      ["math.Rem(-5, 3)", -2],
    ],
    bad: [["math.Rem(1, 0)", "divide by 0"]],
  },
  "math.Pow": {
    good: [
      ["math.Pow(2, 10)", 1024],
      ["math.Pow(4, 0.5)", 2],
    ],
    bad: [['math.Pow("a", 1)', "a number"]],
  },
  "math.Seq": {
    good: [
      ["math.Seq(3)", [1, 2, 3]],
      ["math.Seq(3, 1)", [3, 2, 1]],
      ["math.Seq(0, 10, 5)", [0, 5, 10]],
    ],
    bad: [["math.Seq(1, 2, 0)", "other than 0"]],
  },
  "math.Abs": {
    good: [
      ["math.Abs(-2)", 2],
      ["math.Abs(1.5)", 1.5],
    ],
    bad: [['math.Abs("a")', "a number"]],
  },
  "math.Ceil": {
    good: [
      ["math.Ceil(1.2)", 2],
      ["math.Ceil(-1.2)", -1],
    ],
    bad: [["math.Ceil(null)", "a number"]],
  },
  "math.Floor": {
    good: [
      ["math.Floor(1.8)", 1],
      ["math.Floor(-1.2)", -2],
    ],
    bad: [["math.Floor([1])", "a number"]],
  },
  "math.Round": {
    good: [
      ["math.Round(2.5)", 3],
      ["math.Round(-2.5)", -3],
    ],
    bad: [["math.Round()", "cannot be called so"]],
  },
  "math.Trunc": {
    good: [
      ["math.Trunc(1.9)", 1],
      ["math.Trunc(-1.9)", -1],
    ],
    bad: [['math.Trunc("1")', "a number"]],
  },
  "math.Sign": {
    good: [
      ["math.Sign(-3)", -1],
      ["math.Sign(0)", 0],
    ],
    bad: [['math.Sign("1")', "a number"]],
  },
  "math.Sqrt": {
    good: [
      ["math.Sqrt(9)", 3],
      ["math.Sqrt(2.25)", 1.5],
    ],
    bad: [['math.Sqrt("9")', "a number"]],
  },
  "math.greatest": {
    good: [
      ["math.greatest(1, 3, 2)", 3],
      ["math.greatest([1.5])", 1.5],
    ],
    bad: [['math.greatest("a")', "needs numbers"]],
  },
  "math.least": {
    good: [
      ["math.least(1, 3, 2)", 1],
      ["math.least([2, -1])", -1],
    ],
    bad: [["math.least()", "cannot be called so"]],
  },
  "math.Max": {
    good: [
      ["math.Max(1, 2)", 2],
      ["math.Max([3])", 3],
    ],
    bad: [["math.Max([])", "a number at least"]],
  },
  "math.Min": {
    good: [
      ["math.Min(1, 2)", 1],
      ["math.Min([3])", 3],
    ],
    bad: [["math.Min([])", "a number at least"]],
  },
  "math.IsNaN": {
    good: [
      ["math.IsNaN(1)", false],
      ["math.IsNaN(math.Sqrt(-1))", true],
    ],
    bad: [['math.IsNaN("a")', "a number"]],
  },
  "math.IsInf": {
    good: [
      ["math.IsInf(1)", false],
      ["math.IsInf(math.Pow(10, 400))", true],
    ],
    bad: [['math.IsInf("a")', "a number"]],
  },
  "math.IsFinite": {
    good: [
      ["math.IsFinite(1.5)", true],
      ["math.IsFinite(math.Sqrt(-1))", false],
    ],
    bad: [['math.IsFinite("a")', "a number"]],
  },
  "math.bitAnd": {
    good: [
      ["math.bitAnd(6, 3)", 2],
      ["math.bitAnd(-1, 5)", 5],
    ],
    bad: [["math.bitAnd(1.5, 1)", "a whole number"]],
  },
  "math.bitOr": {
    good: [
      ["math.bitOr(4, 1)", 5],
      ["math.bitOr(0, 0)", 0],
    ],
    bad: [["math.bitOr(1)", "cannot be called so"]],
  },
  "math.bitXor": {
    good: [
      ["math.bitXor(6, 3)", 5],
      ["math.bitXor(1, 1)", 0],
    ],
    bad: [['math.bitXor("1", 1)', "a whole number"]],
  },
  "math.bitShiftLeft": {
    good: [
      ["math.bitShiftLeft(1, 4)", 16],
      ["math.bitShiftLeft(3, 0)", 3],
    ],
    bad: [["math.bitShiftLeft(1, 64)", "0 to 63"]],
  },
  "math.bitShiftRight": {
    good: [
      ["math.bitShiftRight(16, 4)", 1],
      ["math.bitShiftRight(1, 1)", 0],
    ],
    bad: [["math.bitShiftRight(1, -1)", "0 to 63"]],
  },
  "math.bitNot": {
    good: [
      ["math.bitNot(0)", -1],
      ["math.bitNot(5)", -6],
    ],
    bad: [["math.bitNot(0.5)", "a whole number"]],
  },
  "regexp.Match": {
    good: [
      ['regexp.Match("^h.*o$", text)', true],
      ['regexp.Match("x", text)', false],
    ],
    bad: [['regexp.Match("(", text)', "not a regular expression"]],
  },
  "regexp.Find": {
    good: [
      ['regexp.Find("l+", text)', "ll"],
      ['regexp.Find("x", text)', ""],
    ],
    bad: [['regexp.Find("(?=a)", text)', "not a regular expression"]],
  },
  "regexp.FindAll": {
    good: [
      ['regexp.FindAll("[a-z]", "a1b2")', ["a", "b"]],
      ['regexp.FindAll("[a-z]", "a1b2", 1)', ["a"]],
    ],
    bad: [['regexp.FindAll("[", "a")', "not a regular expression"]],
  },
  "regexp.FindSubmatch": {
    good: [
      ['regexp.FindSubmatch("(\\\\w)=(\\\\d)", "a=1")', ["a=1", "a", "1"]],
      ['regexp.FindSubmatch("z", "a")', []],
    ],
    bad: [["regexp.FindSubmatch(1, 'a')", "a text"]],
  },
  "regexp.Replace": {
    good: [
      ['regexp.Replace("a(.)", "x$1", "abac")', "xbxc"],
      ['regexp.Replace("(?P<n>b)", "[${n}]", "abc")', "a[b]c"],
    ],
    bad: [['regexp.Replace("*", "", "a")', "not a regular expression"]],
  },
  "regexp.ReplaceLiteral": {
    good: [
      ['regexp.ReplaceLiteral("b", "$1", "abc")', "a$1c"],
      ['regexp.ReplaceLiteral("x", "y", "abc")', "abc"],
    ],
    bad: [['regexp.ReplaceLiteral("b", 1, "abc")', "a text"]],
  },
  "regexp.QuoteMeta": {
    good: [
      ['regexp.QuoteMeta("a.b")', "a\\.b"],
      ['regexp.Match(regexp.QuoteMeta("a.b"), "axb")', false],
    ],
    bad: [["regexp.QuoteMeta(1)", "a text"]],
  },
  "regexp.Split": {
    good: [
      ['regexp.Split("\\\\s+", "a  b c")', ["a", "b", "c"]],
      ['regexp.Split(",", "a,b,c", 2)', ["a", "b,c"]],
    ],
    bad: [['regexp.Split(",", 1)', "a text"]],
  },
  "base64.encode": {
    good: [
      ['base64.encode("hello")', "aGVsbG8="],
      ['base64.encode(b"hi")', "aGk="],
    ],
    bad: [["base64.encode(1)", "a text or bytes"]],
  },
  "base64.decode": {
    good: [
      ['base64.decode("aGVsbG8=")', "hello"],
      ['base64.decode("")', ""],
    ],
    bad: [['base64.decode("!!")', "not base64"]],
  },
  "crypto.SHA1": {
    good: [
      ['crypto.SHA1("")', "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
      ['crypto.SHA1(b"a") == crypto.SHA1("a")', true],
    ],
    bad: [["crypto.SHA1(1)", "a text or bytes"]],
  },
  "crypto.SHA256": {
    good: [
      ['crypto.SHA256("")', "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
      ['size(crypto.SHA256("a"))', 64],
    ],
    bad: [["crypto.SHA256(null)", "a text or bytes"]],
  },
  "crypto.SHA384": {
    good: [
      ['size(crypto.SHA384("a"))', 96],
      ['crypto.SHA384("a") == crypto.SHA384("b")', false],
    ],
    bad: [["crypto.SHA384()", "cannot be called so"]],
  },
  "crypto.SHA512": {
    good: [
      ['size(crypto.SHA512("a"))', 128],
      ['crypto.SHA512("a") == crypto.SHA512("a")', true],
    ],
    bad: [["crypto.SHA512([])", "a text or bytes"]],
  },
  urlencode: {
    good: [
      ['urlencode("a b&c")', "a+b%26c"],
      ['urlencode("é")', "%C3%A9"],
    ],
    bad: [["urlencode(1)", "a text"]],
  },
  urldecode: {
    good: [
      ['urldecode("a+b%26c")', "a b&c"],
      ['urldecode("")', ""],
    ],
    bad: [['urldecode("%zz")', "begins no code"]],
  },
  "random.Alpha": {
    good: [
      ["size(random.Alpha(8))", 8],
      ['random.Alpha(9).matches("^[A-Za-z]+$")', true],
    ],
    bad: [["random.Alpha(-1)", "0 to 10000"]],
  },
  "random.AlphaNum": {
    good: [
      ["size(random.AlphaNum(8))", 8],
      ['random.AlphaNum(9).matches("^[A-Za-z0-9]+$")', true],
    ],
    bad: [["random.AlphaNum(100000)", "0 to 10000"]],
  },
  "random.ASCII": {
    good: [
      ["size(random.ASCII(8))", 8],
      ["random.ASCII(0)", ""],
    ],
    bad: [['random.ASCII("a")', "a whole number"]],
  },
  "random.Item": {
    good: [
      ["random.Item([7])", 7],
      ["random.Item([1, 2]) in [1, 2]", true],
    ],
    bad: [["random.Item([])", "not empty"]],
  },
  "random.Number": {
    good: [
      ["random.Number(3, 3)", 3],
      ["random.Number() <= 100", true],
    ],
    bad: [["random.Number(3, 1)", "a least and a greatest"]],
  },
  "uuid.V4": {
    good: [
      ["uuid.IsValid(uuid.V4())", true],
      ["uuid.V4() == uuid.V4()", false],
    ],
    bad: [["uuid.V4(1)", "cannot be called so"]],
  },
  "uuid.Nil": {
    good: [
      ["uuid.Nil()", "00000000-0000-0000-0000-000000000000"],
      ["uuid.IsValid(uuid.Nil())", true],
    ],
    bad: [["uuid.Nil(1)", "cannot be called so"]],
  },
  "uuid.IsValid": {
    good: [
      ['uuid.IsValid("x")', false],
      ['uuid.IsValid("0190d3c2-0000-7000-8000-000000000000")', true],
    ],
    bad: [["uuid.IsValid(1)", "a text"]],
  },
  "uuid.HashUUID": {
    good: [
      ["uuid.HashUUID([1]) == uuid.HashUUID([1])", true],
      ["uuid.IsValid(uuid.HashUUID(x))", true],
    ],
    bad: [["uuid.HashUUID()", "cannot be called so"]],
  },
  "filepath.Base": {
    good: [
      ['filepath.Base("/a/b.txt")', "b.txt"],
      ['filepath.Base("")', "."],
    ],
    bad: [["filepath.Base(1)", "a text"]],
  },
  "filepath.Dir": {
    good: [
      ['filepath.Dir("/a/b.txt")', "/a"],
      ['filepath.Dir("a")', "."],
    ],
    bad: [["filepath.Dir()", "cannot be called so"]],
  },
  "filepath.Ext": {
    good: [
      ['filepath.Ext("a.tar.gz")', ".gz"],
      ['filepath.Ext("a.d/b")', ""],
    ],
    bad: [["filepath.Ext(1)", "a text"]],
  },
  "filepath.Clean": {
    good: [
      ['filepath.Clean("/a/../b/")', "/b"],
      ['filepath.Clean("")', "."],
    ],
    bad: [["filepath.Clean(1)", "a text"]],
  },
  "filepath.FromSlash": {
    good: [
      ['filepath.FromSlash("a/b")', "a/b"],
      ['filepath.FromSlash("")', ""],
    ],
    bad: [["filepath.FromSlash(1)", "a text"]],
  },
  "filepath.ToSlash": {
    good: [
      ['filepath.ToSlash("a\\\\b")', "a/b"],
      ['filepath.ToSlash("a")', "a"],
    ],
    bad: [["filepath.ToSlash(1)", "a text"]],
  },
  "filepath.VolumeName": {
    good: [
      ['filepath.VolumeName("/a")', ""],
      ['filepath.VolumeName("")', ""],
    ],
    bad: [["filepath.VolumeName(1)", "a text"]],
  },
  "filepath.IsAbs": {
    good: [
      ['filepath.IsAbs("/a")', true],
      ['filepath.IsAbs("a")', false],
    ],
    bad: [["filepath.IsAbs(1)", "a text"]],
  },
  "filepath.Join": {
    good: [
      ['filepath.Join("a", "../b")', "b"],
      ['filepath.Join(["/a", "b"])', "/a/b"],
    ],
    bad: [["filepath.Join()", "cannot be called so"]],
  },
  "filepath.Rel": {
    good: [
      ['filepath.Rel("/a", "/a/b")', "b"],
      ['filepath.Rel("/a", "/a")', "."],
    ],
    bad: [['filepath.Rel("/a")', "cannot be called so"]],
  },
  "filepath.Split": {
    good: [
      ['filepath.Split("/a/b")', ["/a/", "b"]],
      ['filepath.Split("b")', ["", "b"]],
    ],
    bad: [["filepath.Split(1)", "a text"]],
  },
  "filepath.Match": {
    good: [
      ['filepath.Match("*.txt", "a.txt")', true],
      ['filepath.Match("*.txt", "a/b.txt")', false],
    ],
    bad: [['filepath.Match(1, "a")', "a text"]],
  },
  "net.ContainsCIDR": {
    good: [
      ['net.ContainsCIDR("10.0.0.0/8", "10.1.2.3")', true],
      ['net.ContainsCIDR("10.0.0.0/8", "::1")', false],
    ],
    bad: [
      ['net.ContainsCIDR("10.0.0.0", "10.1.2.3")', "not a network"],
      ['net.ContainsCIDR("10.0.0.0/8", "x")', "not an address"],
    ],
  },
  "net.IsValidIP": {
    good: [
      ['net.IsValidIP("::1")', true],
      ['net.IsValidIP("1.2.3")', false],
    ],
    bad: [["net.IsValidIP(1)", "a text"]],
  },
  "net.IsIPv4": {
    good: [
      ['net.IsIPv4("1.2.3.4")', true],
      ['net.IsIPv4("::1")', false],
    ],
    bad: [["net.IsIPv4(1)", "a text"]],
  },
  "net.IsIPv6": {
    good: [
      ['net.IsIPv6("::1")', true],
      ['net.IsIPv6("1.2.3.4")', false],
    ],
    bad: [["net.IsIPv6(1)", "a text"]],
  },
  HumanSize: {
    good: [
      ["HumanSize(1536)", "1.5K"],
      ["HumanSize(12)", "12B"],
      ['HumanSize("1048576")', "1M"],
    ],
    bad: [['HumanSize("x")', "a number of bytes"]],
  },
  Semver: {
    good: [
      ['Semver("v1.2.3-rc.1+build").minor', 2],
      ['Semver("1.2").prerelease', ""],
    ],
    bad: [['Semver("x")', "not a version"]],
  },
  SemverCompare: {
    good: [
      ['SemverCompare("1.2.3", "v1.2.3")', true],
      ['SemverCompare("1.2.3", "1.2.4")', false],
    ],
    bad: [['SemverCompare("1.2.3", "")', "not a version"]],
  },
  SemverOrder: {
    good: [
      ['SemverOrder("1.2.3", "1.10.0")', -1],
      ['SemverOrder("1.0.0", "1.0.0-rc1")', 1],
    ],
    bad: [['SemverOrder("a", "b")', "not a version"]],
  },
  "k8s.cpuAsMillicores": {
    good: [
      ['k8s.cpuAsMillicores("250m")', 250],
      ['k8s.cpuAsMillicores("1.5")', 1500],
      ["k8s.cpuAsMillicores(2)", 2000],
    ],
    bad: [['k8s.cpuAsMillicores("many")', "a quantity"]],
  },
  "k8s.memoryAsBytes": {
    good: [
      ['k8s.memoryAsBytes("1Gi")', 1_073_741_824],
      ['k8s.memoryAsBytes("100M")', 100_000_000],
    ],
    bad: [['k8s.memoryAsBytes("1GB")', "a quantity"]],
  },
  matchQuery: {
    good: [
      ['matchQuery(pod, "type=Kubernetes::Pod health=unhealthy")', true],
      ['matchQuery(pod, "name=other*")', false],
    ],
    bad: [
      ['matchQuery(pod, "(")', "cannot read"],
      ["matchQuery(1, 'a')", "a map"],
    ],
  },
  matchLabel: {
    good: [
      ['matchLabel(pod.labels, "app", "web*,!worker")', true],
      ['matchLabel(pod.labels, "app", "!web")', false],
      ['matchLabel(pod.labels, "none", "!web")', true],
    ],
    bad: [['matchLabel(1, "app", "a")', "a map"]],
  },
  "aws.arnToMap": {
    good: [
      ['aws.arnToMap("arn:aws:s3:eu-west-1:123:bucket/a:b").resource', "bucket/a:b"],
      ['aws.arnToMap("arn:aws:iam::123:user/x").account', "123"],
    ],
    bad: [['aws.arnToMap("x")', "not an ARN"]],
  },
  "aws.fromAWSMap": {
    good: [
      ['aws.fromAWSMap([{"Name": "a", "Value": "1"}])', { a: "1" }],
      ['aws.fromAWSMap([{"Key": "b", "Value": "2"}]).b', "2"],
    ],
    bad: [["aws.fromAWSMap({})", "a list"]],
  },
};

const values = {
  x: { a: 1 },
  text: "hello",
  items: [1, 2],
  pod: { name: "api", type: "Kubernetes::Pod", health: "unhealthy", labels: { app: "web" } },
};

const run = async (text: string) => (await compile("cel", text)).run(values, { within: 5_000 });

test("every function has two good cases at least, and a bad one", () => {
  const twice = new Set(celFunctions.map(({ name }) => name).filter((name, index, all) => all.indexOf(name) !== index));
  const names = celFunctions.map(({ name, on }) => (twice.has(name) ? `${name}/${on}` : name));
  expect(names.filter((name) => !cases[name] || cases[name].good.length < 2 || cases[name].bad.length < 1)).toEqual([]);
  expect(Object.keys(cases).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(Object.entries(cases))("%s", (_, { good, bad }) => {
  test.each(good)("%s", async (text, expected) => {
    expect(await run(text)).toEqual(expected);
  });
  test.each(bad)("%s is refused", async (text, sentence) => {
    const fault: unknown = await run(text).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ExpressionFault);
    expect((fault as ExpressionFault).message).toContain(sentence);
  });
});
