// The fields of runs and of their actions that existing clients read through the data API.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { playbooksWith } from "#areas/playbooks/server/index.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { idOf } from "../support/estate.ts";
import { createProbe } from "../support/playbook-runs.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const { kind } = createProbe();
const area = playbooksWith([kind]);
const server = await startTestServer({
  areas: serverAreas.map((known) => (known.name === "playbooks" ? area : known)),
});
const { person, db } = await openEstate(server);
const [editor, viewer] = [await person({ roles: ["editor"] }), await person({ roles: ["viewer"] })];

async function create(name: string, spec: object): Promise<string> {
  const { body, status, text } = await editor.ask("/playbooks?select=id", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name, spec },
  });
  if (status !== 201) throw new Error(text);
  return (body as [{ id: string }])[0].id;
}

const detail = [
  "*,created_by(id,name),playbooks(id,name,title,spec),component:components(id,name,icon)",
  "config:config_items(id,name,type,config_class),check:checks(id,name,icon)",
  "playbook_approvals(*,person_id(id,name,avatar,email),team_id(*))",
].join(",");

test("PB-21 PB-22 a run has its resource, approvals, actions and child runs, and an action has its artifacts", async () => {
  const config = idOf("config", 3);
  const team = await db.selectFrom("teams").select(["id", "name"]).executeTakeFirstOrThrow();
  await sql`insert into team_members (team_id, person_id) values (${team.id}, ${editor.id})`.execute(db);
  const { email } = await db.selectFrom("people").select("email").where("id", "=", editor.id).executeTakeFirstOrThrow();
  await create("inner", { actions: [{ name: "found", probe: { text: "x" } }] });
  const id = await create("outer", {
    approval: { approvers: { people: [email], teams: [team.name] } },
    actions: [{ name: "look", probe: { output: "seen\n", children: ["inner"] } }],
  });
  const { body } = await editor.ask("/api/playbook/run", { method: "POST", body: { id, config_id: config } });
  const { run_id: runId } = body as { run_id: string };

  interface Run extends Record<string, unknown> {
    id: string;
    status: string;
  }
  const runs = () =>
    viewer
      .ask(`/playbook_runs?or=(id.eq.${runId},parent_id.eq.${runId})&select=${detail}&order=depth`)
      .then((answer) => answer.body as Run[]);
  const [run, child] = await until(runs, ([first]) => ["completed", "failed"].includes(first?.status ?? ""));
  expect(run).toMatchObject({
    id: runId,
    parent_id: null,
    playbook_id: id,
    status: "completed",
    start_time: expect.any(String),
    created_at: expect.any(String),
    created_by: { id: editor.id },
    playbooks: { id, name: "outer" },
    component: null,
    config: { id: config },
    check: null,
  });
  // The starter is an approver, personally and for the team.
  const approvals = run!["playbook_approvals"] as {
    person_id: { email: string } | null;
    team_id: { id: string } | null;
  }[];
  const approvers = approvals.map(({ person_id: by, team_id: of }) => by?.email ?? of?.id);
  expect(new Set(approvers)).toEqual(new Set([email, team.id]));
  expect(approvers).toHaveLength(2);
  expect(child).toMatchObject({ parent_id: runId, status: "completed", playbooks: { name: "inner" } });

  const { body: actions } = await viewer.ask(`/rpc/get_playbook_run_actions?run_id=${runId}`);
  expect(actions).toMatchObject([
    {
      name: "look",
      playbook_run_id: runId,
      status: "completed",
      retry_count: 0,
      error: null,
      agent: { name: "local" },
      artifacts: [{ filename: "look.log", content_type: "text/plain; charset=utf-8", size: "seen\n".length }],
    },
    { name: "found", playbook_run_id: child!.id, status: "completed", artifacts: null },
  ]);
  const [{ id: actionId }] = actions as [{ id: string }];
  const { body: one } = await viewer.ask(
    `/playbook_run_actions?id=eq.${actionId}&select=*,artifacts:artifacts(*)::jsonb,playbook_run:playbook_runs(spec)`,
  );
  expect(one).toMatchObject([
    { name: "look", artifacts: [{ filename: "look.log" }], playbook_run: { spec: { actions: [{ name: "look" }] } } },
  ]);
});
