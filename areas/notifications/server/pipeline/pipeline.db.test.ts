// From events to messages: rules, filters, recipients, silences, repeats and recoveries.
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

const { db, receiver, publish, silence } = await startPipelineTests(await testDatabase());

test("a failing check is reported once, and its recovery refers to that message", async () => {
  const [check] = await writeChecks(db, 1, { labels: { app: "shop" } });
  const rule = await writeRule(db, {
    url: `${receiver.url}/first`,
    filter: "check.type == 'http' && labels.app == 'shop'",
  });
  await publish(failed(check!));
  const [sent] = await untilStatuses(db, rule, ["sent"]);
  expect(sent).toMatchObject({
    purpose: "event",
    source_event: "check.failed",
    resource_id: check,
    recipient: "hook",
    recipient_key: "service:0",
    count: 1,
    resource_health: "unhealthy",
    channel: "generic_webhook",
  });
  expect(sent!.trail.map(({ step, result }) => `${step} ${result}`)).toEqual([
    "rule passed",
    "filter passed",
    "silence passed",
  ]);
  await setStatus(db, [check!], "healthy");
  await publish(passed(check!));
  const rows = await untilStatuses(db, rule, ["sent", "sent"]);
  expect(rows[1]).toMatchObject({
    purpose: "resolved",
    source_event: "check.passed",
    parent_id: sent!.id,
    is_open: false,
  });
  expect(receiver.titles("/first")).toEqual(["check 1 failed", "check 1 recovered"]);
  const [problem, resolved] = receiver.received.filter(({ path }) => path === "/first").map(({ message }) => message);
  expect(problem).toMatchObject({ id: sent!.id, purpose: "problem", health: "unhealthy", event: "check.failed" });
  expect(resolved).toMatchObject({ purpose: "resolved", health: "healthy", previous: { delivered: sent!.id } });
  expect(resolved!.subject).toBe(problem!.subject);
  expect(problem!.permalink).toContain(`/health?layout=table&checkId=${check}&timeRange=1h&refNotification=${rule}`);
  expect(problem!.text.actions.map(({ label }) => label)).toEqual(["Open", "Silence"]);
  const attempts = await sql`select outcome from notification_attempts where history_id = ${sent!.id}`.execute(
    db.system,
  );
  expect(attempts.rows).toEqual([{ outcome: "delivered" }]);
});

test("a rule that also lists the recovery event sends the recovery once", async () => {
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: `${receiver.url}/both`, events: ["check.failed", "check.passed"] });
  await publish(failed(check!), passed(check!));
  const rows = await untilStatuses(db, rule, ["sent", "sent"]);
  expect(rows.map(({ purpose }) => purpose)).toEqual(["event", "event"]);
  expect(receiver.titles("/both")).toEqual(["check 1 failed", "check 1 recovered"]);
});

test("events that the filter excludes are not stored as a row", async () => {
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: `${receiver.url}/none`, filter: "check.name == 'another'" });
  const other = await writeRule(db, { url: `${receiver.url}/other` });
  await publish(failed(check!));
  await untilStatuses(db, other, ["sent"]);
  expect(await historyOf(db, rule)).toEqual([]);
});

test("a filter that fails pauses the rule until it changes", async () => {
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: `${receiver.url}/paused`, filter: "check.name.startsWith(1)" });
  await publish(failed(check!));
  const error = async () =>
    (await sql<{ error: string | null }>`select error from notifications where id = ${rule}`.execute(db.system))
      .rows[0]!.error;
  expect(await until(error)).toContain("startsWith");
  await publish(failed(check!));
  await untilQuiet(db);
  expect(await historyOf(db, rule)).toEqual([]);
  await sql`update notifications set filter = 'true' where id = ${rule}`.execute(db.system);
  await publish(failed(check!));
  await untilStatuses(db, rule, ["sent"]);
  expect(await error()).toBeNull();
});

test("the repeat interval blocks repeats, and one row contains the number of blocked repeats", async () => {
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, { url: `${receiver.url}/repeat`, repeat_interval: "1h" });
  await publish(failed(check!));
  const [sent] = await untilStatuses(db, rule, ["sent"]);
  await publish(failed(check!));
  await publish(failed(check!), failed(check!));
  const [, blocked] = await until(
    () => historyOf(db, rule),
    (rows) => rows[1]?.count === 3,
  );
  expect(blocked).toMatchObject({ status: "repeat-interval", parent_id: sent!.id, is_open: false });
  expect(receiver.titles("/repeat")).toHaveLength(1);
  await sql`update notification_send_history set sent_at = sent_at - interval '2 hours' where id = ${sent!.id}`.execute(
    db.system,
  );
  await publish(failed(check!));
  await untilStatuses(db, rule, ["sent", "repeat-interval", "sent"]);
});

test("a silence suppresses a message, but not the recovery of a problem that was already reported", async () => {
  const [quiet, loud] = await writeChecks(db, 2);
  const rule = await writeRule(db, { url: `${receiver.url}/silence` });
  const id = await silence(quiet!);
  await publish(failed(quiet!), failed(loud!));
  const rows = await untilStatuses(db, rule, ["silenced", "sent"]);
  expect(rows[0]).toMatchObject({ silenced_by: id, resource_id: quiet });
  expect(rows[0]!.trail.at(-1)).toMatchObject({ step: "silence", result: "blocked", id });
  await silence(loud!);
  await publish(passed(quiet!), passed(loud!));
  const after = await untilStatuses(db, rule, ["silenced", "sent", "sent"]);
  expect(after[2]).toMatchObject({ purpose: "resolved", resource_id: loud });
});

test("a team has one recipient for each channel whose filter is true", async () => {
  const [check] = await writeChecks(db, 1);
  const channels = [
    { name: "ops", url: `${receiver.url}/ops` },
    { name: "night", url: `${receiver.url}/night`, filter: "check.name == 'another'" },
    { name: "all", url: `${receiver.url}/all`, filter: "health == 'unhealthy'" },
  ];
  const team = newId();
  await sql`
    insert into teams (id, name, icon, spec, source, created_by)
    select ${team}, 'Payments', 'group', ${JSON.stringify({ notifications: channels })}::jsonb, 'UI', id from people limit 1`.execute(
    db.system,
  );
  const rule = await writeRule(db, { team_id: team });
  await publish(failed(check!));
  const rows = await untilStatuses(db, rule, ["sent", "sent"]);
  expect(rows.map(({ recipient, recipient_key: key }) => [recipient, key])).toEqual([
    ["Payments: ops", `team:${team}/ops`],
    ["Payments: all", `team:${team}/all`],
  ]);
  await sql`delete from teams where id = ${team}`.execute(db.system);
  const { rows: kept } = await sql<{ recipient: string; rule_name: string; notification_id: string | null }>`
    select recipient, rule_name, notification_id from notification_send_history where resource_id = ${check!} order by id`.execute(
    db.system,
  );
  // Deleting a team deletes its rules. The messages are kept, with the names of team and rule.
  expect(kept).toEqual([
    { recipient: "Payments: ops", rule_name: `rule ${rule}`, notification_id: null },
    { recipient: "Payments: all", rule_name: `rule ${rule}`, notification_id: null },
  ]);
});

test("a message to a playbook is skipped until an area handles playbooks", async () => {
  const [check] = await writeChecks(db, 1);
  const playbook = newId();
  await sql`insert into playbooks (id, name, spec) values (${playbook}, 'restart', '{"actions": []}')`.execute(
    db.system,
  );
  const rule = await writeRule(db, { playbook_id: playbook });
  await publish(failed(check!));
  const [row] = await untilStatuses(db, rule, ["skipped"]);
  expect(row!.trail.at(-1)).toMatchObject({ step: "recipient", text: "Playbooks cannot be recipients yet." });
});

test("title and template are filled in; if a template fails, the default text is sent with the error", async () => {
  const [check] = await writeChecks(db, 1);
  const rule = await writeRule(db, {
    url: `${receiver.url}/template`,
    title: "{{ .check.name }} is {{ .health }}",
    template: "Look at $(permalink)",
  });
  const broken = await writeRule(db, { url: `${receiver.url}/broken`, template: "{{ .check.name | nosuch }}" });
  await publish(failed(check!));
  await untilStatuses(db, rule, ["sent"]);
  await untilStatuses(db, broken, ["sent"]);
  const textAt = (path: string) => receiver.received.find((one) => one.path === path)!.message.text;
  expect(textAt("/template")).toMatchObject({
    title: "check 1 is unhealthy",
    body: expect.stringContaining("checkId="),
  });
  expect(textAt("/broken").body).toBeUndefined();
  expect(textAt("/broken").attributes.at(-1)).toMatchObject({ label: "Error of the template" });
});

test("only the last 20 events of each name are kept", async () => {
  await writeRule(db, { url: `${receiver.url}/last` });
  const [check] = await writeChecks(db, 1);
  await publish(...Array.from({ length: 30 }, () => failed(check!)));
  const kept = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from notification_events where name = 'check.failed'`.execute(db.system);
    return rows[0]!.count;
  };
  await expect.poll(kept).toBe(20);
});
