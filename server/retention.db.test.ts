import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { daysAgo, daysKept, deleteInBatches } from "./retention.ts";

const { databases: db } = await testDatabase();

test("a property sets how many days rows are kept; invalid values are reported and ignored", async () => {
  const kept = { property: "some.retention.days", days: 30 };
  const read = async () => {
    const refused: string[] = [];
    const days = await daysKept(db.system, kept, (reason) => refused.push(reason.message));
    return { days, refused };
  };
  expect(await read()).toEqual({ days: 30, refused: [] });
  await db.system.insertInto("properties").values({ name: kept.property, value: "7" }).execute();
  expect(await read()).toEqual({ days: 7, refused: [] });
  for (const value of ["0", "-3", "a week", "", "1e9", "36501"]) {
    await db.system.updateTable("properties").set({ value }).where("name", "=", kept.property).execute();
    const { days, refused } = await read();
    expect({ value, days, sentences: refused.length }).toEqual({ value, days: 30, sentences: 1 });
  }
  await db.system.updateTable("properties").set({ value: "3", deleted_at: "now()" }).execute();
  expect(await read()).toEqual({ days: 30, refused: [] });
});

test("rows are deleted in batches until none is left or the signal aborts", async () => {
  const rows = Array.from({ length: 25 }, (_, n) => ({
    name: `job ${n}`,
    status: "SUCCESS" as const,
    created_at: "2020-01-01",
  }));
  await db.system.insertInto("job_history").values(rows).execute();
  let batches = 0;
  const stop = new AbortController();
  const batch = (limit: number) => {
    batches += 1;
    if (batches === 2) stop.abort();
    return sql`delete from job_history where id in (select id from job_history where created_at < ${daysAgo(30)} limit ${limit})`;
  };
  await expect(deleteInBatches(db.system, batch, { signal: stop.signal, size: 10 })).rejects.toThrow(/aborted/i);
  expect(await deleteInBatches(db.system, batch, { size: 10 })).toBe(5);
  expect(batches).toBe(3);
});
