// Tests that credentials are sent to an agent only over https, or to an agent on the same machine.
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openAgents } from "#tests/support/agents.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { areasFor } from "../../main/agent.ts";

// The proxy states the address and the protocol of the agent.
const estate = await openEstate(await startTestServer({ env: { TRUST_PROXY: "true" } }));
const { db, server } = estate;
const { admin, agent } = await openAgents(estate);
const north = await agent("north");
const password = "s3cret-of-the-quay";

const send = async (path: string, from: { address: string; protocol: string }, body?: object) => {
  const answer = await server.fetch(path, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: {
      ...(body && { "content-type": "application/json" }),
      authorization: `Basic ${Buffer.from(`token:${north.access_token}`).toString("base64")}`,
      "x-forwarded-for": from.address,
      "x-forwarded-proto": from.protocol,
    },
  });
  return { status: answer.status, text: await answer.text() };
};
const create = async (name: string, http: object) => {
  const body = { name, namespace: "default", agent_id: north.agentId, spec: { schedule: "@every 1h", http: [http] } };
  expect((await admin.ask("/canaries", { method: "POST", body })).status).toBe(201);
};
const recorded = async (type = "canaries") => {
  const { rows } = await sql`select from audit_log where action = 'run' and resource_type = ${type}`.execute(db);
  return rows.length;
};

const elsewhere = "203.0.113.7";
const insecure = [
  { address: elsewhere, protocol: "http" },
  { address: "10.0.0.7", protocol: "http" },
  { address: "::ffff:10.0.0.7", protocol: "http" },
];

test("resources without credentials are also sent over plain http", async () => {
  await create("open", { name: "free", url: "http://a.local" });
  expect((await send("/api/upstream/canary/pull", insecure[0]!)).status).toBe(200);
});

test("a connection is sent over https or to this machine, and is refused over plain http", async () => {
  const connection = { name: "quay", namespace: "default", type: "http", url: "http://a.local", password };
  expect((await admin.ask("/connections", { method: "POST", body: connection })).status).toBe(201);
  await create("connected", { name: "free", connection: "connection://default/quay" });
  for (const from of insecure) {
    const { status, text } = await send("/upstream/connection/pull", from, { stored: [] });
    expect(status).toBe(200);
    expect(text).toContain("sent only over https");
    expect(text).not.toContain(password);
  }
  expect(await recorded("connections")).toBe(0);
  expect((await db.selectFrom("connection_uses").selectAll().where("purpose", "=", "agent").execute()).length).toBe(0);
  for (const from of [
    { address: elsewhere, protocol: "https" },
    { address: "127.0.0.1", protocol: "http" },
  ]) {
    const before = await recorded("connections");
    expect((await send("/upstream/connection/pull", from, { stored: [] })).text).toContain(password);
    expect(await recorded("connections")).toBe(before + 1);
  }
});

test.each(insecure)(
  "a pull with credentials from $address over $protocol is refused, and nothing is recorded",
  async (from) => {
    await create(`sealed for ${from.address}`, { name: "login", url: "http://a.local", username: "ada", password });
    const before = await recorded();
    for (const prefix of ["/upstream", "/api/upstream"]) {
      const refused = await send(`${prefix}/canary/pull`, from);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain("https");
      expect(refused.text).not.toContain(password);
      expect((await send(`${prefix}/playbook-action?wait=0`, from)).status).toBe(403);
    }
    expect(await recorded()).toBe(before);
  },
);

test.each([
  { address: elsewhere, protocol: "https" },
  { address: "127.0.0.1", protocol: "http" },
  { address: "::1", protocol: "http" },
])("a pull with credentials from $address over $protocol is answered and recorded", async (from) => {
  await create(`opened for ${from.address}`, { name: "login", url: "http://a.local", username: "ada", password });
  const before = await recorded();
  const pulled = await send("/upstream/canary/pull", from);
  expect(pulled.status).toBe(200);
  expect(pulled.text).toContain(password);
  expect(await recorded()).toBeGreaterThan(before);
});

test("an agent over plain http pushes its results, and the server shows that it sends no credentials", async () => {
  const elsewhereProxy = createServer((incoming, outgoing) => {
    const { hostname, port } = new URL(server.url);
    const headers = { ...incoming.headers, "x-forwarded-for": elsewhere, "x-forwarded-proto": "http" };
    const passed = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => elsewhereProxy.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    elsewhereProxy.close();
    elsewhereProxy.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(elsewhereProxy.address() as AddressInfo).port}`;
  await create("sealed", { name: "login", url: "http://a.local", username: "ada", password });
  const near = await startTestServer({
    areas: areasFor({ upstream: { url, username: "token", token: north.access_token, name: undefined } }),
    env: { ROLE: "agent", UPSTREAM_URL: url, UPSTREAM_TOKEN: north.access_token },
  });
  const runs = await until(
    () => admin.ask(`/job_histories?agent_id=eq.${north.agentId}&select=name,status,details`),
    ({ body }) => (body as unknown[]).length > 0,
  );
  expect(runs.body).toMatchObject([{ name: "Receive resources from the server", status: "FAILED" }]);
  expect(runs.text).toContain("sent only over https");
  expect(JSON.stringify(await near.system.db.system.selectFrom("canaries").selectAll().execute())).not.toContain(
    "login",
  );
});
