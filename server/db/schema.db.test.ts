import { createHash } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { emptyDatabase, testLog } from "#tests/support/database.ts";
import type { Connection } from "./pool.ts";
import type { SchemaFiles, SqlFile } from "./schema-files.ts";
import { readSchemaFiles } from "./schema-files.ts";
import type { RoleNames } from "./pool.ts";
import { bringUpToDate } from "./schema.ts";

const file = (path: string, sql: string): SqlFile => ({
  path,
  name: path.slice(path.lastIndexOf("/") + 1, -4),
  sql,
  checksum: createHash("sha256").update(sql).digest("hex"),
});
const change = (name: string, sql: string) => file(`areas/probe/schema/${name}.sql`, sql);
const view = (name: string, query: string, also = "") =>
  file(
    `areas/probe/schema/views/${name}.sql`,
    `create view ${name} with (security_invoker = true) as ${query};${also}`,
  );

// Returns only the files that the runner itself needs. Their number does not affect how a file is handled;
// tests/data-model.db.test.ts proves that the whole schema applies.
const ours = (files: SqlFile[]) => files.filter(({ path }) => path.startsWith("server/db/"));
const whole = await readSchemaFiles();
const base: SchemaFiles = {
  changes: ours(whole.changes),
  functions: ours(whole.functions),
  views: ours(whole.views),
};
const withFiles = (changes: SqlFile[], views: SqlFile[] = []): SchemaFiles => ({
  changes: [...base.changes, ...changes],
  functions: base.functions,
  views: [...base.views, ...views],
});
const probes = change(
  "2999-01-01-0000_probes",
  `create table probes (id integer primary key, name text not null, password text);
   comment on table probes is 'Probes. @exposed';
   comment on column probes.password is '@secret';`,
);

const bring = (connection: Connection, files: SchemaFiles) => bringUpToDate(connection, { log: testLog, files });

async function ask<Row extends pg.QueryResultRow>(connection: Connection, sql: string, role?: string) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    if (role) await client.query(`set role ${role}`);
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

test("a second run changes nothing", async () => {
  const { connection } = await emptyDatabase();
  const files = withFiles([probes]);
  expect((await bring(connection, files)).applied).toBe(files.changes.length);
  expect(await bring(connection, files)).toEqual({ applied: 0, rebuilt: 0 });
});

test("processes that start at the same time take turns, and each change is applied once", async () => {
  const { connection } = await emptyDatabase();
  const files = withFiles([probes]);
  const results = await Promise.all([bring(connection, files), bring(connection, files), bring(connection, files)]);
  expect(results.map(({ applied }) => applied).sort((a, b) => a - b)).toEqual([0, 0, files.changes.length]);
});

test("an edited schema change and a database from a newer version are refused with instructions", async () => {
  const { connection } = await emptyDatabase();
  await bring(connection, withFiles([probes]));
  const edited = change("2999-01-01-0000_probes", "create table other (id integer)");
  await expect(bring(connection, withFiles([edited]))).rejects.toThrow(/was edited after it had been applied/);
  await expect(bring(connection, withFiles([]))).rejects.toThrow(/created by a newer version of Quarterdeck/);
});

test("two areas may have changes with the same name", async () => {
  const { connection } = await emptyDatabase();
  const first = file("areas/one/schema/2999-01-01-0000_things.sql", "create table one (id integer)");
  const second = file("areas/two/schema/2999-01-01-0000_things.sql", "create table two (id integer)");
  const { applied } = await bring(connection, withFiles([first, second]));
  expect(applied).toBe(base.changes.length + 2);
});

test("a failing change is rolled back, the error contains the file name, and earlier changes stay", async () => {
  const { connection } = await emptyDatabase();
  const broken = change("2999-01-02-0000_broken", "create table half (id integer); select nonsense;");
  await expect(bring(connection, withFiles([probes, broken]))).rejects.toThrow(
    /2999-01-02-0000_broken\.sql: column "nonsense"/,
  );
  expect(await ask(connection, "select to_regclass('half') as half, to_regclass('probes') as probes")).toEqual([
    { half: null, probes: "probes" },
  ]);
});

test("views are created in dependency order, and a changed view also rebuilds its dependents", async () => {
  const { connection } = await emptyDatabase();
  const a = view("a_names", "select id, upper_name from z_upper");
  await bring(
    connection,
    withFiles([probes], [a, view("z_upper", "select id, upper(name) as upper_name from probes")]),
  );
  await ask(connection, "insert into probes values (1, 'ada')");
  expect(await ask(connection, "select upper_name from a_names")).toEqual([{ upper_name: "ADA" }]);

  const changed = view("z_upper", "select id, upper(name) || '!' as upper_name, 1 as more from probes");
  const { applied, rebuilt } = await bring(connection, withFiles([probes], [a, changed]));
  expect({ applied, rebuilt }).toEqual({ applied: 0, rebuilt: 2 });
  expect(await ask(connection, "select upper_name from a_names")).toEqual([{ upper_name: "ADA!" }]);
});

test("a function that returns rows of a changed view is created again with it", async () => {
  const { connection } = await emptyDatabase();
  const names = (query: string): SchemaFiles => {
    const files = withFiles([probes], [view("named", query)]);
    const sql =
      "create or replace function named_probes() returns setof named language sql stable as $$ select * from named $$";
    return { ...files, functions: [...files.functions, file("areas/probe/schema/functions/named_probes.sql", sql)] };
  };
  await bring(connection, names("select id, name from probes"));
  await ask(connection, "insert into probes values (1, 'ada')");
  await bring(connection, names("select id, upper(name) as name from probes"));
  expect(await ask(connection, "select name from named_probes()")).toEqual([{ name: "ADA" }]);
});

test("a view whose file was removed is dropped", async () => {
  const { connection } = await emptyDatabase();
  await bring(connection, withFiles([probes], [view("old", "select id from probes")]));
  await bring(connection, withFiles([probes]));
  expect(await ask(connection, "select to_regclass('old') as old")).toEqual([{ old: null }]);
});

test("a view without security_invoker is refused", async () => {
  const { connection } = await emptyDatabase();
  const loose = file("areas/probe/schema/views/loose.sql", "create view loose as select id from probes");
  await expect(bring(connection, withFiles([probes], [loose]))).rejects.toThrow(/security_invoker.*loose/);
});

test("a rebuild waits for a query that uses the view", async () => {
  const { connection } = await emptyDatabase();
  await bring(connection, withFiles([probes], [view("used", "select id from probes")]));
  const reader = new pg.Client(connection);
  await reader.connect();
  await reader.query("begin; select * from used");
  const rebuilt = bring(connection, withFiles([probes], [view("used", "select id, name from probes")]));
  const waiting = "select 1 from pg_locks where not granted and relation = 'used'::regclass";
  await expect.poll(async () => (await reader.query(waiting)).rowCount).toBe(1);
  await reader.query("commit");
  await reader.end();
  expect((await rebuilt).rebuilt).toBe(1);
});

test("the roles can only access exposed relations, without their secret columns", async () => {
  const { connection } = await emptyDatabase();
  await bring(
    connection,
    withFiles([probes], [view("seen", "select id, name from probes", "comment on view seen is '@exposed'")]),
  );
  const [roles] = await ask<RoleNames>(connection, "select plain, scoped, gathered from schema_roles");
  const { plain, scoped, gathered } = roles!;
  await ask(connection, "insert into probes values (1, 'ada', 'hunter2')", plain);
  for (const role of [plain, scoped, gathered]) {
    // Without claims, the scoped roles cannot read any rows.
    const rows = role === plain ? [{ id: 1, name: "ada" }] : [];
    expect(await ask(connection, "select id, name from probes", role)).toEqual(rows);
    expect(await ask(connection, "select * from seen", role)).toEqual(rows);
    await expect(ask(connection, "select password from probes", role)).rejects.toThrow(/permission denied/);
    await expect(ask(connection, "select * from settings", role)).rejects.toThrow(/permission denied/);
    await expect(ask(connection, "create table mine (id integer)", role)).rejects.toThrow(/permission denied/);
  }
  await expect(ask(connection, "delete from probes", gathered)).rejects.toThrow(/permission denied/);
});

test("all roles can read a lookup table, and no role can write it", async () => {
  const { connection } = await emptyDatabase();
  const words = change(
    "2999-01-02-0000_words",
    "create table words (word text primary key); insert into words values ('x'); comment on table words is 'Words. @lookup'",
  );
  await bring(connection, withFiles([probes, words]));
  const [roles] = await ask<RoleNames>(connection, "select plain, scoped, gathered from schema_roles");
  for (const role of Object.values(roles!)) {
    expect(await ask(connection, "select word from words", role)).toEqual([{ word: "x" }]);
    await expect(ask(connection, "delete from words", role)).rejects.toThrow(/permission denied/);
  }
});

test.each([
  [
    "create function before.current_setting(text) returns text language sql return '140011'",
    /The database is PostgreSQL 14; Quarterdeck needs version 15 or newer\. Upgrade it, point DATABASE_URL elsewhere/,
  ],
  [
    "create view before.pg_available_extensions as select null::name as name where false",
    /does not offer the extension pg_trgm\. Install PostgreSQL's contrib package/,
  ],
])("a server that does not meet the requirements is refused with instructions: %s", async (pretence, sentence) => {
  const { connection } = await emptyDatabase();
  await ask(connection, `create schema before; ${pretence}`);
  const [{ name }] = (await ask<{ name: string }>(connection, "select current_database() as name")) as [
    { name: string },
  ];
  // A schema before pg_catalog in the search path overrides its objects.
  await ask(connection, `alter database "${name}" set search_path = before, pg_catalog, public`);
  await expect(bring(connection, withFiles([probes]))).rejects.toThrow(sentence);
  const [created] = await ask<{ tables: number }>(
    connection,
    "select count(*)::integer as tables from pg_class where relnamespace = 'public'::regnamespace",
  );
  expect(created).toEqual({ tables: 0 });
});

test("missing roles or grants are created again", async () => {
  const { connection } = await emptyDatabase();
  await bring(connection, withFiles([probes]));
  const [roles] = await ask<{ plain: string }>(connection, "select plain from schema_roles");
  const { plain } = roles!;
  // This is the state after a process was killed between a change and its grants.
  await ask(connection, `revoke all on probes from ${plain}; update schema_roles set issued_for = 'older'`);
  await bring(connection, withFiles([probes]));
  expect(await ask(connection, "select id from probes", plain)).toEqual([]);
  // This is the state after a dump was restored to a different cluster.
  await ask(connection, `drop owned by ${plain}; drop role ${plain}`);
  await bring(connection, withFiles([probes]));
  expect(await ask(connection, "select id from probes", plain)).toEqual([]);
});

test("statements on exposed tables are recorded in changes by key; other tables are not recorded", async () => {
  const { connection } = await emptyDatabase();
  const silent = change("2999-01-02-0000_silent", "create table silent (id integer primary key)");
  await bring(connection, withFiles([probes, silent]));
  await ask(
    connection,
    `insert into probes select n, 'p' from generate_series(1, 3) as n; update probes set name = 'q' where id = 2;
     delete from probes where id = 3; update probes set name = 'r' where id = 99; insert into silent values (1);`,
  );
  expect(await ask(connection, "select relation, ids from changes order by id")).toEqual([
    { relation: "probes", ids: ["1", "2", "3"] },
    { relation: "probes", ids: ["2"] },
    { relation: "probes", ids: ["3"] },
  ]);
});

test("the keys are not listed if more than a hundred rows changed", async () => {
  const { connection } = await emptyDatabase();
  await bring(connection, withFiles([probes]));
  await ask(connection, "insert into probes select n, 'p' from generate_series(1, 101) as n");
  expect(await ask(connection, "select relation, ids from changes")).toEqual([{ relation: "probes", ids: null }]);
});

test("ids are valid version 7 uuids and sort by creation time", async () => {
  const { connection } = await emptyDatabase();
  await bring(connection, base);
  const [early] = await ask<{ id: string }>(connection, "select new_id() as id");
  await ask(connection, "select pg_sleep(0.002)");
  const [late] = await ask<{ id: string }>(connection, "select new_id() as id");
  expect(early!.id < late!.id).toBe(true);
  expect(early!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a user without rights is refused with the statements that grant them", async () => {
  const { connection, url } = await emptyDatabase();
  await ask(connection, "create role probe_nobody login password 'probe'").catch(() => {});
  const poor = new URL(url);
  poor.username = "probe_nobody";
  poor.password = "probe";
  await expect(bring({ connectionString: poor.href }, base)).rejects.toThrow(
    /is not allowed to set up the database .* alter role "probe_nobody" createrole/s,
  );
  await ask(connection, "drop role probe_nobody");
});

test("a connection lost during a change is reported with the file name and causes no uncaught error", async () => {
  const { connection } = await emptyDatabase();
  const last = change("2999-01-01-0001_last", "select pg_terminate_backend(pg_backend_pid())");
  await expect(bring(connection, withFiles([last]))).rejects.toMatchObject({
    message: expect.stringContaining("2999-01-01-0001_last.sql: "),
    cause: { code: "57P01" },
  });
});

test("every change has a date in its name", () => {
  const misnamed = whole.changes.filter(({ name }) => !/^\d{4}-\d{2}-\d{2}-\d{4}_[a-z0-9_]+$/.test(name));
  expect(misnamed.map(({ path }) => path)).toEqual([]);
});
