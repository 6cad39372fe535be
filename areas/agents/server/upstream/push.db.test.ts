// Replays what agents send, over HTTP: the keys of a push, the answers to missing rows, deletions and pulls.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { localAgent } from "#language/local-agent.ts";
import { openAgents } from "#tests/support/agents.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const estate = await openEstate(await startTestServer());
const { db, server } = estate;
const { admin, agent } = await openAgents(estate);
const north = await agent("north");

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const at = "2026-05-01T10:00:00Z";
const times = { created_at: at, updated_at: at };

/**
 * Rows for each key except playbook_actions, as an agent sends them: with its own agent_id, is_pushed, authors and columns
 * of other versions. The server accepts view_panels and generated_views but does not store them.
 */
const replay = {
  topologies: [
    {
      id: id(1),
      name: "site",
      namespace: "default",
      agent_id: id(99),
      spec: { type: "Site" },
      source: "KubernetesCRD",
      ...times,
    },
  ],
  canaries: [
    {
      id: id(2),
      name: "web",
      namespace: "default",
      agent_id: id(99),
      is_pushed: false,
      spec: {
        schedule: "@every 30s",
        http: [{ name: "home", url: "http://web.local", password: "hunter2-of-the-quay" }],
      },
      source: "kubernetes/web",
      ...times,
    },
  ],
  config_scrapers: [
    {
      id: id(3),
      name: "cluster",
      spec: { kubernetes: [{ clusterName: "north" }] },
      source: "KubernetesCRD",
      created_at: at,
    },
  ],
  checks: [
    {
      id: id(4),
      canary_id: id(2),
      type: "http",
      name: "home",
      agent_id: id(99),
      spec: {},
      labels: {},
      status: "healthy",
      last_runtime: at,
      unknown_column: 1,
      ...times,
    },
  ],
  components: [
    // The child comes first.
    {
      id: id(6),
      topology_id: id(1),
      parent_id: id(5),
      name: "web",
      type: "Service",
      status: "healthy",
      external_id: "web",
      ...times,
    },
    { id: id(5), topology_id: id(1), name: "north", type: "Site", status: "healthy", external_id: "north", ...times },
  ],
  config_items: [
    {
      id: id(8),
      scraper_id: id(3),
      parent_id: id(7),
      config_class: "Pod",
      type: "Kubernetes::Pod",
      name: "web-1",
      external_id: ["web-1"],
      config: { kind: "Pod" },
      ...times,
    },
    {
      id: id(7),
      scraper_id: id(3),
      config_class: "Node",
      type: "Kubernetes::Node",
      name: "node-1",
      external_id: ["node-1"],
      config: { kind: "Node" },
      ...times,
    },
  ],
  check_statuses: [
    { check_id: id(4), time: "2026-11-18T07:00:00Z", status: true, duration: 12, message: "", created_at: at },
  ],
  checks_unlogged: [{ check_id: id(4), canary_id: id(2), status: "unhealthy", last_runtime: "2026-05-01T10:01:00Z" }],
  config_items_last_scraped_time: [{ config_id: id(8), last_scraped_time: "2026-05-01T10:02:00Z" }],
  config_changes: [
    { id: id(9), config_id: id(8), change_type: "diff", severity: "info", created_by: id(98), created_at: at },
  ],
  config_analysis: [
    {
      id: id(10),
      config_id: id(8),
      scraper_id: id(3),
      analyzer: "trivy",
      analysis_type: "security",
      severity: "high",
      status: "open",
    },
  ],
  config_relationships: [{ config_id: id(7), related_id: id(8), relation: "NodePod", scraper_id: id(3), ...times }],
  component_relationships: [
    { component_id: id(6), relationship_id: id(5), selector_id: "", relationship_path: id(5), ...times },
  ],
  config_component_relationships: [{ component_id: id(6), config_id: id(8), selector_id: "s", ...times }],
  check_config_relationships: [{ config_id: id(8), check_id: id(4), canary_id: id(2), selector_id: "s", ...times }],
  artifacts: [
    {
      id: id(11),
      check_id: id(4),
      check_time: at,
      path: "checks/report.txt",
      filename: "report.txt",
      size: 6,
      checksum: "",
      content_type: "text/plain",
    },
  ],
  job_history: [
    {
      id: id(12),
      name: "Scraper",
      status: "SUCCESS",
      resource_type: "config_scraper",
      resource_id: id(3),
      time_start: at,
      created_at: at,
    },
  ],
  view_panels: [{ view_id: id(13), request_fingerprint: "f", results: [] }],
  generated_views: [{ name: "pods", rows: [] }],
};

const rowsOf = async (table: string, columns: string, key: string): Promise<unknown[]> => {
  const { rows } = await sql`select ${sql.raw(columns)} from ${sql.table(table)} where id = ${key}`.execute(db);
  return rows;
};

test.each(["/upstream", "/api/upstream"])(
  "GET %s/ping records when the agent was seen, and returns the time",
  async (prefix) => {
    const reply = await north.send("GET", `${prefix}/ping?agent_name=north&hostname=node-7&version=1.4.2&os=linux`);
    expect(reply).toMatchObject({ status: 200, body: { id: north.agentId, name: "north" } });
    expect(Math.abs(Date.parse((reply.body as { time: string }).time) - Date.now())).toBeLessThan(600_000);
    expect(await rowsOf("agents", "hostname, version, last_seen is not null as is_seen", north.agentId)).toEqual([
      { hostname: "node-7", version: "1.4.2", is_seen: true },
    ]);
    const { body } = await admin.ask(`/agents_summary?id=eq.${north.agentId}&select=status`);
    expect(body).toEqual([{ status: "online" }]);
  },
);

test("a push stores the rows of an agent with the id of the agent, and a repeated push changes nothing", async () => {
  const reply = await north.send("POST", "/upstream/push?agent_name=north", replay);
  expect(reply.text).not.toContain("error");
  expect(reply).toMatchObject({
    status: 200,
    body: { stored: { config_items: 2, check_statuses: 1 }, ignored: { view_panels: 1, generated_views: 1 } },
  });
  for (const [table, key] of [
    ["topologies", 1],
    ["canaries", 2],
    ["config_scrapers", 3],
    ["checks", 4],
    ["components", 6],
    ["config_items", 8],
    ["job_history", 12],
  ] as const)
    expect({ table, rows: await rowsOf(table, "agent_id", id(key)) }).toEqual({
      table,
      rows: [{ agent_id: north.agentId }],
    });
  expect(await rowsOf("canaries", "source, spec", id(2))).toEqual([
    {
      source: "Push",
      spec: { schedule: "@every 30s", http: [{ name: "home", url: "http://web.local", password: "***" }] },
    },
  ]);
  expect(await rowsOf("checks", "status, last_runtime = '2026-05-01T10:01:00Z' as is_newer", id(4))).toEqual([
    { status: "unhealthy", is_newer: true },
  ]);
  expect(
    await rowsOf("config_items", "parent_id, last_scraped_time = '2026-05-01T10:02:00Z' as is_newer", id(8)),
  ).toEqual([{ parent_id: id(7), is_newer: true }]);
  expect(await rowsOf("config_changes", "config_id, created_by", id(9))).toEqual([
    { config_id: id(8), created_by: null },
  ]);
  const count = async (table: string, column: string, key: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${key}`.execute(db);
    return rows[0]!.n;
  };
  const counts = async () => ({
    statuses: await count("check_statuses", "check_id", id(4)),
    related: await count("component_relationships", "component_id", id(6)),
    linked: await count("config_component_relationships", "config_id", id(8)),
    checked: await count("check_config_relationships", "check_id", id(4)),
    insights: await count("config_analysis", "config_id", id(8)),
  });
  const first = await counts();
  expect(Math.min(...Object.values(first))).toBeGreaterThan(0);
  const version = () => rowsOf("config_items", "xmin::text as version", id(7));
  const before = await version();
  expect((await north.push(replay)).status).toBe(200);
  expect(await counts()).toEqual(first);
  expect(await version()).toEqual(before);
  expect(await rowsOf("agents", "last_received is not null as has_pushed", north.agentId)).toEqual([
    { has_pushed: true },
  ]);
});

test("rows that refer to missing rows get 409 with the missing ids, and no row of the push is stored", async () => {
  const status = { check_id: id(41), time: "2026-11-18T07:00:00Z", status: true };
  const reply = await north.push({
    canaries: [{ id: id(42), name: "lost", spec: {} }],
    check_statuses: [status],
  });
  expect(reply).toMatchObject({ status: 409, body: { data: { ids: [id(41)] } } });
  expect(await rowsOf("canaries", "id", id(42))).toEqual([]);
  // The agent pushes the parents and tries again.
  const parents = {
    canaries: [{ id: id(42), name: "lost", spec: {} }],
    checks: [{ id: id(41), canary_id: id(42), type: "http", name: "found" }],
  };
  expect((await north.push(parents)).status).toBe(200);
  expect((await north.push({ check_statuses: [status] })).status).toBe(200);
  expect(
    await north.push({
      config_items: [{ id: id(43), parent_id: id(44), config_class: "Pod", type: "Pod", name: "x" }],
    }),
  ).toMatchObject({
    status: 409,
    body: { data: { ids: [id(44)] } },
  });
});

test("DELETE /upstream/push deletes rows of the agent", async () => {
  await north.push({
    canaries: [{ id: id(50), name: "leaving", spec: {} }],
    config_items: [{ id: id(51), config_class: "Pod", type: "Pod", name: "leaving" }],
    config_analysis: [{ id: id(52), config_id: id(51), analyzer: "a", status: "open" }],
  });
  const body = { canaries: [{ id: id(50) }, { id: id(59) }], config_analysis: [{ id: id(52), config_id: id(51) }] };
  expect(await north.send("DELETE", "/upstream/push", body)).toMatchObject({
    status: 200,
    body: { deleted: { canaries: 1, config_analysis: 1 } },
  });
  expect(await rowsOf("canaries", "deleted_at is not null as is_deleted", id(50))).toEqual([{ is_deleted: true }]);
  expect(await rowsOf("config_analysis", "id", id(52))).toEqual([]);
});

test("the bytes of an artifact are stored once", async () => {
  expect((await north.send("POST", `/upstream/artifacts/${id(60)}`, Buffer.from("none"))).status).toBe(404);
  const reply = await north.send("POST", `/upstream/artifacts/${id(11)}`, Buffer.from("berths"));
  expect(reply).toMatchObject({ status: 200, body: { id: id(11), size: 6 } });
  // The agent repeats the request if it did not receive the response.
  expect(await north.send("POST", `/api/upstream/artifacts/${id(11)}`, Buffer.from("other"))).toMatchObject({
    status: 200,
    body: { size: 6 },
  });
  const { content } = await server.system.artifacts.open(id(11));
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe("berths");
});

test("an agent pulls the resources that were created on this server for it, with their credentials, and each pulled resource is recorded in the audit log", async () => {
  const south = await agent("south");
  const spec = {
    schedule: "@every 1m",
    http: [{ name: "login", url: "http://a.local", username: "ada", password: "s3cr3t-of-the-quay" }],
  };
  const created = await admin.ask("/canaries", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name: "for south", namespace: "default", spec, agent_id: south.agentId },
  });
  expect(created.status).toBe(201);
  const [{ id: canaryId }] = created.body as [{ id: string }];
  expect(created.text).not.toContain("s3cr3t-of-the-quay");
  const path = "/api/upstream/canary/pull";
  const pulled = await south.send("GET", path);
  expect(pulled).toMatchObject({ status: 200, body: [{ id: canaryId, name: "for south", spec }] });
  expect(pulled.text).not.toContain("spec_secrets");
  expect((await north.send("GET", path)).body).toEqual([]);
  expect((await south.send("GET", `${path}?since=${encodeURIComponent("2100-01-01T00:00:00Z")}`)).body).toEqual([]);
  expect((await south.send("GET", `${path}?since=yesterday`)).status).toBe(400);
  const { rows } = await sql`
    select action, resource_name, after from audit_log where resource_id = ${canaryId} and action = 'run'`.execute(db);
  expect(rows).toEqual([{ action: "run", resource_name: "for south", after: { agent: "south" } }]);

  // A push of the agent does not replace what was written here; a change here is pulled.
  const { rows: noted } = await sql<{ now: string }>`select now()::text as now`.execute(db);
  expect((await south.push({ canaries: [{ id: canaryId, name: "renamed there", spec: {} }] })).status).toBe(200);
  expect(await rowsOf("canaries", "name", canaryId)).toEqual([{ name: "for south" }]);
  const since = new Date(noted[0]!.now).toISOString();
  expect((await south.send("GET", `${path}?since=${since}`)).body).toEqual([]);
  await admin.ask(`/canaries?id=eq.${canaryId}`, { method: "PATCH", body: { labels: { berth: "7" } } });
  expect((await south.send("GET", `${path}?since=${since}`)).body).toMatchObject([{ labels: { berth: "7" } }]);
  for (const other of ["scrapeconfig", "topology"])
    expect(await south.send("GET", `/upstream/${other}/pull`)).toMatchObject({ status: 200, body: [] });
});

test("a check of an agent that was installed again replaces the former check of the same name", async () => {
  await north.push({ canaries: [{ id: id(90), name: "reinstalled", spec: {} }] });
  const check = (number: number) => ({ checks: [{ id: id(number), canary_id: id(90), type: "http", name: "tide" }] });
  expect((await north.push(check(92))).status).toBe(200);
  expect((await north.push(check(93))).status).toBe(200);
  expect(await rowsOf("checks", "name, deleted_at is not null as is_deleted", id(92))).toEqual([
    { name: `tide (replaced, ${id(92)})`, is_deleted: true },
  ]);
  expect(await rowsOf("checks", "name, deleted_at", id(93))).toEqual([{ name: "tide", deleted_at: null }]);
});

test("a result of a playbook action that the agent does not run is refused", async () => {
  const reply = await north.push({ playbook_actions: [{ id: id(80), status: "completed", result: {} }] });
  expect(reply.status).toBe(403);
});

test("invalid rows are refused, and the error contains their position", async () => {
  expect(await north.push({ canaries: [{ name: "no id" }] })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("body.canaries.0.id") as string },
  });
  expect(await north.push({ people: [{ id: id(1) }] })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("body.people") as string },
  });
  expect((await north.push({ checks: "all" })).status).toBe(400);
  expect((await north.push({ checks: [{ id: "x", canary_id: id(2), type: "a", name: "b" }] })).status).toBe(400);
});

test("SE-60 the all-zero agent id is this server: rows created here have this id, and an agent cannot push rows with this id", async () => {
  const { body } = await admin.ask(`/agents?id=eq.${localAgent}&select=name`);
  expect(body).toEqual([{ name: "local" }]);
  await admin.ask("/canaries", { method: "POST", body: { name: "created here", spec: {} } });
  const { body: created } = await admin.ask("/canaries?name=eq.created%20here&select=agent_id");
  expect(created).toEqual([{ agent_id: localAgent }]);
  await north.push({ canaries: [{ id: id(70), name: "stamped", agent_id: localAgent, spec: {} }] });
  expect(await rowsOf("canaries", "agent_id", id(70))).toEqual([{ agent_id: north.agentId }]);
});

test("AC-24 agents cannot connect while the feature agents is off, and can connect when it is on again", async () => {
  const statuses = async () => [
    (await north.send("GET", "/upstream/ping")).status,
    (await admin.ask("/api/agent/generate", { method: "POST", body: { name: "north" } })).status,
  ];
  const property = { name: "agents.disable", value: "true" };
  expect((await admin.ask("/properties", { method: "POST", body: property })).status).toBe(201);
  await expect.poll(statuses, { timeout: 60_000 }).toEqual([404, 404]);
  expect((await admin.ask("/properties?name=eq.agents.disable", { method: "DELETE" })).status).toBeLessThan(300);
  await expect.poll(statuses, { timeout: 60_000 }).toEqual([200, 409]);
});
