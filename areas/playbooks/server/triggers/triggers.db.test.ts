// Tests runs that events, schedules and notifications start.
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { testDatabase } from "#tests/support/database.ts";
import { createProbe, runPlaybooks, untilRun, writePlaybook } from "#tests/support/playbook-runs.ts";
import { until } from "#tests/support/running-system.ts";
import { retainRuns } from "../runs/retain.ts";
import { eventTriggers, triggerInbox } from "./events.ts";
import { nextRun, scheduleTriggers, syncSchedules } from "./schedules.ts";

const { databases: db } = await testDatabase();
const shared = createProbe();
const system = await runPlaybooks(db, {
  shared,
  jobs: [retainRuns] as never,
  areas: [{ name: "playbooks", inboxes: [triggerInbox] }],
});
const services = await Promise.all(
  [eventTriggers(system.engine), scheduleTriggers(system.engine)].map((service) => service.start(system)),
);
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await system.stop();
});

async function configItem(tags: object = {}): Promise<string> {
  const id = newId();
  await sql`
    insert into config_items (id, name, type, config_class, tags) values (${id}, ${`item ${id}`}, 'Thing', 'Thing', ${JSON.stringify(tags)}::jsonb)`.execute(
    db.system,
  );
  return id;
}

const publish = (...events: readonly { name: string; id: string }[]) =>
  db.system.transaction().execute((tx) => system.events.publishAll(tx, events));

const runsOf = async (playbookId: string) =>
  (
    await sql<{ id: string; status: string; cause: string; config_id: string | null; parameters: unknown }>`
      select id, status, cause, config_id, parameters from playbook_runs where playbook_id = ${playbookId} order by created_at`.execute(
      db.system,
    )
  ).rows;

const countsOf = async (playbookId: string) =>
  (
    await sql<{ started: number; skipped: number; last_error: string | null }>`
      select started, skipped, last_error from playbook_trigger_counts where playbook_id = ${playbookId}`.execute(
      db.system,
    )
  ).rows[0];

const actions = [{ name: "act", probe: {} }];

test("an event starts the playbooks whose filter and labels match, with the resource and default parameters", async () => {
  const wanted = await writePlaybook(db, {
    parameters: [{ name: "who", default: "{{ .config.name }}" }],
    on: { config: [{ event: "unhealthy", filter: "config.type == 'Thing'", labels: { env: "prod" } }] },
    actions,
  });
  const other = await writePlaybook(db, {
    on: { config: [{ event: "unhealthy", filter: "config.type == 'Other'" }] },
    actions,
  });
  const [prod, test] = await Promise.all([configItem({ env: "prod" }), configItem({ env: "test" })]);
  await publish({ name: "config.unhealthy", id: prod }, { name: "config.unhealthy", id: test });
  const [run] = await until(
    () => runsOf(wanted),
    (runs) => runs.length === 1,
  );
  expect(run).toMatchObject({ cause: "event", config_id: prod, parameters: { who: `item ${prod}` } });
  await untilRun(db, run!.id, "completed");
  expect(await runsOf(other)).toEqual([]);
  const { rows } = await sql<{ change_type: string; details: object }>`
    select change_type, details from config_changes where config_id = ${prod} order by created_at, change_type desc`.execute(
    db.system,
  );
  expect(rows.map((row) => row.change_type).toSorted()).toEqual([
    "PlaybookCompleted",
    "PlaybookScheduled",
    "PlaybookStarted",
  ]);
  // People without rights on the playbook can read these rows.
  const scheduled = rows.find((row) => row.change_type === "PlaybookScheduled")!;
  expect(Object.keys(scheduled.details).toSorted()).toEqual(["playbook_id", "playbook_name", "run_id"]);
});

test("triggers start a playbook once per resource and interval, and the skipped triggers are counted", async () => {
  const playbookId = await writePlaybook(db, { on: { config: [{ event: "changed" }] }, actions });
  const [one, two] = await Promise.all([configItem(), configItem()]);
  await publish(...Array.from({ length: 5 }, () => ({ name: "config.changed", id: one })));
  await publish({ name: "config.changed", id: two });
  await until(
    () => countsOf(playbookId),
    (counts) => (counts?.started ?? 0) + (counts?.skipped ?? 0) === 6,
  );
  expect(await countsOf(playbookId)).toMatchObject({ started: 2, skipped: 4 });
  expect(new Set((await runsOf(playbookId)).map((run) => run.config_id))).toEqual(new Set([one, two]));
});

test("playbook.trigger.window is the minimum interval between triggered runs, by default five minutes", async () => {
  const playbookId = await writePlaybook(db, { on: { config: [{ event: "updated" }] }, actions });
  const item = await configItem();
  const trigger = async () => {
    const { started = 0, skipped = 0 } = (await countsOf(playbookId)) ?? {};
    await publish({ name: "config.updated", id: item });
    const counts = await until(
      () => countsOf(playbookId),
      (found) => (found?.started ?? 0) + (found?.skipped ?? 0) > started + skipped,
    );
    // The last run becomes six minutes old.
    await sql`update playbook_runs set created_at = now() - interval '6 minutes' where playbook_id = ${playbookId}`.execute(
      db.system,
    );
    return counts;
  };
  expect(await trigger()).toMatchObject({ started: 1, skipped: 0 });
  expect(await trigger()).toMatchObject({ started: 2, skipped: 0 });
  await sql`insert into properties (name, value) values ('playbook.trigger.window', '1h')`.execute(db.system);
  expect(await trigger()).toMatchObject({ started: 2, skipped: 1 });
  await sql`delete from properties where name = 'playbook.trigger.window'`.execute(db.system);
});

test("a failed run is a change of its config item with the severity high", async () => {
  const playbookId = await writePlaybook(db, {
    on: { config: [{ event: "degraded" }] },
    actions: [{ name: "act", probe: { fails: 1 } }],
  });
  const item = await configItem();
  await publish({ name: "config.degraded", id: item });
  const [run] = await until(
    () => runsOf(playbookId),
    (runs) => runs.length === 1,
  );
  await untilRun(db, run!.id, "failed");
  const { rows } = await sql<{ change_type: string; severity: string; source: string }>`
    select change_type, severity, source from config_changes where config_id = ${item} and change_type = 'PlaybookFailed'`.execute(
    db.system,
  );
  expect(rows).toEqual([{ change_type: "PlaybookFailed", severity: "high", source: "Playbook" }]);
});

test("a triggered run that cannot start is recorded in the job history", async () => {
  const playbookId = await writePlaybook(db, {
    parameters: [{ name: "needed", required: true }],
    on: { config: [{ event: "deleted" }] },
    actions,
  });
  await publish({ name: "config.deleted", id: await configItem() });
  const counts = await until(
    () => countsOf(playbookId),
    (found) => typeof found?.last_error === "string",
  );
  expect(counts!.last_error).toBe("missing required parameter(s): needed");
  const { rows } = await sql<{ name: string; status: string }>`
    select name, status from job_history where resource_id = ${playbookId}`.execute(db.system);
  expect(rows).toEqual([{ name: "SavePlaybookRun", status: "FAILED" }]);
});

test("a schedule starts the playbook with its parameters, once per due time", async () => {
  const spec = {
    parameters: [{ name: "n" }],
    on: { schedule: [{ schedule: "@every 1h", parameters: { n: "7" } }] },
    actions,
  };
  const playbookId = await writePlaybook(db, spec);
  await db.system.transaction().execute((tx) => syncSchedules(tx, { id: playbookId, spec, deleted_at: null }));
  await sql`update playbook_schedules set due_at = now() - interval '3 hours' where playbook_id = ${playbookId}`.execute(
    db.system,
  );
  const [run] = await until(
    () => runsOf(playbookId),
    (runs) => runs.length > 0,
  );
  expect(run).toMatchObject({ cause: "schedule", parameters: { n: "7" } });
  const { rows } = await sql<{ is_ahead: boolean }>`
    select due_at > now() + interval '59 minutes' as is_ahead from playbook_schedules where playbook_id = ${playbookId}`.execute(
    db.system,
  );
  expect(rows).toEqual([{ is_ahead: true }]);
  expect(await runsOf(playbookId)).toHaveLength(1);
  await db.system.transaction().execute((tx) => syncSchedules(tx, { id: playbookId, spec, deleted_at: "now" }));
  expect((await sql`select from playbook_schedules where playbook_id = ${playbookId}`.execute(db.system)).rows).toEqual(
    [],
  );
});

test("the time zone of a schedule is respected", () => {
  const noon = Date.parse("2026-11-17T12:00:00Z");
  expect(new Date(nextRun("CRON_TZ=America/New_York 0 9 * * *", noon)!).toISOString()).toBe("2026-11-17T14:00:00.000Z");
  expect(nextRun("@never", noon)).toBeUndefined();
  expect(nextRun("nonsense", noon)).toBeUndefined();
});

test("a notification starts the playbook for its resource, and the result is stored in its message", async () => {
  const playbookId = await writePlaybook(db, {
    configs: [{ types: ["Thing"] }],
    actions: [{ name: "act", probe: { fails: 1 } }],
  });
  const config = await configItem();
  const message = newId();
  await sql`
    insert into notification_send_history (id, resource_id, source_event, status)
    values (${message}, ${config}, 'config.unhealthy', 'sent')`.execute(db.system);
  const event = {
    name: "playbook.run.requested",
    id: playbookId,
    notification_send_id: message,
    resource_kind: "config",
    resource_id: config,
  };
  await db.system.transaction().execute(async (tx) => {
    await system.events.publish(tx, event);
    await system.events.publish(tx, event);
  });
  const [run] = await until(
    () => runsOf(playbookId),
    (runs) => runs[0]?.status === "failed",
  );
  expect(run).toMatchObject({ cause: "notification", config_id: config });
  const { rows } = await sql<{ status: string; playbook_run_id: string; error: string }>`
    select status, playbook_run_id, error from notification_send_history where id = ${message}`.execute(db.system);
  expect(rows[0]).toEqual({ status: "error", playbook_run_id: run!.id, error: "act: failed 1" });
  const idle = async () => (await system.jobs.counts()).every(({ pending, active }) => pending + active === 0);
  await until(idle);
  expect(await runsOf(playbookId)).toHaveLength(1);
});

test("a notification about a playbook does not start this playbook", async () => {
  const [own, other] = [await writePlaybook(db, { actions }), await writePlaybook(db, { actions })];
  const messages = [newId(), newId()];
  for (const [index, recipient] of [own, other].entries()) {
    await sql`
      insert into notification_send_history (id, resource_id, source_event, status)
      values (${messages[index]}, ${own}, 'playbook.run.completed', 'sent')`.execute(db.system);
    await db.system.transaction().execute((tx) =>
      system.events.publish(tx, {
        name: "playbook.run.requested",
        id: recipient,
        notification_send_id: messages[index]!,
        resource_kind: "playbook",
        resource_id: own,
      }),
    );
  }
  await until(
    () => runsOf(other),
    (runs) => runs[0]?.status === "completed",
  );
  const statusOf = async () =>
    (
      await sql<{ status: string }>`
        select status from notification_send_history where id = ${messages[0]}`.execute(db.system)
    ).rows[0]!.status;
  expect(await until(statusOf, (status) => status !== "sent" && status !== "pending_playbook_completion")).toBe(
    "skipped",
  );
  expect(await runsOf(own)).toEqual([]);
});

test("old runs are deleted with their artifacts; runs that have not ended are kept", async () => {
  const playbookId = await writePlaybook(db, { actions: [{ name: "act", probe: { output: "hello\n" } }] });
  const [old, fresh] = [await system.start({ playbookId }), await system.start({ playbookId })];
  await Promise.all([old, fresh].map((id) => untilRun(db, id, "completed")));
  const open = newId();
  await sql`
    insert into playbook_runs (id, playbook_id, status, created_at) values (${open}, ${playbookId}, 'pending_approval', now() - interval '1 year')`.execute(
    db.system,
  );
  await sql`
    update playbook_runs set created_at = now() - interval '91 days', end_time = now() - interval '91 days' where id = ${old}`.execute(
    db.system,
  );
  await system.jobs.send(db.system, retainRuns, {});
  const ids = async () => (await runsOf(playbookId)).map(({ id }) => id).toSorted();
  expect(await until(ids, (found) => !found.includes(old))).toEqual([fresh, open].toSorted());
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from artifacts f join playbook_run_actions a on a.id = f.playbook_run_action_id
    where  a.playbook_run_id = ${fresh}`.execute(db.system);
  expect(rows[0]!.n).toBe(1);
});
