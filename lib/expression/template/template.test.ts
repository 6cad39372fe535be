import { expect, test } from "vitest";
import { withinBudget } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { builtins } from "./builtins.ts";
import { compileTemplate } from "./compile.ts";
import { braces, dollars } from "./lex.ts";

const functions = new Map(Object.entries(builtins));
const values = {
  name: "api",
  count: 3,
  ratio: 0.5,
  big: 12_345_678,
  yes: true,
  list: ["a", "b", "c"],
  empty: [],
  map: { b: 2, a: 1 },
  deep: { labels: { app: "web" }, rows: [{ id: 1 }, { id: 2 }] },
  nothing: null,
  lookup: (key: unknown) => ({ found: `<${String(key)}>` }),
};

const render = (source: string, delimiters = braces, data: unknown = values) =>
  withinBudget({ deadline: performance.now() + 1_000, room: 1_000_000 }, () =>
    compileTemplate(source, { delimiters, functions, callable: new Set(["lookup"]) })(data),
  );

test.each([
  ["plain", "plain"],
  ["", ""],
  ["{{.name}}", "api"],
  ["{{ .deep.labels.app }}", "web"],
  ["{{.missing}}|{{.missing.deeper}}|{{.nothing}}", "||"],
  ["{{.list}} {{.map}} {{.yes}} {{.big}} {{.ratio}}", "[a b c] map[a:1 b:2] true 12345678 0.5"],
  ['{{"quoted \\"text\\"\\t\\u00e9"}} {{`raw \\n`}} {{\'a\'}}', 'quoted "text"\té raw \\n 97'],
  ["{{1.5}} {{-2}} {{0x1f}} {{1e3}} {{1_000}}", "1.5 -2 31 1000 1000"],
  ["{{if .yes}}A{{else}}B{{end}}", "A"],
  ["{{if .empty}}A{{else if .count}}B{{else}}C{{end}}", "B"],
  ["{{with .deep}}{{.labels.app}}{{$.name}}{{end}}", "webapi"],
  ["{{with .nothing}}A{{else}}{{.name}}{{end}}", "api"],
  ["{{with .nothing}}A{{else with .name}}{{.}}{{end}}", "api"],
  ["{{range .list}}[{{.}}]{{end}}", "[a][b][c]"],
  ["{{range $i, $e := .list}}{{$i}}={{$e}} {{end}}", "0=a 1=b 2=c "],
  ["{{range $k, $v := .map}}{{$k}}:{{$v}};{{end}}", "a:1;b:2;"],
  ["{{range .empty}}x{{else}}none{{end}}", "none"],
  ["{{range 3}}{{.}}{{end}}", "012"],
  ['{{range .list}}{{if eq . "b"}}{{break}}{{end}}{{.}}{{end}}', "a"],
  ['{{range .list}}{{if eq . "b"}}{{continue}}{{end}}{{.}}{{end}}', "ac"],
  ["{{$x := 1}}{{if .yes}}{{$x = 2}}{{end}}{{$x}}", "2"],
  ["{{$x := 1}}{{if .yes}}{{$x := 2}}{{$x}}{{end}}{{$x}}", "21"],
  ["a  {{- .name -}}  b", "aapib"],
  ["a {{- /* said */ -}} b", "ab"],
  ["{{/* said */}}x", "x"],
  ['{{define "row"}}<{{.id}}>{{end}}{{range .deep.rows}}{{template "row" .}}{{end}}', "<1><2>"],
  ['{{block "b" .name}}({{.}}){{end}}', "(api)"],
  ['{{.name | printf "%s-%d" | len}}', "16"],
  [
    '{{printf "%5.1f|%-4s|%04d|%q|%x|%v|%t|%%" 3.14159 "ab" 42 "hi" 255 .map true}}',
    '  3.1|ab  |0042|"hi"|ff|map[a:1 b:2]|true|%',
  ],
  ["{{and .yes .name}} {{or .nothing .count}} {{not .yes}}", "api 3 false"],
  ["{{and .nothing (index .empty 9)}}", ""],
  ['{{eq .count 1 2 3}} {{ne .name "x"}} {{lt 1 2}} {{ge .ratio 0.5}}', "true true true true"],
  ['{{index .list 1}} {{index .map "a"}} {{index .deep.rows 1 "id"}}', "b 1 2"],
  ["{{len .map}}", "2"],
  [
    '{{print 1 2 "a" 3}} {{html "<a&b>"}} {{js "a\'b"}} {{urlquery "a b&c"}}',
    "1 2a3 &lt;a&amp;b&gt; a\\u0027b a+b%26c",
  ],
  ['{{(lookup "k").found}} {{lookup "z" | printf "%v"}} {{name}} {{deep.labels.app}}', "<k> map[found:<z>] api web"],
])("renders %s", (source, expected) => {
  expect(render(source)).toBe(expected);
});

test.each([
  ["$(name)/$(.name)/$(deep.labels.app)", "api/api/web"],
  ['$(printf "%s" (print "a" "b"))', "ab"],
  ["costs $5 and {{.name}}", "costs $5 and {{.name}}"],
])("renders %s with the delimiters $( )", (source, expected) => {
  expect(render(source, dollars)).toBe(expected);
});

test.each([
  ["{{.name", "never closed", 1, 1],
  ["a\n {{if .x}}", "has no end", 2, 11],
  ["{{end}}", "has no matching", 1, 3],
  ["{{else}}", "has no matching", 1, 3],
  ["{{nowhere 1}}", "no function", 1, 3],
  ["{{prinft 1}}", "printf", 1, 3],
  ["{{nowhere}}", "neither a function nor a value", 1, 3],
  ["{{$x}}", "no variable", 1, 3],
  ['{{template "x"}}', "no template", 1, 3],
  ["{{break}}", "inside a range", 1, 3],
  ["{{range .name}}{{end}}", "a list, a map or a number", 1, 9],
  ["{{index .list 7}}", "out of range", 1, 3],
  ["{{lt 1 .name}}", "cannot compare", 1, 3],
  ['{{"\\z"}}', "escape", 1, 3],
  ['{{"abc}}', "never closed", 1, 3],
  ["{{1 2}}", "Only a function", 1, 3],
  ["{{(1}}", "never closed", 1, 3],
  ["{{)}}", "has no matching (", 1, 3],
  ["{{|}}", "missing", 1, 3],
  ["{{.a.b}} {{@}}", "Unexpected character", 1, 12],
  ['{{define "a"}}{{end}}{{define "a"}}{{end}}', "already", 1, 24],
  ['{{define "a"}}{{template "a"}}{{end}}{{template "a"}}', "calls itself without end", 1, 17],
])("refuses %s", (source, sentence, line, column) => {
  let fault: unknown;
  try {
    render(source);
  } catch (error) {
    fault = error;
  }
  expect(fault).toBeInstanceOf(ExpressionFault);
  const { message, suggestion, place } = fault as ExpressionFault;
  expect(`${message} ${suggestion ?? ""}`).toContain(sentence);
  expect(place).toEqual({ line, column });
});

test("a template can only access its values", () => {
  expect(render("{{.constructor}}{{.__proto__}}{{.name.length}}{{.list.map}}")).toBe("");
  expect(() => render("{{constructor}}")).toThrow("neither a function nor a value");
});

test("both pairs of delimiters are parsed in the template source, but not in inserted values", () => {
  const both = (source: string, data: unknown) =>
    compileTemplate(source, { delimiters: braces, beside: dollars, functions })(data);
  const values = { name: "api", evil: "$(secret) {{.secret}}", secret: "s3cret" };
  expect(both("{{.name}}-$(name)-$(.name)", values)).toBe("api-api-api");
  expect(both("{{.evil}} $(evil)", values)).toBe("$(secret) {{.secret}} $(secret) {{.secret}}");
  expect(both("{{range .list}}$(.)$(name){{end}}", { ...values, list: [1, 2] })).toBe("1api2api");
  expect(() => both("ab\n{{.name}} $(nowhere 1)", values)).toThrow(
    expect.objectContaining({ place: { line: 2, column: 13 } }),
  );
});
