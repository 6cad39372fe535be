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

async function start(name: string, script: string, runsOn: string): Promise<string> {
  const spec = { actions: [{ name: "say", exec: { script } }], runsOn: [runsOn] };
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
  const { rows } = await sql`select from agent_actions`.execute(db);
  expect(rows).toEqual([]);
});

test("an action that fails on the agent fails its run with the reason", async () => {
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
    expect((await admin.ask(`/api/playbook/run/cancel/${runId}`, { method: "POST", body: {} })).status).toBeLessThan(300);
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
