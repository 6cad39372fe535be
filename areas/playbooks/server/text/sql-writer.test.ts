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

test("harmless values are inserted unchanged, others are bound", async () => {
  expect(await render("select * from {{ .params.t }} where a = {{ .params.x }}", { t: "public.t", x: 5 })).toEqual({
    query: "select * from public.t where a = 5",
  });
  expect(await render("where a = {{ .params.x }} and b = {{ .params.y }}", { x: "a b", y: "c'd" })).toEqual({
    query: "where a = $1 and b = $2",
    parameters: ["a b", "c'd"],
  });
});

test.each([["1--"], ["a--b"], ["-x"], ["a-"], ["a/"]])("%j, which could start a comment, is bound", async (x) => {
  expect(await render("where a = {{ .params.x }} *2", { x })).toEqual({ query: "where a = $1 *2", parameters: [x] });
  expect(await render("where a = '{{ .params.x }}b'", { x: x.replace(/^-/, "") })).toEqual({
    query: `where a = '${x.replace(/^-/, "")}b'`,
  });
});

test("a negative number after a minus is bound, because two hyphens start a comment", async () => {
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
    'sql.query: The value of .params.x, "a b", cannot be written inside quotes. Write {{ .params.x | sqlQuote }} without quotes around it, so that it becomes a value of its own (line 1, column 12).',
  );
  await expect(render("select $1, {{ .params.x }}", { x: "a b" })).rejects.toThrow("a parameter such as $1");
});
