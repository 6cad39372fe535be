import { expect, test } from "vitest";
import { createScrubber } from "#server/scrub/scrub.ts";
import { environmentOf } from "./environment.ts";
import { renderBlock } from "./render-block.ts";

const kind = { type: "sql", scripts: { query: "sql" } } as const;

const render = async (query: string, params: Record<string, unknown>) => {
  const values = environmentOf({ params });
  const { block } = await renderBlock({ kind, block: { query }, values, scrubber: createScrubber() });
  return block as { query: string; parameters?: string[] };
};

test("harmless values are inserted unchanged; other values are bound as parameters", async () => {
  expect(await render("select * from {{ .params.t }} where a = {{ .params.x }}", { t: "public.t", x: 5 })).toEqual({
    query: "select * from public.t where a = 5",
  });
  expect(await render("where a = {{ .params.x }} and b = {{ .params.y }}", { x: "a b", y: "c'd" })).toEqual({
    query: "where a = $1 and b = $2",
    parameters: ["a b", "c'd"],
  });
});

test.each([["1--"], ["a--b"], ["-x"], ["a-"], ["a/"]])(
  "%j is bound as a parameter, because it could start a comment",
  async (x) => {
    expect(await render("where a = {{ .params.x }} *2", { x })).toEqual({ query: "where a = $1 *2", parameters: [x] });
    expect(await render("where a = '{{ .params.x }}b'", { x: x.replace(/^-/, "") })).toEqual({
      query: `where a = '${x.replace(/^-/, "")}b'`,
    });
  },
);

test.each(["id", "null", "true", "current_user", "a.b", "2026-11-18", "0x1f", "a=a", "all"])(
  "%j is bound where SQL expects a value, so that it cannot become a column or a keyword",
  async (x) => {
    const queries = [
      ["delete from t where id = {{ .params.x }}", "delete from t where id = $1"],
      ["delete from t where id={{ .params.x }};", "delete from t where id=$1;"],
      ["select * from t where {{ .params.x }}", "select * from t where $1"],
      ["select * from t where a = 1 or {{ .params.x }}", "select * from t where a = 1 or $1"],
      ["select * from t where a in ({{ .params.x }}, 2)", "select * from t where a in ($1, 2)"],
      ["select * from t where a in (1, {{ .params.x }})", "select * from t where a in (1, $1)"],
      ["select * from t where a like {{ .params.x }}", "select * from t where a like $1"],
      ["insert into t (a, b) values (1, {{ .params.x }})", "insert into t (a, b) values (1, $1)"],
      ["update t set a = {{ .params.x }} where b = 1", "update t set a = $1 where b = 1"],
      ["select lower({{ .params.x }}) from t", "select lower($1) from t"],
      ["select * from t limit {{ .params.x }}", "select * from t limit $1"],
      ["select a + {{ .params.x }} from t", "select a + $1 from t"],
    ];
    for (const [query, bound] of queries)
      expect(await render(query!, { x })).toEqual({ query: bound, parameters: [x] });
  },
);

test.each([
  ["select {{ .params.x }}, b from t", "name"],
  ["select * from {{ .params.x }}", "public.t"],
  ["select * from t order by a {{ .params.x }}", "desc"],
  ["select * from t where t.{{ .params.x }} = 1", "name"],
  ["select * from (select {{ .params.x }} from t) s", "name"],
  ["insert into t ({{ .params.x }}) values (1)", "name"],
  ["update t set {{ .params.x }} = 1", "name"],
  ["grant {{ .params.x }} to {{ .params.x }}", "reader"],
  ["select * from t_{{ .params.x }} where a > 2", "2026"],
  ["select * from t where a = {{ .params.x }} limit {{ .params.x }}", "-1.5e3"],
])("in %j the name or number %j is inserted unchanged", async (query, x) => {
  expect(await render(query, { x })).toEqual({ query: query.replaceAll("{{ .params.x }}", x) });
});

test("a value that SQL reads as the beginning of a name cannot be bound", async () => {
  await expect(render("select * from t where {{ .params.x }}.id = 1", { x: "t" })).rejects.toThrow(
    "is used as an SQL name",
  );
});

test("a value after a digit must be a number", async () => {
  expect(await render("where a = {{ .params.x }}{{ .params.y }}", { x: 1, y: 2 })).toEqual({ query: "where a = 12" });
  await expect(render("where a = {{ .params.x }}{{ .params.y }}", { x: 1, y: "or.1" })).rejects.toThrow(
    "is used as an SQL name",
  );
});

test("a negative number after a minus is bound, because two hyphens begin a comment", async () => {
  expect(await render("select 1 -{{ .params.x }}", { x: -5 })).toEqual({ query: "select 1 -$1", parameters: ["-5"] });
});

test("sqlQuote writes a literal; a value with a backslash is bound, because MySQL treats it as an escape", async () => {
  expect(await render("select {{ .params.x | sqlQuote }}", { x: "it's" })).toEqual({ query: "select 'it''s'" });
  expect(await render("select {{ .params.x | sqlQuote }}", { x: String.raw`\'; drop` })).toEqual({
    query: "select $1",
    parameters: [String.raw`\'; drop`],
  });
  expect(await render("select a #> {{ .params.x | sqlQuote }}", { x: "{a}" })).toEqual({
    query: "select a #> $1",
    parameters: ["{a}"],
  });
});

test("the error explains how to write the value", async () => {
  await expect(render("select '{{ .params.x }}'", { x: "a b" })).rejects.toThrow(
    'sql.query: The value of .params.x, "a b", cannot be written inside quotes. Write {{ .params.x | sqlQuote }} without quotes around it, so that it becomes a separate value (line 1, column 12).',
  );
  await expect(render("select $1, {{ .params.x }}", { x: "a b" })).rejects.toThrow("a parameter such as $1");
});
