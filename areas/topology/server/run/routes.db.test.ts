// Tests topologies over HTTP and from files, in the whole product: schedule, run on request, dry run, push, inline
// canaries, links, and credentials.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startLocalServer } from "#tests/support/local-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { TopologyDryRun, TopologyDryRunProgress } from "../../building.contract.ts";

const folder = mkdtempSync(join(tmpdir(), "topology-manifests-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = await startTestServer({ env: { MANIFESTS_DIR: folder, ALLOW_EXEC: "true" } });
const { person, db } = await openEstate(server);
const [admin, editor, viewer] = [
  await person({ roles: ["admin"] }),
  await person({ roles: ["editor"] }),
  await person({ roles: ["viewer"] }),
];
const source = await startLocalServer();
const documents = new Map<string, unknown>();
source.answer = (request, response) => {
  const found = documents.get(request.url ?? "");
  response.writeHead(found === undefined ? 500 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(found ?? { token: request.headers.authorization }));
};

const send = (who: Someone, method: string, path: string, body: unknown) =>
  who.ask(path, { method, body, headers: { prefer: "return=representation" } });

async function create(name: string, spec: object, who = editor) {
  const { status, body } = await send(who, "POST", "/topologies", { name, source: "UI", spec });
  return { status, id: (body as { id: string }[])[0]?.id ?? "", body: body as { message?: string; error?: string } };
}

const namesOf = async (id: string) => {
  const { body } = await editor.ask(`/components?topology_id=eq.${id}&deleted_at=is.null&select=name&order=name`);
  return (body as { name: string }[]).map(({ name }) => name);
};

const idOf = async (topology: string, name: string) => {
  const { body } = await editor.ask(`/components?topology_id=eq.${topology}&name=eq.${name}&select=id`);
  return (body as { id: string }[])[0]!.id;
};

const runNow = async (id: string, who = editor) => {
  const { status, body } = await send(who, "POST", `/api/canary/run/topology/${id}`, {});
  return { status, body: body as { status: string; count: number; errors: string[] } };
};

test("DA-114 TO-07 a saved topology is built at once, and runs on request with its status and count", async () => {
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

test("runs on request and pushed trees are in the audit log; a push that cannot be recorded is not saved", async () => {
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

test("refuses bad expressions with line and column, and names unknown fields", async () => {
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

test("only administrators save, dry-run or keep topologies that run commands", async () => {
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

test("a dry run says what a run would add, change and remove, streams its progress, and saves nothing", async () => {
  documents.set("/boats", [{ name: "ada" }, { name: "bea" }]);
  const spec = (more: object[] = []) => ({
    schedule: "@never",
    components: [
      {
        name: "boats",
        lookup: { http: [{ name: "boats", url: `${source.url}/boats`, display: { expr: "json.toJSON()" } }] },
      },
      ...more,
    ],
  });
  const draft = await send(editor, "POST", "/api/topology/dry-run", { name: "draft", spec: spec() });
  expect(draft).toMatchObject({ status: 200, body: { summary: "would add 4", added: 4, removed: 0, errors: [] } });
  const { id } = await create("boats", spec());
  await runNow(id);
  documents.set("/boats", [{ name: "ada", health: "unhealthy" }, { name: "cia" }]);
  const before = await namesOf(id);
  const answer = await server.fetch("/api/topology/dry-run", {
    method: "POST",
    headers: {
      authorization: `Bearer ${editor.token}`,
      accept: "application/x-ndjson",
      "content-type": "application/json",
    },
    body: JSON.stringify({ id, spec: spec([{ name: "crane" }]) }),
  });
  const lines = (await answer.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { progress?: TopologyDryRunProgress; result?: TopologyDryRun });
  expect(lines[0]!.progress).toMatchObject({ phase: expect.stringMatching(/waiting|building/) as string });
  const { result } = lines.at(-1)!;
  expect(result).toMatchObject({ summary: "would add 2, change 1, remove 1", unchanged: 2, is_cut: false });
  expect(result!.components.map(({ action, name }) => [action, name])).toEqual([
    ["unchanged", "boats"],
    ["unchanged", "boats"],
    ["added", "crane"],
    ["updated", "ada"],
    ["added", "cia"],
    ["deleted", "bea"],
  ]);
  expect(await namesOf(id)).toEqual(before);
  expect((await send(editor, "POST", "/api/topology/dry-run", {})).status).toBe(400);
  expect((await send(viewer, "POST", "/api/topology/dry-run", { spec: {} })).status).toBe(403);
  expect(
    (await send(editor, "POST", "/api/topology/dry-run", { spec: { components: [{ type: "nameless" }] } })).body,
  ).toMatchObject({ error: expect.stringContaining("spec.components.0.name") as string });
});

const dryRun = async (body: object, who = editor) => {
  const answer = await send(who, "POST", "/api/topology/dry-run", body);
  return { status: answer.status, ...(answer.body as Partial<TopologyDryRun> & { error?: string }) };
};

test("a changed spec under the id of the built-in topology does not get the rights of the system", async () => {
  const looking = (path: string) => ({
    schedule: "@never",
    components: [
      {
        name: "own",
        lookup: {
          http: [{ name: "own", url: `${server.url}${path}`, display: { expr: "[{'name': 'found'}].toJSON()" } }],
        },
      },
    ],
  });
  const stored = looking("/api/_health");
  const { id } = await db
    .insertInto("topologies")
    .values({ name: "built in", source: "System", spec: JSON.stringify(stored) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const refused = { status: 200, errors: [expect.stringContaining("is Quarterdeck itself") as string] };
  expect(await dryRun({ id, spec: looking("/api/_health?changed") })).toMatchObject(refused);
  expect(await dryRun({ id, spec: stored, labels: { changed: "yes" } })).toMatchObject(refused);
  // The stored spec itself keeps the rights of the system.
  for (const body of [{ id }, { id, spec: stored }, { id, labels: {} }])
    expect(await dryRun(body)).toMatchObject({ status: 200, added: 3, errors: [] });
});

test("rules that allow a topology a connection do not apply to a dry run of a different spec", async () => {
  documents.set("/hulls", [{ name: "hull" }]);
  await db
    .insertInto("connections")
    .values({ name: "hulls", type: "http", url: `${source.url}/hulls` })
    .execute();
  await db.insertInto("properties").values({ name: "permissions.connections", value: "strict" }).execute();
  const spec = (name: string) => ({
    schedule: "@never",
    components: [
      {
        name,
        lookup: {
          http: [{ name: "hulls", connection: "connection://default/hulls", display: { expr: "json.toJSON()" } }],
        },
      },
    ],
  });
  const { id } = await create("trusted", spec("hulls"));
  const filed = await db
    .insertInto("topologies")
    .values({ name: "trusted too", source: "file:trusted.yaml", spec: JSON.stringify(spec("hulls")) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const selectors = { topologies: [{ name: "trusted" }, { id: filed.id }, "trusted too"] };
  await db.insertInto("permission_groups").values({ name: "shipyard", selectors, created_by: admin.id }).execute();
  await db
    .insertInto("permissions")
    .values({ action: "read", object: "connection", subject_type: "group", subject: "shipyard" })
    .execute();
  const found = { status: 200, added: 3, errors: [] };
  const refused = { status: 200, errors: [expect.stringContaining("needs permission to read") as string] };
  expect(await dryRun({ id })).toMatchObject(found);
  // An editor could save this spec under the same name.
  expect(await dryRun({ id, spec: spec("edited") })).toMatchObject(found);
  expect(await dryRun({ id: filed.id })).toMatchObject(found);
  expect(await dryRun({ id: filed.id, spec: spec("edited") })).toMatchObject(refused);
  for (const name of ["trusted", "trusted too", id, filed.id])
    expect(await dryRun({ name, spec: spec("hulls") })).toMatchObject(refused);
  await db.deleteFrom("properties").where("name", "=", "permissions.connections").execute();
  expect(await dryRun({ name: "trusted", spec: spec("hulls") })).toMatchObject(found);
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

test("a pushed tree is saved as a topology with the source Push, and missing components are deleted", async () => {
  const id = "00000000-0000-4000-8000-00000000beef";
  const push = (who: Someone, components: object[]) =>
    send(who, "POST", "/api/push/topology", { topology_id: id, name: "remote", type: "Site", components });
  expect(await push(editor, [{ name: "a", components: [{ name: "b" }] }])).toMatchObject({
    status: 200,
    body: { topology_id: id, count: 3, added: 3, errors: [] },
  });
  expect(await push(editor, [{ name: "a", health: "healthy" }])).toMatchObject({
    body: { count: 2, added: 0, changed: 1, removed: 1 },
  });
  expect(await namesOf(id)).toEqual(["a", "remote"]);
  const { body } = await editor.ask(`/topologies?id=eq.${id}&select=name,source`);
  expect(body).toEqual([{ name: "remote", source: "Push" }]);
  expect((await push(viewer, [])).status).toBe(403);
  const own = await create("own", { schedule: "@never" });
  expect((await send(editor, "POST", "/api/push/topology", { topology_id: own.id, name: "own" })).status).toBe(409);

  // A topology with `push` sends what it built.
  const sender = await create("sender", {
    schedule: "@never",
    push: { url: `${source.url}/push`, bearer: "s3cr3t-of-the-quay" },
    components: [{ name: "sent", health: "warning" }],
  });
  documents.set("/push", {});
  expect(await runNow(sender.id)).toMatchObject({ body: { status: "ok" } });
  const sent = source.requests.find(({ url }) => url === "/push")!;
  expect(sent.headers.authorization).toBe("Bearer s3cr3t-of-the-quay");
  expect(JSON.parse(sent.body)).toMatchObject({
    topology_id: sender.id,
    name: "sender",
    components: [{ name: "sent", health: "warning" }],
  });
});

test("a receiver keeps what the sender did not find, and has exactly the roots of the sender", async () => {
  const received = "00000000-0000-4000-8000-00000000cafe";
  documents.set("/push", {});
  const ships = [{ name: "ada", properties: [{ name: "flag", text: "blue" }] }, { name: "bea" }];
  documents.set("/ships", ships);
  documents.set("/speed", [{ name: "ada", properties: [{ name: "speed", text: "9 kn" }] }]);
  const lookup = (name: string) => ({
    http: [{ name, url: `${source.url}/${name}`, display: { expr: "json.toJSON()" } }],
  });
  const push = { url: `${source.url}/push` };
  const spec = {
    schedule: "@never",
    push,
    components: [
      { name: "ships", lookup: lookup("ships"), properties: [{ name: "speed", lookup: lookup("speed") }] },
      { name: "crane" },
    ],
  };
  const { id } = await create("harbour", spec);
  /** Runs the topology, and passes the pushed body on to the receiver. */
  const forward = async () => {
    source.requests.length = 0;
    await runNow(id);
    const bodies = source.requests.filter(({ url }) => url === "/push").map(({ body }) => JSON.parse(body) as object);
    expect(bodies).toHaveLength(1);
    return send(editor, "POST", "/api/push/topology", { ...bodies[0], name: "received", topology_id: received });
  };
  const propertiesOf = async (name: string) => {
    const { body } = await editor.ask(`/components?topology_id=eq.${received}&name=eq.${name}&select=properties`);
    return (body as { properties: unknown }[])[0]?.properties;
  };
  expect(await forward()).toMatchObject({ status: 200, body: { count: 5, removed: 0, errors: [] } });
  const found = [
    { name: "flag", text: "blue" },
    { name: "speed", text: "9 kn" },
  ];
  expect(await propertiesOf("ada")).toEqual(found);

  // A failed property lookup keeps the values, a failed lookup the components.
  documents.delete("/speed");
  await forward();
  expect(await propertiesOf("ada")).toEqual(found);
  documents.delete("/ships");
  expect(await forward()).toMatchObject({ status: 200, body: { removed: 0 } });
  expect(await namesOf(received)).toEqual(["ada", "bea", "crane", "received", "ships"]);
  documents.set("/ships", [ships[0]]);
  documents.set("/speed", []);
  expect(await forward()).toMatchObject({ body: { removed: 1 } });
  expect(await namesOf(received)).toEqual(["ada", "crane", "received", "ships"]);

  // Several roots, and then none.
  const grouped = { groupBy: { tag: "basin", selector: { types: ["Harbour::Berth"] } } };
  await sql`
    insert into config_items (name, type, config_class, external_id, tags)
    select n, 'Harbour::Berth', 'Berth', array[n], jsonb_build_object('basin', n) from unnest(array['east', 'west']) n`.execute(
    db,
  );
  await send(editor, "PATCH", `/topologies?id=eq.${id}`, { spec: { schedule: "@never", push, ...grouped } });
  expect(await forward()).toMatchObject({ status: 200, body: { count: 2, added: 2 } });
  expect(await namesOf(received)).toEqual(["harbour (east)", "harbour (west)"]);
  expect(await forward()).toMatchObject({ body: { added: 0, removed: 0 } });
  await sql`update config_items set deleted_at = now() where type = 'Harbour::Berth'`.execute(db);
  expect(await forward()).toMatchObject({ status: 200, body: { count: 0, removed: 2 } });
  expect(await namesOf(received)).toEqual([]);
});

test("a receiver keeps a component that the sender could not complete", async () => {
  const received = "00000000-0000-4000-8000-0000000c4ee0";
  documents.set("/push", {});
  documents.set("/crews", [{ name: "deck", properties: [{ name: "app", text: "winch" }] }]);
  const { id } = await create("crews", {
    schedule: "@never",
    push: { url: `${source.url}/push` },
    components: [
      {
        name: "crew",
        lookup: { http: [{ name: "crews", url: `${source.url}/crews`, display: { expr: "json.toJSON()" } }] },
        forEach: {
          configs: [{ name: "{{ (index .component.properties 0).text }}" }],
          properties: [{ name: "home", text: "harbour" }],
        },
      },
    ],
  });
  const forward = async () => {
    source.requests.length = 0;
    await runNow(id);
    const { body } = source.requests.find(({ url }) => url === "/push")!;
    const pushed = JSON.parse(body) as object;
    return send(editor, "POST", "/api/push/topology", { ...pushed, name: "received crews", topology_id: received });
  };
  const stored = async () => {
    const { body } = await editor.ask(`/components?topology_id=eq.${received}&name=eq.deck&select=properties`);
    return body;
  };
  await forward();
  const before = await stored();
  expect(before).toEqual([
    {
      properties: [
        { name: "app", text: "winch" },
        { name: "home", text: "harbour" },
      ],
    },
  ]);
  documents.set("/crews", [{ name: "deck" }]);
  expect(await forward()).toMatchObject({ status: 200, body: { changed: 0, removed: 0 } });
  expect(await stored()).toEqual(before);
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

test("a pushed topology cannot be edited, but deleted, and a further push restores it", async () => {
  const id = "00000000-0000-4000-8000-00000000dead";
  const push = () =>
    send(editor, "POST", "/api/push/topology", { topology_id: id, name: "retired", components: [{ name: "a" }] });
  await push();
  expect((await send(editor, "PATCH", `/topologies?id=eq.${id}`, { labels: { a: "b" } })).status).toBe(409);
  expect((await send(viewer, "PATCH", `/topologies?id=eq.${id}`, { deleted_at: "now()" })).status).toBe(403);
  expect(await send(editor, "PATCH", `/topologies?id=eq.${id}`, { deleted_at: "now()" })).toMatchObject({
    status: 200,
  });
  expect(await namesOf(id)).toEqual([]);
  expect(await push()).toMatchObject({ status: 200, body: { count: 2 } });
  expect(await namesOf(id)).toEqual(["a", "retired"]);
});

test("a pushed tree of more than 100,000 components is refused", async () => {
  const components = Array.from({ length: 100_000 }, (_, n) => ({ name: `${n}` }));
  const body = { topology_id: "00000000-0000-4000-8000-0000000000cd", name: "huge", components };
  expect(await send(editor, "POST", "/api/push/topology", body)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("more than 100000 components") as string },
  });
});

test("an id in upper case names the same topology", async () => {
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

test("runs, dry runs and pushes need their rights for all components and config items", async () => {
  const id = "00000000-0000-4000-8000-00000000feed";
  const push = (who: Someone) =>
    send(who, "POST", "/api/push/topology", { topology_id: id, name: "limits", components: [{ name: "kept" }] });
  await push(editor);
  const component_id = await idOf(id, "kept");
  const creating = await person({ roles: ["viewer"], rules: [{ action: "create", object: "topology" }] });
  const updating = await person({ roles: ["viewer"], rules: [{ action: "update", object: "topology" }] });
  const denied = await person({ roles: ["editor"], rules: [{ action: "delete", component_id, deny: true }] });
  const limited = await person({ roles: ["viewer"], rules: [{ action: "*", component_id }] });
  for (const who of [creating, updating, denied, limited]) {
    expect((await push(who)).status).toBe(403);
    expect((await runNow(id, who)).status).toBe(403);
  }
  const spec = { components: [{ name: "a" }] };
  const statuses = async (who: Someone) => [
    (await dryRun({ spec }, who)).status,
    (await dryRun({ id, spec }, who)).status,
    (await who.ask("/api/topology/proposals")).status,
  ];
  expect(await statuses(creating)).toEqual([200, 403, 200]);
  expect(await statuses(updating)).toEqual([403, 200, 403]);
  expect(await statuses(denied)).toEqual([200, 200, 200]);
  expect(await statuses(limited)).toEqual([403, 403, 403]);

  const { id: config_id } = await db
    .insertInto("config_items")
    .values({
      name: "vault",
      type: "Hidden::Vault",
      config_class: "Vault",
      external_id: ["vault"],
      tags: { vault: "7" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const shortSighted = await person({ roles: ["editor"], rules: [{ action: "read", config_id, deny: true }] });
  const proposed = async (who: Someone) => {
    const { body } = await who.ask("/api/topology/proposals");
    return (body as { proposals: { name: string }[] }).proposals.map(({ name }) => name);
  };
  expect(await proposed(editor)).toEqual(expect.arrayContaining(["vault", "hidden-vault"]));
  expect(await proposed(shortSighted)).not.toContain("vault");
  expect(await proposed(shortSighted)).not.toContain("hidden-vault");
  const selector = { types: ["Hidden::Vault"] };
  const reading = [
    { groupBy: { tag: "vault" } },
    { components: [{ name: "a", lookup: { catalog: [{ name: "all", selector: [selector] }] } }] },
    { properties: [{ name: "p", configLookup: { config: selector, field: "x" } }] },
  ];
  for (const catalogSpec of reading) {
    expect((await dryRun({ spec: catalogSpec })).status).toBe(200);
    expect((await dryRun({ spec: catalogSpec }, shortSighted)).status).toBe(403);
  }
  expect((await dryRun({ spec }, shortSighted)).status).toBe(200);

  // Saving requires the same, but a change of other columns does not.
  const { id: own } = await create("short-sighted", { schedule: "@never" }, shortSighted);
  for (const catalogSpec of reading) {
    expect(await create("reading", catalogSpec, shortSighted)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("read config_scrapers") as string },
    });
    expect((await send(shortSighted, "PATCH", `/topologies?id=eq.${own}`, { spec: catalogSpec })).status).toBe(403);
  }
  const { id: read } = await create("reading", { schedule: "@never", ...reading[0] });
  expect((await send(shortSighted, "PATCH", `/topologies?id=eq.${read}`, { labels: { a: "b" } })).status).toBe(200);
});

test("saving or pushing inline checks needs the permission to create canaries", async () => {
  const without = await person({ roles: ["editor"], rules: [{ action: "create", object: "canaries", deny: true }] });
  const checks = [{ inline: { http: [{ name: "ping", url: source.url }] } }];
  const { id, status } = await create("plain", { schedule: "@never", components: [{ name: "a" }] }, without);
  expect(status).toBe(201);
  const specs = [
    { schedule: "@never", components: [{ name: "a", components: [{ name: "b", checks }] }] },
    { schedule: "@never", components: [{ name: "a", forEach: { checks } }] },
  ];
  for (const [index, spec] of specs.entries()) {
    expect(await create("inline", spec, without)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("create canaries") as string },
    });
    expect((await send(without, "PATCH", `/topologies?id=eq.${id}`, { spec })).status).toBe(403);
    expect((await create(`inline ${index}`, spec)).status).toBe(201);
  }
  const push = (who: Someone, more: object) =>
    send(who, "POST", "/api/push/topology", {
      topology_id: "00000000-0000-4000-8000-0000000001ca",
      name: "pushed inline",
      components: [{ name: "a", components: [{ name: "b", ...more }] }],
    });
  expect((await push(without, {})).status).toBe(200);
  expect((await push(without, { checks })).status).toBe(403);
  expect((await push(without, { componentChecks: checks })).status).toBe(403);
  expect(await push(editor, { checks })).toMatchObject({ status: 200, body: { errors: [] } });
  // References in a pushed tree would send credentials of this server to any address.
  const referring = [{ inline: { http: [{ name: "ping", url: source.url, connection: "connection://default/x" }] } }];
  expect(await push(editor, { checks: referring })).toMatchObject({
    status: 200,
    body: { errors: [expect.stringContaining("http.0.connection refers to a connection") as string] },
  });
});

const linksOf = async (table: string, component: string, column: string) => {
  const { body } = await editor.ask(
    `/${table}?component_id=eq.${component}&deleted_at=is.null&select=${column},selector_id`,
  );
  return (body as Record<string, string>[]).map((row) => row[column]!).sort();
};

test("inline canaries are created and scheduled with their component, and deleted with it", async () => {
  const spec = (components: object[]) => ({ schedule: "@every 2h", components });
  const inline = { http: [{ name: "ping", url: `${source.url}/ping`, bearer: "s3cr3t-of-the-quay" }] };
  const { id } = await create("watched", { schedule: "@never", components: [{ name: "web", checks: [{ inline }] }] });
  await runNow(id);
  const component = await idOf(id, "web");
  const canaries = async () => {
    const { body } = await editor.ask(`/canaries?source=eq.component/${component}&select=id,name,spec,deleted_at`);
    return body as { id: string; name: string; spec: object; deleted_at: string | null }[];
  };
  const [canary] = await canaries();
  expect(canary).toMatchObject({
    name: "web",
    spec: { schedule: "@never", http: [{ name: "ping", bearer: "***" }] },
    deleted_at: null,
  });
  const { rows: checks } = await sql<{ id: string }>`select id from checks where canary_id = ${canary!.id}`.execute(db);
  expect(await linksOf("check_component_relationships", component, "check_id")).toEqual([checks[0]!.id]);
  const { body } = await editor.ask(`/components?id=eq.${component}&select=component_checks`);
  expect(body).toMatchObject([{ component_checks: [{ inline: { http: [{ bearer: "***" }] } }] }]);

  await send(editor, "PATCH", `/topologies?id=eq.${id}`, { spec: spec([]) });
  await until(canaries, ([one]) => one!.deleted_at !== null);
  await send(editor, "PATCH", `/topologies?id=eq.${id}`, {
    spec: spec([{ name: "web", checks: [{ inline: { http: [{ name: "ping", url: `${source.url}/ping` }] } }] }]),
  });
  const [revived] = await until(canaries, ([one]) => one!.deleted_at === null);
  expect(revived).toMatchObject({ id: canary!.id, spec: { schedule: "@every 2h" } });
  expect(await idOf(id, "web")).toBe(component);
  // The canary runs on its schedule.
  const { rows: turns } = await sql`select schedule from check_turns where canary_id = ${canary!.id}`.execute(db);
  expect(turns).toEqual([{ schedule: "@every 2h" }]);
});

test("links follow config items, checks and components that appear, change and disappear; manual links stay", async () => {
  const { id } = await create("linked", {
    schedule: "@never",
    components: [
      {
        name: "pier",
        configs: [{ types: ["Linked::Thing"], tagSelector: "pier=7" }],
        checks: [{ selector: { labelSelector: "pier=7" } }],
        selectors: [{ labelSelector: "pier=7" }],
      },
    ],
  });
  await runNow(id);
  const pier = await idOf(id, "pier");
  const { rows } = await sql<{ id: string }>`
    insert into config_items (name, type, config_class, external_id, tags)
    values ('bollard', 'Linked::Thing', 'Thing', '{bollard}', '{"pier": "7"}'),
           ('buoy', 'Linked::Thing', 'Thing', '{buoy}', '{"pier": "8"}'),
           ('by hand', 'Other', 'Other', '{hand}', '{}')
    returning id`.execute(db);
  const [bollard, buoy, byHand] = rows.map((row) => row.id);
  await sql`
    insert into config_component_relationships (component_id, config_id, selector_id)
    values (${pier}, ${byHand}, 'manual')`.execute(db);
  const configs = () => linksOf("config_component_relationships", pier, "config_id");
  const isNow = (...ids: (string | undefined)[]) =>
    until(configs, (now) => now.join() === ids.map(String).toSorted().join());
  await isNow(bollard, byHand);
  await sql`update config_items set tags = '{"pier": "7"}' where id = ${buoy}`.execute(db);
  await isNow(bollard, buoy, byHand);
  await sql`update config_items set deleted_at = now() where id = ${bollard}`.execute(db);
  await isNow(buoy, byHand);

  const canary = await send(editor, "POST", "/canaries", {
    name: "pier checks",
    spec: { schedule: "@never", http: [{ name: "lamp", url: source.url, labels: { pier: "7" } }] },
  });
  const { rows: checks } = await sql<{ id: string }>`
    select id from checks where canary_id = ${(canary.body as { id: string }[])[0]!.id}`.execute(db);
  const isLinked = (count: number) =>
    until(
      () => linksOf("check_component_relationships", pier, "check_id"),
      (ids) => ids.length === count,
    );
  expect(await isLinked(1)).toEqual([checks[0]!.id]);
  await sql`update checks set labels = '{}' where id = ${checks[0]!.id}`.execute(db);
  await isLinked(0);

  const other = await create("others", { schedule: "@never", components: [{ name: "tug", labels: { pier: "7" } }] });
  await runNow(other.id);
  const tug = await idOf(other.id, "tug");
  const parents = async () => {
    const { body } = await editor.ask(
      `/component_relationships?component_id=eq.${tug}&deleted_at=is.null&select=relationship_id,relationship_path`,
    );
    return body as { relationship_id: string; relationship_path: string }[];
  };
  const [link] = await until(parents, (found) => found.length === 1);
  expect(link).toEqual({ relationship_id: pier, relationship_path: `${await idOf(id, "linked")}.${pier}` });
  // An edit of the selectors is followed without a build.
  await send(editor, "PATCH", `/components?id=eq.${pier}`, { selectors: null });
  await until(parents, (found) => found.length === 0);
});

test("credentials of a topology are sealed, masked and kept, and never become part of a component", async () => {
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
