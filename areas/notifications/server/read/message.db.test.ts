// Tests the message details, the number on the bell, and the message counts per resource.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { MessageDetail } from "../../contract.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { idOf } from "#tests/support/estate.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const viewer = await person({ roles: ["viewer"] });
const editor = await person({ roles: ["editor"] });
const config = idOf("config", 4);
const noConfigs = await person({ roles: ["viewer"], rules: [{ action: "read", config_id: config, deny: true }] });

const trail = [
  { at: "2026-11-17T10:00:00Z", step: "rule", result: "matched", text: "The rule listens to config.unhealthy." },
  {
    at: "2026-11-17T10:00:00Z",
    step: "silence",
    result: "silenced",
    text: "A silence applies.",
    id: idOf("silence", 1),
  },
];

async function insertMessage(columns: Record<string, unknown> = {}): Promise<string> {
  const { id } = await db
    .insertInto("notification_send_history")
    .values({
      notification_id: idOf("notification", 1),
      rule_name: "notification 1",
      source_event: "config.unhealthy",
      resource_id: config,
      status: "sent",
      ...columns,
    } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const detail = async (id: string, who: Someone = viewer) => {
  const { status, body } = await who.ask(`/api/notification/send_history/${id}`);
  return { status, message: body as MessageDetail };
};

test("the details of a message have its decision trail, and every attempt with the raw exchange", async () => {
  const id = await insertMessage({
    trail: JSON.stringify(trail),
    person_id: idOf("person", 1),
    recipient: "Ada",
    channel: "email",
    silenced_by: idOf("silence", 1),
    body: "It is down",
  });
  await sql`insert into notification_attempts (history_id, outcome, error, duration_millis, exchange, created_at)
            values (${id}, 'failed', 'timed out', 30000, '{"request": "POST /a"}', '2026-11-17T10:00:01Z'),
                   (${id}, 'delivered', null, 40, '[{"request": "POST /b", "response": "ok", "status": 200}]', '2026-11-17T10:01:00Z'),
                   (${id}, 'postponed', null, null, null, '2026-11-17T10:02:00Z')`.execute(db);
  const child = await insertMessage({ parent_id: id, purpose: "resolved", recipient: "Ada" });
  const { status, message } = await detail(id, editor);
  expect(status).toBe(200);
  expect(message).toMatchObject({
    id,
    status: "sent",
    purpose: "event",
    resource: { id: config, name: "namespace-4" },
    resource_kind: "config",
    rule: { id: idOf("notification", 1), name: "notification 1" },
    silence: { id: idOf("silence", 1) },
    person: { id: idOf("person", 1) },
    recipient: "Ada",
    channel: "email",
    body: "It is down",
    trail: [trail[0], { ...trail[1], name: "silence 1" }],
    attempts: [
      { outcome: "failed", error: "timed out", duration_millis: 30000, exchanges: [{ request: "POST /a" }] },
      { outcome: "delivered", exchanges: [{ request: "POST /b", response: "ok", status: 200 }] },
      { outcome: "postponed", exchanges: [] },
    ],
    children: [{ id: child, purpose: "resolved", recipient: "Ada" }],
  });
  expect((await detail(child)).message.parent).toMatchObject({ id, status: "sent", resource_name: "namespace-4" });
});

test("only people who may write notifications see requests and responses", async () => {
  const id = await insertMessage();
  await sql`insert into notification_attempts (history_id, outcome, error, exchange)
            values (${id}, 'failed', 'timed out', '[{"request": "POST http://10.0.0.5/internal"}]')`.execute(db);
  const [admin, guest] = [await person({ roles: ["admin"] }), await person({ roles: ["guest"] })];
  for (const who of [admin, editor])
    expect((await detail(id, who)).message.attempts).toMatchObject([
      { error: "timed out", exchanges: [{ request: "POST http://10.0.0.5/internal" }] },
    ]);
  expect((await detail(id)).message.attempts).toMatchObject([{ error: "timed out", exchanges: [] }]);
  // The data API never returns requests and responses.
  const attempts = `/notification_attempts?history_id=eq.${id}`;
  expect((await viewer.ask(attempts)).body).toMatchObject([{ outcome: "failed" }]);
  for (const who of [admin, editor, viewer, guest])
    for (const path of [
      attempts,
      `${attempts}&select=exchange`,
      `${attempts}&select=error&exchange->0->>request=like.*internal*`,
      `${attempts}&order=exchange`,
      `/notification_send_history?id=eq.${id}&select=id,notification_attempts(exchange)`,
    ]) {
      const { status, text } = await who.ask(path);
      expect(text).not.toContain("10.0.0.5");
      expect([path, status === 200 && text.includes('"exchange"')]).toEqual([path, false]);
    }
});

test("a step of the decision names another resource only if the caller may see it", async () => {
  const hidden = await insertMessage();
  const step = { at: "2026-11-17T10:00:00Z", step: "dependency", result: "held", text: "A check fails.", id: hidden };
  const id = await insertMessage({
    source_event: "check.failed",
    resource_id: idOf("check", 1),
    trail: JSON.stringify([step]),
  });
  expect((await detail(id)).message.trail).toEqual([{ ...step, name: "namespace-4" }]);
  expect((await detail(id, noConfigs)).message.trail).toEqual([step]);
});

test("a message keeps the name of its rule and recipient after they are deleted", async () => {
  const { id: rule } = await db
    .insertInto("notifications")
    .values({ name: "short-lived", events: ["check.failed"], person_id: idOf("person", 1) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const id = await insertMessage({ notification_id: rule, rule_name: "short-lived", recipient: "Ada" });
  await sql`delete from notifications where id = ${rule}`.execute(db);
  expect((await detail(id)).message).toMatchObject({ rule: { id: null, name: "short-lived" }, recipient: "Ada" });
});

test.each([
  ["person", sql`insert into people (name) values ('short-lived') returning id`, "people", "person_id"],
  [
    "team",
    sql`insert into teams (name, created_by) values ('short-lived', ${idOf("person", 1)}) returning id`,
    "teams",
    "team_id",
  ],
  [
    "connection",
    sql`insert into connections (name, type) values ('short-lived', 'slack') returning id`,
    "connections",
    "connection_id",
  ],
])(
  "a message stays in the history after its %s is deleted, with the name of the recipient",
  async (_, insert, table, column) => {
    const { rows } = await insert.execute(db);
    const { id: recipient } = rows[0] as { id: string };
    const id = await insertMessage({ [column]: recipient, recipient: "short-lived" });
    await sql`delete from ${sql.table(table)} where id = ${recipient}`.execute(db);
    expect(await detail(id)).toMatchObject({ status: 200, message: { status: "sent", recipient: "short-lived" } });
    const kept = await sql`select ${sql.ref(column)} as of from notification_send_history where id = ${id}`.execute(db);
    expect(kept.rows).toEqual([{ of: null }]);
  },
);

test("the details of a message about a resource that the caller is not allowed to read are not found", async () => {
  const id = await insertMessage();
  expect((await detail(id, noConfigs)).status).toBe(404);
  expect((await detail(idOf("nothing", 1))).status).toBe(404);
  expect((await viewer.ask("/api/notification/send_history/abc")).status).toBe(400);
});

test("the names of people, teams and connections are left out for callers who are not allowed to read them", async () => {
  const id = await insertMessage({ connection_id: idOf("connection", 1), person_id: idOf("person", 1) });
  expect((await detail(id)).message.person).toMatchObject({ id: idOf("person", 1) });
  const narrow = await person({
    roles: ["viewer"],
    rules: [{ action: "read", object: "connection", deny: true }],
  });
  expect((await detail(id, narrow)).message.connection).toBeNull();
  const admin = await person({ roles: ["admin"] });
  expect((await detail(id, admin)).message.connection).toMatchObject({ id: idOf("connection", 1) });
});

test("the bell counts sent and failed messages that the person may see, since they last opened the notifications", async () => {
  const reader = await person({ roles: ["viewer"] });
  const count = async (who: Someone) =>
    ((await who.ask("/api/notification/unread")).body as { count: number; limit: number }).count;
  expect((await reader.ask("/api/notification/read", { method: "POST" })).status).toBe(200);
  expect((await noConfigs.ask("/api/notification/read", { method: "POST" })).status).toBe(200);
  expect(await count(reader)).toBe(0);
  await insertMessage({ status: "sent" });
  await insertMessage({ status: "error" });
  await insertMessage({ status: "silenced" });
  await insertMessage({ status: "sent", source_event: "check.failed", resource_id: idOf("check", 1) });
  expect([await count(reader), await count(noConfigs)]).toEqual([3, 1]);
  for (let n = 0; n < 120; n += 1) await insertMessage();
  expect(await count(reader)).toBe(100);
  await reader.ask("/api/notification/read", { method: "POST" });
  expect([await count(reader), await count(noConfigs)]).toEqual([0, 1]);
});

test("the message counts follow inserts, updates and deletes, before and after compaction", async () => {
  const wrong = () =>
    sql`select resource_id, status, messages, last_seen
        from  (select resource_id, status, sum(messages)::int as messages, max(last_seen) as last_seen
               from notification_tallies group by 1, 2 having sum(messages) <> 0) t
        full   join (select h.resource_id, s.status, sum(h.count)::int as messages, max(h.created_at) as last_seen
                     from notification_send_history h
                     cross join message_tally_statuses(h.status, h.resource_name) s (status) group by 1, 2) h
               using (resource_id, status, messages, last_seen)
        where  t.resource_id is null or h.resource_id is null`.execute(db);
  const compact = () => sql`select compact_message_tallies()`.execute(db);
  await compact();
  expect((await wrong()).rows).toEqual([]);
  const id = await insertMessage({ status: "pending" });
  const repeated = await insertMessage({ status: "repeat-interval" });
  await sql`update notification_send_history set status = 'sending' where id = ${id}`.execute(db);
  await sql`update notification_send_history set status = 'sent', trail = '[{}]' where id = ${id}`.execute(db);
  await sql`update notification_send_history set count = count + 1, created_at = now() where id = ${repeated}`.execute(
    db,
  );
  expect((await wrong()).rows).toEqual([]);
  await sql`delete from notification_send_history where status in ('sent', 'error')`.execute(db);
  await sql`delete from config_items where id = ${idOf("config", 12)}`.execute(db);
  await compact();
  expect((await wrong()).rows).toEqual([]);
  expect((await sql`select from notification_tallies where not is_sum`.execute(db)).rows).toEqual([]);
});
