// Runs jq programs and compares all outputs. The outputs were compared with jq 1.7 where the language is unambiguous.
import { expect, test } from "vitest";
import { ExpressionFault } from "../fault.ts";
import { compileJq } from "./compile.ts";

const shop = {
  a: [
    { n: 1, k: "x" },
    { n: 3, k: "y" },
    { n: 2, k: "x" },
  ],
  b: { c: "hi", d: null },
};

test.each<[program: string, outputs: unknown[]]>([
  [".a[].n", [1, 3, 2]],
  ['.b.c, .b["c"], ."b"."c"', ["hi", "hi", "hi"]],
  [".a[1:] | length", [2]],
  [".a[-1].n, (.a | first.n, last.n)", [2, 1, 2]],
  ["[.. | numbers]", [[1, 3, 2]]],
  ['{x: .b.c, (.b.c): 1, "k\\(1 + 1)": 2}', [{ x: "hi", hi: 1, k2: 2 }]],
  ["{b} | keys", [["b"]]],
  ['{("a", "b"): (1, 2)}', [{ a: 1 }, { a: 2 }, { b: 1 }, { b: 2 }]],
  [
    ".a | group_by(.k) | map({k: .[0].k, s: map(.n) | add})",
    [
      [
        { k: "x", s: 3 },
        { k: "y", s: 3 },
      ],
    ],
  ],
  [".a | sort_by(.n) | map(.n), (.[0], .[2] | .n)", [[1, 2, 3], 1, 3]],
  [".a | (min_by(.n), max_by(.n)) | .n", [1, 3]],
  [".a | unique_by(.k) | map(.n)", [[1, 3]]],
  ['[3, [], {}, "a", null, true, false] | sort', [[null, false, true, 3, "a", [], {}]]],
  [
    ".b | to_entries",
    [
      [
        { key: "c", value: "hi" },
        { key: "d", value: null },
      ],
    ],
  ],
  [".b | with_entries(.value |= tostring)", [{ c: "hi", d: "null" }]],
  ['[{name: "a", value: 1}, {key: "b", value: false}] | from_entries', [{ a: 1, b: false }]],
  [
    '{a: [1, {b: 2}]} | [paths(type == "number")], [leaf_paths]',
    [
      [
        ["a", 0],
        ["a", 1, "b"],
      ],
      [
        ["a", 0],
        ["a", 1, "b"],
      ],
    ],
  ],
  ["del(.a[0, 2]) | .a", [[{ n: 3, k: "y" }]]],
  ["del(.a, .b)", [{}]],
  ["[1, 2, 3] | del(.[0:2]), .[1:] = [9], (.[1:] |= map(. * 2))", [[3], [1, 9], [1, 4, 6]]],
  [".a[].n += 1 | [.a[].n]", [[2, 4, 3]]],
  ["{a: 1} | .b += 2 | .a -= 1 | .c //= 5", [{ a: 0, b: 2, c: 5 }]],
  ["{} | .a.b[2] = 1", [{ a: { b: [null, null, 1] } }]],
  ["{a: 1, b: 2} | map_values(empty), map_values(. + 1)", [{}, { a: 2, b: 3 }]],
  ["(.a[0].n, .b.c) |= 1 | .b.c", [1]],
  ['.b.d // "none", (null, 1, 2 | . // 3)', ["none", 3, 1, 2]],
  [".x?.y? // 1, .a?//2 | type", ["number", "array"]],
  ['if .b.d then 1 elif .b.c == "hi" then 2 else 3 end, (if false then 1 end | type)', [2, "object"]],
  ["reduce .a[] as $x (0; . + $x.n)", [6]],
  [
    "[foreach .a[] as {n: $n} (0; . + $n; [$n, .])]",
    [
      [
        [1, 1],
        [3, 4],
        [2, 6],
      ],
    ],
  ],
  ["[[1, 2], 3] | [.[] as [$x] ?// $x | $x]", [[1, 3]]],
  [". as {b: {c: $z}, $b} | [$z, $b.c]", [["hi", "hi"]]],
  ["1, 2 as $x | $x", [1, 2]],
  ["def f(g): [g, g]; def h($a; $b): $a + $b; f(1, 2), h(1; 2)", [[1, 2, 1, 2], 3]],
  ["def fac: if . <= 1 then 1 else . * (. - 1 | fac) end; 5 | fac", [120]],
  ['try error("x") catch ., (try error({a: 1}) catch .a), ([.[]?] | length)', ["x", 1, 2]],
  ["label $out | 1, 2, 3 | if . == 2 then break $out else . end", [1]],
  ['"\\(1, 2)-\\(3, 4)"', ["1-3", "2-3", "1-4", "2-4"]],
  ['@base64 "x\\(.b.c)", ("aGk=" | @base64d)', ["xaGk=", "hi"]],
  [
    '[1, "a,b", null, "q\\"q"] | @csv, @tsv, @sh, @json',
    ['1,"a,b",,"q""q"', '1\ta,b\t\tq"q', `1 'a,b' null 'q"q'`, '[1,"a,b",null,"q\\"q"]'],
  ],
  ['"a b&ü" | @uri, (@uri | @urid), @html, @text', ["a%20b%26%C3%BC", "a b&ü", "a b&amp;ü", "a b&ü"]],
  ['"hi" | @base32, (@base32 | @base32d)', ["NBUQ====", "hi"]],
  [
    "[limit(3; range(10))], [range(0; 10; 3)], [range(3; 0; -1)]",
    [
      [0, 1, 2],
      [0, 3, 6, 9],
      [3, 2, 1],
    ],
  ],
  [
    "[10 | until(. < 3; . - 3)], [1 | while(. < 20; . * 2)], [1 | limit(4; repeat(. * 2))]",
    [[1], [1, 2, 4, 8, 16], [1, 2, 4, 8]],
  ],
  [
    "2 | [recurse(if . < 5 then . + 1 else empty end)], [recurse(. + 1; . < 4)]",
    [
      [2, 3, 4, 5],
      [2, 3],
    ],
  ],
  [
    "isempty(empty), isempty(1), first(range(5; 10)), [skip(2; range(4))], nth(1; range(5))",
    [true, false, 5, [2, 3], 1],
  ],
  [".a | any(.n > 2), all(.n > 2), (map(.n > 0) | all)", [true, false, true]],
  ['"abc" | test("B"), test("B"; "i"), test(["B", "i"])', [false, true, true]],
  [
    '"éxay" | match("x(?<l>.)?(z)?")',
    [
      {
        offset: 1,
        length: 2,
        string: "xa",
        captures: [
          { offset: 2, length: 1, string: "a", name: "l" },
          { offset: -1, length: 0, string: null, name: null },
        ],
      },
    ],
  ],
  [
    '"k=v w=x" | [capture("(?<key>\\\\w)=(?<val>\\\\w)"; "g")]',
    [
      [
        { key: "k", val: "v" },
        { key: "w", val: "x" },
      ],
    ],
  ],
  [
    '"foo1bar22" | [scan("\\\\d+")], [scan("([a-z])(\\\\d)")]',
    [
      ["1", "22"],
      [
        ["o", "1"],
        ["r", "2"],
      ],
    ],
  ],
  ['"aXbX" | sub("(?<l>X)"; "[\\(.l)]"), gsub("X"; "-"), [sub("X"; "1", "2")]', ["a[X]bX", "a-b-", ["a1bX", "a2bX"]]],
  [
    '"a, b" | [splits(", *")], split(", "), split(" *,"; null)',
    [
      ["a", "b"],
      ["a", "b"],
      ["a", " b"],
    ],
  ],
  ['["a", 1, null, true] | join("-")', ["a-1--true"]],
  [
    '"test" | ltrimstr("te"), rtrimstr("st"), startswith("t"), endswith("x"), ascii_upcase',
    ["st", "te", true, false, "TEST"],
  ],
  ['" a " | trim, ltrim, rtrim, length, utf8bytelength', ["a", "a ", " a", 3, 3]],
  ['"abab" | indices("ab"), index("b"), rindex("b"), explode[0], (explode | implode)', [[0, 2], 1, 3, 97, "abab"]],
  ["[1, 2, 1] | indices(1), contains([2]), inside([1, 2, 3]), (.[1:] | reverse)", [[0, 2], true, true, [1, 2]]],
  ['{a: 1} | has("a"), (["x"] | has(0)), ("a" | in({a: 1}))', [true, true, true]],
  [
    '{a: {b: 1}} * {a: {c: 2}}, ({a: 1} + {b: 2}), ([1, 2, 3] - [2]), "ab" * 2, "a,b" / ","',
    [{ a: { b: 1, c: 2 } }, { a: 1, b: 2 }, [1, 3], "abab", ["a", "b"]],
  ],
  ["7 % 3, -7 % 3, 5 / 2, -(3), (9 | sqrt), pow(2; 3), (2.5 | floor, ceil, round)", [1, -1, 2.5, -3, 3, 8, 2, 3, 3]],
  ['"10" | tonumber + 1, ([1, "a"] | tostring, tojson), ("[1]" | fromjson)', [11, '[1,"a"]', '[1,"a"]', [1]]],
  [
    "[1, [2, [3]]] | flatten, flatten(1), ([[1, 2], [3]] | transpose)",
    [
      [1, 2, 3],
      [1, 2, [3]],
      [
        [1, 3],
        [2, null],
      ],
    ],
  ],
  [
    "[[1, 2], [3, 4]] | [combinations]",
    [
      [
        [1, 3],
        [1, 4],
        [2, 3],
        [2, 4],
      ],
    ],
  ],
  [
    '"2015-03-05T23:51:47Z" | fromdate | ., todate, strftime("%A %d %B %Y %j"), (gmtime | mktime)',
    [1425599507, "2015-03-05T23:51:47Z", "Thursday 05 March 2015 064", 1425599507],
  ],
  ['"10 Jan 2026 05:06 +0200" | strptime("%d %b %Y %H:%M %z") | mktime | todate', ["2026-01-10T03:06:00Z"]],
  ['now > 1.7e9, ([paths] | length), (getpath(["b", "c"])), (setpath(["b", "c"]; 1).b.c)', [true, 13, "hi", 1]],
  ['pick(.a[1].n), ([walk(if type == "number" then . + 1 else . end).a[].n])', [{ a: [null, { n: 3 }] }, [2, 4, 3]]],
  ['[.a[] | .k] | IN("x"), (unique | length), (INDEX(.) | keys)', [false, 2, ["x", "y"]]],
  ['"\\u00e9" | length # a comment', [1]],
  ['{"__proto__": 1} | keys, .["__proto__"], ({} | .__proto__, .constructor)', [["__proto__"], 1, null, null]],
  ["[tostream] | length", [14]],
  ["", [shop]],
])("runs %s", (program, outputs) => {
  expect(compileJq(program)(shop)).toEqual(outputs);
});

test.each<[string, string, { line: number; column: number } | undefined, string?]>([
  ["map(", "ends too early", { line: 1, column: 5 }],
  [".a |\n sellect(.n)", "no function sellect", { line: 2, column: 2 }, "select"],
  ["select(1; 2)", "select needs 1 values, but got 2", { line: 1, column: 1 }],
  ["$nope", "no variable $nope", { line: 1, column: 1 }],
  ["@cvs", "no format @cvs", { line: 1, column: 1 }, "csv"],
  ['"a', "not closed", { line: 1, column: 1 }],
  ['"\\(1', "not closed", { line: 1, column: 4 }],
  ["if 1 then 2", "end is missing", { line: 1, column: 12 }],
  ["1 == 2 == 3", "add brackets", { line: 1, column: 8 }],
  ["{a: }", "Unexpected }", { line: 1, column: 5 }],
  ["break $x", "no label $x", { line: 1, column: 7 }],
  ["1 2", "after the end", { line: 1, column: 3 }],
  ["`", "Unexpected character", { line: 1, column: 1 }],
  ["(".repeat(300), "nested too deep", { line: 1, column: 101 }],
  ["env, $ENV", "no function env", { line: 1, column: 1 }],
  ["input", "no function input", { line: 1, column: 1 }],
  [".a.b", "Cannot index array with string", undefined],
  ["1 / 0", "divisor is zero", undefined],
  ["{} - 1", "cannot be subtracted", undefined],
  [".[] | .[0]", "Cannot index object with number", undefined],
  ["path(1)", "Invalid path expression", undefined],
  ["(1 + 1) |= 2", "Invalid path expression", undefined],
  ['"x" | tonumber', "as a number", undefined],
  ['"[" | fromjson', "while parsing", undefined],
  ['"a" | test("(")', "not a regular expression", undefined],
  ['"a" | test("a"; "q")', "not a valid modifier", undefined],
  ['"a" | strptime("%Y")', "does not match", undefined],
  ["[{}] | @csv", "not valid in a csv row", undefined],
  ["error({a: 1})", 'jq stopped with an error: {"a":1}', undefined],
])("refuses %j", (program, sentence, place, suggestion) => {
  let found: unknown;
  try {
    compileJq(program)(shop);
  } catch (error) {
    found = error;
  }
  expect(found).toBeInstanceOf(ExpressionFault);
  expect((found as ExpressionFault).message).toContain(sentence);
  expect((found as ExpressionFault).place).toEqual(place);
  expect((found as ExpressionFault).suggestion).toBe(suggestion);
});
