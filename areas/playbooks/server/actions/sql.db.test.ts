// Tests SQL statements of playbooks with a real PostgreSQL.
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { faultsOf, planAction, runAction } from "#tests/support/actions.ts";
import { emptyDatabase } from "#tests/support/database.ts";

const { url, connection } = await emptyDatabase();
const admin = new pg.Client(connection);

beforeAll(() => admin.connect());
afterAll(() => admin.end());
beforeEach(async () => {
  await admin.query("drop table if exists ships; create table ships (id serial primary key, name text, cargo jsonb)");
  await admin.query("insert into ships (name) values ('ada'), ('bob')");
});

const count = async () => Number((await admin.query("select count(*) from ships")).rows[0].count);
const sql = (query: string, block: object = {}) => runAction("sql", { url, query, ...block });
const plan = (query: string, block: object = {}) => planAction("sql", { url, query, ...block });

test("PB-14: returns the columns in order, and all values as strings or null", async () => {
  const { outcome } = await sql(
    "select name, id, cargo, 1.50::numeric as price, true as ready, now() > '2000-01-01' as late from ships order by id",
  );
  expect(outcome.result).toEqual({
    query: expect.stringContaining("select name"),
    columns: ["name", "id", "cargo", "price", "ready", "late"],
    rows: [
      { name: "ada", id: "1", cargo: null, price: "1.50", ready: "t", late: "t" },
      { name: "bob", id: "2", cargo: null, price: "1.50", ready: "t", late: "t" },
    ],
    count: 2,
  });
  const { outcome: none } = await sql("select id, name from ships where false");
  expect(none.result).toMatchObject({ columns: ["id", "name"], rows: [], count: 0 });
});

test("returns the number of changed rows", async () => {
  expect((await sql("update ships set name = 'eve'")).outcome.result).toMatchObject({
    columns: [],
    rows: [],
    count: 2,
  });
});

test("binds parameters, so that a value never becomes part of the statement", async () => {
  const value = "x'); drop table ships; --";
  await sql("insert into ships (name) values ($1)", { parameters: [value] });
  const { outcome } = await sql("select name from ships where name = $1", { parameters: [value] });
  expect(outcome.result["rows"]).toEqual([{ name: value }]);
});

test("fails with the message of the database, without secrets", async () => {
  await expect(sql("selekt 1")).rejects.toThrow('syntax error at or near "selekt"');
  const at = new URL(url);
  const wrong = {
    url: `postgres://${at.host}/${at.pathname.slice(1)}`,
    username: "ada",
    password: { value: "canary-pg-word" },
  };
  const failure: unknown = await sql("select 1", wrong).catch((error: unknown) => error);
  expect((failure as Error).message).not.toContain("canary-pg-word");
  expect(failure).toBeInstanceOf(Error);
});

test("a cancel stops the statement", async () => {
  const cancel = new AbortController();
  const running = runAction("sql", { url, query: "select pg_sleep(600)" }, { signal: cancel.signal });
  const isRunning = async () =>
    (await admin.query("select 1 from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'"))
      .rowCount === 1;
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(true);
  cancel.abort(new Error("cancelled by ada"));
  await expect(running).rejects.toThrow("cancelled by ada");
}, 120_000);

test("a plan runs a change in a transaction that is rolled back", async () => {
  expect(await plan("delete from ships where id = $1", { parameters: ["1"] })).toMatchObject({
    parts: [
      { title: "Statement", contentType: "application/sql", isBinding: true },
      { title: "Parameters", text: '["1"]', isBinding: true },
      { title: "Effect", text: "It changes 1 row.", isBinding: false },
    ],
  });
  expect((await plan("update ships set name = 'x'")).parts.at(-1)?.text).toBe("It changes 2 rows.");
  expect(await count()).toBe(2);
  expect((await admin.query("select distinct name from ships order by 1")).rows).toEqual([
    { name: "ada" },
    { name: "bob" },
  ]);
});

test("a plan never executes other statements", async () => {
  const unpredictable = {
    "drop table ships": "The statement changes the schema.",
    "delete from ships; delete from ships": "The query contains several statements.",
    "do $$ begin delete from ships; end $$": "The statement calls a procedure.",
    "insert into ships (name) select query_to_xml('select 1', true, true, '')::text":
      "The statement calls the function query_to_xml.",
  };
  for (const [query, reason] of Object.entries(unpredictable))
    expect(await plan(query)).toMatchObject({ unpredictable: reason });
  expect(await plan("select * from ships")).not.toHaveProperty("unpredictable");
  expect(await count()).toBe(2);
});

test("a plan does not wait for locks", async () => {
  await admin.query("begin");
  await admin.query("lock table ships");
  try {
    expect(await plan("delete from ships")).toMatchObject({
      unpredictable: expect.stringContaining("The statement could not be tried: "),
    });
  } finally {
    await admin.query("rollback");
  }
  expect(await count()).toBe(2);
}, 60_000);

test("finds the database type from the driver, the connection or the URL", async () => {
  expect(faultsOf("sql", { query: "select 1" })).toEqual(["connection is required unless a URL is set"]);
  expect(faultsOf("sql", { query: "select 1", url, driver: "dbase" })).toEqual([
    "driver must be postgres, mysql or sqlserver",
  ]);
  await expect(sql("select 1", { url: "redis://x" })).rejects.toThrow("The database type is unknown");
  const stored = { "connection://default/ships": { type: "postgres", url } };
  const { outcome } = await runAction(
    "sql",
    { query: "select 7 as n", connection: "connection://default/ships" },
    { connections: stored },
  );
  expect(outcome.result["rows"]).toEqual([{ n: "7" }]);
});
