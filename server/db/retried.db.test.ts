import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import type { Tx } from "./pool.ts";
import { retried } from "./retried.ts";

const { databases: db } = await testDatabase();

test("both transactions of a deadlock are completed", async () => {
  const names = ["one", "two"] as const;
  for (const name of names) await sql`insert into agents (name) values (${name})`.execute(db.system);
  let locked = 0;
  const bothLocked = Promise.withResolvers<void>();
  const change = (tx: Tx, name: string, text: string) =>
    sql`update agents set description = concat(description, ${text}::text) where name = ${name}`.execute(tx);
  const inOrder = ([first, second]: readonly [string, string], text: string) =>
    retried(db, async (tx) => {
      await change(tx, first, text);
      if ((locked += 1) === 2) bothLocked.resolve();
      await bothLocked.promise;
      await change(tx, second, text);
    });
  await Promise.all([inOrder(names, "a"), inOrder([names[1], names[0]], "b")]);
  expect(locked).toBeGreaterThan(2);
  const { rows } = await sql<{ description: string }>`
    select description from agents where name in ('one', 'two')`.execute(db.system);
  expect(rows.map(({ description }) => [...description].toSorted().join(""))).toEqual(["ab", "ab"]);
});

test("a transaction that fails for another reason is not repeated", async () => {
  let tries = 0;
  await expect(
    retried(db, async (tx) => {
      tries += 1;
      await sql`select 1 / 0`.execute(tx);
    }),
  ).rejects.toThrow("division by zero");
  expect(tries).toBe(1);
});
