// The summary of messages per resource.
import { beforeEach, expect, test } from "vitest";
import type { SummaryAnswer, SummaryQuery } from "../../contract.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { idOf } from "#tests/support/estate.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { sql } from "kysely";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const viewer = await person({ roles: ["viewer"] });
const check = idOf("check", 1);
const config = idOf("config", 2);
const component = idOf("component", 3);

interface Sent {
  event: string;
  resource: string;
  status: string;
  count?: number;
  /** Minutes before now. */
  age: number;
  why?: string;
}

const insert = ({ event, resource, status, count = 1, age, why = "it is down" }: Sent) =>
  sql`insert into notification_send_history (notification_id, source_event, resource_id, status, count, created_at, first_observed,
                                             resource_health, resource_status, resource_health_description, body)
      values (${idOf("notification", 1)}, ${event}, ${resource}, ${status}, ${count}, now() - ${age} * interval '1 minute',
              now() - ${age} * interval '1 minute', 'unhealthy', 'Down', ${why}, ${`body of ${status}`})`.execute(db);

beforeEach(async () => {
  await sql`delete from notification_send_history`.execute(db);
  await sql`select compact_message_tallies()`.execute(db);
  for (const sent of [
    { event: "check.failed", resource: check, status: "sent", age: 50, why: "first" },
    { event: "check.failed", resource: check, status: "error", age: 40, why: "second" },
    { event: "check.failed", resource: check, status: "repeat-interval", count: 5, age: 30, why: "third" },
    { event: "check.failed", resource: check, status: "digested", count: 2, age: 20, why: "newest" },
    { event: "check.failed", resource: check, status: "silenced", age: 1, why: "hidden by default" },
    { event: "config.unhealthy", resource: config, status: "pending", age: 10 },
    { event: "component.warning", resource: component, status: "skipped", age: 5 },
  ])
    await insert(sent);
});

const summary = async (body: Partial<SummaryQuery> = {}, who: Someone = viewer) => {
  const { status, body: answer } = await who.ask("/api/notification/summary", { method: "POST", body });
  expect({ status, answer }).toMatchObject({ status: 200 });
  return answer as SummaryAnswer;
};
const named = async (body: Partial<SummaryQuery> = {}, who?: Someone) =>
  (await summary(body, who)).results.map(({ resource }) => resource?.name);
const byDefault = { status: "!skipped,!silenced" };

test("DA-91 the summary has one row per resource, with counts, times and the state of the newest message", async () => {
  const { total, results } = await summary({
    includeDeletedResources: false,
    pageIndex: 0,
    pageSize: 50,
    ...byDefault,
  });
  expect(total).toBe(2);
  expect(results.map(({ resource_id }) => resource_id)).toEqual([config, check]);
  expect(results[1]).toMatchObject({
    resource: { id: check, name: "check 1", deleted_at: null },
    resource_type: "check",
    resource_kind: "check",
    notification_id: idOf("notification", 1),
    resource_health: "unhealthy",
    resource_status: "Down",
    resource_health_description: "newest",
    last_message: "body of digested",
    total: 9,
    sent: 1,
    error: 1,
    suppressed: 7,
    in_progress: 0,
  });
  expect(results[0]).toMatchObject({ resource_type: "config", total: 1, in_progress: 1, suppressed: 0 });
  const minutesAgo = (time: string) => Math.round((Date.now() - Date.parse(time)) / 60_000);
  expect([results[1]!.first_observed, results[1]!.last_seen].map(minutesAgo)).toEqual([50, 20]);
});

test("DA-91 the status filter includes and excludes statuses, and digested messages count as suppressed", async () => {
  expect(await named()).toEqual(["check 1", "component 3", "namespace-2"]);
  expect(await named({ status: "skipped" })).toEqual(["component 3"]);
  expect((await summary({ status: "digested" })).results).toMatchObject([{ total: 2, suppressed: 2, sent: 0 }]);
  expect((await summary({ status: "sent,error" })).results).toMatchObject([
    { total: 2, sent: 1, error: 1, resource_health_description: "second" },
  ]);
  expect(await summary({ status: "grouped" })).toEqual({ total: 0, results: [] });
});

test("DA-91 messages that are being sent are in progress", async () => {
  await insert({ event: "check.failed", resource: check, status: "sending", count: 3, age: 0 });
  const { results } = await summary({ resourceType: "check", ...byDefault });
  expect(results).toMatchObject([
    { resource_id: check, total: 12, sent: 1, in_progress: 3, last_message: "body of sending" },
  ]);
  expect(await named({ status: "sending" })).toEqual(["check 1"]);
  await sql`update notification_send_history set status = 'sent' where status = 'sending'`.execute(db);
  expect((await summary({ resourceType: "check", ...byDefault })).results).toMatchObject([
    { total: 12, sent: 4, in_progress: 0 },
  ]);
  expect(await named({ status: "sending" })).toEqual([]);
});

test("DA-91 the resource type is a kind, or the type of a resource", async () => {
  const kinds = async (resourceType: string) =>
    (await summary({ resourceType })).results.map(({ resource_kind }) => resource_kind);
  expect(await kinds("config,check")).toEqual(["check", "config"]);
  expect(await kinds("!check")).toEqual(["component", "config"]);
  const { rows } = await sql<{ type: string }>`select type from config_items where id = ${config}`.execute(db);
  expect(await kinds(rows[0]!.type)).toEqual(["config"]);
  expect(await kinds("Kuber*,!component")).toEqual(["config"]);
  expect((await summary({ resourceKind: "component" })).total).toBe(1);
  expect((await summary({ ...byDefault, resourceKind: "check" })).results).toMatchObject([{ resource_kind: "check" }]);
  expect(await summary({ ...byDefault, resourceKind: "incident" })).toEqual({ total: 0, results: [] });
});

test("DA-91 search matches the beginning of a name, or a pattern; tags select resources", async () => {
  expect(await named({ search: "che" })).toEqual(["check 1"]);
  expect(await named({ search: "eck" })).toEqual([]);
  expect(await named({ search: "*eck*" })).toEqual(["check 1"]);
  const { rows } = await sql<{
    tags: Record<string, string>;
  }>`select tags from config_items where id = ${config}`.execute(db);
  const [key, value] = Object.entries(rows[0]!.tags)[0]!;
  expect((await summary({ tags: `${key}=${value}` })).results.map(({ resource_id }) => resource_id)).toContain(config);
  expect((await summary({ tags: `${key}=nowhere` })).total).toBe(0);
});

test("DA-91 deleted resources are included only on request, even after their row was deleted", async () => {
  await sql`update config_items set deleted_at = now() where id = ${config}`.execute(db);
  expect((await summary(byDefault)).results.map(({ resource_id }) => resource_id)).toEqual([check]);
  expect((await summary({ ...byDefault, includeDeletedResources: true })).total).toBe(2);
  const { rows } = await sql<{ id: string }>`
    insert into config_items (config_class, type, name) values ('Node', 'Kubernetes::Node', 'short-lived') returning id`.execute(
    db,
  );
  const { id } = rows[0]!;
  await insert({ event: "config.unhealthy", resource: id, status: "sent", age: 3 });
  expect((await summary(byDefault)).results[0]).toMatchObject({ resource_id: id });
  await sql`delete from config_items where id = ${id}`.execute(db);
  expect((await summary(byDefault)).results.map(({ resource_id }) => resource_id)).toEqual([check]);
  expect((await summary({ status: "sent", resourceKind: "config" })).total).toBe(0);
  const [gone] = (await summary({ ...byDefault, includeDeletedResources: true })).results;
  expect(gone).toMatchObject({ resource: null, resource_id: id, total: 1 });
  await sql`update config_items set deleted_at = null where id = ${config}`.execute(db);
});

test("DA-91 by default, deleted resources of every kind are left out", async () => {
  // A canary without checks, because its checks would be deleted with it.
  const { rows } = await sql<{ id: string }>`
    insert into canaries (name, namespace, spec) values ('empty', 'default', '{}') returning id`.execute(db);
  const canary = rows[0]!.id;
  await insert({ event: "canary.failed", resource: canary, status: "sent", age: 3 });
  await insert({ event: "component.unhealthy", resource: component, status: "sent", age: 4 });
  expect((await summary(byDefault)).total).toBe(4);
  const tables = { canaries: canary, checks: check, components: component, config_items: config };
  for (const [n, [table, id]] of Object.entries(tables).entries()) {
    await sql`update ${sql.table(table)} set deleted_at = now() where id = ${id}`.execute(db);
    const { total, results } = await summary(byDefault);
    expect([total, results.map(({ resource_id }) => resource_id)]).toEqual([3 - n, expect.not.arrayContaining([id])]);
  }
  for (const [table, id] of Object.entries(tables))
    await sql`update ${sql.table(table)} set deleted_at = null where id = ${id}`.execute(db);
});

test("DA-91 pages and time ranges limit the result; errors contain the invalid values", async () => {
  const page = await summary({ ...byDefault, pageIndex: 1, pageSize: 1 });
  expect([page.total, page.results.map(({ resource_id }) => resource_id)]).toEqual([2, [check]]);
  expect((await summary({ ...byDefault, pageIndex: 9 })).results).toEqual([]);
  expect((await summary({ from: "now-35m", to: "now-15m" })).results).toMatchObject([{ total: 7, suppressed: 7 }]);
  for (const [body, message] of [
    [{ from: "yesterday-ish" }, "body.from"],
    [{ from: "now", to: "now-1d" }, "body.from: must be before to"],
    [{ tags: "a in" }, "body.tags"],
    [{ groupBy: ["rule"] }, "body.groupBy.0: must be resource"],
    [{ serach: "x" }, "body.serach: unknown field"],
  ] as const) {
    const answer = await viewer.ask("/api/notification/summary", { method: "POST", body });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(message)]);
  }
});

test("a person with row limits sees only messages about readable resources", async () => {
  const limited = await person({
    roles: ["viewer"],
    rules: [{ action: "read", config_id: config, deny: true }],
  });
  expect((await summary(byDefault, limited)).results.map(({ resource_id }) => resource_id)).toEqual([check]);
  const { total, results } = await summary({ includeDeletedResources: true }, limited);
  expect([total, results.map(({ resource_id }) => resource_id)]).toEqual([2, [check, component]]);
  const nobody = await person({ roles: [] });
  expect((await nobody.ask("/api/notification/summary", { method: "POST", body: {} })).status).toBe(403);
});
