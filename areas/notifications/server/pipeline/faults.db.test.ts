// Tests decisions that fail or are late, and events whose id differs from the resource id.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { historyOf, untilStatuses, writeChecks, writeRule } from "#tests/support/notification-pipeline.ts";
import { failed, startPipelineTests } from "#tests/support/pipeline-tests.ts";
import { until } from "#tests/support/running-system.ts";

const { db, receiver, publish, restart } = await startPipelineTests(await testDatabase());

const ms = 1e6;

const inboxAttempts = async () => {
  const { rows } = await sql<{ attempts: number }>`select attempts from event_inbox`.execute(db.system);
  return rows[0]?.attempts;
};
const errorOf = async (rule: string) => {
  const { rows } = await sql<{ error: string | null }>`select error from notifications where id = ${rule}`.execute(
    db.system,
  );
  return rows[0]!.error;
};
/** Makes the next retry due. A changed rule does not wake the pipeline, but another event does. */
async function retryNow(wake: string): Promise<void> {
  await sql`update event_inbox set retry_at = now()`.execute(db.system);
  await publish({ name: "check.passed", id: wake });
}

test("a filter that takes too long is tried again, and pauses its rule only after several attempts", async () => {
  const [check, other] = await writeChecks(db, 2);
  const slow =
    "range(3000).all(a, range(3000).all(b, a + b >= 0)) && range(3000).all(a, range(3000).all(b, a + b >= 0))";
  const rule = await writeRule(db, { url: receiver.url, filter: `check.name == 'check 1' && ${slow}` });
  const quick = await writeRule(db, { url: receiver.url });
  await publish(failed(check!));
  await until(inboxAttempts, (attempts) => attempts === 1);
  expect(await errorOf(rule)).toBeNull();
  await retryNow(other!);
  await until(inboxAttempts, (attempts) => attempts === 2);
  expect(await errorOf(rule)).toBeNull();
  await retryNow(other!);
  await until(inboxAttempts, (attempts) => attempts === undefined);
  expect(await errorOf(rule)).toBe("The expression takes too long.");
  await untilStatuses(db, quick, ["sent"]);
  expect(await historyOf(db, rule)).toEqual([]);
});

test("a message whose decision fails does not stop the others", async () => {
  const [broken, sound] = await writeChecks(db, 2);
  const rule = await writeRule(db, { url: receiver.url, wait_for: 60_000 * ms });
  await publish(failed(broken!), failed(sound!));
  const [first] = await untilStatuses(db, rule, ["pending", "pending"]);
  await restart(() =>
    sql`
      update notification_send_history
      set    not_before = now(), payload = case when id = ${first!.id} then '{"name": 1}' else payload end
      where  notification_id = ${rule}`.execute(db.system),
  );
  const [postponed] = await untilStatuses(db, rule, ["pending", "sent"]);
  expect(postponed).toMatchObject({ retries: 1, waiting: "wait-for", error: expect.any(String) });
  expect(Date.parse(postponed!.not_before!)).toBeGreaterThan(Date.now() - 60_000);
  // After the last attempt the message ends with an error.
  await restart(() =>
    sql`update notification_send_history set not_before = now(), retries = 8 where id = ${first!.id}`.execute(
      db.system,
    ),
  );
  await untilStatuses(db, rule, ["error", "sent"]);
});

test("the repeat interval applies to events about a definition of done, which contain the id of the evidence", async () => {
  const { rows } = await sql<{ id: string }>`
    with person as (select id from people limit 1),
         incident as (insert into incidents (title, created_by) select 'disk full', id from person returning id, created_by),
         hypothesis as (
           insert into hypotheses (incident_id, type, title, created_by) select id, 'root', 'logs', created_by from incident returning id, created_by
         )
    insert into evidences (hypothesis_id, type, created_by) select id, 'comment', created_by from hypothesis returning id`.execute(
    db.system,
  );
  const rule = await writeRule(db, { url: receiver.url, events: ["incident.dod.*"], repeat_interval: "1h" });
  const event = { name: "incident.dod.passed", id: rows[0]!.id };
  await publish(event);
  await untilStatuses(db, rule, ["sent"]);
  await publish(event);
  await publish(event);
  const [, blocked] = await until(
    () => historyOf(db, rule),
    (all) => all[1]?.count === 2,
  );
  expect(blocked!.status).toBe("repeat-interval");
});

test("after the wait, the scraper of a Kubernetes config item runs once more before the message is decided", async () => {
  const { rows } = await sql<{ id: string; item: string }>`
    with scraper as (
      insert into config_scrapers (name, namespace, source, spec) values ('cluster', 'default', 'UI', '{"kubernetes": [{}]}') returning id
    ), turn as (
      insert into scraper_turns (scraper_id, schedule, due_at, spec_hash) select id, '@every 1h', now() + interval '1 hour', '' from scraper
    )
    insert into config_items (scraper_id, config_class, type, name, health)
    select id, 'Pod', 'Kubernetes::Pod', 'web-1', 'unhealthy' from scraper
    returning scraper_id as id, id as item`.execute(db.system);
  const { id: scraper, item } = rows[0]!;
  const rule = await writeRule(db, { url: receiver.url, events: ["config.unhealthy"], wait_for: 100 * ms });
  await publish({ name: "config.unhealthy", id: item });
  const [waiting] = await untilStatuses(db, rule, ["evaluating-waitfor"]);
  expect(Date.parse(waiting!.not_before!) - Date.now()).toBeGreaterThan(0);
  const { rows: turns } = await sql<{ is_due: boolean }>`
    select due_at <= now() as is_due from scraper_turns where scraper_id = ${scraper}`.execute(db.system);
  expect(turns).toEqual([{ is_due: true }]);
  await restart(() =>
    sql`update notification_send_history set not_before = now() where id = ${waiting!.id}`.execute(db.system),
  );
  await untilStatuses(db, rule, ["sent"]);
});
