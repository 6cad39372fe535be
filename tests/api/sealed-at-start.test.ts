// Tests rows that earlier releases stored with readable credentials: the server encrypts them at start, before it
// listens.
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import type { Json } from "#language/columns.ts";
import { startLocalServer } from "../support/local-server.ts";
import { testDatabase } from "../support/database.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

/** Starts servers and workers and runs checks, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 300_000 });

const secret = "old-horse-77";
const database = await testDatabase();
const db = database.databases.system;

const target = await startLocalServer();
target.answer = (request, response) => {
  const wanted = `Basic ${Buffer.from(`ada:${secret}`).toString("base64")}`;
  response
    .writeHead(request.headers.authorization === wanted ? 200 : 401)
    .end(`you sent ${request.headers.authorization}`);
};
const { host } = new URL(target.url);
const address = `http://ada:${secret}@${host}/`;

// Earlier releases stored checks in this form; the name of one check is its URL.
const checks = [
  { name: address, url: address, responseCodes: [200] },
  { name: "by field", url: target.url, username: "ada", password: { value: secret }, responseCodes: [200] },
  {
    name: "by header",
    url: target.url,
    headers: [{ name: "Authorization", value: `Basic ${Buffer.from(`ada:${secret}`).toString("base64")}` }],
    responseCodes: [200],
  },
];
const { id: canaryId } = await db
  .insertInto("canaries")
  .values({
    name: "old",
    namespace: "default",
    source: "UI",
    spec: { schedule: "@every 1s", http: checks } as Json,
    updated_at: "2020-01-01",
  })
  .returning("id")
  .executeTakeFirstOrThrow();
for (const spec of checks)
  await sql`
    with made as (
      insert into checks (canary_id, type, name, spec, interval_seconds)
      values (${canaryId}, 'http', ${spec.name}, ${JSON.stringify(spec)}::jsonb, 1) returning id
    )
    insert into check_turns (id, canary_id, check_id, schedule, due_at)
    select id, ${canaryId}, id, '@every 1s', now() from made`.execute(db);
await sql`
  insert into checks (canary_id, type, name, spec, deleted_at)
  values (${canaryId}, 'http', ${`http://ada:other@${host}/`}, ${JSON.stringify({ url: `http://ada:${secret}-2@${host}/` })}::jsonb, now())`.execute(
  db,
);
await sql`
  insert into config_scrapers (name, namespace, spec, source)
  values ('old', 'default', ${JSON.stringify({ schedule: "@never", http: [{ url: address, id: "$.id", type: "X" }] })}::jsonb, 'UI')`.execute(
  db,
);
await sql`insert into topologies (name, namespace, spec) values ('old', 'default', ${JSON.stringify({ components: [{ name: "c", lookup: { http: [{ name: "x", url: address }] } }] })}::jsonb)`.execute(
  db,
);
await sql`
  insert into job_history (name, status, details)
  values ('Old', 'FAILED', ${JSON.stringify({ errors: [`GET ${address} failed`, `{"password": "${secret}"}`], token: 5 })}::jsonb)`.execute(
  db,
);
await sql`
  insert into audit_log (actor_kind, action, resource_type, resource_id, resource_name, columns, before, after)
  values ('system', 'update', 'teams', 'x', ${address}, '{spec}', ${JSON.stringify({ spec: { notifications: [{ name: "n", url: `slack://${secret}@C1` }] } })}::jsonb,
          ${JSON.stringify({ spec: { password: secret, members: 3 } })}::jsonb)`.execute(db);

const server = await startTestServer({ database });
const { person } = await openEstate(server);

test("no role can read the credentials in any table or view, as JSON or CSV", async () => {
  const relations = [...server.system.catalog.current.relations.values()].filter(({ exposed }) => exposed);
  for (const role of ["guest", "viewer", "editor", "admin"] as const) {
    const someone = await person({ roles: [role] });
    const reads = [
      ...relations.map(({ name }) => [name, "application/json"]),
      ...["canaries", "checks", "config_scrapers", "topologies", "job_history", "audit_log"].map((name) => [
        name,
        "text/csv",
      ]),
    ] as [string, string][];
    await Promise.all(
      reads.map(async ([name, accept]) => {
        const { text } = await someone.ask(`/${name}?limit=1000`, { headers: { accept } });
        const isLeaking = text.includes(secret) || text.includes(btoa(`ada:${secret}`));
        expect({ role, name, isLeaking }).toEqual({ role, name, isLeaking: false });
      }),
    );
  }
});

test("no row of any table contains the credentials", async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from   pg_class c join pg_namespace n on n.oid = c.relnamespace
    where  c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`.execute(db);
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(db);
    expect({ name, found: rows.filter(({ text }) => text.includes(secret)) }).toEqual({ name, found: [] });
  }
});

test("the checks still run and pass with the password", async () => {
  const passing = await until(
    () =>
      db
        .selectFrom("checks")
        .select(["name", "status"])
        .where("canary_id", "=", canaryId)
        .where("deleted_at", "is", null)
        .orderBy("name")
        .execute(),
    (rows) => rows.every(({ status }) => status === "healthy"),
    60_000,
  );
  expect(passing).toEqual([
    { name: "by field", status: "healthy" },
    { name: "by header", status: "healthy" },
    { name: `http://ada:***@${host}/`, status: "healthy" },
  ]);
});

test("encrypting does not count as an edit, and the histories keep all other content", async () => {
  const canary = await db
    .selectFrom("canaries")
    .select(["updated_at", "spec"])
    .where("id", "=", canaryId)
    .executeTakeFirstOrThrow();
  expect(canary.updated_at).toMatch(/^2020-01-01/);
  expect(canary.spec).toMatchObject({
    http: [{ url: `http://ada:***@${host}/` }, { password: { value: "***" } }, { headers: [{ value: "***" }] }],
  });
  const job = await db.selectFrom("job_history").select("details").where("name", "=", "Old").executeTakeFirstOrThrow();
  expect(job.details).toEqual({ errors: [`GET http://ada:***@${host}/ failed`, '{"password": "***"}'], token: 5 });
  const entry = await db.selectFrom("audit_log").selectAll().where("resource_id", "=", "x").executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    resource_name: `http://ada:***@${host}/`,
    before: { spec: { notifications: [{ name: "n", url: "slack://***" }] } },
    after: { spec: { password: "***", members: 3 } },
  });
  await expect(db.updateTable("audit_log").set({ resource_name: "x" }).execute()).rejects.toThrow(
    "cannot be changed or deleted",
  );
});

test("a second start changes nothing, even if the first start was not recorded as completed", async () => {
  const before = await db
    .selectFrom("canaries")
    .select(["spec_secrets"])
    .where("id", "=", canaryId)
    .executeTakeFirstOrThrow();
  await server.stop();
  await db.deleteFrom("done_once" as never).execute();
  const again = await startTestServer({ database });
  const after = await db
    .selectFrom("canaries")
    .select(["spec_secrets"])
    .where("id", "=", canaryId)
    .executeTakeFirstOrThrow();
  expect(after).toEqual(before);
  await again.stop();
});
