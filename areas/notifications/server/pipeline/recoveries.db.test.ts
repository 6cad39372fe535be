// Recoveries of problems that were reported several times, by a fallback, or not at all.
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

const { db, receiver, publish, silence, silenced, restart } = await startPipelineTests(await testDatabase(), {
  "notifications.retry.delay": "10ms",
  "notification.max-retries": "1",
  "notifications.max.count": "3",
  "notifications.digest.delay": "100ms",
});

const allDay = { quiet_from: "00:00", quiet_until: "00:00" };

async function writePerson(path: string, quiet: typeof allDay | undefined = allDay): Promise<string> {
  const id = newId();
  await sql`insert into people (id, name, email) values (${id}, 'Ada', ${`${id}@example.org`})`.execute(db.system);
  await sql`
    insert into notification_preferences (person_id, quiet_from, quiet_until, channels)
    values (${id}, ${quiet?.quiet_from ?? null}, ${quiet?.quiet_until ?? null}, ${JSON.stringify([{ name: "hook", url: receiver.url + path }])}::jsonb)`.execute(
    db.system,
  );
  return id;
}

/** Ends all quiet hours and all waits. */
const endQuietHours = (rule: string) =>
  restart(async () => {
    await sql`update notification_preferences set quiet_from = null, quiet_until = null`.execute(db.system);
    await sql`
      update notification_send_history set not_before = now() where notification_id = ${rule} and waiting is not null`.execute(
      db.system,
    );
  });

test("the recovery closes all messages about the problem", async () => {
  const { rows } = await sql<{ id: string }>`
    insert into config_items (config_class, type, name, health) values ('Thing', 'Thing', 'thing', 'unhealthy') returning id`.execute(
    db.system,
  );
  const { id } = rows[0]!;
  const rule = await writeRule(db, { url: receiver.url, events: ["config.unhealthy", "config.unknown"] });
  for (const name of ["config.unhealthy", "config.unknown", "config.unhealthy"]) {
    await publish({ name, id });
    await untilQuiet(db);
  }
  await publish({ name: "config.healthy", id });
  await until(() => receiver.titles().includes("thing is healthy again"));
  const { rows: open } = await sql`select from notification_send_history where resource_id = ${id} and is_open`.execute(
    db.system,
  );
  expect(open).toEqual([]);
  expect((await historyOf(db, rule)).filter(({ purpose }) => purpose === "event")).toHaveLength(3);
});

test("sends the recovery to a fallback that received the problem message", async () => {
  receiver.respond = ({ path }, response) => response.writeHead(path === "/main" ? 500 : 204).end();
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, {
    url: `${receiver.url}/main`,
    fallback_custom_services: [{ name: "spare", url: `${receiver.url}/spare` }],
  });
  await publish(failed(check!));
  const [, fallback] = await untilStatuses(db, rule, ["error", "sent"]);
  await setStatus(db, [check!], "healthy");
  await publish(passed(check!));
  const [, , resolved] = await untilStatuses(db, rule, ["error", "sent", "sent"]);
  expect(resolved).toMatchObject({ purpose: "resolved", parent_id: fallback!.id, recipient: "spare" });
  expect(receiver.titles("/spare")).toEqual(["check 1 failed", "check 1 recovered"]);
  expect(receiver.received.at(-1)!.message.previous).toEqual({ delivered: fallback!.id });
});

test("a fallback message is skipped if the problem ends before the message is sent", async () => {
  receiver.respond = ({ path }, response) => response.writeHead(path === "/main" ? 500 : 204).end();
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, {
    url: `${receiver.url}/main`,
    fallback_custom_services: [{ name: "spare", url: `${receiver.url}/spare` }],
    fallback_delay: 3_600_000e6,
  });
  await publish(failed(check!));
  await untilStatuses(db, rule, ["error", "attempting_fallback"]);
  await publish(passed(check!));
  const [, fallback] = await untilStatuses(db, rule, ["error", "skipped"]);
  expect(fallback!.trail.at(-1)).toMatchObject({ text: "The resource recovered before the fallback was sent." });
  expect(receiver.titles("/spare")).toEqual([]);
});

test("the recovery of a problem that was silenced after quiet hours is not sent", async () => {
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { person_id: await writePerson("/quiet") });
  await publish(failed(check!));
  await untilStatuses(db, rule, ["pending"]);
  await publish(passed(check!));
  await untilStatuses(db, rule, ["pending", "pending"]);
  await silence(check!);
  await endQuietHours(rule);
  const rows = await untilStatuses(db, rule, ["silenced", "skipped"]);
  expect(rows[1]!.trail.at(-1)).toMatchObject({ text: "The message about the problem was not delivered." });
  expect(receiver.titles("/quiet")).toEqual([]);
});

test("a repeated message that another silence hides is listed in its own row", async () => {
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: receiver.url });
  const first = await silence(check!);
  await publish(failed(check!), failed(check!));
  await untilStatuses(db, rule, ["silenced"]);
  const second = await silence(check!);
  await publish(failed(check!));
  await untilStatuses(db, rule, ["silenced", "silenced"]);
  silenced.set(check!, first);
  await publish(failed(check!));
  const rows = await until(
    () => historyOf(db, rule),
    (all) => all.reduce((sum, { count }) => sum + count, 0) === 4,
  );
  expect(rows.map(({ silenced_by: by, count }) => [by, count])).toEqual([
    [first, 3],
    [second, 1],
  ]);
});

test("a digest waits for the end of quiet hours, unless it has a critical message", async () => {
  const checks = await writeChecks(db, 4);
  const critical = await writeChecks(db, 4, { severity: "critical" });
  const rule = await writeRule(db, { person_id: await writePerson("/calm") });
  const urgent = await writeRule(db, { person_id: await writePerson("/urgent") });
  const digestOf = async (id: string) => (await historyOf(db, id)).find(({ purpose }) => purpose === "digest");
  await sql`update notifications set filter = 'check.severity != "critical"' where id = ${rule}`.execute(db.system);
  await publish(...[...checks, ...critical].map((id) => failed(id)));
  await until(
    () => digestOf(urgent),
    (row) => row?.status === "sent",
  );
  const held = await until(
    () => digestOf(rule),
    (row) => row?.trail.at(-1)?.step === "quiet-hours",
  );
  expect(held).toMatchObject({ status: "pending", waiting: "digest" });
  expect(receiver.received.filter(({ message }) => message.purpose === "digest").map(({ path }) => path)).toEqual([
    "/urgent",
  ]);
  await endQuietHours(rule);
  await until(
    () => digestOf(rule),
    (row) => row?.status === "sent",
  );
});
