// Tests an agent and its server, each with its own database, connected by a proxy that can be cut.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql, type Kysely } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openAgents } from "#tests/support/agents.ts";
import { cutProxy } from "#tests/support/cut-proxy.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { thinWaitingResults } from "#areas/agents/server/agent/thin-results.ts";
import { localAgent } from "#language/local-agent.ts";
import { newId } from "#lib/uuid/new-id.ts";
import { systemActor } from "#server/http/actor.ts";
import type { DB } from "#server/db/tables.ts";
import { areasFor } from "../../main/agent.ts";

const seen: string[] = [];
const target = createServer((request, response) => {
  seen.push(request.headers.authorization ?? "");
  response.end("berth free");
});
await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
afterAll(() => void target.close());
const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;

const estate = await openEstate(await startTestServer());
const { db: serverDb, server } = estate;
const { admin, agent } = await openAgents(estate);
const north = await agent("north");
const proxy = await cutProxy(server.url);
const upstream = { url: proxy.url, username: "token", token: north.access_token, name: "north" };
const near = await startTestServer({
  areas: areasFor({ upstream }),
  env: { ROLE: "agent", UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: upstream.token, UPSTREAM_NAME: upstream.name },
});
const agentDb = near.system.db.system;

interface Result {
  check_id: string;
  time: string;
  status: boolean | null;
}
const resultsIn = async (db: Kysely<DB>, canaryId: string): Promise<Result[]> => {
  const { rows } = await sql<Result>`
    select s.check_id, s.time, s.status
    from   check_statuses s
    join   checks c on c.id = s.check_id
    where  c.canary_id = ${canaryId}
    order  by s.check_id, s.time`.execute(db);
  return rows;
};
/** Waits until the agent has at least this many results. */
const produced = (canaryId: string, count: number) =>
  until(
    () => resultsIn(agentDb, canaryId),
    ({ length }) => length >= count,
  );
/** Waits until the server has exactly the results that the agent has. */
const caughtUp = async (canaryId: string) => {
  let onAgent: Result[] = [];
  await until(
    async () => {
      onAgent = await resultsIn(agentDb, canaryId);
      return [onAgent, await resultsIn(serverDb, canaryId)] as const;
    },
    ([own, pushed]) => own.length > 0 && JSON.stringify(own) === JSON.stringify(pushed),
  );
  return onAgent;
};

async function createOnServer(name: string, http: object): Promise<string> {
  return insertOnServer("canaries", name, { schedule: "@every 1s", http: [http] });
}

async function insertOnServer(table: string, name: string, spec: object): Promise<string> {
  const { body, status, text } = await admin.ask(`/${table}`, {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name, namespace: "default", agent_id: north.agentId, source: "UI", spec },
  });
  expect({ status, text }).toMatchObject({ status: 201 });
  return (body as [{ id: string }])[0].id;
}

const end = (id: string) =>
  admin.ask(`/canaries?id=eq.${id}`, { method: "PATCH", body: { deleted_at: new Date().toISOString() } });

test("a check that was created on the server runs on the agent, with its credentials, and ends when it is deleted", async () => {
  const id = await createOnServer("berths", {
    name: "free",
    url: targetUrl,
    username: "ada",
    password: "s3cret-of-the-quay",
  });
  await produced(id, 2);
  expect(seen).toContain(`Basic ${Buffer.from("ada:s3cret-of-the-quay").toString("base64")}`);
  const results = await caughtUp(id);
  expect(results.every(({ status }) => status)).toBe(true);
  const { body } = await admin.ask(`/checks?canary_id=eq.${id}&select=name,status,agent_id`);
  expect(body).toEqual([{ name: "free", status: "healthy", agent_id: north.agentId }]);
  // The credentials are sealed on the agent, too.
  const { rows } = await sql<{
    text: string;
  }>`select to_jsonb(c)::text as text from canaries c where id = ${id}`.execute(agentDb);
  expect(rows[0]!.text).not.toContain("s3cret-of-the-quay");
  await end(id);
  await until(async () => {
    const { rows } = await sql`select from checks where canary_id = ${id} and deleted_at is null`.execute(agentDb);
    return rows.length === 0;
  });
  await caughtUp(id);
});

test("a check that moves from the agent to the server stops on the agent, and its row belongs to the system that runs it", async () => {
  const id = await createOnServer("moving", { name: "free", url: targetUrl });
  await caughtUp(id);
  const checks = async () => {
    const { body } = await admin.ask(`/checks?canary_id=eq.${id}&select=agent_id&deleted_at=is.null`);
    return (body as { agent_id: string }[]).map((row) => row.agent_id);
  };
  expect(await checks()).toEqual([north.agentId]);
  const moved = await admin.ask(`/canaries?id=eq.${id}`, { method: "PATCH", body: { agent_id: localAgent } });
  expect(moved.status).toBeLessThan(300);
  expect(await checks()).toEqual([localAgent]);
  await until(async () => {
    const { rows } = await sql`select from canaries where id = ${id} and deleted_at is not null`.execute(agentDb);
    return rows.length === 1;
  });
  expect(await checks()).toEqual([localAgent]);
  await end(id);
});

test("the agent keeps working while it is disconnected, and no result is lost or duplicated afterwards", async () => {
  const id = await createOnServer("cut", { name: "free", url: targetUrl });
  await produced(id, 1);
  for (const more of [3, 4]) {
    proxy.cut();
    const before = (await resultsIn(agentDb, id)).length;
    await produced(id, before + more);
    const offline = await resultsIn(serverDb, id);
    expect(offline.length).toBeLessThan((await resultsIn(agentDb, id)).length);
    proxy.restore();
    await until(
      () => resultsIn(serverDb, id),
      ({ length }) => length >= before + more,
    );
  }
  await end(id);
  const results = await caughtUp(id);
  expect(new Set(results.map(({ time }) => time)).size).toBe(results.length);
});

test("a check that uses a connection of the server continues to run while the agent is disconnected from the server", async () => {
  const connection = { name: "quay", namespace: "default", type: "http", url: targetUrl };
  const created = await admin.ask("/connections", {
    method: "POST",
    body: { ...connection, username: "ada", password: "lent-s3cret" },
  });
  expect(created.status).toBe(201);
  const id = await createOnServer("lent", { name: "free", connection: "connection://default/quay" });
  await produced(id, 1);
  proxy.cut();
  seen.length = 0;
  const before = (await resultsIn(agentDb, id)).length;
  await produced(id, before + 2);
  const authorization = `Basic ${Buffer.from("ada:lent-s3cret").toString("base64")}`;
  expect(seen.filter((header) => header === authorization).length).toBeGreaterThanOrEqual(2);
  proxy.restore();
  await end(id);
  expect((await caughtUp(id)).every(({ status }) => status)).toBe(true);
});

test("a check defined on the agent is pushed with its canary, and both are pushed again if the server has lost them", async () => {
  const id = newId();
  const spec = { schedule: "@every 1s", http: [{ name: "own", url: targetUrl }] };
  await agentDb.transaction().execute((tx) =>
    near.system.writes.through(tx, systemActor, {
      relation: "canaries",
      verb: "insert",
      rows: [{ id, name: "own", namespace: "default", source: "ConfigFile", spec }],
      statement: async ([row]) => {
        const { rows } = await sql<Record<string, unknown>>`
          insert into canaries (id, name, namespace, source, spec)
          values (${id}, 'own', 'default', 'ConfigFile', ${JSON.stringify(row!["spec"])}::jsonb) returning *`.execute(
          tx,
        );
        return rows;
      },
    }),
  );
  await until(
    () => resultsIn(serverDb, id),
    ({ length }) => length > 0,
  );
  const { body } = await admin.ask(`/canaries?id=eq.${id}&select=name,source,agent_id`);
  expect(body).toEqual([{ name: "own", source: "Push", agent_id: north.agentId }]);
  const refused = await admin.ask(`/canaries?id=eq.${id}`, { method: "PATCH", body: { labels: { berth: "7" } } });
  expect(refused).toMatchObject({ status: 409, body: { hint: "Edit it in the system that pushed it here." } });

  await sql`delete from canaries where id = ${id}`.execute(serverDb);
  await until(
    () => resultsIn(serverDb, id),
    ({ length }) => length > 0,
  );
  await sql`update canaries set deleted_at = now() where id = ${id}`.execute(agentDb);
  await until(async () => {
    const { body } = await admin.ask(`/canaries?id=eq.${id}&select=deleted_at`);
    return (body as { deleted_at: string | null }[])[0]?.deleted_at !== null;
  });
});

test("a scraper and a topology that were created on the server run on the agent, and their rows are pushed", async () => {
  const scraper = await insertOnServer("config_scrapers", "quays", {
    schedule: "@every 1s",
    http: [{ url: targetUrl, type: "Harbour::Quay", id: "quay-7", name: "quay 7", format: "text" }],
  });
  const topology = await insertOnServer("topologies", "port", {
    schedule: "@every 1s",
    type: "Port",
    components: [{ name: "crane", type: "Crane" }],
  });
  const found = (table: string, column: string, id: string) =>
    until(
      () => admin.ask(`/${table}?${column}=eq.${id}&select=name,agent_id`),
      ({ body }) => (body as unknown[]).length > 0,
    );
  const { body: items } = await found("config_items", "scraper_id", scraper);
  expect(items).toEqual([{ name: "quay 7", agent_id: north.agentId }]);
  const { body: components } = await found("components", "topology_id", topology);
  expect((components as { agent_id: string }[]).every((row) => row.agent_id === north.agentId)).toBe(true);
  // The run of the scraper appears in the job history of the server, too.
  const { body: runs } = await found("job_histories", "resource_id", scraper);
  expect((runs as unknown[])[0]).toMatchObject({ agent_id: north.agentId });
  const { rows } = await sql<{ source: string }>`
    select source from config_scrapers where id = ${scraper}
    union all
    select source from topologies where id = ${topology}`.execute(agentDb);
  expect(rows).toEqual([{ source: "Upstream" }, { source: "Upstream" }]);
  for (const [table, id] of [
    ["config_scrapers", scraper],
    ["topologies", topology],
  ])
    await admin.ask(`/${table}?id=eq.${id}`, { method: "PATCH", body: { deleted_at: new Date().toISOString() } });
});

test("the times of an agent whose clock differs are corrected, and a repeated push creates no duplicates", async () => {
  const id = await createOnServer("late", { name: "free", url: targetUrl });
  await caughtUp(id);
  await end(id);
  await until(async () => {
    const { rows } = await sql`select from canaries where id = ${id} and deleted_at is not null`.execute(agentDb);
    return rows.length === 1;
  });
  const before = await caughtUp(id);
  const [first] = before;
  // A result of the future, which the agent got after its clock was measured an hour ahead.
  await sql`
    insert into clock_offsets (measured_at, offset_ms) values (now() + interval '59 minutes', -3600000)`.execute(
    agentDb,
  );
  await sql`
    insert into check_statuses (check_id, time, status) values (${first!.check_id}, now() + interval '1 hour', true)`.execute(
    agentDb,
  );
  const count = before.length + 1;
  await until(
    () => resultsIn(serverDb, id),
    ({ length }) => length === count,
  );
  await sql`update check_statuses set is_pushed = false where check_id = ${first!.check_id}`.execute(agentDb);
  await until(async () => {
    const { rows } =
      await sql`select from check_statuses where check_id = ${first!.check_id} and not is_pushed`.execute(agentDb);
    return rows.length === 0;
  });
  const pushed = await resultsIn(serverDb, id);
  expect(pushed).toHaveLength(count);
  expect(Date.parse(pushed.at(-1)!.time)).toBeLessThan(Date.now() + 60_000);
  const own = (await resultsIn(agentDb, id)).at(-1)!;
  expect(Date.parse(own.time) - Date.parse(pushed.at(-1)!.time)).toBe(3_600_000);
  // The server keeps the original time of the corrected result, and of no other.
  const { rows } = await sql<{ time: string; agent_time: string }>`
    select time, agent_time from check_statuses where check_id = ${first!.check_id} and agent_time is not null`.execute(
    serverDb,
  );
  expect(rows).toHaveLength(1);
  expect(Date.parse(rows[0]!.agent_time)).toBe(Date.parse(own.time));
});

test("the job history of the agent on the server reports results that the agent deleted before it could push them", async () => {
  const { rows } = await sql<{ id: string }>`
    with c as (insert into canaries (name, spec) values ('offline for long', '{}') returning id)
    insert into checks (canary_id, type, name) select id, 'http', 'old' from c returning id`.execute(agentDb);
  proxy.cut();
  await sql`
    insert into check_statuses (check_id, time, status)
    select ${rows[0]!.id}, now() - interval '8 days' + n * interval '1 minute', true
    from   generate_series(1, 50) n`.execute(agentDb);
  await near.system.jobs.send(agentDb, thinWaitingResults, {});
  await until(async () => {
    const { rows: kept } = await sql`select from check_statuses where check_id = ${rows[0]!.id}`.execute(agentDb);
    return kept.length === 1;
  });
  proxy.restore();
  const runs = await until(
    () => admin.ask(`/job_histories?agent_id=eq.${north.agentId}&status=eq.WARNING&select=name,details`),
    ({ body }) => (body as unknown[]).length > 0,
  );
  expect(runs.text).toContain("49 results between");
});

test("the server shows the agent as online, with its host and version", async () => {
  const { body } = await admin.ask(`/agents_summary?id=eq.${north.agentId}&select=status,hostname,version`);
  expect(body).toMatchObject([
    { status: "online", hostname: expect.any(String) as string, version: expect.any(String) as string },
  ]);
});
