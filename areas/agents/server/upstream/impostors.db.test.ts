// Agents, people and strangers try to speak for another agent or for this server; every attempt is refused.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { localAgent } from "#language/local-agent.ts";
import { openAgents, type TestAgent } from "#tests/support/agents.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const estate = await openEstate(await startTestServer());
const { db, person } = estate;
const { admin, agent, sendAs } = await openAgents(estate);

const id = (owner: number, number: number) =>
  `00000000-0000-4000-8${String(owner).padStart(3, "0")}-${String(number).padStart(12, "0")}`;

/** The rows of one owner. They may refer to rows of another owner. */
const rowsOf = (owner: number, parents = owner) => ({
  topologies: [{ id: id(owner, 1), name: "site", spec: {} }],
  canaries: [{ id: id(owner, 2), name: "web", spec: {} }],
  config_scrapers: [{ id: id(owner, 3), name: "cluster", spec: {} }],
  checks: [{ id: id(owner, 4), canary_id: id(parents, 2), type: "http", name: `home of ${owner}` }],
  components: [{ id: id(owner, 5), topology_id: id(parents, 1), name: `north of ${owner}`, type: "Site" }],
  config_items: [{ id: id(owner, 6), scraper_id: id(parents, 3), config_class: "Pod", type: "Pod", name: "pod" }],
  check_statuses: [{ check_id: id(parents, 4), time: "2026-11-18T07:00:00Z", status: true }],
  checks_unlogged: [{ check_id: id(parents, 4), status: "unhealthy" }],
  config_items_last_scraped_time: [{ config_id: id(parents, 6), last_scraped_time: "2026-11-18T07:00:00Z" }],
  config_changes: [{ id: id(owner, 7), config_id: id(parents, 6), change_type: "diff" }],
  config_analysis: [{ id: id(owner, 8), config_id: id(parents, 6), analyzer: "a", status: "open" }],
  config_relationships: [{ config_id: id(parents, 6), related_id: id(owner, 6), relation: "self" }],
  component_relationships: [{ component_id: id(parents, 5), relationship_id: id(owner, 5), selector_id: "s" }],
  config_component_relationships: [{ component_id: id(owner, 5), config_id: id(parents, 6) }],
  check_config_relationships: [
    { config_id: id(owner, 6), check_id: id(parents, 4), canary_id: id(parents, 2), selector_id: "s" },
  ],
  artifacts: [{ id: id(owner, 9), check_id: id(parents, 4), path: "a", filename: "a.txt" }],
  job_history: [{ id: id(owner, 10), name: "Job", status: "SUCCESS" }],
});
type Key = keyof ReturnType<typeof rowsOf>;
const keys = Object.keys(rowsOf(0)) as Key[];
/** The keys whose rows have ids of their own; the other rows are identified by their parents. */
const keyed: readonly Key[] = keys.filter((key) => Object.hasOwn(rowsOf(0)[key][0]!, "id"));
const withParents: readonly Key[] = keys.filter((key) => JSON.stringify(rowsOf(1, 2)[key]).includes("-8002-"));

const east = await agent("east");
const west = await agent("west");
const here = await agent("here");
for (const [index, owner] of [east, west, here].entries()) {
  const { status, text } = await owner.push(rowsOf(index + 1));
  if (status !== 200) throw new Error(text);
}
// The rows of the third owner are assigned to this server itself.
for (const table of [
  "topologies",
  "canaries",
  "config_scrapers",
  "checks",
  "components",
  "config_items",
  "job_history",
])
  await sql`update ${sql.table(table)} set agent_id = ${localAgent} where agent_id = ${here.agentId}`.execute(db);

interface Attempt {
  what: string;
  send: () => ReturnType<TestAgent["send"]>;
}

const prefixes = ["/upstream", "/api/upstream"];
const attempts: Attempt[] = [];

for (const prefix of prefixes) {
  for (const victim of [1, 3]) {
    for (const key of keyed) {
      const body = { [key]: rowsOf(victim, 2)[key].map((row) => ({ ...row, name: "seized" })) };
      attempts.push({
        what: `${prefix} overwrite ${key} of ${victim}`,
        send: () => west.send("POST", `${prefix}/push`, body),
      });
      const removal = { [key]: rowsOf(victim)[key] };
      attempts.push({
        what: `${prefix} delete ${key} of ${victim}`,
        send: () => west.send("DELETE", `${prefix}/push`, removal),
      });
    }
    for (const key of withParents) {
      const body = {
        [key]: rowsOf(2, victim)[key].map((row) => ("id" in row ? { ...row, id: id(200 + victim, 1) } : row)),
      };
      attempts.push({
        what: `${prefix} add ${key} to ${victim}`,
        send: () => west.send("POST", `${prefix}/push`, body),
      });
    }
  }
  for (const name of ["east", "local", "agent-1", "nobody yet"]) {
    const query = `?agent_name=${encodeURIComponent(name)}`;
    const calls: [string, string, object?][] = [
      ["GET", "/ping"],
      ["POST", "/push", rowsOf(4)],
      ["DELETE", "/push", rowsOf(1)],
      ["GET", "/canary/pull"],
      ["GET", "/scrapeconfig/pull"],
      ["GET", "/topology/pull"],
      ["GET", "/playbook-action"],
    ];
    for (const [method, path, body] of calls)
      attempts.push({
        what: `${method} ${prefix}${path} as ${name}`,
        send: () => west.send(method, `${prefix}${path}${query}`, body),
      });
    attempts.push({
      what: `${prefix} push with ${name} in the body`,
      send: () => west.send("POST", `${prefix}/push`, { agent_name: name }),
    });
  }
  for (const victim of [1, 3])
    attempts.push({
      what: `${prefix} bytes of the artifact of ${victim}`,
      send: () => west.send("POST", `${prefix}/artifacts/${id(victim, 9)}`, Buffer.from("seized")),
    });
}
for (const prefix of prefixes) {
  const foreign = id(300, 1);
  const result = { playbook_actions: [{ id: foreign, status: "completed" }] };
  attempts.push(
    { what: `${prefix} result of a foreign action`, send: () => west.send("POST", `${prefix}/push`, result) },
    {
      what: `${prefix} output of a foreign action`,
      send: () => west.send("POST", `${prefix}/playbook-action/${foreign}/output`, { number: 0, content: "seized" }),
    },
  );
}
for (const roles of [["viewer"], ["guest"], ["commander"], ["responder"], ["editor"], ["admin"], []] as const) {
  const { token } = await person({ roles });
  for (const name of ["east", "west", "local"])
    attempts.push({
      what: `a person with the roles ${roles.join()} as ${name}`,
      send: () => sendAs("token", token)("GET", `/upstream/ping?agent_name=${name}`),
    });
}

/** The columns to compare. Nothing else in the server changes them, so every difference comes from an attempt. */
const watched: Readonly<Record<string, string>> = {
  topologies: "id, name, agent_id, deleted_at",
  canaries: "id, name, agent_id, deleted_at",
  config_scrapers: "id, name, agent_id, deleted_at",
  checks: "id, name, agent_id, status, deleted_at",
  components: "id, name, agent_id, deleted_at",
  config_items: "id, name, agent_id, last_scraped_time, deleted_at",
  config_changes: "id, config_id",
  config_analysis: "id, config_id",
  artifacts: "id, filename, completed_at",
  job_history: "id, name, agent_id",
};

const snapshot = async () => {
  const found: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(watched))
    found[table] = (
      await sql`
        select ${sql.raw(columns)} from ${sql.table(table)} where id::text ~ '-8(001|003|004|201|203)-' order by id`.execute(
        db,
      )
    ).rows;
  found["statuses"] = (
    await sql`select check_id, time from check_statuses where check_id in (${id(1, 4)}, ${id(3, 4)}) order by 1, 2`.execute(
      db,
    )
  ).rows;
  found["agents"] = (
    await sql`
      select name, last_seen, last_received, deleted_at from agents where name <> 'west' and name not like 'agent-%' order by name`.execute(
      db,
    )
  ).rows;
  return found;
};

test("every attempt to act as another agent or as this server is refused, and changes nothing", async () => {
  expect(attempts.length).toBeGreaterThanOrEqual(200);
  const before = await snapshot();
  const accepted: string[] = [];
  for (const { what, send } of attempts) {
    const { status, text } = await send();
    if (status !== 403) accepted.push(`${what}: ${status} ${text.slice(0, 200)}`);
  }
  expect(accepted).toEqual([]);
  expect(await snapshot()).toEqual(before);
});

test("a person who may write agents creates an agent with the first request under its name, and other people cannot use this agent", async () => {
  const [ada, bea] = [await person({ roles: ["editor"] }), await person({ roles: ["editor"] })];
  const as = (token: string, name: string) => sendAs("token", token)("GET", `/upstream/ping?agent_name=${name}`);
  expect((await as(ada.token, "by-ada")).status).toBe(200);
  expect((await as(ada.token, "also-by-ada")).status).toBe(200);
  expect((await as(bea.token, "by-ada")).status).toBe(403);
  expect((await sendAs("token", ada.token)("GET", "/upstream/ping")).status).toBe(400);
  const viewer = await person({ roles: ["viewer"] });
  expect((await as(viewer.token, "by-viewer")).status).toBe(403);
  // A deleted agent is not restored by a request, but the token of the person still works for other agents.
  await admin.ask("/agents?name=eq.by-ada", { method: "PATCH", body: { deleted_at: "now()" } });
  expect((await as(ada.token, "by-ada")).status).toBe(401);
  expect((await as(ada.token, "also-by-ada")).status).toBe(200);
});

test("a wrong or missing token is refused", async () => {
  expect((await sendAs(east.username, west.access_token)("GET", "/upstream/ping?agent_name=east")).status).toBe(403);
  expect((await sendAs(east.username, "qd_wrong")("GET", "/upstream/ping")).status).toBe(400);
  expect((await sendAs(east.username, `${east.access_token.slice(0, -3)}abc`)("GET", "/upstream/ping")).status).toBe(
    401,
  );
});
