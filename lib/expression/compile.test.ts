import { expect, test } from "vitest";
import { compile, type CompileOptions, type Notation, type RunOptions, type Values } from "./compile.ts";
import { ExpressionFault } from "./fault.ts";

const patient: RunOptions = { within: 5_000 };
const run = async (notation: Notation, text: string, values: Values = {}, options?: CompileOptions) =>
  (await compile(notation, text, options)).run(values, patient);

const fault = async (notation: Notation, text: string, values: Values = {}, options?: RunOptions) => {
  const found: unknown = await compile(notation, text)
    .then((expression) => expression.run(values, options))
    .catch((error: unknown) => error);
  expect(found).toBeInstanceOf(ExpressionFault);
  return found as ExpressionFault;
};

test.each([
  ["code == 200", { code: 200 }, true],
  ["code == 200.0", { code: 200 }, true],
  ["code + 1", { code: 1.5 }, 2.5],
  ["1 == 1.0 && 1 < 1.5 && 2.0 * 3 == 6", {}, true],
  ["ratio * 100 > 49", { ratio: 0.5 }, true],
  ["json.items.map(i, i.n * 2)", { json: { items: [{ n: 1 }, { n: 2.5 }] } }, [2, 5]],
  ["json.?a.?b.orValue('none')", { json: {} }, "none"],
  ["has(json.a) ? json.a : 'none'", { json: {} }, "none"],
  ["results.filter(r, r.ok).size() == 1", { results: [{ ok: true }, { ok: false }] }, true],
  ["labels.exists(k, k == 'app')", { labels: { app: 1 } }, true],
  ["[1, 'a', 2.5, null, {'b': [true]}]", {}, [1, "a", 2.5, null, { b: [true] }]],
  ["text.matches('^a+$')", { text: "aaa" }, true],
  ["[text].exists(t, t.matches('b') || t . matches ( 'a' ))", { text: "aaa" }, true],
  ["timestamp('2026-01-01T00:00:00Z') + duration('1h') == timestamp('2026-01-01T01:00:00Z')", {}, true],
  ["big + 1.0", { big: 1e20 }, 1e20],
])("evaluates the CEL expression %s", async (text, values, expected) => {
  expect(await run("cel", text, values)).toEqual(expected);
});

test("CEL and templates can call functions that are supplied with the values", async () => {
  const callables = { getAction: [1], lastResult: [0] };
  const values = { getAction: (name: string) => ({ result: `${name}!` }), lastResult: () => ({ n: 1 }) };
  expect(await run("cel", "getAction('x').result + string(lastResult().n + 1)", values, { callables })).toBe("x!2");
  expect(await run("template", '{{(getAction "x").result}}$(lastResult.n)', values, { callables })).toBe("x!1");
});

test.each<[Notation, string, Values, string, { line: number; column: number }, string | undefined]>([
  ["cel", "abrev('x')", {}, "no function abrev", { line: 1, column: 1 }, "abbrev"],
  ["cel", "math.Ad(1)", {}, "no function math.Ad", { line: 1, column: 1 }, "math.Add"],
  ["cel", "[1].map(i,\n  i + foo(i))", {}, "no function foo", { line: 2, column: 7 }, undefined],
  ["cel", "[1].map(i, i) +\n  y", {}, "Unknown variable: y", { line: 2, column: 3 }, undefined],
  ["cel", "1 +\n *", {}, "A value is missing", { line: 2, column: 2 }, undefined],
  ["cel", "a.b + [1]", { a: { b: 1 } }, "cannot be applied to a number and a list", { line: 1, column: 1 }, undefined],
  ["cel", "", {}, "Unexpected end", { line: 1, column: 1 }, undefined],
  ["cel", "x.matches('(')", {}, "is not a regular expression", { line: 1, column: 11 }, undefined],
  ["cel", "x == 1 ||\n regexp.Match('a[', x)", {}, "is not a regular expression", { line: 2, column: 15 }, undefined],
  ["cel", "jq('.a | selct(.b)', x)", {}, "not valid jq", { line: 1, column: 10 }, "select"],
  ["cel", 'jq(r""".a |\n  selct(.b)""", x)', {}, "not valid jq", { line: 2, column: 3 }, "select"],
  ["cel", "jq('.a\\n| selct(.b)', x)", {}, "not valid jq", { line: 1, column: 4 }, "select"],
  ["cel", "jsonpath('$[', x)", {}, "not valid JSONPath", { line: 1, column: 10 }, undefined],
  ["cel", "jmespath('a.[', x)", {}, "not valid JMESPath", { line: 1, column: 10 }, undefined],
  ["template", '{{ .x | regexp.Find "(" }}', {}, "is not a regular expression", { line: 1, column: 21 }, undefined],
  ["template", '{{ jq ".a | selct(.b)" .x }}', {}, "not valid jq", { line: 1, column: 13 }, "select"],
  ["template", "{{ .x | jq `.[` }}", {}, "not valid jq", { line: 1, column: 15 }, undefined],
  ["template", "a\n{{ printff 1 }}", {}, "no function printff", { line: 2, column: 4 }, "printf"],
  ["template", "{{ strings.Foo 1 }}", {}, "no function strings.Foo", { line: 1, column: 4 }, "strings.Sort"],
  ["javascript", "1 +", {}, "SyntaxError", { line: 2, column: 1 }, undefined],
  ["javascript", "\nfoo.bar", {}, "'foo' is not defined", { line: 2, column: 1 }, undefined],
])(
  "the fault of the %s expression %j has a message, a position and a suggestion",
  async (notation, text, values, sentence, place, suggestion) => {
    const found = await fault(notation, text, values, patient);
    expect(found.message).toContain(sentence);
    expect(found.place).toEqual(place);
    expect(found.suggestion).toBe(suggestion);
  },
);

test("a script returns the value of its last statement and cannot access the server", async () => {
  expect(await run("javascript", "var a = [1, 2]; a.map(function (x) { return x + n })", { n: 5 })).toEqual([6, 7]);
  expect(await run("javascript", "[typeof process, typeof require, typeof fetch, typeof setTimeout].join()")).toBe(
    "undefined,undefined,undefined,undefined",
  );
  expect(await run("javascript", "x.constructor.constructor('return typeof globalThis.process')()", { x: {} })).toBe(
    "undefined",
  );
  expect(await run("javascript", "text", { text: '"; while (true) {} "\u2028' })).toBe('"; while (true) {} "\u2028');
});

test.each<[Notation, string]>([
  ["cel", "range(1000).map(a, range(1000).map(b, range(1000).map(c, a + b + c)))"],
  ["cel", "range(3000).all(a, range(3000).all(b, a + b >= 0))"],
  ["template", "{{range 1000000000}}{{end}}"],
  ["javascript", "while (true) {}"],
])("the %s expression %s stops after its time limit, and the process continues", async (notation, text) => {
  expect((await fault(notation, text, {}, { within: 30 })).message).toBe("The expression takes too long.");
});

test.each<[Notation, string]>([
  ["cel", "'x'.repeat(1000000).repeat(1000000)"],
  ["cel", "range(100000000)"],
  ["template", '{{range 10000}}{{repeat 10000 "x"}}{{end}}'],
])("the %s expression %s stops at its memory limit", async (notation, text) => {
  expect((await fault(notation, text, {}, patient)).message).toBe("The expression creates too much data.");
});

test("a script with endless recursion stops, and the next script runs", async () => {
  expect((await fault("javascript", "function f() { return f() + 1 } f()")).message).toMatch(/stack overflow|too deep/);
  expect(await run("javascript", "1 + 1")).toBe(2);
});

test("a valid expression is compiled once; an invalid expression is compiled on every use", async () => {
  expect(compile("cel", "1 + 1")).toBe(compile("cel", "1 + 1"));
  expect(compile("cel", "1 + 1")).not.toBe(compile("template", "1 + 1"));
  await expect(compile("cel", "1 +")).rejects.toThrow();
  await expect(compile("cel", "1 +")).rejects.toThrow();
});
