// Tests that secrets never leave the server: not in a select, filter, order, embed, aggregate, CSV, error or function.
import { expect, test } from "vitest";
import { resources } from "#language/roles.ts";
import { createAccessToken } from "#areas/identity/server/access-tokens.ts";
import { idOf } from "../support/estate.ts";
import { startTestServer, openStored } from "../support/test-server.ts";
import { openEstate } from "./estate-server.ts";

const { server, db, person } = await openEstate(await startTestServer());
const admin = await person({ roles: ["admin"] });
const editor = await person({ roles: ["editor"] });
const full = { prefer: "return=representation" };

const secret = "correct-horse-battery-staple";
const created = await admin.ask("/connections", {
  method: "POST",
  headers: full,
  body: {
    name: "ledger",
    type: "postgres",
    url: `postgres://robot:${secret}@db.example.org:5432/ledger?sslmode=require&token=${secret}`,
    username: `${secret}-user`,
    password: secret,
    certificate: "",
    properties: { region: "eu", api_key: secret, retries: 3 },
  },
});
const { id } = (created.body as { id: string }[])[0]!;
const stored = () => db.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const opened = () => openStored(server.system, id);

test("AC-07 credentials are stored encrypted and returned as *** to every role", async () => {
  expect(created.status).toBe(201);
  expect(created.text).not.toContain(secret);
  expect(JSON.stringify(await stored())).not.toContain(secret);
  const shown = {
    name: "ledger",
    url: "postgres://robot:***@db.example.org:5432/ledger?sslmode=require&token=***",
    username: "***",
    password: "***",
    certificate: null,
    has_password: true,
    has_certificate: false,
    properties: { region: "eu", api_key: "***", retries: "3" },
    created_by: admin.id,
  };
  expect(created.body).toMatchObject([shown]);
  const { created_by: _author, ...row } = shown;
  for (const who of [admin, editor]) expect((await who.ask(`/connections?id=eq.${id}`)).body).toMatchObject([row]);
  expect(Object.keys((created.body as object[])[0]!)).not.toContain("sealed_url");
});

test("the server itself can decrypt the credentials", async () => {
  expect(await opened()).toMatchObject({
    url: `postgres://robot:${secret}@db.example.org:5432/ledger?sslmode=require&token=${secret}`,
    username: `${secret}-user`,
    password: secret,
    certificate: null,
    properties: { region: "eu", api_key: secret, retries: "3" },
  });
});

test("every response format shows secrets as *** only", async () => {
  const path = `/connections?id=eq.${id}&select=`;
  expect((await admin.ask(`${path}password`)).body).toEqual([{ password: "***" }]);
  expect((await admin.ask(`${path}key:password`)).body).toEqual([{ key: "***" }]);
  const csv = await admin.ask(`${path}name,password,certificate`, { headers: { accept: "text/csv" } });
  expect(csv.text).toBe("name,password,certificate\nledger,***,");
  const embedded = await admin.ask(
    `/permissions?select=id,connection:connections(name,password,sealed:has_password)&limit=1`,
  );
  expect(embedded.status).toBe(200);
  await db
    .insertInto("permissions")
    .values({ action: "read", connection_id: id, person_id: editor.id, name: "probe" })
    .execute();
  const probe = await admin.ask(`/permissions?name=eq.probe&select=connections(*),...connections(password)`);
  expect(probe.body).toMatchObject([{ connections: { password: "***", username: "***" }, password: "***" }]);
  expect(probe.text).not.toContain(secret);
});

test.each([
  `/connections?password=eq.${secret}`,
  `/connections?password=like.c*`,
  `/connections?password=not.is.null`,
  `/connections?or=(name.eq.x,password.gt.a)`,
  `/connections?password.filter=c*`,
  `/connections?order=password`,
  `/connections?order=password.desc.nullslast`,
  `/connections?select=password->0`,
  `/connections?select=password::text`,
  `/connections?select=password.max()`,
  `/connections?select=count(),password.count()`,
  `/connections?select=sealed_url`,
  `/connections?sealed_url=like.v1*`,
  `/connections?order=sealed_properties`,
  `/permissions?select=id,connections!inner(id)&connections.password=gt.a`,
  `/permissions?select=id,connections(id)&order=connections(password)`,
  `/permissions?select=id,connections(id)&connections.order=password`,
])("a request cannot filter, order or aggregate by secrets: %s", async (path) => {
  const answer = await admin.ask(path);
  expect(answer.status).toBe(400);
  expect(answer.text).not.toContain(`${secret}-user`);
});

test("writing *** keeps the stored value, a new value replaces it, and an empty value clears it", async () => {
  const patch = (body: object) =>
    admin.ask(`/connections?id=eq.${id}&select=url,username,password,certificate,properties`, {
      method: "PATCH",
      headers: full,
      body,
    });
  // A form sends back the whole row.
  const whole = (await admin.ask(`/connections?id=eq.${id}`)).body as Record<string, unknown>[];
  const { has_username: _u, has_password: _p, has_certificate: _c, ...form } = whole[0]!;
  expect((await patch({ ...form, name: "ledger" })).status).toBe(200);
  expect(await opened()).toMatchObject({
    password: secret,
    username: `${secret}-user`,
    properties: { api_key: secret },
  });
  expect((await opened()).url).toContain(`robot:${secret}@`);

  expect((await patch({ password: "another", username: "" })).body).toMatchObject([
    { password: "***", username: null },
  ]);
  expect(await opened()).toMatchObject({ password: "another", username: null });
  expect((await patch({ properties: { api_key: "***", region: "us" } })).status).toBe(200);
  expect((await opened()).properties).toEqual({ api_key: secret, region: "us" });
  expect((await patch({ url: "postgres://robot:***@evil.example.org/ledger" })).status).toBe(400);
  expect((await patch({ properties: { token: "***" } })).status).toBe(400);
  expect((await patch({ url: null, properties: null })).body).toMatchObject([{ url: null, properties: null }]);
  expect(await stored()).toMatchObject({ sealed_url: null, sealed_properties: null });
  const anew = await admin.ask("/connections", {
    method: "POST",
    body: { name: "new", type: "http", password: "***" },
  });
  expect(anew.status).toBe(400);
});

test("a credential may be a reference, in either notation", async () => {
  const body = {
    username: { valueFrom: { secretKeyRef: { name: "db", key: "user" } } },
    password: { valueFrom: { configMapKeyRef: { name: "db", key: "word" } } },
    certificate: { value: "PEM" },
  };
  expect((await admin.ask(`/connections?id=eq.${id}`, { method: "PATCH", body })).status).toBe(204);
  expect(await opened()).toMatchObject({
    username: "secret://db/user",
    password: "configmap://db/word",
    certificate: "PEM",
  });
  const bad = await admin.ask(`/connections?id=eq.${id}`, {
    method: "PATCH",
    body: { password: { file: "/etc/shadow" } },
  });
  expect(bad).toMatchObject({ status: 400, body: { message: expect.stringContaining("password: must be a string") } });
});

test("encrypted columns cannot be written, and has_ columns and created_by have no effect", async () => {
  const patch = (body: object) => admin.ask(`/connections?id=eq.${id}`, { method: "PATCH", body });
  for (const column of ["sealed_url", "sealed_properties"]) expect((await patch({ [column]: "x" })).status).toBe(400);
  const { has_password: was } = await stored();
  await patch({ has_password: !was });
  expect((await stored()).has_password).toBe(was);
  await patch({ created_by: editor.id });
  expect((await stored()).created_by).toBe(admin.id);
});

test("tokens, passwords, sessions and the bytes of artifacts cannot be read or embedded", async () => {
  const { token } = await createAccessToken(db, { personId: admin.id, name: "probe", expiry: "7d" });
  for (const table of [
    "access_tokens",
    "credentials",
    "sessions",
    "identity_flows",
    "artifact_chunks",
    "settings",
    "invites",
  ]) {
    expect((await admin.ask(`/${table}`)).status).toBe(404);
    expect((await admin.ask(`/${table}`, { method: "POST", body: {} })).status).toBe(404);
    const embedded = await admin.ask(`/${table === "artifact_chunks" ? "artifacts" : "people"}?select=*,${table}(*)`);
    expect({ table, status: embedded.status }).toEqual({ table, status: 400 });
  }
  const people = await admin.ask("/people?select=*");
  expect(people.text).not.toMatch(/argon2|digest/);
  expect(people.text).not.toContain(token);
});

test.each([
  "set_config",
  "pg_sleep",
  "pg_read_file",
  "current_setting",
  "rights_of_person",
  "claimed",
  "keep_facets",
  "next_incident_id",
  "event_queue_state",
  "event_delivery_state",
  "event_delivery_hours",
  "dblink",
  "lo_import",
])("rpc/%s is not an exposed function", async (name) => {
  for (const method of ["GET", "POST"])
    expect((await admin.ask(`/rpc/${name}`, { method, ...(method === "POST" ? { body: {} } : {}) })).status).toBe(404);
});

test("exposed functions and views do not run with the rights of their owner", async () => {
  const { rows } = await server.system.db.pools.system.query<{ name: string }>(`
    select p.proname as name from pg_proc p
    where  p.pronamespace = 'public'::regnamespace and p.prosecdef and obj_description(p.oid, 'pg_proc') ~ '@exposed'
    union all
    select c.relname from pg_class c
    where  c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and not coalesce(c.reloptions @> '{security_invoker=true}', false)`);
  expect(rows).toEqual([]);
});

test("the roles of the data API cannot read secret columns, become the owner or create objects", async () => {
  const hidden = [...server.system.catalog.current.relations.values()].flatMap((relation) =>
    [...relation.columns.values()]
      .filter((column) => column.secret || column.masked)
      .map((column) => `select "${column.name}" from public."${relation.name}" limit 1`),
  );
  expect(hidden.length).toBeGreaterThan(8);
  const forbidden = [...hidden, "create table mine (id integer)", "select * from pg_authid"];
  for (const pool of [server.system.db.pools.plain, server.system.db.pools.scoped, server.system.db.pools.gathered])
    for (const statement of forbidden) await expect(pool.query(statement)).rejects.toThrow(/permission denied/);
});

test("an error raised by PostgreSQL contains no secret of another row", async () => {
  const twice = await admin.ask("/connections", {
    method: "POST",
    body: { name: "ledger", type: "x", password: secret },
  });
  expect(twice.status).toBe(409);
  expect(twice.text).not.toContain(secret);
});

test("every resource in a relation tag is in the role table", () => {
  const { relations, functions } = server.system.catalog.current;
  const named = [
    ...[...relations.values()].flatMap(({ resource, writeResource }) => [resource, writeResource]),
    ...[...functions.values()].map(({ resource }) => resource),
  ];
  expect(resources).toEqual(expect.arrayContaining(named));
});

test("unencrypted connections in the sample data are also masked", async () => {
  const { body } = await admin.ask(`/connections?id=eq.${idOf("connection", 1)}&select=username,password`);
  expect(body).toEqual([{ username: "***", password: "***" }]);
});
