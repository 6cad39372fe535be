import { prove } from "#tests/support/expression-cases.ts";
import { data } from "./data.ts";
import { csv } from "./csv.ts";

prove([...data, ...csv], {
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
      ["toJSON(null)", null],
    ],
    bad: [["toJSON(1, 2)", "needs 0 values"]],
  },
  toJSONPretty: {
    good: [
      ["x.toJSONPretty()", '{\n  "a": 1\n}'],
      ['x.toJSONPretty(" ")', '{\n "a": 1\n}'],
    ],
    bad: [["x.toJSONPretty(1)", "a string"]],
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
    bad: [["x.toYAML(1)", "needs 0 values"]],
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
      ['{"b": {"c": true}}.toTOML()', "[b]\n  c = true\n"],
    ],
    bad: [["items.toTOML()", "cannot be called on a list"]],
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
      ["CSV(1)", "CSV needs strings, but got a number."],
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
      ['jsonpath("$.z", x)', ""],
    ],
    bad: [['jsonpath("$[", x)', "not valid JSONPath"]],
  },
  jq: {
    good: [
      ['jq(".a", x)', 1],
      ['jq(".[] | select(. > 1)", items)', 2],
      ['jq(".[] + 1", items)', [2, 3]],
      ['jq("empty", x)', []],
      ['jq("[limit(3; repeat(1))] | length", x)', 3],
    ],
    bad: [
      ['jq(".[", x)', "not valid jq: The expression ends too early."],
      ['jq("." + "[", x)', "not valid jq: The expression ends too early. (line 1, column 3)"],
      ['jq("ma" + "pp(.)", x)', "Did you mean map?"],
      ['jq(".a.b", x)', "Cannot index number"],
      ["jq(1, x)", "a string"],
      ['jq("last(range(1e12))", x)', "takes too long", 100],
      ['jq("def f: f | f; f", x)', "too many times"],
    ],
  },
});
