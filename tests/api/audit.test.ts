// Tests the audit log over HTTP: it records generic writes, sign-ins and tokens, and contains no secrets.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { resetPassword } from "#areas/identity/server/reset-password.ts";
import { retainAudit } from "#areas/system/server/retain.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const server = await startTestServer();
const { db, person } = await openEstate(server);
const admin = await person({ roles: ["admin"] });
const browser = { "user-agent": "Test browser 1.0" };

const log = (resource: string) =>
  db
    .selectFrom("audit_log")
    .select(["actor_kind", "person_id", "token_name", "action", "resource_id", "resource_name", "columns"])
    .select(["address", "user_agent", "request_id", "before", "after"])
    .where("resource_type", "=", resource)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

test("a write is recorded with its author, action, row, time and address, without secrets", async () => {
  const connection = { name: "audited", type: "postgres", url: "postgres://db", password: "hunter2-is-secret" };
  const reply = await admin.ask("/connections?select=id", {
    method: "POST",
    body: connection,
    headers: { ...browser, prefer: "return=representation" },
  });
  const [{ id }] = reply.body as [{ id: string }];
  const at = `/connections?id=eq.${id}`;
  const patch = (body: unknown) => admin.ask(at, { method: "PATCH", body, headers: browser });
  await patch({ url: "postgres://other", password: "another-secret", name: "audited" });
  await patch({ url: "postgres://other", password: "***" });
  await patch({ deleted_at: "now()" });

  const entries = await log("connections");
  expect(entries.map(({ action, columns }) => [action, columns])).toEqual([
    ["create", null],
    ["update", ["password", "url"]],
    ["delete", null],
  ]);
  for (const entry of entries)
    expect(entry).toMatchObject({
      actor_kind: "token",
      person_id: admin.id,
      token_name: "test",
      resource_id: id,
      resource_name: "audited",
      address: "127.0.0.1",
      user_agent: "Test browser 1.0",
    });
  expect(entries[0]!.request_id).toBe(reply.headers.get("x-request-id"));
  const all = JSON.stringify(await db.selectFrom("audit_log").selectAll().execute());
  expect(all).not.toMatch(/secret|postgres:\/\//);
});

test("the log keeps the values before and after a change of rules, teams, members and properties", async () => {
  const send = (path: string, method: string, body?: unknown) =>
    admin.ask(path, { method, body, headers: { prefer: "return=representation" } });
  const reply = await send("/permissions", "POST", {
    name: "deploys",
    person_id: admin.id,
    object: "playbooks",
    action: "playbook:run",
  });
  const [{ id }] = reply.body as [{ id: string }];
  await send(`/permissions?id=eq.${id}`, "PATCH", { deny: true, action: "playbook:run" });
  await send(`/permissions?id=eq.${id}`, "DELETE");
  const entries = (await log("permissions")).filter((entry) => entry.resource_id === id);
  expect(entries.map(({ action, columns }) => [action, columns])).toEqual([
    ["create", null],
    ["update", ["deny"]],
    ["delete", null],
  ]);
  expect(entries[0]).toMatchObject({ before: null, after: { name: "deploys", object: "playbooks", deny: false } });
  expect([entries[1]!.before, entries[1]!.after]).toEqual([{ deny: false }, { deny: true }]);
  expect(entries[2]).toMatchObject({ before: { name: "deploys", action: "playbook:run", deny: true }, after: null });

  const team = await send("/teams", "POST", { name: "Watch", spec: { slack: { bot_token: "xoxb-hidden" } } });
  const [{ id: teamId }] = team.body as [{ id: string }];
  await send("/team_members", "POST", { team_id: teamId, person_id: admin.id });
  const teams = (await log("teams")).filter((entry) => entry.resource_id === teamId);
  expect(teams).toMatchObject([{ action: "create", after: { name: "Watch", spec: { slack: { bot_token: "***" } } } }]);
  expect((await log("team_members")).at(-1)).toMatchObject({ after: { team_id: teamId, person_id: admin.id } });

  // An upsert of an existing row is recorded as an update.
  const upsert = { prefer: "resolution=merge-duplicates" };
  await admin.ask("/properties", { method: "POST", body: { name: "told", value: "1" }, headers: upsert });
  await admin.ask("/properties", { method: "POST", body: { name: "told", value: "2" }, headers: upsert });
  await send("/properties?name=eq.told", "DELETE");
  expect(await log("properties")).toMatchObject([
    { action: "create", after: { name: "told", value: "1" } },
    { action: "update", columns: ["value"], before: { value: "1" }, after: { value: "2" } },
    { action: "delete", before: { name: "told", value: "2" }, after: null },
  ]);
  await db.deleteFrom("teams").where("id", "=", teamId).execute();
});

test("a failed or rolled-back write is not recorded", async () => {
  const property = { name: "audit.probe", value: "1" };
  const refused = await admin.ask("/properties", {
    method: "POST",
    body: [property, { name: "two words", value: "" }],
  });
  expect(refused.status).toBe(400);
  const tried = await admin.ask("/properties", { method: "POST", body: property, headers: { prefer: "tx=rollback" } });
  expect(tried.status).toBe(201);
  expect((await log("properties")).filter((entry) => entry.resource_id === property.name)).toEqual([]);
});

test("sign-ins, failed sign-ins and sign-outs are recorded, without the entered values", async () => {
  const cookie = await server.signIn();
  await expect(server.signIn({ email: server.administrator.email, password: "a wrong one" })).rejects.toThrow("400");
  await expect(server.signIn({ email: "my-pass-in-the-wrong-field", password: "x" })).rejects.toThrow("400");
  const basic = Buffer.from(`${server.administrator.email}:wrong`).toString("base64");
  await server.fetch("/api/about", { headers: { authorization: `Basic ${basic}` } });
  const out = await server.fetch("/api/.ory/self-service/logout/browser", { headers: { cookie } });
  const { logout_url } = (await out.json()) as { logout_url: string };
  await fetch(logout_url, { headers: { cookie, accept: "application/json" } });

  const entries = await log("sessions");
  const { id } = await db
    .selectFrom("people")
    .select("id")
    .where("email", "=", server.administrator.email)
    .executeTakeFirstOrThrow();
  expect(entries.map(({ action, person_id }) => [action, person_id])).toEqual([
    ["sign_in", id],
    ["sign_in_refused", id],
    ["sign_in_refused", null],
    ["sign_in_refused", id],
    ["sign_out", id],
  ]);
  expect(entries[0]!.resource_id).toBe(entries[4]!.resource_id);
  const all = JSON.stringify(await db.selectFrom("audit_log").selectAll().execute());
  expect(all).not.toContain("my-pass");
});

test("creating and deleting a token and resetting a password are recorded", async () => {
  const reply = await admin.ask("/api/auth/create_token", { method: "POST", body: { name: "ci", expiry: "7d" } });
  const { id, token } = (reply.body as { payload: { id: string; token: string } }).payload;
  await admin.ask(`/api/auth/token/${id}`, { method: "DELETE" });
  const recorded = { person_id: admin.id, name: "ci" };
  expect((await log("access_tokens")).filter((entry) => entry.resource_id === id)).toMatchObject([
    { action: "create", resource_name: "ci", person_id: admin.id, before: null, after: recorded },
    { action: "delete", resource_name: "ci", person_id: admin.id, before: recorded, after: null },
  ]);
  await resetPassword(db, server.administrator.email);
  expect(await log("people")).toMatchObject([{ actor_kind: "system", action: "reset_password", person_id: null }]);
  const all = JSON.stringify(await db.selectFrom("audit_log").selectAll().execute());
  expect(all).not.toContain(token);
});

test("only callers who may read rbac can read the audit log, and no caller can write it", async () => {
  for (const [roles, status] of [
    [["admin"], 200],
    [["viewer"], 403],
    [["responder"], 403],
  ] as const) {
    const { ask } = await person({ roles });
    expect((await ask("/audit_log?limit=1")).status).toBe(status);
    expect((await ask("/audit_log_types")).status).toBe(status);
  }
  for (const method of ["PATCH", "DELETE"])
    expect((await admin.ask("/audit_log?action=eq.create", { method, body: { action: "delete" } })).status).toBe(405);
});

test("the audit log is append-only: no database role of the product can change it, including the owner of the table", async () => {
  const { rows } = await sql<{ role: string; right: string; held: boolean }>`
    select r.role, p.right, has_table_privilege(r.role, 'audit_log', p.right) as held
    from   schema_roles s
    cross  join lateral (values (s.plain), (s.scoped), (s.gathered)) r (role)
    cross  join (values ('insert'), ('update'), ('delete'), ('truncate'), ('trigger')) p ("right")`.execute(db);
  expect(rows).toHaveLength(15);
  expect(rows.filter(({ held }) => held)).toEqual([]);
  const kept = await log("connections");
  for (const statement of [
    sql`update audit_log set action = 'create'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
    sql`insert into audit_log select * from audit_log on conflict (id) do update set person_id = null`,
  ])
    await expect(statement.execute(db)).rejects.toThrow("cannot be changed or deleted");
  expect(await log("connections")).toEqual(kept);
});

test("entries older than the retention period are deleted", async () => {
  const old = { actor_kind: "system", action: "update", resource_type: "ancient" } as const;
  await db
    .insertInto("audit_log")
    .values({ ...old, created_at: "2020-01-01T00:00:00Z" })
    .execute();
  await server.system.jobs.send(db, retainAudit, {});
  await until(
    async () => (await log("ancient")).length,
    (count) => count === 0,
  );
  expect((await log("connections")).length).toBeGreaterThan(0);
});
