import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyDatabase } from "#tests/support/database.ts";
import { sqlPayloads } from "#tests/support/injection-payloads.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { ActionInvalid } from "../action-kind.ts";
import { environmentOf } from "./environment.ts";
import { renderBlock } from "./render-block.ts";

const { connection } = await emptyDatabase();
const client = new pg.Client(connection);
beforeAll(async () => {
  await client.connect();
  await client.query("create table canary (n int); create table things (v text)");
});
afterAll(() => client.end());

const kind = { type: "sql", scripts: { query: "sql" } } as const;

const render = async (query: string, x: string) => {
  const values = environmentOf({ params: { x, list: [x] }, resource: { kind: "config", row: { name: x } } });
  const { block } = await renderBlock({ kind, block: { query }, values, scrubber: createScrubber() });
  return block as { query: string; parameters?: string[] };
};

/** Queries that return the value unchanged. */
const accepted = [
  "select {{ .params.x }} as v",
  "select {{ .params.x }}::text as v",
  "select {{ .params.x | sqlQuote }} as v",
  "select {{ sqlQuote .params.x }}::text as v -- a comment",
  "select {{ .config.name | squote }} as v /* it's */",
  "select v from (values ({{ .params.x }})) as t(v) where 'a''b' <> \"v\"",
  "insert into things values ({{ name }}) returning v",
  "{{ range .params.list }}select {{ . }} as v{{ end }}",
  "select case when {{ .params.x }} = {{ .params.x | sqlQuote }} then $(params.x) end as v",
  "select (array[{{ .params.x }}])[1] as v",
] as const;

test("300 payloads reach PostgreSQL as values; none is executed", async () => {
  expect(new Set(sqlPayloads).size).toBe(300);
  for (const payload of sqlPayloads)
    for (const text of accepted) {
      const { query, parameters = [] } = await render(text, payload);
      // If values were not bound, PostgreSQL would execute several statements.
      const { rows } = await client.query<{ v: string }>(
        parameters.length > 0 ? { text: query, values: parameters } : query,
      );
      expect(rows[0]?.v, `${query} with ${JSON.stringify(payload)}`).toBe(payload);
    }
  expect((await client.query("select * from canary")).rows).toEqual([]);
});

const refused = [
  "select '{{ .params.x }}'",
  "select '{{ .params.x | sqlQuote }}'",
  "select 'a%{{ .params.x }}%'",
  'select "{{ .params.x }}"',
  "select `{{ .params.x | sqlQuote }}`",
  "select 1 -- {{ .params.x | sqlQuote }}",
  "select 1 /* {{ .params.x | sqlQuote }} */",
  "do $$ begin perform {{ .params.x | sqlQuote }}; end $$",
  "select * from {{ .params.x }}",
  "select things.{{ .params.x }} from things",
  "select v{{ .params.x }} from things",
  "select {{ .params.x }}v from things",
  "select * from things order by {{ .params.x }}",
  String.raw`select 'a\' || {{ .params.x | sqlQuote }}`,
] as const;

test("300 payloads are refused in quotes, comments and names", async () => {
  for (const payload of sqlPayloads)
    for (const text of refused) {
      const rendered = await render(text, payload).catch((error: unknown) => error);
      expect(rendered, `${text} with ${JSON.stringify(payload)}`).toBeInstanceOf(ActionInvalid);
    }
});
