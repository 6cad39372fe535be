import { createServer as createWebServer } from "node:http";
import { createServer } from "node:net";
import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { idOf } from "#tests/support/estate.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { CheckRanNow } from "../../contract.ts";

// The server has no worker, because a run on request happens in the process that receives the request.
const { server, db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const editor = await person({ roles: ["editor"] });
const responder = await person({ roles: ["responder"] });

const target = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
await once(target, "listening");
afterAll(() => target.close());
const { port } = target.address() as { port: number };

const created = (
  await editor.ask("/canaries", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: {
      name: "harbour",
      labels: { team: "quay" },
      spec: {
        schedule: "@every 1h",
        tcp: [
          { name: "gate", endpoint: `127.0.0.1:${port}` },
          { name: "shut", endpoint: "127.0.0.1:9" },
        ],
      },
    },
  })
).body as { id: string }[];
const canary = created[0]!.id;
const checks = await db.selectFrom("checks").select(["id", "name"]).where("canary_id", "=", canary).execute();
const checkNamed = (name: string) => checks.find((check) => check.name === name)!.id;
const statuses = (id: string) =>
  db.selectFrom("check_statuses").selectAll().where("check_id", "=", id).orderBy("time", "desc").execute();
const stateOf = (id: string) =>
  db.selectFrom("checks").select(["status", "last_runtime"]).where("id", "=", id).executeTakeFirstOrThrow();
const run = (id: string, who = responder) => who.ask(`/api/canary/run/check/${id}`, { method: "POST", body: {} });
const push = (body: object, who = editor) => who.ask("/api/canary/api/push", { method: "POST", body });

test("DA-84 runs a check on request and returns the fields that old and new clients read", async () => {
  const good = await run(checkNamed("gate"));
  expect(good.status).toBe(200);
  expect(good.body as CheckRanNow).toMatchObject({
    name: "gate",
    pass: true,
    invalid: false,
    could_not_check: false,
    error: "",
    total: 1,
    success: 1,
    failed: 0,
    errors: [],
  });
  expect(await statuses(checkNamed("gate"))).toMatchObject([{ status: true }]);
  expect(await stateOf(checkNamed("gate"))).toMatchObject({ status: "healthy" });
  const bad = (await run(checkNamed("shut"))).body as CheckRanNow;
  expect(bad).toMatchObject({ pass: false, total: 1, success: 0, failed: 1, errors: [{ description: "shut" }] });
  expect(bad.errors[0]!.error).toBe(bad.error);
  expect((await run(idOf("nobody", 1))).status).toBe(404);
});

test("a run request requires the permission to run this canary, from a role or a permission rule", async () => {
  const viewer = await person({ roles: ["viewer"] });
  expect((await run(checkNamed("gate"), viewer)).status).toBe(403);
  const limited = await person({ rules: [{ action: "read,check:run", canary_id: canary }] });
  expect((await run(checkNamed("gate"), limited)).status).toBe(200);
  expect((await run(idOf("check", 1), limited)).status).toBe(404);
  const byLabel = { object_selector: { canaries: [{ labelSelector: "team=quay" }] } };
  const allBut = await person({ roles: ["responder"], rules: [{ action: "check:run", deny: true, ...byLabel }] });
  expect((await run(checkNamed("gate"), allBut)).status).toBe(403);
});

test.each([
  ["admin", 200],
  ["editor", 200],
  ["commander", 200],
  ["responder", 200],
  ["viewer", 403],
  ["guest", 403],
] as const)("HL-35 a run request by a %s returns %i", async (role, status) => {
  const before = (await statuses(checkNamed("gate"))).length;
  expect((await run(checkNamed("gate"), await person({ roles: [role] }))).status).toBe(status);
  expect(await statuses(checkNamed("gate"))).toHaveLength(before + (status === 200 ? 1 : 0));
});

test("lets only administrators write checks that run commands or read files on the server", async () => {
  const admin = await person({ roles: ["admin"] });
  for (const [kind, spec] of Object.entries({
    exec: { exec: [{ name: "a", script: "true" }] },
    junit: { junit: [{ name: "a", script: "true" }] },
    folder: { folder: [{ name: "a", path: "/srv" }] },
    kubernetesResource: { kubernetesResource: [{ name: "a", resources: [] }] },
  })) {
    const canaryOf = (name: string) => ({ method: "POST", body: { name, spec } });
    const refused = await editor.ask("/canaries", canaryOf(`${kind}-of-editor`));
    expect({ kind, status: refused.status }).toEqual({ kind, status: 403 });
    expect(refused.text).toMatch(/administrator/i);
    expect((await admin.ask("/canaries", canaryOf(`${kind}-of-admin`))).status).toBe(201);
    const at = `/canaries?name=eq.${kind}-of-admin`;
    // The editor is not allowed to change the check or the fields next to it, or to add the check to a different
    // canary.
    for (const body of [{ spec }, { labels: { a: "$(reboot)" } }, { spec: {} }])
      expect((await editor.ask(at, { method: "PATCH", body })).status).toBe(403);
    const harmless = await editor.ask("/canaries?name=eq.harbour", { method: "PATCH", body: { spec } });
    expect(harmless.status).toBe(403);
    expect(await db.selectFrom("canaries").select("name").where("name", "=", `${kind}-of-editor`).execute()).toEqual(
      [],
    );
  }
});

test("uses a stored connection for the canary, and never reveals its password", async () => {
  const seen: (string | undefined)[] = [];
  const web = createWebServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end(`you are ${request.headers.authorization}`);
  }).listen(0, "127.0.0.1");
  await once(web, "listening");
  const url = `http://127.0.0.1:${(web.address() as { port: number }).port}/`;
  const admin = await person({ roles: ["admin"] });
  const connection = {
    name: "shop",
    namespace: "default",
    type: "http",
    url,
    username: "ada",
    password: "l0velace-1815",
  };
  expect((await admin.ask("/connections", { method: "POST", body: connection })).status).toBe(201);
  const spec = { http: [{ name: "through", connection: "connection://default/shop" }] };
  expect((await editor.ask("/canaries", { method: "POST", body: { name: "through", spec } })).status).toBe(201);
  const { id } = await db.selectFrom("checks").select("id").where("name", "=", "through").executeTakeFirstOrThrow();
  const answer = await run(id);
  expect(answer.body).toMatchObject({ pass: true, error: "" });
  expect(seen).toEqual([`Basic ${Buffer.from("ada:l0velace-1815").toString("base64")}`]);
  const reported = answer.text + JSON.stringify(await statuses(id));
  expect(reported).not.toContain("l0velace-1815");
  expect(reported).not.toContain(seen[0]!.split(" ")[1]);
  const uses = await db.selectFrom("connection_uses").selectAll().execute();
  expect(JSON.stringify(uses)).toContain("through");
  await db
    .updateTable("connections")
    .set({ deleted_at: new Date().toISOString() })
    .where("name", "=", "shop")
    .execute();
  expect((await run(id)).body).toMatchObject({ pass: false, invalid: true });
  web.close();
});

test("shows only maintenance windows of visible checks, and rejects windows for other checks", async () => {
  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  await db
    .insertInto("maintenance_windows")
    .values([
      { name: "of the canary", canary_id: canary, ends_at },
      { name: "of a check", check_id: checkNamed("gate"), ends_at },
      { name: "by labels", label_selector: "team=quay", ends_at },
      { name: "of another", canary_id: idOf("canary", 1), ends_at },
      { name: "of another's check", check_id: idOf("check", 1), ends_at },
    ])
    .execute();
  const limited = await person({ rules: [{ action: "read,create,update,delete", canary_id: canary }] });
  const ours = ["by labels", "of a check", "of another", "of another's check", "of the canary"];
  const names = async (who: typeof limited) => {
    const { body } = await who.ask("/maintenance_windows?select=name&order=name");
    return (body as { name: string }[]).map(({ name }) => name).filter((name) => ours.includes(name));
  };
  expect(await names(editor)).toEqual(ours);
  expect(await names(limited)).toEqual(["by labels", "of a check", "of the canary"]);
  const set = (body: object) =>
    limited.ask("/maintenance_windows", { method: "POST", body: { name: "set", ends_at, ...body } });
  expect((await set({ check_id: checkNamed("shut") })).status).toBe(201);
  expect((await set({ check_id: idOf("check", 1) })).status).toBe(403);
  const wide = await set({ label_selector: "tier=one" });
  expect(wide.status).toBe(403);
  expect(wide.text).toContain("who may change every check");
  const end = (name: string) =>
    limited.ask(`/maintenance_windows?name=eq.${encodeURIComponent(name)}`, { method: "DELETE" });
  expect((await end("by labels")).status).toBe(403);
  expect((await end("of the canary")).status).toBeLessThan(300);
  await end("of another");
  expect(await names(editor)).toContain("of another");
});

test("stores a pushed result as a run, and an older result only in the history", async () => {
  const gate = checkNamed("gate");
  const later = new Date(Date.now() + 1_000).toISOString();
  const result = {
    status: false,
    duration: 12.4,
    message: "slow",
    error: "too slow",
    detail: { code: 500 },
    time: later,
  };
  expect(await push({ id: gate, ...result, type: "anything", owner: "x" })).toMatchObject({ status: 201, text: "" });
  expect((await statuses(gate))[0]).toMatchObject({
    status: false,
    duration: 12,
    message: "slow",
    error: "too slow",
    details: { code: 500 },
  });
  expect(await stateOf(gate)).toMatchObject({ status: "unhealthy" });
  const before = "2026-11-01T12:00:00Z";
  expect((await push({ canary_name: "harbour", name: "gate", status: "healthy", time: before })).status).toBe(201);
  expect((await statuses(gate)).at(-1)).toMatchObject({ status: true, time: "2026-11-01T12:00:00+00:00" });
  expect(await stateOf(gate)).toMatchObject({ status: "unhealthy" });
  // Older results are limited in size as well, and may contain characters that PostgreSQL rejects.
  const odd = { status: "healthy", time: "2026-11-01T11:00:00Z", message: "a\0b".repeat(10_000) };
  expect((await push({ id: gate, ...odd })).status).toBe(201);
  expect(Buffer.byteLength((await statuses(gate)).at(-1)!.message!)).toBeLessThanOrEqual(4_096);
});

test("validates the sender, check, time and values of a pushed result", async () => {
  const gate = { id: checkNamed("gate") };
  expect((await push({ ...gate, status: true }, responder)).status).toBe(403);
  const limited = await person({ rules: [{ action: "read,update", canary_id: canary }] });
  expect((await push({ ...gate, status: true }, limited)).status).toBe(201);
  expect((await push({ id: idOf("check", 1), status: true }, limited)).status).toBe(404);
  expect((await push({ status: true })).text).toContain("body.id: is required");
  expect((await push({ name: "gate", canary_name: "elsewhere", status: true })).status).toBe(404);
  expect((await push({ ...gate, status: "perhaps" })).text).toContain("must be true, false, healthy or unhealthy");
  expect((await push({ ...gate, status: true, time: "2999-01-01T00:00:00Z" })).text).toContain("is in the future");
  expect((await push({ ...gate, status: true, duration: -1 })).text).toContain("must not be negative");
});

test("accepts a webhook post with the token in a header or the query, and evaluates it with the test expression of the check", async () => {
  const hooks = [
    ["backup", { name: "nightly", token: "a-token-for-tests", test: { expr: "results.json.ok" } }],
    ["open", { name: "no-token" }],
    ["twin-1", { name: "twins", token: "t" }],
    ["twin-2", { name: "twins", token: "t" }],
  ] as const;
  for (const [name, webhook] of hooks)
    expect((await editor.ask("/canaries", { method: "POST", body: { name, spec: { webhook } } })).status).toBe(201);
  const post = async (name: string, body: string, headers: Record<string, string> = {}, type = "application/json") => {
    const answer = await server.fetch(`/api/canary/webhook/${name}`, {
      method: "POST",
      headers: { "content-type": type, ...headers },
      body,
    });
    return { status: answer.status, text: await answer.text() };
  };
  const token = { "webhook-token": "a-token-for-tests" };
  expect(await post("nightly", '{"ok": true}', token)).toEqual({ status: 200, text: '{"message":"ok"}' });
  const nightly = await db.selectFrom("checks").select("id").where("name", "=", "nightly").executeTakeFirstOrThrow();
  expect(await stateOf(nightly.id)).toMatchObject({ status: "healthy" });
  expect((await post("nightly?token=a-token-for-tests", '{"ok": false}')).status).toBe(200);
  expect(await stateOf(nightly.id)).toMatchObject({ status: "unhealthy" });
  const [latest] = await statuses(nightly.id);
  expect(latest).toMatchObject({ status: false, details: { content: '{"ok": false}' } });
  expect(JSON.stringify(await statuses(nightly.id))).not.toContain("a-token-for-tests");

  expect((await post("nightly", "{}")).status).toBe(401);
  expect((await post("nightly", "{}", { "webhook-token": "another" })).status).toBe(401);
  expect((await post("no-token", "{}", token)).text).toContain("has no token");
  expect((await post("twins", "{}", { "webhook-token": "t" })).status).toBe(400);
  expect((await post("unheard-of", "{}", token)).status).toBe(404);
  expect((await post("nightly", "{", token)).status).toBe(400);
  expect((await post("nightly", "x".repeat(10_241), token, "text/plain")).status).toBe(400);
  expect(await statuses(nightly.id)).toHaveLength(2);
});
