// Tests playbook actions that run on an agent: their output appears on the server while they run.
import { mkdtempSync, writeFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openAgents } from "#tests/support/agents.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { newId } from "#lib/uuid/new-id.ts";
import { areasFor } from "../../main/agent.ts";

const estate = await openEstate(await startTestServer());
const { db, server } = estate;
const { admin, agent } = await openAgents(estate);
const north = await agent("north");
const idle = await agent("idle");
const upstream = { url: server.url, username: "token", token: north.access_token, name: undefined };
await startTestServer({
  areas: areasFor({ upstream }),
  env: { ROLE: "agent", UPSTREAM_URL: upstream.url, UPSTREAM_TOKEN: upstream.token },
});

interface Run {
  status: string;
  error: string | null;
}
interface Action {
  id: string;
  status: string;
  agent_id: string;
  result: { stdout?: string } | null;
}

const start = (name: string, script: string, runsOn: string) =>
  startSpec(name, { actions: [{ name: "say", exec: { script } }], runsOn: [runsOn] });

async function startSpec(name: string, spec: object): Promise<string> {
  const created = await admin.ask("/playbooks", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name, namespace: "default", spec },
  });
  expect(created).toMatchObject({ status: 201 });
  const [{ id }] = created.body as [{ id: string }];
  const { body, status } = await admin.ask("/api/playbook/run", { method: "POST", body: { id } });
  expect(status).toBe(201);
  return (body as { run_id: string }).run_id;
}
const runOf = async (id: string) => (await admin.ask(`/playbook_runs?id=eq.${id}&select=status,error`)).body as [Run];
const actionsOf = async (id: string) =>
  (await admin.ask(`/playbook_run_actions?playbook_run_id=eq.${id}&select=id,status,agent_id,result`)).body as Action[];
const outputOf = async (actionId: string) => {
  const { rows } = await sql<{ text: string }>`
    select convert_from(content, 'UTF8') as text from playbook_outputs where action_id = ${actionId} order by at`.execute(
    db,
  );
  return rows.map(({ text }) => text).join("");
};

test("an action runs on the agent; its output is visible while it runs, and its result continues the run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agent-action-"));
  chmodSync(folder, 0o755);
  const gate = join(folder, "open");
  const id = await start("far", `echo first; while [ ! -e ${gate} ]; do sleep 0.1; done; echo second`, "north");
  const [action] = await until(
    () => actionsOf(id),
    ([found]) => found?.agent_id === north.agentId,
  );
  await until(
    () => outputOf(action!.id),
    (text) => text.includes("first"),
  );
  expect((await runOf(id))[0].status).toBe("running");
  writeFileSync(gate, "");
  await until(
    () => runOf(id),
    ([run]) => run.status === "completed",
  );
  expect(await actionsOf(id)).toMatchObject([
    { status: "completed", result: { stdout: expect.stringContaining("second") as string } },
  ]);
  const { body: runs } = await admin.ask(`/playbook_runs?agent_id=eq.${north.agentId}&select=id`);
  expect(runs).toEqual([{ id }]);
  const { rows } = await sql`select from agent_actions`.execute(db);
  expect(rows).toEqual([]);
});

test("a run fails with the reason if its action fails on the agent", async () => {
  const id = await start("failing", "echo broken >&2; exit 3", "north");
  const [run] = await until(
    () => runOf(id),
    ([found]) => found.status === "failed",
  );
  expect(run.error).toContain("3");
});

test("a cancelled run stops its action on the agent, and an action of another agent is not taken", async () => {
  const id = await start("endless", "echo begun; sleep 600", "north");
  const [action] = await until(
    () => actionsOf(id),
    ([found]) => found?.agent_id === north.agentId,
  );
  await until(
    () => outputOf(action!.id),
    (text) => text.includes("begun"),
  );
  const other = await start("waiting", "echo never", "idle");
  await until(
    () => actionsOf(other),
    ([found]) => found?.agent_id === idle.agentId,
  );
  expect((await north.send("GET", "/upstream/playbook-action?wait=0")).body).toEqual({});
  expect(
    (await north.push({ playbook_actions: [{ id: (await actionsOf(other))[0]!.id, status: "completed" }] })).status,
  ).toBe(403);
  for (const runId of [id, other])
    expect((await admin.ask(`/api/playbook/run/cancel/${runId}`, { method: "POST", body: {} })).status).toBeLessThan(
      300,
    );
  for (const runId of [id, other])
    await until(
      () => runOf(runId),
      ([run]) => run.status === "cancelled",
    );
  // The agent is free for the next action.
  await until(
    () => runOf(id),
    ([run]) => run.status === "cancelled",
  );
  const next = await start("next", "echo done", "north");
  await until(
    () => runOf(next),
    ([run]) => run.status === "completed",
  );
});

test("a file of an action on the agent is stored on the server, and another agent cannot add a file to the action", async () => {
  const exec = { script: "echo seven berths > report.txt", artifacts: [{ path: "*.txt" }] };
  const id = await startSpec("filing", { actions: [{ name: "say", exec }], runsOn: ["north"] });
  await until(
    () => runOf(id),
    ([run]) => run.status === "completed",
  );
  const [action] = await actionsOf(id);
  const { rows } = await sql<{ id: string }>`
    select id from artifacts where playbook_run_action_id = ${action!.id} and filename = 'report.txt'`.execute(db);
  expect(rows).toHaveLength(1);
  const { content } = await server.system.artifacts.open(rows[0]!.id);
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe("seven berths\n");

  const file = { id: newId(), path: "x", filename: "x", playbook_run_action_id: action!.id };
  expect((await idle.push({ artifacts: [file] })).status).toBe(403);
  // An action that ran on the server has no agent.
  await sql`update playbook_run_actions set agent_id = null where id = ${action!.id}`.execute(db);
  expect((await idle.push({ artifacts: [file] })).status).toBe(403);
});

test("with templatesOn: agent, the agent renders the templates once, with the results of earlier actions", async () => {
  const id = await startSpec("far templates", {
    runsOn: ["north"],
    templatesOn: "agent",
    env: [{ name: "BERTH", value: "$(.run.id)" }],
    actions: [
      { name: "first", exec: { script: "echo seven" } },
      { name: "say", exec: { script: 'echo {{ (getAction "first").status }} $(.env.BERTH)' } },
    ],
  });
  await until(
    () => runOf(id),
    ([run]) => run.status === "completed",
  );
  const { body } = await admin.ask(`/playbook_run_actions?playbook_run_id=eq.${id}&name=eq.say&select=result,agent_id`);
  expect(body).toMatchObject([{ agent_id: north.agentId, result: { stdout: expect.stringContaining(id) as string } }]);
  expect(JSON.stringify(body)).toContain(`completed ${id}`);
});

test("an existing agent receives the templates of an action with templatesOn: agent unrendered, with their variables", async () => {
  const id = await startSpec("unrendered", {
    templatesOn: "agent",
    runsOn: ["idle"],
    actions: [{ name: "say", exec: { script: "echo $(.run.id)" } }],
  });
  const taken = await until(
    () => idle.send("GET", "/upstream/playbook-action?wait=1"),
    ({ body }) => Object.keys(body as object).length > 0,
  );
  expect(taken.body).toMatchObject({
    action_spec: { templatesOn: "agent", exec: { script: "echo $(.run.id)" } },
    template_env: { run: { id } },
  });
  const { action } = taken.body as { action: { id: string } };
  expect((await idle.push({ playbook_actions: [{ id: action.id, status: "completed", result: {} }] })).status).toBe(
    200,
  );
  await until(
    () => runOf(id),
    ([run]) => run.status === "completed",
  );
});

test("an action fails if its agent no longer runs it, even while the agent is online", async () => {
  const id = await start("forgotten", "echo never", "idle");
  const taken = await until(
    () => idle.send("GET", "/upstream/playbook-action?wait=1"),
    ({ body }) => Object.keys(body as object).length > 0,
  );
  const { action } = taken.body as { action: { id: string } };
  const output = { number: 0, content: "begun\n" };
  expect((await idle.send("POST", `/upstream/playbook-action/${action.id}/output`, output)).status).toBe(200);
  // The action was last reported an hour ago, as if the agent had restarted and lost the action.
  await sql`update agent_actions set reported_at = now() - interval '1 hour' where action_id = ${action.id}`.execute(
    db,
  );
  const [run] = await until(
    () => runOf(id),
    ([found]) => found.status === "failed",
  );
  expect(run.error).toContain("The agent has stopped running the action.");
});

test("an existing agent takes an action, and pushes its result", async () => {
  const id = await start("existing", "echo by hand", "idle");
  const taken = await until(
    () => idle.send("GET", "/api/upstream/playbook-action?wait=1"),
    ({ body }) => Object.keys(body as object).length > 0,
  );
  expect(taken.body).toMatchObject({
    run: { id },
    action_spec: { name: "say", if: "true", exec: { script: "echo by hand" } },
    action: { name: "say" },
    template_env: {},
  });
  const { action } = taken.body as { action: { id: string } };
  const result = {
    id: action.id,
    status: "completed",
    result: { stdout: "by hand" },
    start_time: new Date(),
    end_time: new Date(),
  };
  for (let time = 0; time < 2; time += 1) expect((await idle.push({ playbook_actions: [result] })).status).toBe(200);
  await until(
    () => runOf(id),
    ([run]) => run.status === "completed",
  );
  expect(await actionsOf(id)).toMatchObject([{ result: { stdout: "by hand" } }]);
});
