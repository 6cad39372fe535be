// Tests alerts over HTTP: they become checks, publish events, end by themselves, and are deleted after a week.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Role } from "#language/roles.ts";
import { resolveEnded, retainAlerts } from "#areas/notifications/server/alertmanager/resolve.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { openEstate } from "../permissions/estate-server.ts";

const events: { name: string; id: string }[] = [];
const listening = {
  name: "listening",
  listeners: [
    { event: "check.*", name: "alerts-test", run: (event: { name: string }) => void events.push(event as never) },
  ],
};
const server = await startTestServer({ areas: [...serverAreas, listening] });
const { system } = server;
const db = system.db.system;

const { person } = await openEstate(server);
const tokenOf = async (tokenName: string, role: Role = "editor") => (await person({ roles: [role], tokenName })).token;
const bearer = async (tokenName: string, role?: Role) => ({
  authorization: `Bearer ${await tokenOf(tokenName, role)}`,
});
const prometheus = await bearer("prometheus");

async function post(path: string, body: unknown, headers: Record<string, string> = prometheus) {
  const response = await server.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
}
const send = (alerts: unknown, headers?: Record<string, string>) => post("/api/v2/alerts", alerts, headers);

const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const minute = 60_000;

interface CheckRow {
  id: string;
  name: string;
  status: string;
  severity: string | null;
  labels: Record<string, string>;
  canary: string;
  source: string;
  runs: number;
  is_deleted: boolean;
}

const checksNamed = async (alertname: string) =>
  (
    await sql<CheckRow>`
      select c.id, c.name, c.status, c.severity, c.labels, k.name as canary, k.source, c.deleted_at is not null as is_deleted,
             (select count(*)::int from check_statuses s where s.check_id = c.id) as runs
      from   checks c
      join   canaries k on k.id = c.canary_id
      where  c.labels ->> 'alertname' = ${alertname} and c.type = 'alert'
      order  by c.name`.execute(db)
  ).rows;

const heard = (id: string) => events.filter((event) => event.id === id).map(({ name }) => name);

test("an alert becomes a check in the canary of its source, and fails and passes like other checks", async () => {
  const labels = { alertname: "Down", severity: "critical", instance: "web-1" };
  const alert = { labels, annotations: { summary: "web-1 is down" }, endsAt: soon(5 * minute) };
  expect(await send([alert])).toEqual({ status: 200, body: undefined });
  const [check] = await checksNamed("Down");
  expect(check).toMatchObject({
    name: 'Down {instance="web-1", severity="critical"}',
    status: "unhealthy",
    severity: "critical",
    labels,
    canary: "prometheus",
    source: "Push",
    runs: 1,
  });
  await until(() => heard(check!.id).join() === "check.failed");
  // Repeating the alert only changes its end time.
  await send([{ ...alert, endsAt: soon(9 * minute) }]);
  expect(await checksNamed("Down")).toMatchObject([{ runs: 1 }]);
  expect((await send([{ ...alert, endsAt: soon(-minute) }])).status).toBe(200);
  expect(await checksNamed("Down")).toMatchObject([{ status: "healthy", runs: 2 }]);
  await until(() => heard(check!.id).join() === "check.failed,check.passed");
  await send([alert]);
  expect(await checksNamed("Down")).toMatchObject([{ id: check!.id, status: "unhealthy", runs: 3 }]);
});

test("an alert that is not repeated is resolved at its end time", async () => {
  await send([{ labels: { alertname: "Ends" }, endsAt: soon(1_500) }]);
  const [check] = await checksNamed("Ends");
  expect(check!.status).toBe("unhealthy");
  await until(async () => (await checksNamed("Ends"))[0]!.status === "healthy");
  await until(() => heard(check!.id).join() === "check.failed,check.passed");
});

test("alerts from an Alertmanager webhook belong to the named source and have no end time", async () => {
  const payload = (status: string, endsAt: string) => ({
    version: "4",
    groupKey: "{}",
    status,
    receiver: "quarterdeck",
    truncatedAlerts: 0,
    alerts: [
      {
        status,
        labels: { alertname: "Hooked" },
        annotations: {},
        startsAt: soon(-minute),
        endsAt,
        generatorURL: "http://p",
        fingerprint: "x",
      },
    ],
  });
  const path = "/api/alertmanager/webhook?source=main%20cluster";
  const zero = "0001-01-01T00:00:00Z";
  expect(await post(path, payload("firing", zero))).toEqual({ status: 200, body: { message: "ok" } });
  expect(await checksNamed("Hooked")).toMatchObject([{ status: "unhealthy", canary: "main cluster" }]);
  const { rows } = await sql`select from alerts where ends_at is null`.execute(db);
  expect(rows).toHaveLength(1);
  await post(path, payload("resolved", soon(-1_000)));
  expect(await checksNamed("Hooked")).toMatchObject([{ status: "healthy" }]);
  expect((await post("/api/alertmanager/webhook", payload("firing", zero))).body).toMatchObject({
    error: expect.stringContaining("query.source: is required"),
  });
});

/**
 * Locks the check until `work` ends; `work` receives a function that waits until the lock blocks the recording of a
 * result.
 */
const whileLocked = (checkId: string, work: (recording: () => Promise<void>) => Promise<void>) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid from checks where id = ${checkId} for update`.execute(tx);
    const isWaiting = async () => {
      const blocked = await sql`
        select from pg_stat_activity where ${rows[0]!.pid} = any (pg_blocking_pids(pid))`.execute(db);
      return blocked.rows.length > 0;
    };
    await work(async () => void (await until(isWaiting)));
  });

test("an alert that its sender resolves gets only one result, even if its end time has also passed", async () => {
  const labels = { alertname: "Once" };
  await send([{ labels, endsAt: soon(5 * minute) }]);
  const [check] = await checksNamed("Once");
  const pending: Promise<unknown>[] = [];
  await whileLocked(check!.id, async (recording) => {
    pending.push(send([{ labels, endsAt: soon(-minute) }]));
    await recording();
    pending.push(resolveEnded(system));
  });
  expect(await Promise.all(pending)).toEqual([{ status: 200, body: undefined }, 0]);
  expect(await checksNamed("Once")).toMatchObject([{ status: "healthy", runs: 2 }]);
});

test("an alert that is repeated while it is being resolved stays firing", async () => {
  const labels = { alertname: "Raced" };
  await send([{ labels, endsAt: soon(1_500) }]);
  const [check] = await checksNamed("Raced");
  await whileLocked(check!.id, async (recording) => {
    await recording();
    await send([{ labels, endsAt: soon(60 * minute) }]);
  });
  await until(() => heard(check!.id).join() === "check.failed,check.passed,check.failed");
  expect(await checksNamed("Raced")).toMatchObject([{ status: "unhealthy" }]);
  const { rows } = await sql`select reported from alerts where check_id = ${check!.id}`.execute(db);
  expect(rows).toEqual([{ reported: "firing" }]);
});

test("the check of a firing alert is restored if somebody deletes it", async () => {
  const alert = { labels: { alertname: "Restored" }, endsAt: soon(5 * minute) };
  await send([alert]);
  await sql`update checks set deleted_at = now() where labels ->> 'alertname' = 'Restored'`.execute(db);
  await send([alert]);
  expect(await checksNamed("Restored")).toMatchObject([{ is_deleted: false, status: "unhealthy" }]);
});

test("an active alert keeps its earliest start time; an alert that fires again after its end has a new start time", async () => {
  const labels = { alertname: "Started" };
  const started = async () =>
    (await sql<{ at: string }>`select starts_at as at from alerts where labels ->> 'alertname' = 'Started'`.execute(db))
      .rows[0]!.at;
  await send([{ labels, startsAt: soon(-10 * minute), endsAt: soon(5 * minute) }]);
  const first = await started();
  await send([{ labels, endsAt: soon(6 * minute) }]);
  expect(await started()).toBe(first);
  await send([{ labels, endsAt: soon(-1_000) }]);
  await send([{ labels, startsAt: soon(-minute), endsAt: soon(5 * minute) }]);
  expect(Date.parse(await started())).toBeGreaterThan(Date.parse(first) + 5 * minute);
});

test("a severity with the name of an inherited property is unknown", async () => {
  await send([{ labels: { alertname: "Inherited", severity: "constructor" }, endsAt: soon(minute) }]);
  expect(await checksNamed("Inherited")).toMatchObject([{ status: "unhealthy", severity: null }]);
});

test("resolving an unknown alert, or an alert whose check was deleted, does not create a check", async () => {
  await send([{ labels: { alertname: "Unknown" }, endsAt: soon(-minute) }]);
  expect(await checksNamed("Unknown")).toEqual([]);
  await send([{ labels: { alertname: "Deleted" }, endsAt: soon(minute) }]);
  await sql`update checks set deleted_at = now() where labels ->> 'alertname' = 'Deleted'`.execute(db);
  await send([{ labels: { alertname: "Deleted" }, endsAt: soon(-minute) }]);
  expect(await checksNamed("Deleted")).toMatchObject([{ is_deleted: true, runs: 1 }]);
});

test("the check of an alert is deleted a week after the alert ended", async () => {
  await send([{ labels: { alertname: "Old" }, endsAt: soon(minute) }]);
  await send([{ labels: { alertname: "Old" }, endsAt: soon(-6 * 24 * 60 * minute) }]);
  const retained = () => system.jobs.send(db, retainAlerts, {});
  await sql`update alerts set ends_at = now() - interval '6 days' where labels ->> 'alertname' = 'Old'`.execute(db);
  await until(retained, (id) => id !== null);
  await until(async () => (await system.jobs.counts()).find(({ name }) => name === retainAlerts.name)!.pending === 0);
  expect(await checksNamed("Old")).toMatchObject([{ is_deleted: false }]);
  await sql`update alerts set ends_at = now() - interval '8 days' where labels ->> 'alertname' = 'Old'`.execute(db);
  await until(retained, (id) => id !== null);
  await until(async () => (await checksNamed("Old"))[0]!.is_deleted);
  expect((await sql`select from alerts where labels ->> 'alertname' = 'Old'`.execute(db)).rows).toEqual([]);
  await send([{ labels: { alertname: "Old" }, endsAt: soon(minute) }]);
  expect(await checksNamed("Old")).toMatchObject([{ is_deleted: false, status: "unhealthy" }]);
});

test("a source has at most 10,000 active alerts: new alerts get 429, known alerts are still accepted", async () => {
  const full = await bearer("full");
  await send([{ labels: { alertname: "Known" }, endsAt: soon(60 * minute) }], full);
  await sql`
    insert into alerts (canary_id, fingerprint, labels, annotations, starts_at, ends_at, reported)
    select k.id, 'x' || n, '{}', '{}', now(), now() + interval '1 hour', 'firing'
    from   canaries k, generate_series(1, 9998) n
    where  k.name = 'full'`.execute(db);
  const answer = await send(
    ["Last", "Beyond"].map((alertname) => ({ labels: { alertname }, endsAt: soon(60 * minute) })),
    full,
  );
  expect(answer).toEqual({ status: 429, body: expect.stringContaining("1 new alerts were not stored") });
  expect(await checksNamed("Last")).toHaveLength(1);
  expect(await checksNamed("Beyond")).toEqual([]);
  expect((await send([{ labels: { alertname: "Known" }, endsAt: soon(-1_000) }], full)).status).toBe(200);
  expect(await checksNamed("Known")).toMatchObject([{ status: "healthy" }]);
  expect((await send([{ labels: { alertname: "Beyond" }, endsAt: soon(minute) }], full)).status).toBe(200);
  await sql`delete from alerts where fingerprint like 'x%'`.execute(db);
});

test("posting alerts needs a token with the right to write canaries, as a bearer token or with basic authentication", async () => {
  const body = [{ labels: { alertname: "Access" }, endsAt: soon(minute) }];
  expect((await send(body, {})).status).toBe(401);
  expect(await send(body, await bearer("viewer", "viewer"))).toEqual({
    status: 403,
    body: "You need permission to write canaries.",
  });
  const basic = Buffer.from(`token:${await tokenOf("basic")}`).toString("base64");
  expect((await send(body, { authorization: `Basic ${basic}` })).status).toBe(200);
  expect(await checksNamed("Access")).toMatchObject([{ canary: "basic" }]);
});

test.each<[string, unknown, string]>([
  ["no JSON", "{", "not valid JSON"],
  ["an object", {}, "must be a list of alerts"],
  ["an alert without labels", [{}], "body.0.labels"],
  ["only empty labels", [{ labels: { a: "" } }], "must contain at least one label with a value"],
  ["a number as a label", [{ labels: { a: 1 } }], "body.0.labels.a: must be a string"],
  ["a NUL in a label", [{ labels: { a: "\0" } }], "has a character that cannot be stored"],
  ["a wrong time", [{ labels: { a: "b" }, endsAt: "tomorrow" }], "body.0.endsAt: must be a time"],
])("a post with %s gets 400 and a message in the format of Alertmanager", async (_, body, message) => {
  const answer = await send(body);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual(expect.stringContaining(message));
});

test("the content type does not matter, and the body must still be JSON", async () => {
  const text = { ...prometheus, "content-type": "text/plain" };
  expect((await send([{ labels: { alertname: "Text" }, endsAt: soon(minute) }], text)).status).toBe(200);
  expect(await send("alertname=Down", text)).toMatchObject({ status: 400, body: expect.any(String) });
});
