// Inserts the estate into the database of a test file; `undone` rolls back the changes of a test.
//
//   const { ask, queryValue, undone } = await estateIn(await testDatabase());
//   await undone(async () => { await ask("update …"); expect(await queryValue("select …")).toBe(…); });
import pg from "pg";
import { afterAll } from "vitest";
import type { TestDatabase } from "./database.ts";
import { insertEstate } from "./estate.ts";

export async function estateIn({ connection }: TestDatabase) {
  const client = new pg.Client(connection);
  await client.connect();
  afterAll(() => client.end());
  await insertEstate(client);

  const ask = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await client.query<Row>(sql, values)).rows;
  return {
    client,
    ask,
    /** Returns the only value of the only row. */
    queryValue: async (sql: string, values: unknown[] = []): Promise<unknown> =>
      Object.values((await ask(sql, values))[0] ?? {})[0],
    async undone(work: () => Promise<void>): Promise<void> {
      await client.query("begin");
      try {
        await work();
      } finally {
        await client.query("rollback");
      }
    },
  };
}
