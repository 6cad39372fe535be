import pg from "pg";
import { expect, test } from "vitest";
import { emptyDatabase, testDatabase } from "./database.ts";

const first = await testDatabase();
const second = await testDatabase();
const ask = async <Row>(url: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
};

test("a test database has the whole schema, and writes to another test database do not appear in it", async () => {
  await ask(first.url, "insert into settings (name, value) values ('color', 'blue')");
  expect(await ask(first.url, "select value from settings where name = 'color'")).toEqual([{ value: "blue" }]);
  expect(await ask(second.url, "select value from settings where name = 'color'")).toEqual([]);
});

test("in a clone, the plain role has the same rights as in the template", async () => {
  const { plain } = second.databases.pools;
  expect((await plain.query("select id from processes")).rows).toEqual([]);
  await expect(plain.query("select * from settings")).rejects.toThrow("permission denied");
});

test("an empty test database has no relations of Quarterdeck, and is dropped when it is closed", async () => {
  const empty = await emptyDatabase();
  expect(await ask(empty.url, "select to_regclass('public.settings') as found")).toEqual([{ found: null }]);
  await empty.close();
  await expect(ask(empty.url, "select 1")).rejects.toThrow("does not exist");
});
