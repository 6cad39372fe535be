import { expect, test } from "vitest";
import { refusedStatement } from "./allowed-statement.ts";

test.each([
  "select * from configs",
  "  -- all\n SELECT 1",
  "/* all */ with recursive t(n) as (select 1 union all select n + 1 from t where n < 5) select n from t",
  "values (1), (2)",
  "(select 1)",
  "select 'attach database x' as text;",
  "select name as edit from configs",
  "select json_extract(config, '$.spec.a?:@#') from configs -- why?",
])("allows %j", (sql) => {
  expect(refusedStatement(sql)).toBeUndefined();
});

test.each([
  ["attach database '/etc/passwd' as x", /must begin with SELECT, WITH or VALUES, not with ATTACH/],
  ["/* select */ attach 'x' as y", /not with ATTACH/],
  ["vacuum into '/tmp/x'", /not with VACUUM/],
  ["pragma query_only = off", /not with PRAGMA/],
  ["create virtual table x using fts5(y)", /not with CREATE/],
  ["insert into configs values (1)", /not with INSERT/],
  ["", /must begin with/],
  ["select 1; attach 'x' as y", /Only one statement/],
  ["select load_extension('x')", /load_extension is not available/],
  ["select \"load_extension\"('x')", /load_extension is not available/],
  ["select * from pragma_database_list", /pragma_database_list is not available/],
  ["select * from [sqlite_master]", /sqlite_master is not available/],
  ["select 1\0", /NUL/],
  ["select $a('), name from pragma_database_list where 1 or $b(')", /cannot have parameters/],
  ["select :a, ?1, @b from configs", /cannot have parameters/],
])("refuses %j", (sql, reason) => {
  expect(refusedStatement(sql)).toMatch(reason);
});
