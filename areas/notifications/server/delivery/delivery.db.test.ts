// Delivery of messages to a receiver that fails in several ways.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { deleteRules, historyOf, untilStatuses, writeChecks, writeRule } from "#tests/support/notification-pipeline.ts";
import { failed, passed, startDeliveryTests } from "#tests/support/pipeline-tests.ts";
import { until } from "#tests/support/running-system.ts";

const {
  db,
  receive,
  start: startPipeline,
  stop,
} = await startDeliveryTests(await testDatabase(), { "notifications.retry.delay": "20ms" });
const start = async () => ({ receiver: await receive(), pipeline: await startPipeline() });

const attemptsOf = async (id: string) => {
  const { rows } = await sql<{ outcome: string; error: string | null; exchange: { status?: number }[] }>`
    select outcome, error, exchange from notification_attempts where history_id = ${id} order by created_at, id`.execute(
    db.system,
  );
  return rows;
};

test("a failed delivery is retried with the same message id, and every attempt is recorded", async () => {
  const { receiver, pipeline } = await start();
  const answers = [500, 503];
  receiver.respond = (_, response) => response.writeHead(answers.shift() ?? 204).end();
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url });
  await pipeline.publish(failed(check!));
  const [row] = await untilStatuses(db, rule, ["sent"]);
  expect(row).toMatchObject({ retries: 2, error: null });
  expect(new Set(receiver.received.map(({ message }) => message.id))).toEqual(new Set([row!.id]));
  const attempts = await attemptsOf(row!.id);
  expect(attempts.map(({ outcome, exchange }) => [outcome, exchange[0]!.status])).toEqual([
    ["failed", 500],
    ["failed", 503],
    ["delivered", 204],
  ]);
});

test("a delivery that keeps failing ends with an error, and the message goes to the fallback", async () => {
  const { receiver, pipeline } = await start();
  receiver.respond = ({ path }, response) => response.writeHead(path === "/main" ? 500 : 204).end();
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, {
    url: `${receiver.url}/main`,
    fallback_custom_services: [{ name: "spare", url: `${receiver.url}/spare` }],
    fallback_delay: 50e6,
  });
  await pipeline.publish(failed(check!));
  const [row, fallback] = await untilStatuses(db, rule, ["error", "sent"]);
  expect(row).toMatchObject({ retries: 4, error: "The receiver responded with 500.", is_open: false });
  expect(fallback).toMatchObject({ purpose: "fallback", parent_id: row!.id, recipient: "spare" });
  expect(receiver.received.filter(({ path }) => path === "/main")).toHaveLength(5);
  expect(receiver.titles("/spare")).toEqual(["check 1 failed"]);
});

test("a refused delivery is not retried", async () => {
  const { receiver, pipeline } = await start();
  receiver.respond = (_, response) => response.writeHead(404).end();
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url });
  await pipeline.publish(failed(check!));
  const [row] = await untilStatuses(db, rule, ["error"]);
  expect((await attemptsOf(row!.id)).map(({ outcome }) => outcome)).toEqual(["refused"]);
});

test("a message to a service with a rate limit is sent later, and the wait does not count as a retry", async () => {
  const { receiver, pipeline } = await start();
  let answers = 0;
  receiver.respond = (_, response) => {
    answers += 1;
    if (answers <= 1) response.writeHead(429, { "retry-after": "1" }).end();
    else response.writeHead(204).end();
  };
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url });
  await pipeline.publish(failed(check!));
  const [row] = await untilStatuses(db, rule, ["sent"]);
  expect(row).toMatchObject({ retries: 0 });
  const [first, second] = receiver.received;
  expect(second!.at - first!.at).toBeGreaterThan(900);
});

test("messages about one resource keep their order, while messages about other resources are delivered", async () => {
  const { receiver, pipeline } = await start();
  const [slow, quick] = await writeChecks(db, 2);
  let failures = 3;
  receiver.respond = ({ message }, response) => {
    if (message.text.title === "check 1 failed" && failures > 0) {
      failures -= 1;
      response.writeHead(500).end();
    } else response.writeHead(204).end();
  };
  const rule = await writeRule(db, { url: receiver.url });
  await pipeline.publish(failed(slow!));
  await until(() => receiver.received.length > 0);
  await pipeline.publish(passed(slow!), failed(quick!));
  await untilStatuses(db, rule, ["sent", "sent", "sent"]);
  const last = receiver.titles().lastIndexOf("check 1 failed");
  expect(receiver.titles().indexOf("check 1 recovered")).toBeGreaterThan(last);
});

test("a hanging receiver does not delay other receivers", async () => {
  const { receiver: hanging, pipeline } = await start();
  const other = await receive();
  hanging.respond = () => {};
  const checks = await writeChecks(db, 40);
  await sql`insert into properties (name, value) values ('notifications.max.count', '1000')`.execute(db.system);
  const stuck = await writeRule(db, { url: hanging.url, properties: { timeoutMs: "60000" } });
  const quick = await writeRule(db, { url: other.url });
  await pipeline.publish(...checks.map((id) => failed(id)));
  await until(
    () => historyOf(db, quick),
    (rows) => rows.length === 40 && rows.every(({ status }) => status === "sent"),
  );
  expect((await historyOf(db, stuck)).filter(({ status }) => status === "sending")).toHaveLength(40);
  // The number of concurrent deliveries is limited, so a hanging receiver occupies only its own slots.
  expect(hanging.received).toHaveLength(16);
});

test("a connection gets at most the configured number of messages per second", async () => {
  await sql`insert into properties (name, value) values ('notifications.delivery.rate', '1')`.execute(db.system);
  try {
    const { receiver, pipeline } = await start();
    const checks = await writeChecks(db, 4);
    const rule = await writeRule(db, { url: receiver.url });
    const published = Date.now();
    await pipeline.publish(...checks.map((id) => failed(id)));
    await untilStatuses(db, rule, ["sent", "sent", "sent", "sent"]);
    // At most one message is sent at once, so the fourth message is sent in the fourth second or later.
    expect(receiver.received).toHaveLength(4);
    expect(receiver.received.at(-1)!.at - published).toBeGreaterThan(3_000);
  } finally {
    await sql`delete from properties where name = 'notifications.delivery.rate'`.execute(db.system);
  }
});

test("after several failures deliveries pause, and a single delivery tries again", async () => {
  const { receiver } = await start();
  receiver.respond = (_, response) => response.writeHead(500).end();
  await sql`update properties set value = '300ms' where name = 'notifications.retry.delay'`.execute(db.system);
  await sql`insert into properties (name, value) values ('notifications.delivery.concurrency', '2')`.execute(db.system);
  await stop();
  const checks = await writeChecks(db, 30);
  const rule = await writeRule(db, { url: receiver.url });
  const next = await startPipeline();
  await next.publish(...checks.map((id) => failed(id)));
  await until(() => receiver.received.length >= 6);
  // Without the circuit breaker, all thirty deliveries would have failed by now.
  expect(receiver.received.length).toBeLessThan(12);
  receiver.respond = undefined;
  await until(
    () => historyOf(db, rule),
    (rows) => rows.length === 30 && rows.every(({ status }) => status === "sent"),
  );
  await sql`delete from properties where name = 'notifications.delivery.concurrency'`.execute(db.system);
  await sql`update properties set value = '20ms' where name = 'notifications.retry.delay'`.execute(db.system);
});

test("a message that was sent but not recorded is sent once more, with the same id", async () => {
  const { receiver, pipeline } = await start();
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url });
  await pipeline.publish(failed(check!));
  const [row] = await untilStatuses(db, rule, ["sent"]);
  await stop();
  // Simulates the state that a killed process leaves behind.
  await sql`update notification_send_history set status = 'sending', sent_at = null where id = ${row!.id}`.execute(
    db.system,
  );
  await startPipeline();
  await untilStatuses(db, rule, ["sent"]);
  expect(receiver.received.map(({ message }) => message.id)).toEqual([row!.id, row!.id]);
});

test("messages of a rule that was deleted in the meantime are skipped", async () => {
  const { receiver, pipeline } = await start();
  receiver.respond = (_, response) => response.writeHead(500).end();
  await sql`update properties set value = '2s' where name = 'notifications.retry.delay'`.execute(db.system);
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url });
  await until(async () => {
    await pipeline.publish(failed(check!));
    return (await historyOf(db, rule)).some(({ waiting }) => waiting === "retry");
  });
  await deleteRules(db);
  const rows = await until(
    () => historyOf(db, rule),
    (all) => all.every(({ status }) => status === "skipped"),
  );
  expect(rows[0]!.trail.at(-1)).toMatchObject({ text: "The rule was deleted." });
});
