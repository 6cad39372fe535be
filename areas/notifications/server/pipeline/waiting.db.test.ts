// Messages that wait: waitFor, dependencies, groups, digests and quiet hours.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { testDatabase } from "#tests/support/database.ts";
import {
  historyOf,
  setStatus,
  untilQuiet,
  untilStatuses,
  writeChecks,
  writeRule,
} from "#tests/support/notification-pipeline.ts";
import { failed, passed, startPipelineTests } from "#tests/support/pipeline-tests.ts";
import { until } from "#tests/support/running-system.ts";

const { db, receiver, publish, restart } = await startPipelineTests(await testDatabase(), {
  "notifications.max.count": "3",
  "notifications.digest.delay": "200ms",
});

const ms = 1e6;

test("a message waits, and is sent if the check still fails", async () => {
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url, wait_for: 500 * ms });
  await publish(failed(check!), failed(check!));
  const [waiting] = await untilStatuses(db, rule, ["pending"]);
  expect(waiting).toMatchObject({ waiting: "wait-for", count: 2 });
  const [sent] = await untilStatuses(db, rule, ["sent"]);
  expect(sent).toMatchObject({ count: 2, waiting: null });
  expect(receiver.titles()).toEqual(["check 1 failed"]);
});

test("a message that waits is skipped if the check recovers, and repeats are counted in one row", async () => {
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url, wait_for: 60_000 * ms });
  for (let round = 0; round < 3; round += 1) {
    await publish(failed(check!));
    await publish(passed(check!));
  }
  const [skipped] = await until(
    () => historyOf(db, rule),
    (rows) => rows.length === 1 && rows[0]!.status === "skipped" && rows[0]!.count === 3,
  );
  expect(skipped!.trail.at(-1)).toMatchObject({
    step: "wait",
    text: "The resource recovered while the message waited.",
  });
  expect(receiver.received).toEqual([]);
});

test("a message that waits is skipped if the check is healthy at the end, even without an event", async () => {
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url, wait_for: 300 * ms });
  await publish(failed(check!));
  await untilStatuses(db, rule, ["pending"]);
  await setStatus(db, [check!], "healthy");
  await untilStatuses(db, rule, ["skipped"]);
  expect(receiver.received).toEqual([]);
});

test("messages about checks that depend on a failing check are held, and are inhibited when their checks recover", async () => {
  const [parent, ...children] = await writeChecks(db, 4);
  const rule = await writeRule(db, { url: receiver.url });
  await publish(failed(parent!), ...children.map((id) => failed(id, { depends_on: [parent] })));
  const rows = await untilStatuses(db, rule, ["sent", "pending", "pending", "pending"]);
  expect(rows[1]).toMatchObject({ waiting: "dependency", held_by: parent, parent_id: rows[0]!.id });
  // One of the checks flaps during this time.
  await publish(passed(children[0]!), failed(children[0]!, { depends_on: [parent] }));
  await untilQuiet(db);
  await setStatus(db, [parent!, ...children], "healthy");
  await publish(passed(parent!), ...children.map((id) => passed(id)));
  const ended = await until(
    () => historyOf(db, rule),
    (all) =>
      all.filter(({ status }) => status === "inhibited").length === 3 &&
      all.some(({ purpose, status }) => purpose === "resolved" && status === "sent"),
  );
  for (const row of ended.filter(({ status }) => status === "inhibited"))
    expect(row).toMatchObject({ parent_id: rows[0]!.id, held_by: null, is_open: false });
  expect(ended.filter(({ purpose }) => purpose === "event").reduce((sum, { count }) => sum + count, 0)).toBe(5);
  expect(receiver.titles()).toEqual(["check 1 failed", "check 1 recovered"]);
});

test("a held message is sent if its check still fails after the dependency has recovered", async () => {
  const [parent, child] = await writeChecks(db, 2);
  const rule = await writeRule(db, { url: receiver.url });
  await publish(failed(parent!), failed(child!, { depends_on: [parent] }));
  await untilStatuses(db, rule, ["sent", "pending"]);
  await setStatus(db, [parent!], "healthy");
  await setStatus(db, [child!], "unhealthy");
  await publish(passed(parent!));
  await until(() => receiver.titles().includes("check 2 failed"));
  expect(receiver.titles().toSorted()).toEqual(["check 1 failed", "check 1 recovered", "check 2 failed"]);
});

test("above the limit, one digest per recipient is sent, with critical resources first", async () => {
  const usual = await writeChecks(db, 5, { severity: "low" });
  const critical = await writeChecks(db, 1, { severity: "critical" });
  const rule = await writeRule(db, { url: receiver.url });
  await publish(...[...usual, ...critical].map((id) => failed(id)), failed(usual[4]!));
  const rows = await until(
    () => historyOf(db, rule),
    (all) => all.some(({ purpose, status }) => purpose === "digest" && status === "sent"),
  );
  const eventsWith = (status: string) => rows.filter((row) => row.status === status && row.purpose === "event");
  expect(eventsWith("sent")).toHaveLength(3);
  expect(
    eventsWith("digested")
      .map(({ count }) => count)
      .toSorted((a, b) => a - b),
  ).toEqual([1, 1, 2]);
  const digest = receiver.received.find(({ message }) => message.purpose === "digest")!.message;
  expect(digest.text.title).toBe(`rule ${rule}: 4 more messages about 3 resources`);
  expect(digest.text.resources.map(({ note }) => note)).toEqual([
    "critical, check.failed",
    "low, check.failed",
    "low, check.failed (2 times)",
  ]);
  // The next digest is sent one window after the previous digest.
  await publish(failed(usual[0]!));
  const next = await until(async () =>
    (await historyOf(db, rule)).find(({ purpose, waiting }) => purpose === "digest" && waiting === "digest"),
  );
  expect(Date.parse(next!.not_before!) - Date.now()).toBeGreaterThan(3.9 * 3_600_000);
});

test("resources of a group share one message; if the first resource recovers while its message waits, the next is reported", async () => {
  const [first, second, third] = await writeChecks(db, 3, { labels: { app: "shop" } });
  const rule = await writeRule(db, { url: receiver.url, group_by: ["label:app"], wait_for: 1_000 * ms });
  await publish(failed(first!), failed(second!), failed(third!));
  const rows = await untilStatuses(db, rule, ["pending", "grouped", "grouped"]);
  expect(rows[1]!.parent_id).toBe(rows[0]!.id);
  await setStatus(db, [first!], "healthy");
  await publish(passed(first!));
  await untilStatuses(db, rule, ["skipped", "sent", "grouped"]);
  expect(receiver.received.map(({ message }) => [message.text.title, message.text.resources])).toEqual([
    ["check 2 failed", [{ name: "check 3", health: "unhealthy" }]],
  ]);
});

test("in quiet hours a message waits unless it is urgent", async () => {
  const person = newId();
  await sql`insert into people (id, name, email) values (${person}, 'Ada', 'ada@example.org')`.execute(db.system);
  await sql`
    insert into notification_preferences (person_id, quiet_from, quiet_until, channels)
    values (${person}, '00:00', '00:00', ${JSON.stringify([{ name: "hook", url: receiver.url }])}::jsonb)`.execute(
    db.system,
  );
  const [usual] = await writeChecks(db, 1);
  const [critical] = await writeChecks(db, 1, { severity: "critical" });
  const rule = await writeRule(db, { person_id: person });
  await publish(failed(usual!), failed(critical!));
  const rows = await untilStatuses(db, rule, ["pending", "sent"]);
  expect(rows[0]).toMatchObject({
    waiting: "quiet-hours",
    recipient: "Ada",
    recipient_key: `person:${person}/hook`,
    person_id: person,
  });
  // The recovery waits as well, and follows the problem.
  await publish(passed(usual!));
  await untilStatuses(db, rule, ["pending", "sent", "pending"]);
  await sql`delete from notification_preferences`.execute(db.system);
  await sql`
    insert into notification_preferences (person_id, channels)
    values (${person}, ${JSON.stringify([{ name: "hook", url: receiver.url }])}::jsonb)`.execute(db.system);
  await sql`update notification_send_history set not_before = now() where notification_id = ${rule} and waiting is not null`.execute(
    db.system,
  );
  // The test changed the time in the database, so a restart makes the pipeline read it.
  await restart();
  await untilStatuses(db, rule, ["sent", "sent", "sent"]);
  expect(receiver.received.map(({ message }) => message.text.title)).toEqual([
    "check 1 failed",
    "check 1 failed",
    "check 1 recovered",
  ]);
});
