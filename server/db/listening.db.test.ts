import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testDatabase, testLog } from "#tests/support/database.ts";
import { until } from "#tests/support/running-system.ts";
import { createListening } from "./listening.ts";

const { databases: db } = await testDatabase();
const listening = createListening(db, testLog);
afterAll(() => listening.close());

const notify = (channel: string, payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(db.system);
const connections = async () => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'quarterdeck listening' and datname = current_database()`.execute(
    db.system,
  );
  return rows.map(({ pid }) => pid);
};

test("all channels share one connection, and listeners receive their notifications and gaps", async () => {
  const heard: string[] = [];
  const listener = (name: string) => ({
    notified: (payload: string) => void heard.push(`${name} ${payload}`),
    resumed: () => void heard.push(`${name} resumed`),
    lost: () => void heard.push(`${name} lost`),
  });
  const stopFirst = listening.on("first", listener("a"));
  listening.on("first", listener("b"));
  listening.on("second", listener("c"));
  await until(() => listening.connected);
  expect(heard.splice(0).toSorted()).toEqual(["a resumed", "b resumed", "c resumed"]);
  expect(await connections()).toHaveLength(1);

  await notify("first", "1");
  await notify("second", "2");
  await until(() => heard.length === 3);
  expect(heard.splice(0)).toEqual(["a 1", "b 1", "c 2"]);

  stopFirst();
  const [pid] = await connections();
  await sql`select pg_terminate_backend(${pid!})`.execute(db.system);
  await until(() => heard.length === 4);
  expect(heard.splice(0)).toEqual(["b lost", "c lost", "b resumed", "c resumed"]);
  expect(listening.connected).toBe(true);
  await notify("first", "3");
  await until(() => heard.length);
  expect(heard).toEqual(["b 3"]);
});
