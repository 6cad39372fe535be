import pg from "pg";
import { getRollbackPlans } from "pg-boss";
import { afterAll, expect, test } from "vitest";
import { emptyDatabase, testLog } from "#tests/support/database.ts";
import { bringUpToDate } from "../db/schema.ts";
import { jobSchema, jobsSchemaPart } from "./install.ts";

const { connection } = await emptyDatabase();
const client = new pg.Client(connection);
await client.connect();
afterAll(() => client.end());

const parts = [jobsSchemaPart];
const version = async () =>
  (await client.query<{ version: number }>(`select version from ${jobSchema}.version`)).rows[0]!.version;

test("two processes that start at the same time install the queue once", async () => {
  const results = await Promise.all([1, 2].map(() => bringUpToDate(connection, { log: testLog, parts })));
  expect(results.filter(({ applied }) => applied > 0)).toHaveLength(1);
  expect(await version()).toBeGreaterThan(0);
});

test("checking an up-to-date queue takes one statement", async () => {
  const statements: string[] = [];
  const query = client.query.bind(client) as (text: string) => Promise<pg.QueryResult>;
  const counted = { query: (text: string) => (statements.push(text), query(text)) } as unknown as pg.ClientBase;
  expect(await jobsSchemaPart.install(counted)).toBe(false);
  expect(statements).toHaveLength(1);
});

test("an older queue is migrated, and a newer queue is refused with an explanation", async () => {
  const present = await version();
  await client.query(getRollbackPlans(jobSchema, present));
  expect(await version()).toBe(present - 1);
  expect(await jobsSchemaPart.install(client)).toBe(true);
  expect(await version()).toBe(present);

  await client.query(`update ${jobSchema}.version set version = version + 1`);
  await expect(jobsSchemaPart.install(client)).rejects.toThrow(/Start the newer version/);
  await client.query(`update ${jobSchema}.version set version = version - 1`);
});
