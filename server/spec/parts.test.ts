import { expect, test } from "vitest";
import { z } from "zod";
import { filledIn, part, template, templated, texts } from "./parts.ts";

const spec = part({ display: template.optional() });
const problems = (display: unknown) =>
  (spec.safeParse({ display }).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);

test.each([
  ["expr", "code == 200 &&", "A value is missing here (line 1, column 15)."],
  ["expr", "results.all(r,\n  abrev(r) == '')", "There is no function abrev (line 2, column 3). Did you mean abbrev?"],
  ["expr", "catalog.traverse('a', 'b') == []", "catalog.traverse is not available here."],
  ["template", "{{ if .a }}x", "(line 1, column"],
  ["template", "a\n{{ printff 1 }}", "There is no function printff (line 2, column 4). Did you mean printf?"],
  ["template", "$(abrev 4 .name)", "There is no function abrev (line 1, column 3). Did you mean abbrev?"],
  ["javascript", "var a = 1;\nvar b = ;", "Unexpected token ';' (line 2, column 9)."],
  ["jsonPath", "$[", "not valid JSONPath"],
])("refuses %s %j and reports the position", (name, text, sentence) => {
  const [first, ...rest] = problems({ [name]: text });
  expect(first).toContain(`display.${name}: `);
  expect(first).toContain(sentence);
  expect(rest).toEqual([]);
});

test.each([
  ["expr", "nobody.knows.yet > 1 && last_result().status == 'x'"],
  ["template", "{{ .nobody.knows }} $(neither.this) {{ with last_result }}{{ .status }}{{ end }}"],
  ["javascript", "var x = results.length; x > 1 ? 'a' : 'b'"],
  ["jsonPath", "$.items[?@.name == 'x'].value"],
  ["expr", ""],
])("accepts %s %j, because the variables depend on the run", (name, text) => {
  expect(problems({ [name]: text })).toEqual([]);
});

test("the JSON schema contains the notation of each expression, which the form needs", () => {
  const schema = z.toJSONSchema(template) as { properties: Record<string, { notation?: string }> };
  const notations = Object.entries(schema.properties).map(([name, { notation }]) => [name, notation]);
  expect(Object.fromEntries(notations)).toMatchObject({ expr: "cel", template: "template", javascript: "javascript" });
});

test("checks the templates in a string; a string without a template can have any length", () => {
  expect(templated.safeParse("{{ $(").success).toBe(false);
  expect(templated.safeParse("x".repeat(100_000)).success).toBe(true);
  const result = filledIn(part({ types: texts })).safeParse({ types: ["a", "$(abrev 1 .a)"], more: { deep: "{{" } });
  expect(result.error?.issues.map(({ path }) => path.join("."))).toEqual(["types.1", "more.deep"]);
});
