import { expect, test } from "vitest";
import { boundText, sqlServerBatch } from "./bound-text.ts";
import { effectOf, type Effect } from "./effect.ts";
import type { Database } from "./tokens.ts";

const verbs: [string, Effect["kind"], Database?][] = [
  ["select 1", "read"],
  ["SELECT * FROM ships WHERE name = 'a;b' -- ; drop table ships", "read"],
  ["with a as (select 1) select * from a", "read"],
  ["select * from ships for update", "read"],
  ["insert into ships (id, name) values (1, 'x')", "change"],
  ['insert into "my ships" (id) select id from ships', "change"],
  ["update ships set name = lower(name) where id in (1, 2)", "change"],
  ["delete from ships where id = 1;", "change"],
  ["insert into ships (id) values (1) on conflict (id) do update set id = 2", "change"],
  ["/* note */ delete from ships", "change"],
  ["insert ships (id) values (1)", "change", "sqlserver"],
  ["delete top (10) from [ships]", "change", "sqlserver"],
  ["drop table ships", "unpredictable"],
  ["create table x (id int)", "unpredictable"],
  ["truncate ships", "unpredictable"],
  ["call sail()", "unpredictable"],
  ["do $$ begin end $$", "unpredictable"],
  ["exec sail", "unpredictable", "sqlserver"],
  ["update ships set a = 1; delete from ships", "unpredictable"],
  ["update ships set a = 1 commit", "unpredictable", "sqlserver"],
  ["update ships set a = 1 drop table ships", "unpredictable", "sqlserver"],
  ["update ships set a = 1 exec xp_cmdshell 'x'", "unpredictable", "sqlserver"],
  ["update ships set a = 1 set nocount on", "unpredictable", "sqlserver"],
  ["delete from ships where id = dblink_exec('x', 'y')", "unpredictable"],
  ["update ships set a = public.sail(1)", "unpredictable"],
  ['update ships set a = "sail"(1)', "unpredictable"],
  ["select pg_terminate_backend(1)", "unpredictable"],
  ["with gone as (delete from ships returning *) select * from gone", "unpredictable"],
  ["select * into copies from ships", "unpredictable"],
  ["delete from ships /*!50000 limit 1 */", "unpredictable", "mysql"],
  ["delete from ships where name = 'x", "unpredictable"],
  ["", "unpredictable"],
  ["merge into ships using x on true", "unpredictable"],
];

test.each(verbs)("%s: %s", (text, kind, database = "postgres") => {
  expect(effectOf(text, database).kind).toBe(kind);
});

test("explains why an effect cannot be predicted", () => {
  const reasonOf = (text: string) => effectOf(text, "postgres");
  expect(reasonOf("drop table x")).toEqual({ kind: "unpredictable", reason: "The statement changes the schema." });
  expect(reasonOf("select 1; select 2")).toEqual({
    kind: "unpredictable",
    reason: "The query contains several statements.",
  });
  expect(reasonOf("select a.sail(1)")).toEqual({
    kind: "unpredictable",
    reason: "The statement calls the function a.sail.",
  });
});

test("writes parameters in the notation of the database, except in strings and comments", () => {
  const query = "select '$1', $2 /* $1 */ from x where a = $1 and b = $2";
  expect(boundText(query, ["a", 2], "postgres")).toEqual({ text: query, values: ["a", 2] });
  expect(boundText(query, ["a", 2], "mysql")).toEqual({
    text: "select '$1', ? /* $1 */ from x where a = ? and b = ?",
    values: [2, "a", 2],
  });
  const bound = boundText("select $1", ["it's'; drop table x --"], "sqlserver");
  expect(sqlServerBatch(bound)).toBe(
    "exec sp_executesql N'select @p1', N'@p1 nvarchar(max)', @p1 = N'it''s''; drop table x --'",
  );
  expect(boundText("select $1", undefined, "mysql")).toEqual({ text: "select $1", values: undefined });
});
