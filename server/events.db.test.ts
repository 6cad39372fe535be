import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until, type RunningSystem, type SystemParts } from "#tests/support/running-system.ts";
import type { Event } from "./events.ts";
import type { Listener } from "./area.ts";
import { selectsEvent } from "./event-names.ts";

const { databases: db } = await testDatabase();
const running: RunningSystem[] = [];
const start = async (parts: SystemParts) => {
  const system = await runSystem(db, parts);
  running.push(system);
  return system;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((system) => system.stop()));
  await sql`delete from jobs.job`.execute(db.system);
});

function recordingListener(name: string, event: string, more: Partial<Listener> = {}) {
  const heard: Event[] = [];
  const listener: Listener = { name, event, run: (received) => void heard.push(received), ...more };
  return { heard, listener };
}

const summary = () => db.plain.selectFrom("event_queue_summary").selectAll().orderBy("name").execute();

test("every matching listener receives an event once it is committed", async () => {
  const exact = recordingListener("exact", "check.failed");
  const family = recordingListener("family", "check.*");
  const all = recordingListener("all", "*");
  const other = recordingListener("other", "check.passed");
  const { events } = await start({ listeners: [exact, family, all, other].map(({ listener }) => listener) });
  await db.system
    .transaction()
    .execute((tx) => events.publish(tx, { name: "check.failed", check_id: "1", at: { nested: [1, null] } }));
  await expect(
    db.system.transaction().execute(async (tx) => {
      await events.publish(tx, { name: "check.failed", check_id: "2" });
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  await until(() => [exact, family, all].every(({ heard }) => heard.length > 0));
  await until(summary, (rows) => rows.length === 0);
  for (const { heard } of [exact, family, all])
    expect(heard).toEqual([{ name: "check.failed", check_id: "1", at: { nested: [1, null] } }]);
  expect(other.heard).toEqual([]);
});

test("publishing an event without listeners does not send a statement to the database", async () => {
  const { events } = await start({ listeners: [recordingListener("far", "config.*").listener] });
  const pool = db.pools.system;
  await db.system.transaction().execute(async (tx) => {
    await events.publish(tx, { name: "incident.created" });
    const { rows } = await sql<{ xid: string | null }>`select pg_current_xact_id_if_assigned()::text as xid`.execute(
      tx,
    );
    expect(rows[0]!.xid).toBeNull();
  });
  expect(pool.waitingCount).toBe(0);
});

test("only a failing listener is retried, and actors can see its failures", async () => {
  let isDown = true;
  const sound = recordingListener("sound", "check.*");
  const broken = recordingListener("broken", "check.*", {
    retry: { limit: 20, delaySeconds: 0, backoff: false },
    run() {
      if (isDown) throw new Error("the receiver is down");
    },
  });
  const { events } = await start({ listeners: [sound.listener, broken.listener] });
  await db.system.transaction().execute((tx) => events.publish(tx, { name: "check.failed" }));
  await until(() => sound.heard.length);
  const [row] = await until(
    summary,
    ([first]) => first !== undefined && first.failed === 1 && first.average_attempts >= 1,
  );
  expect(row).toMatchObject({ name: "check.failed", pending: 1, failed: 1, most_common_error: "the receiver is down" });
  expect(Date.parse(row!.first_failure!)).toBeLessThanOrEqual(Date.parse(row!.last_failure!));
  isDown = false;
  await until(summary, (rows) => rows.length === 0);
  expect(sound.heard).toHaveLength(1);
});

test("an event whose delivery keeps failing is kept as a dead letter and counted as failed", async () => {
  const never = recordingListener("never", "*", {
    retry: { limit: 1, delaySeconds: 0, backoff: false },
    run: (event) => {
      throw new Error(event["n"] === 3 ? "another reason" : "no use");
    },
  });
  const { events, jobs } = await start({ listeners: [never.listener] });
  for (const n of [1, 2, 3])
    await db.system.transaction().execute((tx) => events.publish(tx, { name: "playbook.run", n }));
  const [row] = await until(summary, ([first]) => first?.failed === 3 && first.pending === 0);
  expect(row).toMatchObject({ name: "playbook.run", average_attempts: 2, most_common_error: "no use" });
  expect(await jobs.counts()).toEqual([{ name: "event.never", pending: 0, active: 0, failed: 3 }]);
});

test.each([
  ["check.failed", "check.failed", true],
  ["check.failed", "check.failed.twice", false],
  ["check.*", "check.failed", true],
  ["check.*", "checks.failed", false],
  ["*", "anything", true],
])("whether a listener for %s receives %s: %s", (pattern, name, expected) => {
  expect(selectsEvent(pattern, name)).toBe(expected);
});
