// Tests the creation of agents, their tokens and their deletion, over HTTP.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { GeneratedAgent } from "#areas/agents/contract.ts";
import { openAgents } from "#tests/support/agents.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const estate = await openEstate(await startTestServer());
const { db, person } = estate;
const { admin, agent, sendAs } = await openAgents(estate);
const viewer = await person({ roles: ["viewer"] });

const generate = (body: object, who = admin) => who.ask("/api/agent/generate", { method: "POST", body });

test("DA-94 SE-62 POST /api/agent/generate creates an agent with a person and a token", async () => {
  const reply = await generate({ name: "harbour", properties: { region: "north" }, auto_renew: true });
  expect(reply.status).toBe(201);
  expect(reply.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    username: expect.stringMatching(/^agent-[0-9a-f]{16}$/) as string,
    access_token: expect.stringMatching(/^qd_/) as string,
  });
  const { id, username, access_token: token } = reply.body as GeneratedAgent;
  const { body } = await admin.ask("/agents?name=eq.harbour&select=name,username,person_id,properties,created_by");
  expect(body).toEqual([
    { name: "harbour", username, person_id: id, properties: { region: "north" }, created_by: admin.id },
  ]);
  const { rows } = await sql`select type, email, state from people where id = ${id}`.execute(db);
  expect(rows).toEqual([{ type: "agent", email: `${username}@local`, state: "active" }]);
  // The username may also be `token`.
  for (const user of [username, "token"]) expect((await sendAs(user, token)("GET", "/upstream/ping")).status).toBe(200);
});

test("a name can be used only once, and only people who may write agents can create agents", async () => {
  expect((await generate({ name: "twice" })).status).toBe(201);
  expect((await generate({ name: "twice" })).status).toBe(409);
  expect((await generate({ name: "local" })).status).toBe(409);
  expect((await generate({ name: "unseen" }, viewer)).status).toBe(403);
  expect(await generate({ name: "odd", colour: "red" })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("colour") as string },
  });
  expect((await generate({ name: " " })).status).toBe(400);
  const { rows } = await sql`select name from people where name in ('unseen', 'odd') and type = 'agent'`.execute(db);
  expect(rows).toEqual([]);
});

test("an agent with Kubernetes gets a scraper for its cluster that can be edited on this server", async () => {
  const reply = await generate({ name: "cluster-7", kubernetes: { schedule: "@every 15m" } });
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 });
  const { rows } = await sql`
    select s.name, s.source, s.spec
    from   config_scrapers s
    join   agents a on a.id = s.agent_id
    where  a.name = 'cluster-7'`.execute(db);
  expect(rows).toEqual([
    {
      name: "cluster-7 Kubernetes",
      source: "UI",
      spec: { schedule: "@every 15m", kubernetes: [{ clusterName: "cluster-7" }] },
    },
  ]);
  // An invalid scraper creates no agent.
  expect((await generate({ name: "cluster-8", kubernetes: { schedule: "sometimes" } })).status).toBe(400);
  expect((await generate({ name: "cluster-8" })).status).toBe(201);
});

test("the token of an agent gives access only to the upstream protocol", async () => {
  const north = await agent("only upstream");
  for (const path of ["/api/db/config_items", "/api/db/people", "/api/people", "/api/db/connections"])
    expect({ path, status: (await north.send("GET", path)).status }).toEqual({ path, status: 403 });
  expect((await north.send("POST", "/api/agent/generate", { name: "child" })).status).toBe(403);
});

test("an agent renews its own token, and the previous token expires within a minute", async () => {
  const north = await agent("renewing");
  const reply = await north.send("POST", "/api/agent/token", {});
  expect(reply).toMatchObject({ status: 200, body: { id: north.id, username: north.username } });
  const { access_token: token } = reply.body as GeneratedAgent;
  expect((await sendAs(north.username, token)("GET", "/upstream/ping")).status).toBe(200);
  const { rows } = await sql<{ remaining: number }>`
    select count(*) filter (where expires_at > now() + interval '61 seconds')::int as remaining
    from   access_tokens where person_id = ${north.id}`.execute(db);
  expect(rows).toEqual([{ remaining: 1 }]);

  const other = await agent("not renewing");
  expect((await north.send("POST", "/api/agent/token", { id: other.agentId })).status).toBe(403);
  expect((await viewer.ask("/api/agent/token", { method: "POST", body: { id: other.agentId } })).status).toBe(403);
  expect((await admin.ask("/api/agent/token", { method: "POST", body: { id: other.agentId } })).status).toBe(200);
});

test("SE-59 SE-61 a deleted agent cannot sign in; its rows stay unless cleanup is set", async () => {
  const canary = (id: string, name: string) => ({ canaries: [{ id, name, spec: {} }] });
  const [kept, cleaned] = [await agent("kept rows"), await agent("cleaned rows")];
  await kept.push(canary("00000000-0000-4000-8000-00000000a001", "kept"));
  await cleaned.push(canary("00000000-0000-4000-8000-00000000a002", "cleaned"));
  const patch = (id: string, body: object) => admin.ask(`/agents?id=eq.${id}`, { method: "PATCH", body });
  expect((await patch(kept.agentId, { deleted_at: "now()" })).status).toBeLessThan(300);
  expect((await patch(cleaned.agentId, { deleted_at: "now()", cleanup: true })).status).toBeLessThan(300);
  const { rows } = await sql`
    select name, deleted_at is not null as is_deleted from canaries where name in ('kept', 'cleaned') order by name`.execute(
    db,
  );
  expect(rows).toEqual([
    { name: "cleaned", is_deleted: true },
    { name: "kept", is_deleted: false },
  ]);
  for (const deleted of [kept, cleaned])
    await expect.poll(async () => (await deleted.send("GET", "/upstream/ping")).status, { timeout: 60_000 }).toBe(401);
});
