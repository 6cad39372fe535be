// Tests connections of the server that resources and playbook actions on an agent use.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { openAgents, type TestAgent } from "#tests/support/agents.ts";
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
/** Returns the rows that the agent has stored for the references of a resource. */
const copies = async (resourceId: string) => {
  const { rows } = await sql<{ id: string; version: string | null; refused: string | null; text: string }>`
    select id, version, refused, to_jsonb(c)::text as text from sent_connections c where resource_id = ${resourceId}`.execute(
    agentDb,
  );
  return rows;
};
const noCopies = (resourceId: string) =>
  until(
    () => copies(resourceId),
    ({ length }) => length === 0,
  );
/** Waits until a result of the canary contains the text. */
const shows = (canaryId: string, text: string) =>
  until(
    async () => {
      const { rows } = await sql<{ text: string }>`
        select concat(s.message, s.error) as text
        from   check_statuses s
        join   checks c on c.id = s.check_id
        where  c.canary_id = ${canaryId}`.execute(db);
      return rows;
    },
    (rows) => rows.some((row) => row.text.includes(text)),
  );
const deny = async (type: "canary" | "playbook", subject: string, connectionId: string) => {
  const { id } = await db
    .insertInto("permissions")
    .values({ action: "read", connection_id: connectionId, deny: true, subject_type: type, subject })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};
const listed = async (who: TestAgent, stored: readonly object[] = []) => {
  const answer = await who.send("POST", "/upstream/connection/pull", { stored });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as Listed[];
};
interface Listed {
  resource_id: string;
  reference: string;
  version?: string;
  refused?: string;
  connection?: { id: string; password: string };
}

test("a check on an agent uses a connection of the server, which is encrypted on the agent and updated when it changes", async () => {
  const connectionId = await connect("quay");
  const id = await watch("berths", "connection://default/quay", north.agentId);
  await hasStatus(id, "healthy");
  const [copy, ...more] = await copies(id);
  expect(more).toEqual([]);
  expect(copy!.version).toContain(connectionId);
  expect(copy!.text).not.toContain(password);
  expect(await recorded(connectionId)).toContainEqual({ agent: "north" });

  password = "n3w-secret-of-the-quay";
  await hasStatus(id, "unhealthy");
  const changed = await admin.ask(`/connections?id=eq.${connectionId}`, { method: "PATCH", body: { password } });
  expect(changed.status).toBe(204);
  await hasStatus(id, "healthy");

  // When the connection is deleted, the agent deletes its copy. A new connection of this name is then used instead.
  await admin.ask(`/connections?id=eq.${connectionId}`, { method: "DELETE" });
  await noCopies(id);
  await hasStatus(id, "unhealthy");
  await connect("quay");
  await hasStatus(id, "healthy");

  const sent = await recorded(connectionId);
  await listed(north, await storedOf(north));
  expect(await recorded(connectionId)).toEqual(sent);
});

/** The versions of the connections that an agent may have. */
const storedOf = async (who: TestAgent) =>
  (await listed(who)).map(({ resource_id, reference, version }) => ({ resource_id, reference, version }));

test("when a right is withdrawn, the agent deletes the connection and the check shows the reason", async () => {
  const connectionId = await connect("lent");
  const id = await watch("lent berths", "connection://default/lent", north.agentId);
  await hasStatus(id, "healthy");
  const rule = await deny("canary", id, connectionId);
  const [refused, ...more] = await until(
    () => copies(id),
    ([copy]) => copy?.version === null,
  );
  expect(more).toEqual([]);
  expect(refused!.text).toContain('"sealed": null');
  await hasStatus(id, "unhealthy");
  await shows(id, "needs permission to read connection://default/lent");
  await db.deleteFrom("permissions").where("id", "=", rule).execute();
  await hasStatus(id, "healthy");
});

test("the agent deletes the connection of a resource when the resource is deleted or moves to another runner", async () => {
  await connect("rope");
  for (const change of [{ deleted_at: new Date().toISOString() }, { agent_id: other.agentId }]) {
    const id = await watch(`moored ${Object.keys(change)[0]!}`, "connection://default/rope", north.agentId);
    await hasStatus(id, "healthy");
    expect(await copies(id)).toHaveLength(1);
    expect((await admin.ask(`/canaries?id=eq.${id}`, { method: "PATCH", body: change })).status).toBe(204);
    await noCopies(id);
  }
});

test("a check that renders a reference on the agent cannot use a connection that was sent for another check", async () => {
  await connect("chest");
  const owner = await watch("chest owner", "connection://default/chest", north.agentId);
  await hasStatus(owner, "healthy");
  const spec = { schedule: "@every 1s", http: [{ name: "thief", url: 'connection://default/{{ "chest" }}' }] };
  const id = await create("canaries", { name: "thief", namespace: "default", agent_id: north.agentId, spec });
  await hasStatus(id, "unhealthy");
  await shows(id, "the server did not send it for this canary");
  expect(await copies(id)).toEqual([]);
});

test("a connection of the agent itself takes precedence", async () => {
  await connect("own");
  const { rows } = await sql<{ id: string }>`
    insert into connections (name, namespace, type, url, source)
    values ('own', 'default', 'http', ${`${targetUrl}own`}, 'ConfigFile') returning id`.execute(agentDb);
  const id = await watch("owned", "connection://own", north.agentId);
  await hasStatus(id, "unhealthy");
  const { body } = await admin.ask(`/checks?canary_id=eq.${id}&select=status`);
  expect(body).toEqual([{ status: "unhealthy" }]);
  expect(rows).toHaveLength(1);
});

test("a playbook action on an agent uses a connection of the server, and the audit log records it", async () => {
  const connectionId = await connect("called");
  const { status, actions } = await ended(await play("calling", "connection://default/called", "north"));
  expect(actions).toMatchObject([{ status: "completed", result: { code: 200 } }]);
  expect(status).toBe("completed");
  expect(await recorded(connectionId)).toEqual([{ agent: "north" }]);
  // The agent does not store the connection, because it is used for this run only.
  const { rows } = await sql`select from sent_connections where reference like '%called%'`.execute(agentDb);
  expect(rows).toEqual([]);
  const { body } = await admin.ask(`/connection_uses?connection_id=eq.${connectionId}&select=subject_kind,purpose`);
  expect(body).toEqual([{ subject_kind: "playbook", purpose: "agent" }]);
});

test("an action that renders a reference on the agent cannot use a connection that was sent for a check", async () => {
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
  const canaryId = await watch("idle berths", connectionId, idle.agentId);
  const mine = await listed(idle);
  expect(mine).toMatchObject([{ resource_id: canaryId, reference: connectionId, connection: { password } }]);
  expect(await recorded(connectionId)).toEqual([{ agent: "idle" }]);
  const { body } = await admin.ask(`/connection_uses?connection_id=eq.${connectionId}&select=subject_name,purpose`);
  expect(body).toEqual([{ subject_name: "idle berths", purpose: "agent" }]);
  const pulled = await idle.send("GET", "/upstream/canary/pull");
  expect(pulled.text).toContain("idle berths");
  expect(pulled.text).not.toContain(password);

  // Another agent cannot get the connection, neither by naming the resource nor with a resource of its own.
  const place = { resource_id: canaryId, reference: connectionId };
  expect(await listed(other, [{ ...place, version: "0" }])).not.toContainEqual(expect.objectContaining(place));
  const spec = { schedule: "@every 1s", http: [{ name: "own", connection: "connection://default/shared" }] };
  const row = { id: newId(), name: "forged", namespace: "default", source: "UI", agent_id: idle.agentId, spec };
  expect((await other.push({ canaries: [row] })).status).toBe(200);
  const answers = JSON.stringify(await listed(other));
  expect(answers).not.toContain("shared");
  expect(answers).not.toContain(connectionId);
  const forged = await other.send("POST", "/upstream/connection/pull?agent_name=idle", { stored: [] });
  expect(forged.status).toBe(403);
  expect(await recorded(connectionId)).toHaveLength(1);

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

test("a connection is not sent for a resource that may not use it, and an action that may not use it fails", async () => {
  const connectionId = await connect("closed");
  const canaryId = await watch("curious", "connection://default/closed", other.agentId);
  const spec = { runsOn: ["north"], actions: [{ name: "call", http: { connection: "connection://default/closed" } }] };
  const playbookId = await create("playbooks", { name: "curious", namespace: "default", spec });
  await deny("canary", canaryId, connectionId);
  await deny("playbook", playbookId, connectionId);
  const refused = (await listed(other)).filter(({ resource_id: id }) => id === canaryId);
  expect(refused).toEqual([
    {
      resource_id: canaryId,
      reference: "connection://default/closed",
      refused: expect.stringContaining("closed") as string,
    },
  ]);
  const { body } = await admin.ask("/api/playbook/run", { method: "POST", body: { id: playbookId } });
  const { status, actions } = await ended((body as { run_id: string }).run_id);
  expect(status).toBe("failed");
  expect(actions[0]!.error).toContain("needs permission to read connection://default/closed");
  expect(await recorded(connectionId)).toEqual([]);
});

test("an action that waited for its agent fails if the right to its connection was withdrawn in the meantime", async () => {
  const connectionId = await connect("late");
  const spec = { runsOn: ["idle"], actions: [{ name: "call", http: { connection: "connection://default/late" } }] };
  const playbookId = await create("playbooks", { name: "late", namespace: "default", spec });
  const { body } = await admin.ask("/api/playbook/run", { method: "POST", body: { id: playbookId } });
  const runId = (body as { run_id: string }).run_id;
  await until(async () => {
    const { rows } = await sql`
      select from agent_actions w join playbook_run_actions a on a.id = w.action_id where a.playbook_run_id = ${runId}`.execute(
      db,
    );
    return rows.length > 0;
  });
  await deny("playbook", playbookId, connectionId);
  expect((await idle.send("GET", "/upstream/playbook-action?wait=0")).text).toBe("{}");
  const { status, actions } = await ended(runId);
  expect(status).toBe("failed");
  expect(actions[0]!.error).toContain("needs permission to read connection://default/late");
  expect(await recorded(connectionId)).toEqual([]);
});

test("a deleted agent deletes the connections of its server", async () => {
  await connect("last");
  const id = await watch("last berths", "connection://default/last", north.agentId);
  await hasStatus(id, "healthy");
  const body = { deleted_at: new Date().toISOString() };
  expect((await admin.ask(`/agents?id=eq.${north.agentId}`, { method: "PATCH", body })).status).toBe(204);
  await until(
    async () => (await sql`select from sent_connections`.execute(agentDb)).rows,
    ({ length }) => length === 0,
  );
});
