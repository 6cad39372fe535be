// Tests topologies over HTTP and from files, in the whole product: schedule, run on request, audit log and credentials.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { openTopologyServer } from "#tests/support/topology-server.ts";

const folder = mkdtempSync(join(tmpdir(), "topology-manifests-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const estate = await openEstate(await startTestServer({ env: { MANIFESTS_DIR: folder, ALLOW_EXEC: "true" } }));
const { db } = estate;
const { admin, editor, viewer, source, documents, send, create, namesOf, idOf, runNow, dryRun } =
  await openTopologyServer(estate);

test("DA-114 TO-07 a saved topology is built at once; a requested run returns its status and size", async () => {
  const { status, id } = await create("harbour", { schedule: "@every 1h", components: [{ name: "quay" }] });
  expect(status).toBe(201);
  expect(
    await until(
      () => namesOf(id),
      (names) => names.length === 2,
    ),
  ).toEqual(["harbour", "quay"]);
  const { body } = await editor.ask(`/topologies_with_status?id=eq.${id}&select=name,namespace,source,agent,job_name`);
  expect(body).toMatchObject([
    { name: "harbour", namespace: "default", source: "UI", agent: { name: "local" }, job_name: "Topology" },
  ]);
  expect(await runNow(id)).toMatchObject({ status: 200, body: { status: "ok", count: 2, errors: [] } });
  expect((await runNow(id, viewer)).status).toBe(403);
  expect((await runNow("00000000-0000-0000-0000-00000000abcd")).status).toBe(404);

  const broken = await create("broken", {
    schedule: "@never",
    components: [{ name: "ships", lookup: { http: [{ name: "ships", url: `${source.url}/none` }] } }],
  });
  expect(await runNow(broken.id)).toMatchObject({
    status: 200,
    body: { count: 2, errors: [expect.stringContaining("The lookup of ships failed")] },
  });
  const { body: history } = await editor.ask(
    `/job_histories?resource_type=eq.topology&resource_id=eq.${broken.id}&select=name,resource_name,details`,
  );
  expect(history).toMatchObject([
    { name: "Topology", resource_name: "broken", details: { errors: [expect.stringContaining("ships")] } },
  ]);
  // A paused topology has no turn.
  const { rows } = await sql`select from topology_turns where topology_id = ${broken.id}`.execute(db);
  expect(rows).toEqual([]);

  await send(editor, "PATCH", `/topologies?id=eq.${id}`, { deleted_at: "now()" });
  expect(await namesOf(id)).toEqual([]);
});

test("runs on request and pushed trees are recorded in the audit log; a push that cannot be recorded is not saved", async () => {
  const { id } = await create("audited", { schedule: "@never" });
  await runNow(id);
  const pushed = "00000000-0000-0000-0000-00000000a0d1";
  const push = (name: string) =>
    send(editor, "POST", "/api/push/topology", { topology_id: pushed, name, components: [{ name: "a" }] });
  expect((await push("remote audited")).status).toBe(200);
  const { rows } = await sql`
    select action, resource_name, person_id, after from audit_log
    where  resource_type = 'topologies' and resource_id in (${id}, ${pushed}) and action <> 'create'
    order  by created_at`.execute(db);
  expect(rows).toEqual([
    { action: "run", resource_name: "default/audited", person_id: editor.id, after: null },
    {
      action: "update",
      resource_name: "remote audited",
      person_id: editor.id,
      after: { added: 2, changed: 0, removed: 0 },
    },
  ]);
  await sql`alter table audit_log add constraint refused check (resource_name <> 'not recorded') not valid`.execute(db);
  expect((await push("not recorded")).status).toBeGreaterThanOrEqual(400);
  await sql`alter table audit_log drop constraint refused`.execute(db);
  expect(await namesOf(pushed)).toEqual(["a", "remote audited"]);
});

test("refuses invalid expressions with line and column, and reports unknown fields", async () => {
  const bad = await create("bad", { components: [{ name: "a", healthExpr: "summary.healthy >\n  )" }] });
  expect(bad.status).toBe(400);
  expect(JSON.stringify(bad.body)).toMatch(/spec\.components\.0\.healthExpr.*line 2/s);
  const reply = await send(editor, "POST", "/topologies", {
    name: "odd",
    spec: { schedule: "@never", components: [{ name: "a", forEach: { config: [] }, tooltpi: "x" }] },
  });
  expect(reply.status).toBe(201);
  expect(reply.headers.get("warning")).toMatch(/tooltpi/);
  expect(reply.headers.get("warning")).toMatch(/forEach\.config/);
});

test("only administrators can save, dry-run or edit topologies that run commands", async () => {
  const spec = {
    schedule: "@never",
    components: [{ name: "a", properties: [{ name: "p", lookup: { exec: [{ name: "x", script: "echo hi" }] } }] }],
  };
  expect((await create("commands", spec)).status).toBe(403);
  expect((await send(editor, "POST", "/api/topology/dry-run", { spec })).status).toBe(403);
  const { id } = await create("commands", spec, admin);
  expect(await runNow(id, admin)).toMatchObject({ body: { status: "ok", count: 2 } });
  const { body } = await editor.ask(`/components?topology_id=eq.${id}&name=eq.a&select=properties`);
  expect(body).toEqual([{ properties: [{ name: "p", text: "hi" }] }]);
  expect((await send(editor, "PATCH", `/topologies?id=eq.${id}`, { labels: { a: "b" } })).status).toBe(403);
});

test("a script that prints nothing keeps the components that it printed before", async () => {
  const spec = (script: string) => ({
    schedule: "@never",
    components: [{ name: "hosts", lookup: { exec: [{ name: "list", script }] } }, { name: "other" }],
  });
  const { id } = await create("scripted", spec(`echo '[{"name": "one"}]'`), admin);
  await runNow(id, admin);
  expect(await namesOf(id)).toEqual(["hosts", "one", "other", "scripted"]);
  await send(admin, "PATCH", `/topologies?id=eq.${id}`, { spec: spec("true") });
  expect(await runNow(id, admin)).toMatchObject({
    body: { errors: [expect.stringContaining("list (exec) returned nothing")] },
  });
  expect(await namesOf(id)).toEqual(["hosts", "one", "other", "scripted"]);
});

test("an id in upper case refers to the same topology", async () => {
  const bearer = "s3cr3t-of-the-quay";
  const http = [{ name: "list", url: `${source.url}/upper`, bearer, display: { expr: "json.toJSON()" } }];
  documents.set("/upper", [{ name: "found" }]);
  const { id } = await create("upper", { schedule: "@never", components: [{ name: "a", lookup: { http } }] });
  expect(await runNow(id.toUpperCase())).toMatchObject({ status: 200, body: { status: "ok", count: 3 } });
  expect(await dryRun({ id: id.toUpperCase() })).toMatchObject({ status: 200, unchanged: 3, errors: [] });
  const pushed = "00000000-0000-4000-8000-0000000000ab";
  const push = (topology_id: string) => send(editor, "POST", "/api/push/topology", { topology_id, name: "cased" });
  for (const topology_id of [pushed, pushed.toUpperCase()])
    expect(await push(topology_id)).toMatchObject({ status: 200, body: { topology_id: pushed, count: 1 } });
});

test("a topology in a file is built, changed and deleted with its file", async () => {
  const manifest = (components: string) =>
    `apiVersion: canaries.flanksource.com/v1\nkind: Topology\nmetadata: {name: filed, labels: {team: quay}}\nspec: {components: [${components}]}\n`;
  const file = join(folder, "filed.yaml");
  const stored = async () => {
    const { body } = await editor.ask("/topologies?name=eq.filed&select=id,source,labels&deleted_at=is.null");
    return body as { id: string; source: string }[];
  };
  writeFileSync(file, manifest("{name: a}, {name: b}"));
  const [first] = await until(stored, (rows) => rows.length === 1);
  expect(first).toMatchObject({ source: "file:filed.yaml", labels: { team: "quay" } });
  await until(
    () => namesOf(first!.id),
    (names) => names.join() === "a,b,filed",
  );
  const ids = [await idOf(first!.id, "a"), await idOf(first!.id, "b")];
  expect((await send(admin, "PATCH", `/topologies?id=eq.${first!.id}`, { labels: {} })).status).toBe(409);
  writeFileSync(file, manifest("{name: a}"));
  await until(
    () => namesOf(first!.id),
    (names) => names.join() === "a,filed",
  );
  rmSync(file);
  await until(stored, (rows) => rows.length === 0);
  expect(await namesOf(first!.id)).toEqual([]);
  writeFileSync(file, manifest("{name: a}, {name: b}"));
  await until(
    () => namesOf(first!.id),
    (names) => names.join() === "a,b,filed",
  );
  expect([await idOf(first!.id, "a"), await idOf(first!.id, "b")]).toEqual(ids);
});

test("credentials of a topology are encrypted, masked and kept, and never become part of a component", async () => {
  const secret = "s3cr3t-of-the-quay";
  const spec = {
    schedule: "@never",
    components: [
      {
        name: "echo",
        lookup: {
          http: [{ name: "echo", url: `${source.url}/echo`, bearer: secret, display: { expr: "json.toJSON()" } }],
        },
      },
    ],
  };
  documents.set("/echo", [{ name: "told", tooltip: `Bearer ${secret}` }]);
  const { id, body } = await create("sealed", spec);
  expect(JSON.stringify(body)).not.toContain(secret);
  expect(await runNow(id)).toMatchObject({ body: { status: "ok", count: 3 } });
  const { rows } = await sql<{
    text: string;
  }>`select components::text as text from components where topology_id = ${id}`.execute(db);
  expect(rows.map(({ text }) => text).join()).not.toContain(secret);
  const { body: read } = await editor.ask(`/topologies?id=eq.${id}&select=spec`);
  const masked = (read as { spec: typeof spec }[])[0]!.spec;
  expect(masked.components[0]!.lookup.http[0]!.bearer).toBe("***");
  // Writing *** keeps the credential, also in a dry run.
  await send(editor, "PATCH", `/topologies?id=eq.${id}`, { spec: masked, labels: { a: "b" } });
  source.requests.length = 0;
  expect(await send(editor, "POST", "/api/topology/dry-run", { id, spec: masked })).toMatchObject({ status: 200 });
  expect(source.requests[0]!.headers.authorization).toBe(`Bearer ${secret}`);
});
