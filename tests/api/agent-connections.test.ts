// Tests connections of the server that resources and playbook actions on an agent use.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openAgents } from "#tests/support/agents.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { areasFor } from "../../main/agent.ts";

/** The target accepts only this password. */
let password = "s3cret-of-the-quay";
const basic = (secret: string) => `Basic ${Buffer.from(`ada:${secret}`).toString("base64")}`;
const target = createServer((request, response) => {
  response.statusCode = request.headers.authorization === basic(password) ? 200 : 403;
  response.end("berth free");
});
await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
afterAll(() => void target.close());
const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;

const estate = await openEstate(await startTestServer());
const { db, server } = estate;
const { admin, agent } = await openAgents(estate);
const north = await agent("north");
const idle = await agent("idle");
const other = await agent("other");
const upstream = { url: server.url, username: "token", token: north.access_token, name: undefined };
const near = await startTestServer({
  areas: areasFor({ upstream }),
  env: { ROLE: "agent", UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: upstream.token },
});
const agentDb = near.system.db.system;

async function create(table: string, body: object): Promise<string> {
  const headers = { prefer: "return=representation" };
  const created = await admin.ask(`/${table}`, { method: "POST", headers, body });
  expect({ status: created.status, text: created.text }).toMatchObject({ status: 201 });
  return (created.body as [{ id: string }])[0].id;
}
const connect = (name: string) =>
  create("connections", {
    name,
    namespace: "default",
    type: "http",
    url: targetUrl,
    username: "ada",
    password,
  });
const watch = (name: string, connection: string, agentId: string) =>
  create("canaries", {
    name,
    namespace: "default",
    agent_id: agentId,
    spec: { schedule: "@every 1s", http: [{ name, connection }] },
  });
const play = async (name: string, connection: string, runsOn: string, more: object = {}) => {
  const spec = { ...more, runsOn: [runsOn], actions: [{ name: "call", http: { connection } }] };
  const id = await create("playbooks", { name, namespace: "default", spec });
  const { body } = await admin.ask("/api/playbook/run", { method: "POST", body: { id } });
  return (body as { run_id: string }).run_id;
};
const ended = async (runId: string) => {
  const [run] = await until(
    async () =>
      (await admin.ask(`/playbook_runs?id=eq.${runId}&select=status,error`)).body as [
        { status: string; error: string | null },
      ],
    ([{ status }]) => ["completed", "failed"].includes(status),
  );
  const { body } = await admin.ask(`/playbook_run_actions?playbook_run_id=eq.${runId}&select=status,result,error`);
  return { ...run, actions: body as { status: string; result: { code?: number } | null; error: string | null }[] };
};
const hasStatus = (canaryId: string, status: string) =>
  until(
    async () => (await admin.ask(`/checks?canary_id=eq.${canaryId}&select=status`)).body as { status: string }[],
    ([check]) => check?.status === status,
  );
const recorded = async (connectionId: string) => {
  const { rows } = await sql<{ after: object }>`
    select after
    from   audit_log
    where  action = 'run' and resource_type = 'connections' and resource_id = ${connectionId}`.execute(db);
  return rows.map(({ after }) => after);
};
const copies = async (name: string) => {
  const { rows } = await sql<{ id: string; text: string }>`
    select id, to_jsonb(c)::text as text from connections c where name = ${name} and deleted_at is null`.execute(
    agentDb,
  );
  return rows;
};

test("a check on an agent uses a connection of the server, sealed on the agent, and follows its changes", async () => {
  const connectionId = await connect("quay");
  const id = await watch("berths", "connection://default/quay", north.agentId);
  await hasStatus(id, "healthy");
  const [copy, ...more] = await copies("quay");
  expect(more).toEqual([]);
  expect(copy!.id).toBe(connectionId);
  expect(copy!.text).not.toContain(password);
  expect(await recorded(connectionId)).toContainEqual({ agent: "north" });

  password = "n3w-secret-of-the-quay";
  await hasStatus(id, "unhealthy");
  const changed = await admin.ask(`/connections?id=eq.${connectionId}`, { method: "PATCH", body: { password } });
  expect(changed.status).toBe(204);
  await hasStatus(id, "healthy");

  // Another connection of this name replaces the copy.
  await admin.ask(`/connections?id=eq.${connectionId}`, { method: "DELETE" });
  const replacedBy = await connect("quay");
  await until(
    () => copies("quay"),
    ([found]) => found?.id === replacedBy,
  );
  await hasStatus(id, "healthy");
});

test("a connection of the agent itself takes precedence", async () => {
  await connect("own");
  const { rows } = await sql<{ id: string }>`
    insert into connections (name, namespace, type, url, source)
    values ('own', 'default', 'http', ${`${targetUrl}own`}, 'ConfigFile') returning id`.execute(agentDb);
  const id = await watch("owned", "connection://own", north.agentId);
  await hasStatus(id, "unhealthy");
  expect(await copies("own")).toMatchObject([{ id: rows[0]!.id }]);
});

test("a playbook action on an agent uses a connection of the server, and the audit log records it", async () => {
  const connectionId = await connect("called");
  const { status, actions } = await ended(await play("calling", "connection://default/called", "north"));
  expect(actions).toMatchObject([{ status: "completed", result: { code: 200 } }]);
  expect(status).toBe("completed");
  expect(await recorded(connectionId)).toEqual([{ agent: "north" }]);
  expect(JSON.stringify(await copies("called"))).not.toContain(password);
});

test("an action that renders a reference on the agent cannot use a connection that was sent for something else", async () => {
  await connect("hidden");
  const id = await watch("hidden berths", "connection://hidden", north.agentId);
  await hasStatus(id, "healthy");
  const runId = await play("rendering", 'connection://default/{{ "hidden" }}', "north", { templatesOn: "agent" });
  const { status, actions } = await ended(runId);
  expect(status).toBe("failed");
  expect(actions[0]!.error).toContain("hidden");
});

test("only the agent that runs a resource gets its connections", async () => {
  const connectionId = await connect("shared");
  await watch("idle berths", connectionId, idle.agentId);
  const stranger = await other.send("GET", "/upstream/canary/pull");
  expect(stranger.status).toBe(200);
  expect(stranger.text).not.toContain(password);
  expect(await recorded(connectionId)).toEqual([]);
  const pulled = await idle.send("GET", "/upstream/canary/pull");
  expect(pulled.body).toMatchObject([{ name: "idle berths", connections: [{ id: connectionId, password }] }]);
  expect(await recorded(connectionId)).toEqual([{ agent: "idle" }]);
  const { body } = await admin.ask(`/connection_uses?connection_id=eq.${connectionId}&select=subject_name,purpose`);
  expect(body).toEqual([{ subject_name: "idle berths", purpose: "agent" }]);

  const runId = await play("idle calling", "connection://default/shared", "idle");
  await until(async () => {
    const { rows } = await sql`
      select from agent_actions w join playbook_run_actions a on a.id = w.action_id where a.playbook_run_id = ${runId}`.execute(
      db,
    );
    return rows.length > 0;
  });
  expect((await other.send("GET", "/upstream/playbook-action?wait=0")).text).toBe("{}");
  expect(await recorded(connectionId)).toHaveLength(1);
  const taken = await idle.send("GET", "/upstream/playbook-action?wait=0");
  expect(taken.body).toMatchObject({ connections: [{ id: connectionId, password }] });
  expect(await recorded(connectionId)).toHaveLength(2);
});

test("a resource that may not use its connection is not sent, and an action that may not use it fails", async () => {
  const connectionId = await connect("closed");
  const canaryId = await watch("curious", "connection://default/closed", other.agentId);
  const spec = { runsOn: ["north"], actions: [{ name: "call", http: { connection: "connection://default/closed" } }] };
  const playbookId = await create("playbooks", { name: "curious", namespace: "default", spec });
  for (const [type, subject] of [
    ["canary", canaryId],
    ["playbook", playbookId],
  ] as const)
    await db
      .insertInto("permissions")
      .values({ action: "read", connection_id: connectionId, deny: true, subject_type: type, subject })
      .execute();
  const pulled = await other.send("GET", "/upstream/canary/pull");
  expect(pulled).toMatchObject({ status: 200, body: [] });
  const { body } = await admin.ask("/api/playbook/run", { method: "POST", body: { id: playbookId } });
  const { status, actions } = await ended((body as { run_id: string }).run_id);
  expect(status).toBe("failed");
  expect(actions[0]!.error).toContain("needs permission to read connection://default/closed");
  expect(await recorded(connectionId)).toEqual([]);
});
