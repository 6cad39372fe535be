// Tests silences over HTTP: they are created, edited, ended and deleted with the rights of the caller.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Role } from "#language/roles.ts";
import { openEstate, type Rule } from "../permissions/estate-server.ts";
import { idOf } from "../support/estate.ts";
import { startTestServer } from "../support/test-server.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const db = server.system.db.system;
const { person: newPerson } = await openEstate(server);
const cookie = await server.signIn();

/** The body of a response: a created silence, a problem, or rows. */
interface Answered {
  id: string;
  error: string;
  message: string;
  0: StoredRow;
}

interface StoredRow {
  from: string;
  until: string;
  created_by: string | null;
  deleted_at: string | null;
  config_id: string | null;
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { cookie, origin: server.url },
) {
  const response = await server.fetch(path, {
    method,
    headers: { ...headers, "content-type": "application/json", prefer: "return=representation" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text === "" ? "{}" : text) as Answered };
}

const create = (body: unknown, headers?: Record<string, string>) =>
  ask("POST", "/api/notification/silence", body, headers);
const stored = async (id: string) =>
  (await sql<StoredRow>`select * from notification_silences where id = ${id}`.execute(db)).rows[0]!;
const hours = (moment: string) => Math.round((Date.parse(moment) - Date.now()) / 3_600_000) + 0;

const person = async (role: Role, rules: readonly Rule[] = []) => ({
  authorization: `Bearer ${(await newPerson({ roles: [role], rules })).token}`,
});

test("DA-92 NO-07 POST /notification/silence creates a silence for a check, config item or component, with date math", async () => {
  const { status, body } = await create({
    name: "release",
    description: "new version",
    from: "now",
    until: "now+2h",
    recursive: true,
    config_id: idOf("config", 1),
  });
  expect(status).toBe(200);
  const row = await stored(body.id);
  expect(row).toMatchObject({
    name: "release",
    description: "new version",
    recursive: true,
    config_id: idOf("config", 1),
    source: "UI",
    deleted_at: null,
    error: null,
  });
  expect(hours(row.from)).toBe(0);
  expect(hours(row.until)).toBe(2);
  expect(row.created_by).not.toBeNull();
  for (const [column, kind] of [
    ["check_id", "check"],
    ["component_id", "component"],
    ["canary_id", "canary"],
  ] as const) {
    const answer = await create({ [column]: idOf(kind, 2), until: null, filter: "", selectors: null });
    expect(await stored(answer.body.id)).toMatchObject({ [column]: idOf(kind, 2), until: null, from: null });
  }
  const absolute = await create({ filter: "true", until: "2099-03-01T12:00:00+02:00" });
  expect(Date.parse((await stored(absolute.body.id)).until)).toBe(Date.parse("2099-03-01T10:00:00Z"));
  const day = await create({
    filter: "true",
    until: "2099-03-01",
    schedule: "@daily",
    duration_minutes: 60,
    time_zone: "Asia/Tokyo",
  });
  expect(await stored(day.body.id)).toMatchObject({
    schedule: "@daily",
    duration_minutes: 60,
    time_zone: "Asia/Tokyo",
  });
  expect(Date.parse((await stored(day.body.id)).until)).toBe(Date.parse("2099-03-01T15:00:00Z") - 1);
});

test.each<[string, Record<string, unknown>, string]>([
  ["nothing to silence", { name: "a" }, "A silence needs a check, canary, component or config item"],
  ["an end before its start", { filter: "true", from: "now", until: "now-1h" }, "until: must not be before from"],
  ["a time that cannot be read", { filter: "true", until: "tomorow" }, "body.until"],
  ["a filter that cannot be parsed", { filter: "check.name ==" }, "filter: "],
  ["an empty selector", { selectors: [{}] }, "selectors.0: is empty"],
  ["a selector with an unknown field", { selectors: [{ search: "nonsense=1" }] }, "has a field that no"],
  ["a schedule without a length", { filter: "true", schedule: "0 2 * * *" }, "duration_minutes: is required"],
  [
    "a length without a schedule",
    { filter: "true", duration_minutes: 5 },
    "duration_minutes: is only allowed with a schedule",
  ],
  [
    "an interval as its schedule",
    { filter: "true", schedule: "@every 1h", duration_minutes: 5 },
    "must be a cron schedule",
  ],
  ["a window of a month", { filter: "true", schedule: "@daily", duration_minutes: 50_000 }, "must be at most 10080"],
  [
    "an unknown time zone",
    { filter: "true", schedule: "@daily", duration_minutes: 5, time_zone: "Moon" },
    "time_zone: must be a time zone",
  ],
  ["a resource that does not exist", { check_id: idOf("check", 999) }, "There is no check with this id"],
  ["an unknown field", { filter: "true", untill: "now" }, "body.untill: unknown field"],
])("a silence with %s is refused with 400", async (_, body, message) => {
  const answer = await create(body);
  expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(message)]);
});

test("NO-08 DA-57 PATCH edits, ends and soft-deletes a silence", async () => {
  const { body } = await create({ name: "patched", check_id: idOf("check", 1) });
  const path = `/api/db/notification_silences?id=eq.${body.id}`;
  const edited = await ask("PATCH", path, { name: "renamed", until: "now+1d", filter: "true", updated_at: "now()" });
  expect(edited).toMatchObject({ status: 200, body: [{ name: "renamed", filter: "true" }] });
  expect(hours(edited.body[0].until)).toBe(24);
  expect((await ask("PATCH", path, { schedule: "0 2 * * *" })).body.message).toContain("duration_minutes: is required");
  expect((await ask("PATCH", path, { filter: "check.name ==" })).status).toBe(400);
  expect((await ask("PATCH", path, { selectors: [{ search: "(" }] })).status).toBe(400);
  expect((await ask("PATCH", path, { check_id: null, filter: null })).body.message).toContain("A silence needs");
  expect((await ask("PATCH", path, { until: "now()" })).status).toBe(200);
  expect(hours((await stored(body.id)).until)).toBe(0);
  expect((await ask("PATCH", path, { deleted_at: "now()" })).status).toBe(200);
  expect((await stored(body.id)).deleted_at).not.toBeNull();
});

test("silencing needs the right to write notifications and to read the resource", async () => {
  const silence = { config_id: idOf("config", 1) };
  expect((await create(silence, await person("viewer"))).status).toBe(403);
  expect((await create(silence, await person("editor"))).status).toBe(200);
  const blind = await person("editor", [{ object: "catalog", action: "read", deny: true }]);
  expect(await create(silence, blind)).toMatchObject({ status: 403, body: { error: expect.stringContaining("read") } });
  expect((await create({ check_id: idOf("check", 1) }, blind)).status).toBe(200);
  expect((await create({ filter: "true" }, blind)).status).toBe(403);
});

test("a person who sees only some config items can silence only those, and cannot silence by filter", async () => {
  const limited = await person("editor", [{ action: "*", deny: true, config_id: idOf("config", 2) }]);
  const seen = await create({ config_id: idOf("config", 1) }, limited);
  expect(seen.status).toBe(200);
  expect((await create({ config_id: idOf("config", 2) }, limited)).body.error).toContain(
    "There is no config with this id",
  );
  expect((await create({ filter: "true" }, limited)).body.error).toContain("Only people who may read all resources");
  expect((await create({ selectors: [{ name: "x" }] }, limited)).status).toBe(403);
  const path = `/api/db/notification_silences?id=eq.${seen.body.id}`;
  expect((await ask("PATCH", path, { until: "now+1h" }, limited)).status).toBe(200);
  expect((await ask("PATCH", path, { config_id: idOf("config", 2) }, limited)).status).toBeGreaterThanOrEqual(400);
  expect((await stored(seen.body.id)).config_id).toBe(idOf("config", 1));
});

test("a person who sees only some resources sees only silences for those, and no silences with filters or selectors", async () => {
  const limited = await person("editor", [{ action: "*", deny: true, config_id: idOf("config", 2) }]);
  const all = await person("viewer");
  const own = (await create({ name: "own", config_id: idOf("config", 3) })).body.id;
  const hidden: string[] = [];
  for (const row of [
    { config_id: idOf("config", 2) },
    { filter: "check.name == 'payroll'" },
    { config_id: idOf("config", 3), filter: "config.name == 'payroll'" },
    { selectors: [{ name: "payroll" }] },
  ])
    hidden.push((await create({ name: "hidden", ...row })).body.id);
  const path = `/api/db/notification_silences?select=id&id=in.(${[own, ...hidden].join()})`;
  const seen = async (headers: Record<string, string>) =>
    ((await ask("GET", path, undefined, headers)).body as unknown as { id: string }[]).map(({ id }) => id).toSorted();
  expect(await seen(limited)).toEqual([own]);
  expect(await seen(all)).toEqual([own, ...hidden].toSorted());
  await ask("PATCH", `/api/db/notification_silences?id=eq.${hidden[2]}`, { until: "now" }, limited);
  expect((await stored(hidden[2]!)).until).toBeNull();
  // Forms send an empty filter, which is not a condition.
  const empty = await ask(
    "PATCH",
    `/api/db/notification_silences?id=eq.${own}`,
    { filter: "", selectors: [] },
    limited,
  );
  expect(empty.status).toBe(200);
  expect(await seen(limited)).toEqual([own]);
});

test("a silence that suppressed a message is not listed as unmatched, even if the reader cannot see that message", async () => {
  const limited = await person("viewer", [{ action: "read", deny: true, config_id: idOf("config", 2) }]);
  const { body } = await create({ name: "matched", config_id: idOf("config", 4), recursive: true });
  await sql`
    update notification_silences set created_at = now() - interval '20 days', "from" = now() - interval '20 days'
    where  id = ${body.id}`.execute(db);
  await sql`alter table notification_silences disable trigger user`.execute(db);
  await sql`update notification_silences set updated_at = now() - interval '20 days' where id = ${body.id}`.execute(db);
  await sql`alter table notification_silences enable trigger user`.execute(db);
  const listed = async () =>
    (
      (await ask("GET", "/api/notification/silences/unmatched", undefined, limited)).body as unknown as { id: string }[]
    ).map(({ id }) => id);
  expect(await listed()).toContain(body.id);
  await sql`
    insert into notification_send_history (source_event, resource_id, status, silenced_by)
    values ('config.unhealthy', ${idOf("config", 2)}, 'silenced', ${body.id})`.execute(db);
  expect(await listed()).not.toContain(body.id);
});

test("PATCH reads a date in the time zone of the silence", async () => {
  const zoned = { filter: "true", schedule: "@daily", duration_minutes: 60, time_zone: "Asia/Tokyo" };
  const [tokyo, utc] = [await create(zoned), await create({ ...zoned, time_zone: null })];
  const path = (...ids: string[]) => `/api/db/notification_silences?id=in.(${ids.join()})`;
  const end = async ({ body }: typeof tokyo) => new Date((await stored(body.id)).until).toISOString();
  expect((await ask("PATCH", path(tokyo.body.id), { until: "2099-03-01" })).status).toBe(200);
  expect(await end(tokyo)).toBe("2099-03-01T14:59:59.999Z");
  const both = path(tokyo.body.id, utc.body.id);
  expect((await ask("PATCH", both, { until: "2099-04-01" })).body.message).toContain("different time zones");
  expect((await ask("PATCH", both, { until: "now+1d" })).status).toBe(200);
  expect((await ask("PATCH", both, { until: "2099-04-01", time_zone: "Europe/Berlin" })).status).toBe(200);
  expect([await end(tokyo), await end(utc)]).toEqual(["2099-04-01T21:59:59.999Z", "2099-04-01T21:59:59.999Z"]);
});

test("the audit log contains the author of a silence", async () => {
  const { body } = await create({ name: "audited", check_id: idOf("check", 3) });
  const { rows } =
    await sql<object>`select action, resource_type, person_name from audit_log where resource_id = ${body.id}`.execute(
      db,
    );
  expect(rows).toMatchObject([{ resource_type: "notification_silences", person_name: expect.any(String) }]);
});
