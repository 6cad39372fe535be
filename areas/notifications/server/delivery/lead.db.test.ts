// Deliveries of a process that loses its leadership or its connection, and of the process that continues them.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { testDatabase } from "#tests/support/database.ts";
import { historyOf, untilStatuses, writeChecks, writeRule } from "#tests/support/notification-pipeline.ts";
import { failed, startDeliveryTests } from "#tests/support/pipeline-tests.ts";
import { postingChannels } from "#tests/support/posting-channels.ts";
import { until } from "#tests/support/running-system.ts";
import { forgetParts, oncePerPart } from "../channels/delivered-parts.ts";
import type { Message } from "../channels/channel.ts";

const { db, receive, start, stop } = await startDeliveryTests(await testDatabase(), {
  "notifications.retry.delay": "20ms",
  "notifications.delivery.concurrency": "2",
  "notifications.max.count": "1000",
});

test("a process that lost its leadership sends nothing more, so only messages that were being sent are repeated", async () => {
  const receiver = await receive();
  const answers: (() => void)[] = [];
  receiver.respond = (_, response) => void answers.push(() => response.writeHead(204).end());
  const first = await start();
  const checks = await writeChecks(db, 20);
  const rule = await writeRule(db, { url: receiver.url });
  await first.publish(...checks.map((id) => failed(id)));
  await until(() => answers.length === 2);
  await start();
  receiver.respond = undefined;
  // The session with the lock ends, while the process and its other connections continue.
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where  locktype = 'advisory' and granted and objid = (hashtext('quarterdeck.notifications')::bigint & 4294967295)::oid
    and    database = (select oid from pg_database where datname = current_database())`.execute(db.system);
  await until(
    () => historyOf(db, rule),
    (rows) => rows.some(({ status }) => status === "sent"),
  );
  for (const answer of answers) answer();
  await until(
    () => historyOf(db, rule),
    (rows) => rows.length === 20 && rows.every(({ status }) => status === "sent"),
  );
  const counts = [...Map.groupBy(receiver.received, ({ message }) => message.id).values()].map((all) => all.length);
  expect(counts).toHaveLength(20);
  expect(counts.filter((count) => count > 1)).toHaveLength(2);
});

test("messages are delivered even if the result of the transaction that wrote them is unknown", async () => {
  const receiver = await receive();
  const pipeline = await start();
  const [one, two] = await writeChecks(db, 2);
  const rule = await writeRule(db, { url: receiver.url });
  await pipeline.publish(failed(one!));
  const [sent] = await untilStatuses(db, rule, ["sent"]);
  // The transaction that handles the next event waits for this lock, and loses its connection meanwhile.
  const blocking = await db.system.startTransaction().execute();
  await sql`lock table notification_send_history in access exclusive mode`.execute(blocking);
  // A message that the interrupted transaction might have written.
  const id = newId();
  await sql`
    insert into notification_send_history (id, notification_id, resource_id, recipient_key, source_event, status, payload)
    select ${id}, notification_id, resource_id, recipient_key, source_event, 'sending', payload
    from   notification_send_history where id = ${sent!.id}`.execute(blocking);
  await pipeline.publish(failed(two!));
  const waiting = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where  datname = current_database() and wait_event_type = 'Lock' and query ilike '%notification_send_history%'`.execute(
      db.system,
    );
    return rows[0]?.pid;
  };
  const pid = await until(waiting, (found) => found !== undefined);
  await sql`select pg_terminate_backend(${pid}::int)`.execute(db.system);
  await blocking.commit().execute();
  await untilStatuses(db, rule, ["sent", "sent", "sent"]);
  expect(receiver.received.filter(({ message }) => message.id === id)).toHaveLength(1);
});

test("parts that an earlier process delivered are not sent again", async () => {
  const receiver = await receive();
  receiver.respond = ({ path }, response) => response.writeHead(path === "/two" ? 500 : 204).end();
  const channels: typeof postingChannels = {
    ...postingChannels,
    async deliver(type, address, message, sending) {
      for (const part of ["/one", "/two"])
        await oncePerPart(message, part, () =>
          postingChannels.deliver(type, { ...address, url: `${address.url}${part}` }, message, sending),
        );
      return {};
    },
  };
  await sql`update properties set value = '1h' where name = 'notifications.retry.delay'`.execute(db.system);
  const pipeline = await start({ channels });
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url });
  await pipeline.publish(failed(check!));
  const [row] = await until(
    () => historyOf(db, rule),
    ([only]) => only?.waiting === "retry",
  );
  await stop();
  // Simulates a restart, which loses the memory of the process.
  forgetParts({ id: row!.id } as Message);
  await sql`update notification_send_history set not_before = now() where id = ${row!.id}`.execute(db.system);
  receiver.respond = undefined;
  await start({ channels });
  await untilStatuses(db, rule, ["sent"]);
  expect(receiver.received.map(({ path }) => path)).toEqual(["/one", "/two", "/two"]);
  await sql`update properties set value = '20ms' where name = 'notifications.retry.delay'`.execute(db.system);
});

test("a connection can be a plain URL", async () => {
  const receiver = await receive();
  const pipeline = await start();
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { custom_services: [{ name: "hook", connection: `${receiver.url}/plain` }] });
  await pipeline.publish(failed(check!));
  await untilStatuses(db, rule, ["sent"]);
  expect(receiver.titles("/plain")).toEqual(["check 1 failed"]);
});

test("the ledger does not contain the names of the other resources of a group", async () => {
  const receiver = await receive();
  const pipeline = await start();
  const [first, second] = await writeChecks(db, 2, { labels: { app: "shop" } });
  const group = { url: receiver.url, group_by: ["label:app"], wait_for: 300e6 };
  const plain = await writeRule(db, group);
  const written = await writeRule(db, { ...group, template: "Others: $(groupedResources.join(','))" });
  await pipeline.publish(failed(first!), failed(second!));
  for (const rule of [plain, written]) await untilStatuses(db, rule, ["sent", "grouped"]);
  const texts = receiver.received.map(({ message }) => JSON.stringify(message.text));
  expect(texts.every((text) => text.includes("check 2"))).toBe(true);
  const { rows } = await sql<{ body: string; body_payload: unknown; trail: unknown }>`
    select body, body_payload, trail from notification_send_history where resource_id = ${first!}`.execute(db.system);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).toContain("check 1");
  expect(JSON.stringify(rows)).not.toContain("check 2");
});
