// Tests the audit log of playbook runs: starts, approvals and cancellations with their author and origin, and no
// entries for refused requests.
import { expect, test } from "vitest";
import { playbooksWith } from "#areas/playbooks/server/index.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { openEstate, type Someone } from "../permissions/estate-server.ts";
import { createProbe } from "../support/playbook-runs.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const { probe, kind } = createProbe();
const area = playbooksWith([kind]);
const server = await startTestServer({
  areas: serverAreas.map((known) => (known.name === "playbooks" ? area : known)),
});
const { person, db } = await openEstate(server);
const [editor, approver, viewer] = [
  await person({ roles: ["editor"], tokenName: "deploy" }),
  await person({ roles: ["editor"] }),
  await person({ roles: ["viewer"] }),
];
const emailOf = async ({ id }: Someone) =>
  (await db.selectFrom("people").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;

async function create(title: string, spec: object): Promise<string> {
  const { status, body, text } = await editor.ask("/playbooks?select=id", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name: title.toLowerCase().replaceAll(" ", "-"), spec: { title, ...spec } },
  });
  if (status !== 201) throw new Error(text);
  return (body as [{ id: string }])[0].id;
}

async function post(who: Someone, path: string, body: object = {}) {
  const {
    status,
    body: answer,
    headers,
  } = await who.ask(`/api/playbook/run${path}`, {
    method: "POST",
    headers: { "user-agent": "Test browser 1.0" },
    body,
  });
  return { status, id: (answer as { run_id: string }).run_id, request: headers.get("x-request-id") };
}

const entriesOf = (run: string) =>
  db
    .selectFrom("audit_log")
    .select(["actor_kind", "person_id", "token_name", "action", "resource_type", "resource_name"])
    .select(["columns", "before", "after", "address", "user_agent", "request_id"])
    .where("resource_id", "=", run)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

const statusOf = async (run: string) =>
  (await db.selectFrom("playbook_runs").select("status").where("id", "=", run).executeTakeFirstOrThrow()).status;

const by = ({ id }: Someone, token: string, request: string | null) => ({
  actor_kind: "token",
  person_id: id,
  token_name: token,
  address: "127.0.0.1",
  user_agent: "Test browser 1.0",
  request_id: request,
});

test("PB-11 the start, the approval and the cancellation of a run are recorded with their author and origin", async () => {
  const playbook = await create("Careful work", {
    approval: { approvers: { people: [await emailOf(approver)] } },
    parameters: [{ name: "word", type: "secret" }],
    actions: [{ name: "act", probe: { waits: true } }],
  });
  const started = await post(editor, "", { id: playbook, params: { word: "open-sesame-7" } });
  expect(started.status).toBe(201);
  const run = started.id;
  // Refused requests change nothing, so they are not recorded.
  expect((await post(viewer, "", { id: playbook })).status).toBe(403);
  expect((await post(editor, `/approve/${run}`)).status).toBe(403);
  expect((await post(viewer, `/cancel/${run}`)).status).toBe(403);
  const approved = await post(approver, `/approve/${run}`);
  expect(approved.status).toBe(200);
  await until(() => probe.started.includes("act"));
  const cancelled = await post(approver, `/cancel/${run}`);
  expect(cancelled.status).toBe(200);
  expect((await post(approver, `/cancel/${run}`)).status).toBe(400);

  const { plan_hash: plan } = await db
    .selectFrom("playbook_runs")
    .select("plan_hash")
    .where("id", "=", run)
    .executeTakeFirstOrThrow();
  const entries = await entriesOf(run);
  const about = { resource_name: "Careful work", before: null, after: null };
  expect(entries).toEqual([
    {
      ...about,
      ...by(editor, "deploy", started.request),
      action: "run",
      resource_type: "playbook_runs",
      columns: null,
    },
    {
      ...about,
      ...by(approver, "test", approved.request),
      action: "create",
      resource_type: "playbook_approvals",
      columns: ["plan_hash"],
      after: { plan_hash: plan },
    },
    {
      ...about,
      ...by(approver, "test", cancelled.request),
      action: "update",
      resource_type: "playbook_runs",
      columns: ["status"],
      before: { status: "running" },
      after: { status: "cancelled" },
    },
  ]);
  expect(plan).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(await db.selectFrom("audit_log").selectAll().execute())).not.toContain("open-sesame");
});

test("the approval of the person who starts a run is recorded, too; a second approval is not", async () => {
  const playbook = await create("Joint work", {
    approval: { type: "all", approvers: { people: [await emailOf(editor), await emailOf(approver)] } },
    actions: [{ name: "joint", probe: {} }],
  });
  const { id: run, request } = await post(editor, "", { id: playbook });
  expect((await post(editor, `/approve/${run}`)).status).toBe(200);
  expect(await statusOf(run)).toBe("pending_approval");
  // Both entries belong to one transaction, so their order is not fixed.
  const entries = await entriesOf(run);
  expect(new Map(entries.map((entry) => [`${entry.action} ${entry.resource_type}`, entry.request_id]))).toEqual(
    new Map([
      ["run playbook_runs", request],
      ["create playbook_approvals", request],
    ]),
  );
  expect(entries).toHaveLength(2);
  for (const entry of entries) expect(entry).toMatchObject(by(editor, "deploy", request));
});

test("a rerun is recorded as a run of the person, and a triggered run as one of the system", async () => {
  const playbook = await create("Answered call", {
    on: { webhook: { path: "answered-call" } },
    actions: [{ name: "answer", probe: {} }],
  });
  expect((await server.fetch("/api/playbook/webhook/answered-call", { method: "POST" })).status).toBe(200);
  const runs = () =>
    db
      .selectFrom("playbook_runs")
      .select(["id", "status"])
      .where("playbook_id", "=", playbook)
      .orderBy("created_at")
      .execute();
  const [first] = await until(runs, ([run]) => run?.status === "completed");
  expect(await entriesOf(first!.id)).toMatchObject([{ actor_kind: "system", person_id: null, action: "run" }]);
  const again = await post(approver, `/rerun/${first!.id}`);
  expect(again.status).toBe(201);
  expect(await entriesOf(again.id)).toMatchObject([{ ...by(approver, "test", again.request), action: "run" }]);
});
