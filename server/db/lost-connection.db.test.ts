import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { isConnectionLost } from "./failures.ts";

const { databases: db } = await testDatabase();

test("if a connection is lost between two statements of a transaction, only the next statement fails", async () => {
  const failed = await db.system
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db.system);
      // Long enough for the error to arrive while no statement is running.
      await delay(100);
      await sql`select 1`.execute(tx);
    })
    .catch((error: unknown) => error);
  expect(isConnectionLost(failed)).toBe(true);
  expect((await sql<{ one: number }>`select 1 as one`.execute(db.system)).rows).toEqual([{ one: 1 }]);
});
