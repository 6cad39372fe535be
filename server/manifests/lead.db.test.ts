import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import type { Databases } from "#server/db/pool.ts";
import { testDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/running-system.ts";
import { createLead } from "./lead.ts";

const { databases: db } = await testDatabase();

const isStillOurs = (lead: ReturnType<typeof createLead>) =>
  db.system.transaction().execute((tx) => lead.isStillOurs(tx));

test("a process whose connection is lost without notice is no longer the leader, and its transactions detect that", async () => {
  const clients: pg.Client[] = [];
  const watched: Databases = {
    ...db,
    dedicatedClient(name) {
      const client = db.dedicatedClient(name);
      clients.push(client);
      return client;
    },
  };
  const [first, second] = [createLead(watched, "test"), createLead(db, "test")];
  afterAll(() => second.release());
  expect([await first.isOurs(), await second.isOurs()]).toEqual([true, false]);
  expect([await isStillOurs(first), await isStillOurs(second)]).toEqual([true, false]);

  const [client] = clients as [pg.Client & { processID: number; connection: { stream: { pause(): void } } }];
  // The process is not notified that the database ended the session, as after a network failure.
  client.connection.stream.pause();
  await db.pools.system.query("select pg_terminate_backend($1)", [client.processID]);
  await until(() => second.isOurs());
  expect(await isStillOurs(first)).toBe(false);
  expect(await first.isOurs()).toBe(false);
  expect([await isStillOurs(second), await second.isOurs()]).toEqual([true, true]);
});

test("a process that lost its leadership detects the loss before it becomes the leader again", async () => {
  const lead = createLead(db, "again");
  afterAll(() => lead.release());
  expect(await lead.isOurs()).toBe(true);
  await db.pools.system.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'quarterdeck again'",
  );
  await until(async () => !(await isStillOurs(lead)));
  expect([await lead.isOurs(), await lead.isOurs()]).toEqual([false, true]);
});
