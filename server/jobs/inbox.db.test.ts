// Tests events that are handled in batches.
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, type RunningSystem } from "#tests/support/running-system.ts";
import { WorkStopped } from "../db/isolated.ts";
import type { Event } from "../events.ts";
import { takeEvents, type Inbox, type TakenEvent } from "./inbox.ts";

const { databases: db } = await testDatabase();
const running: RunningSystem[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((system) => system.stop()));
  await sql`delete from event_inbox`.execute(db.system);
});

async function start(inbox: Inbox): Promise<RunningSystem> {
  const system = await runSystem(db, { areas: [{ name: "a test", inboxes: [inbox] }] });
  running.push(system);
  return system;
}

const inbox: Inbox = { name: "checks", event: "check.*" };
const take = (handle: (events: readonly TakenEvent[]) => Promise<void> | void, limit = 100) =>
  takeEvents(db.system, { inbox: "checks", limit, handle: async (_tx, events) => handle(events) });

async function taken(limit?: number): Promise<Event[]> {
  const found: Event[] = [];
  await take((events) => void found.push(...events.map(({ event }) => event)), limit);
  return found;
}

const publish = ({ events }: RunningSystem, all: readonly Event[]) =>
  db.system.transaction().execute((tx) => events.publishAll(tx, all));

test("committed events are taken once, in the order of publication", async () => {
  const system = await start(inbox);
  const names = Array.from({ length: 30 }, (_, n) => ({ name: "check.failed", n }));
  await publish(system, [...names, { name: "config.created", n: -1 }]);
  await db.system.transaction().execute((tx) => system.events.publish(tx, { name: "check.passed", n: 30 }));
  await expect(
    db.system.transaction().execute(async (tx) => {
      await system.events.publish(tx, { name: "check.failed", n: -2 });
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  expect((await taken(10)).map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect((await taken()).map(({ n }) => n)).toEqual(Array.from({ length: 21 }, (_, n) => n + 10));
  expect(await taken()).toEqual([]);
  const deliveries = (tx: typeof db.plain) => tx.selectFrom("event_deliveries").selectAll().execute();
  const counted = [{ delivered: 31, last_delivered: expect.any(String) }];
  expect(await deliveries(db.plain)).toEqual(counted);
  expect(await db.scoped({ person_id: "nobody", rows: {} }, deliveries)).toEqual(counted);
  const hours = await db.plain.selectFrom("event_deliveries_hourly").selectAll().execute();
  expect(hours.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(31);
});

test("a failing event is postponed with its error, and the others are handled", async () => {
  const system = await start(inbox);
  await publish(
    system,
    [1, 2, 3, 4, 5].map((n) => ({ name: "check.failed", n })),
  );
  const found: number[] = [];
  const { taken: count, retryMs } = await take((events) => {
    if (events.some(({ event }) => event["n"] === 3)) throw new Error("three is refused");
    found.push(...events.map(({ event }) => event["n"] as number));
  });
  expect([count, found.toSorted((a, b) => a - b)]).toEqual([5, [1, 2, 4, 5]]);
  expect(retryMs).toBeGreaterThan(10_000);
  expect(await taken()).toEqual([]);
  const [state] = await db.plain.selectFrom("event_queue_summary").selectAll().execute();
  expect(state).toMatchObject({ name: "check.failed", pending: 1, failed: 1, most_common_error: "three is refused" });
  await sql`update event_inbox set retry_at = now()`.execute(db.system);
  expect((await taken()).map(({ n }) => n)).toEqual([3]);
});

test("an event that fails nine times is not retried again", async () => {
  const system = await start(inbox);
  await publish(system, [{ name: "check.failed" }]);
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await take(() => {
      throw new Error("never");
    });
    await sql`update event_inbox set retry_at = now() where retry_at < 'infinity'`.execute(db.system);
  }
  expect(await take(() => {})).toEqual({ taken: 0, retryMs: undefined });
  const [state] = await db.plain.selectFrom("event_queue_summary").selectAll().execute();
  expect(state).toMatchObject({ pending: 0, failed: 1, average_attempts: 9 });
});

test("a transaction stores all wanted events, but only the last twenty events of each unwanted name", async () => {
  const system = await start({ ...inbox, isWanted: sql<boolean>`e.name = 'check.failed'` });
  const fifty = (name: string) => Array.from({ length: 50 }, (_, n) => ({ name, n }));
  await publish(system, [...fifty("check.failed"), ...fifty("check.passed")]);
  const found = await taken(200);
  const numbers = (name: string) => found.filter((event) => event.name === name).map(({ n }) => n);
  expect(numbers("check.failed")).toHaveLength(50);
  expect(numbers("check.passed")).toEqual(Array.from({ length: 20 }, (_, n) => n + 30));
});

test("a batch is rolled back if another process is already handling the events", async () => {
  const system = await start(inbox);
  await publish(system, [{ name: "check.failed" }]);
  await expect(take(async () => void (await taken()))).rejects.toThrow(
    "Another process is already handling the events.",
  );
});

test("later events of a resource wait for its postponed event, including events published afterwards", async () => {
  const system = await start(inbox);
  const failure = (id: string, n: number) => ({ name: "check.failed", id, n });
  await publish(system, [failure("a", 1), failure("a", 2), failure("b", 3)]);
  const found: unknown[] = [];
  const handle = (events: readonly TakenEvent[]) => {
    if (events.some(({ event }) => event["n"] === 1)) throw new Error("one is refused");
    found.push(...events.map(({ event }) => event["n"]));
  };
  await take(handle, 1);
  await publish(system, [failure("a", 4), failure("b", 5)]);
  await take(handle);
  expect(found).toEqual([3, 5]);
  await sql`update event_inbox set retry_at = now() where retry_at is not null`.execute(db.system);
  expect((await taken()).map(({ n }) => n)).toEqual([1, 2, 4]);
});

test("a process that stops does not postpone events", async () => {
  const system = await start(inbox);
  await publish(
    system,
    [1, 2, 3].map((n) => ({ name: "check.failed", n })),
  );
  const stop = () => {
    throw new WorkStopped("Another process leads.");
  };
  await expect(take(stop)).rejects.toThrow("Another process leads.");
  expect((await taken()).map(({ n }) => n)).toEqual([1, 2, 3]);
});
