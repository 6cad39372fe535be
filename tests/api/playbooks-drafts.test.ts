// Tests playbooks in the editor: the plan of a draft, and the list of playbooks that a person may run.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { playbooksWith } from "#areas/playbooks/server/index.ts";
import { actionKinds } from "#areas/playbooks/server/actions/index.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { openEstate, type Someone } from "../permissions/estate-server.ts";
import { idOf } from "../support/estate.ts";
import { createProbe } from "../support/playbook-runs.ts";
import { startTestServer } from "../support/test-server.ts";

const { probe, kind } = createProbe();
const area = playbooksWith([kind, ...actionKinds]);
const server = await startTestServer({
  areas: serverAreas.map((known) => (known.name === "playbooks" ? area : known)),
});
const { person, db } = await openEstate(server);
const [admin, editor, viewer] = [
  await person({ roles: ["admin"] }),
  await person({ roles: ["editor"] }),
  await person({ roles: ["viewer"] }),
];

interface Tried {
  status: number;
  error?: string;
  params: { name: string; default?: string }[];
  problems: { name?: string; message: string }[];
  actions: { name: string; summary: string; error?: string; parts: { text: string }[] }[];
}

async function attempt(body: object, who: Someone = editor): Promise<Tried> {
  const { status, body: answer } = await who.ask("/api/playbook/plan", { method: "POST", body });
  return { ...(answer as Tried), status };
}

async function create(body: { name: string; spec: object }, who: Someone = editor): Promise<string> {
  const {
    status,
    body: rows,
    text,
  } = await who.ask("/playbooks?select=id", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body,
  });
  if (status !== 201) throw new Error(text);
  return (rows as [{ id: string }])[0].id;
}

const config = idOf("config", 3);
const { name: configName, type } = (
  await sql<{ name: string; type: string }>`select name, type from config_items where id = ${config}`.execute(db)
).rows[0]!;

test("a draft is planned with a resource and parameters; nothing runs and nothing is stored", async () => {
  const count = sql<{ n: number }>`
    select (select count(*) from playbooks) + (select count(*) from playbook_runs) as n`;
  const before = (await count.execute(db)).rows;
  const spec = {
    configs: [{ types: [type] }],
    parameters: [
      { name: "of", default: "{{ .config.name }}" },
      { name: "n", required: true, properties: { format: "number", max: 5 } },
    ],
    approval: { approvers: { people: ["ada@example.org"] } },
    actions: [{ name: "act", probe: { text: "{{ .params.n }} of {{ .params.of }}" } }],
  };
  const started = probe.started.length;
  const incomplete = await attempt({ spec, config_id: config });
  expect(incomplete).toMatchObject({
    status: 200,
    params: [{ name: "of", default: configName }, { name: "n" }],
    problems: [{ name: "n", message: "missing required parameter(s): n" }],
    actions: [],
  });
  expect((await attempt({ spec, config_id: config, params: { n: "6" } })).problems).toEqual([
    { name: "n", message: "n must be at most 5" },
  ]);
  expect(await attempt({ spec, config_id: config, params: { n: "3" } })).toMatchObject({
    status: 200,
    problems: [],
    needs_approval: true,
    actions: [{ name: "act", summary: `probe 3 of ${configName}` }],
  });
  expect((await count.execute(db)).rows).toEqual(before);
  expect(probe.started.length).toBe(started);
  const deeds = await db.selectFrom("audit_log").select("action").where("resource_type", "=", "playbooks").execute();
  expect(deeds.filter(({ action }) => action === "test")).toHaveLength(3);
});

test("errors in a draft are listed", async () => {
  const spec = { actions: [{ name: "act", probe: { text: "x" } }] };
  expect(await attempt({ spec: {} })).toMatchObject({ status: 400, error: expect.stringContaining("spec.actions") });
  expect(await attempt({ spec: { ...spec, filters: ["'Only at night.'"] } })).toMatchObject({
    status: 400,
    error: "Only at night.",
  });
  expect(await attempt({ spec, config_id: idOf("playbook", 1) })).toMatchObject({ status: 404 });
  expect(await attempt({ spec: { actions: [{ name: "act", sql: { query: "select 1" } }] } })).toMatchObject({
    status: 400,
    error: expect.stringContaining("spec.actions.0.sql.connection"),
  });
});

test("a draft needs the right to save the playbook, and commands need an administrator", async () => {
  const spec = { actions: [{ name: "act", probe: { text: "x" } }] };
  const id = await create({ name: "editable", spec });
  expect((await attempt({ spec }, viewer)).status).toBe(403);
  expect((await attempt({ id, spec }, viewer)).status).toBe(403);
  const command = { actions: [{ name: "act", exec: { script: "echo ahoy" } }] };
  expect(await attempt({ spec: command })).toMatchObject({
    status: 403,
    error: expect.stringContaining("Only administrators"),
  });
  expect(await attempt({ spec: command }, admin)).toMatchObject({
    status: 200,
    actions: [{ parts: [{ text: "echo ahoy" }] }],
  });
  // Commands that are already saved are accepted.
  const saved = await create({ name: "command", spec: command }, admin);
  expect(await attempt({ id: saved, spec: { ...command, title: "New" } })).toMatchObject({ status: 200 });
  const limited = await person({ roles: ["viewer"], rules: [{ action: "update", playbook_id: id }] });
  expect((await attempt({ id, spec }, limited)).status).toBe(200);
  expect((await attempt({ id: saved, spec }, limited)).status).toBe(403);
});

test("the credentials of the saved playbook replace ***, and are not shown", async () => {
  const spec = (token: string, method = "GET") => ({
    actions: [{ name: "act", http: { url: "http://127.0.0.1:9/", method, bearer: { value: token } } }],
  });
  const id = await create({ name: "credentials", spec: spec("open-sesame-8") });
  expect(await attempt({ spec: spec("***") })).toMatchObject({ status: 400, error: expect.stringContaining("bearer") });
  const tried = await attempt({ id, spec: spec("***", "POST") });
  expect(tried).toMatchObject({ status: 200, actions: [{ summary: "POST to http://127.0.0.1:9/" }] });
  expect(JSON.stringify(tried)).not.toContain("open-sesame");
});

test("a draft cannot use a connection that rules allow for a saved playbook with the same name", async () => {
  await db.insertInto("connections").values({ name: "hulls", type: "http", url: "http://127.0.0.1:9/" }).execute();
  await db.insertInto("properties").values({ name: "permissions.connections", value: "strict" }).execute();
  const spec = { actions: [{ name: "act", http: { connection: "connection://default/hulls" } }] };
  const selectors = { playbooks: [{ name: "trusted" }] };
  await db.insertInto("permission_groups").values({ name: "yard", selectors, created_by: admin.id }).execute();
  await db
    .insertInto("permissions")
    .values({ action: "read", object: "connection", subject_type: "group", subject: "yard" })
    .execute();
  const refused = { actions: [{ error: expect.stringContaining("needs permission to read") as string }] };
  expect(await attempt({ name: "trusted", spec })).toMatchObject(refused);
  const id = await create({ name: "trusted", spec });
  const planned = await attempt({ id, spec });
  expect(planned.actions[0]!.error).toBeUndefined();
  await sql`update playbooks set source = 'file:trusted.yaml' where id = ${id}`.execute(db);
  expect(await attempt({ id, spec })).toMatchObject(refused);
  await db.deleteFrom("properties").where("name", "=", "permissions.connections").execute();
});

test("AC-18 DA-96 the list contains the matching playbooks that the caller may run, and marks open webhooks", async () => {
  const fitting = { configs: [{ types: [type] }], actions: [{ name: "act", probe: {} }] };
  const webhook = (path: string, authentication?: object) => ({
    ...fitting,
    on: { webhook: { path, ...(authentication && { authentication }) } },
  });
  const [mine] = [
    await create({ name: "list mine", spec: webhook("list-open") }),
    await create({ name: "list other", spec: webhook("list-closed", { github: { token: { value: "t" } } }) }),
    await create({ name: "list elsewhere", spec: { ...fitting, configs: [{ types: ["Nothing::Else"] }] } }),
  ];
  const listOf = async (who: Someone, query = `?config_id=${config}`) => {
    const { body } = await who.ask(`/api/playbook/list${query}`);
    return (body as { name: string; is_open: boolean }[]).flatMap(({ name, is_open: isOpen }) =>
      name.startsWith("list ") ? [`${name}${isOpen ? " (open)" : ""}`] : [],
    );
  };
  expect(await listOf(editor)).toEqual(["list mine (open)", "list other"]);
  expect(await listOf(editor, "")).toEqual(["list elsewhere", "list mine (open)", "list other"]);
  expect(await listOf(viewer)).toEqual([]);
  const limited = await person({ roles: ["viewer"], rules: [{ action: "playbook:run", playbook_id: mine }] });
  expect(await listOf(limited)).toEqual(["list mine (open)"]);
});
