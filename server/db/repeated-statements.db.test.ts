import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { nameRepeatedStatements } from "./repeated-statements.ts";

const { databases: db } = await testDatabase();

async function connect(): Promise<pg.Client> {
  const client = db.dedicatedClient("test");
  await client.connect();
  onTestFinished(() => client.end());
  nameRepeatedStatements(client);
  return client;
}
const preparedBy = async (client: pg.Client) =>
  (await client.query<{ statement: string }>("select statement from pg_prepared_statements")).rows.map(
    ({ statement }) => statement,
  );

test("a statement is prepared at its third use and returns the same rows", async () => {
  const client = await connect();
  const double = async (n: number) => (await client.query<{ n: number }>("select $1::int * 2 as n", [n])).rows[0]!.n;
  expect([await double(1), await double(2)]).toEqual([2, 4]);
  expect(await preparedBy(client)).toEqual([]);
  expect([await double(3), await double(4)]).toEqual([6, 8]);
  expect(await preparedBy(client)).toEqual(["select $1::int * 2 as n"]);
});

test("statements without parameters, and statements whose text changes each time, are not prepared", async () => {
  const client = await connect();
  for (let n = 0; n < 5; n += 1) await client.query("select 1; select 2");
  for (let n = 0; n < 300; n += 1) await client.query(`select $1::int + ${n}`, [n]);
  expect(await preparedBy(client)).toEqual([]);
});

test("a connection has at most a hundred prepared statements", async () => {
  const client = await connect();
  for (let n = 0; n < 120; n += 1)
    for (let use = 0; use < 3; use += 1) await client.query(`select $1::int + ${n}`, [n]);
  expect(await preparedBy(client)).toHaveLength(100);
});
