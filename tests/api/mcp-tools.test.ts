// Tests the MCP tools, resources and prompts with the SDK client, with tokens of different rights.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccessToken } from "#areas/identity/server/access-tokens.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { idOf } from "../support/estate.ts";
import { connectMcp } from "../support/mcp-client.ts";
import { startTestServer } from "../support/test-server.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { person, db } = await openEstate(server);
const [editor, viewer, responder] = [
  await person({ roles: ["editor"] }),
  await person({ roles: ["viewer"] }),
  await person({ roles: ["responder"] }),
];
const editing = await connectMcp(server, editor.token);
const viewing = await connectMcp(server, viewer.token);

const silences = () => db.selectFrom("notification_silences").selectAll().where("created_by", "=", editor.id).execute();

test("MC-05 an MCP client lists tools, asks why a component is unhealthy, and confirms a silence; the token of a viewer cannot create a silence", async () => {
  const component = idOf("component", 3);
  await db.transaction().execute(async (tx) => {
    // The test writes the health of the component, because a web process does not compute it.
    await sql`select set_config('quarterdeck.rolling_up', 'on', true)`.execute(tx);
    await tx.updateTable("components").set({ health: "unhealthy" }).where("id", "=", component).execute();
  });
  await db.updateTable("checks").set({ status: "unhealthy" }).where("id", "=", idOf("check", 3)).execute();

  const { tools } = await editing.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["why", "search_logs", "silence", "create_incident"]),
  );
  const [found] = (await editing.call("search_components", { query: "health=unhealthy" })).value as { id: string }[];
  expect(found!.id).toBe(component);
  const why = (await editing.call("why", { kind: "component", id: component })).value as {
    is_unhealthy: boolean;
    causes: { kind: string; id: string }[];
  };
  expect(why.is_unhealthy).toBe(true);
  expect(why.causes).toContainEqual(expect.objectContaining({ kind: "check", id: idOf("check", 3) }));
  expect((await editing.call("why", { kind: "component", name: "component 3" })).value).toMatchObject({
    start: { id: component },
  });

  const wish = { kind: "component", id: component, until: "now+2h", reason: "deployment" };
  const planned = (await editing.call("silence", wish)).value as { plan: { summary: string }; confirm: string };
  expect(planned.plan.summary).toBe('Suppress notifications about the component "component 3" until now+2h.');
  expect(await silences()).toEqual([]);
  for (const confirm of ["", "yes", `${planned.confirm}x`])
    expect(await editing.call("silence", { ...wish, confirm })).toMatchObject({
      isError: true,
      value: expect.stringContaining("different plan"),
    });
  // A different plan needs its own confirmation.
  expect((await editing.call("silence", { ...wish, until: "now+9h", confirm: planned.confirm })).isError).toBe(true);
  expect(await silences()).toEqual([]);
  const done = await editing.call("silence", { ...wish, confirm: planned.confirm });
  expect(done).toMatchObject({ isError: false, value: { silence: { id: expect.any(String) } } });
  expect(await silences()).toMatchObject([{ component_id: component, description: "deployment", recursive: false }]);
  // Repeating the confirmation changes nothing.
  expect(await editing.call("silence", { ...wish, confirm: planned.confirm })).toMatchObject({
    isError: true,
    value: expect.stringContaining("was already used"),
  });

  for (const confirm of [undefined, planned.confirm])
    expect(await viewing.call("silence", { ...wish, ...(confirm && { confirm }) })).toMatchObject({
      isError: true,
      value: "You need permission to write notifications.",
    });
  expect(await silences()).toHaveLength(1);
});

test("a person cannot confirm the plan of another person, and a read-only token cannot create a plan", async () => {
  const other = await connectMcp(server, (await person({ roles: ["editor"] })).token);
  const wish = { title: "disk full", severity: "high" };
  const { confirm } = (await editing.call("create_incident", wish)).value as { confirm: string };
  expect((await other.call("create_incident", { ...wish, confirm })).isError).toBe(true);
  const { token } = await createAccessToken(db, { personId: editor.id, name: "reads", expiry: "7d", isReadOnly: true });
  const reading = await connectMcp(server, token);
  expect((await reading.call("search_catalog", { query: "pod" })).isError).toBe(false);
  for (const sent of [wish, { ...wish, confirm }])
    expect((await reading.call("create_incident", sent)).isError).toBe(true);
});

test("a responder creates an incident and attaches evidence, each after a plan", async () => {
  const responding = await connectMcp(server, responder.token);
  const confirmed = async (name: string, wish: Record<string, unknown>) => {
    const { confirm } = (await responding.call(name, wish)).value as { confirm: string };
    return (await responding.call(name, { ...wish, confirm })).value as Record<string, string>;
  };
  const incident = await confirmed("create_incident", { title: "checkout is slow", severity: "medium" });
  expect(incident).toMatchObject({ title: "checkout is slow" });
  const evidence = await confirmed("add_evidence", {
    incident_id: incident["incident_id"],
    kind: "check",
    id: idOf("check", 4),
    description: "latency",
  });
  const stored = await db
    .selectFrom("evidences")
    .innerJoin("hypotheses", "hypotheses.id", "evidences.hypothesis_id")
    .innerJoin("incidents", "incidents.id", "hypotheses.incident_id")
    .select(["incidents.title", "incidents.created_by", "evidences.check_id", "evidences.description"])
    .where("evidences.id", "=", evidence["evidence_id"]!)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({
    title: "checkout is slow",
    created_by: responder.id,
    check_id: idOf("check", 4),
    description: "latency",
  });
});

/** Sample arguments for every tool that only reads. */
const samples: Readonly<Record<string, object>> = {
  list_catalog_types: {},
  search_catalog: { query: "pod" },
  describe_catalog: { id: idOf("config", 5) },
  search_catalog_changes: { config_id: idOf("config", 2), related: "all", from: "now-30d" },
  get_related_configs: { id: idOf("config", 5) },
  search_health_checks: { query: "check" },
  get_check_status: { id: idOf("check", 1), limit: 2 },
  list_all_checks: {},
  search_components: { query: "component" },
  describe_config: { query: "pod-5" },
  resolve_config: { query: "pod-5" },
  get_playbook_recent_runs: { limit: 3 },
  get_playbook_failed_runs: { playbook_id: idOf("playbook", 1) },
  get_playbook_run_steps: { run_id: idOf("run", 1), withResult: true },
  playbooks_list_all: {},
  list_connections: {},
  read_artifact_metadata: { id: idOf("artifact", 1) },
  get_notification_detail: { send_id: idOf("message", 1) },
  get_notifications_for_resource: { resource_id: idOf("check", 1), since: "2020-01-01T00:00:00Z", status: "sent" },
  eval_template: { cel_expression: "config.name + '!'", config_id: idOf("config", 5) },
  why: { kind: "config", id: idOf("config", 9) },
  search_logs: {},
  list_views: {},
};
/** All tested tools. read_artifact_content needs a stored file, and mcp-views.test.ts tests get_view. */
const tested = new Set([...Object.keys(samples), "read_artifact_content", "get_view"]);

test("every tool that only reads returns an answer, under its current name and its older names", async () => {
  const { tools } = await editing.client.listTools();
  const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name);
  expect(reading.filter((name) => !name.startsWith("view_")).toSorted()).toEqual([...tested].toSorted());
  for (const [name, values] of Object.entries(samples)) {
    const { isError, value } = await editing.call(name, values as Record<string, unknown>);
    expect([name, isError, isError && value]).toEqual([name, false, false]);
  }
  for (const [older, newer] of Object.entries({
    catalog_search: "search_catalog",
    catalog_changes_search: "search_catalog_changes",
    related_configs: "get_related_configs",
    playbook_recent_runs: "get_playbook_recent_runs",
    playbook_failed_runs: "get_playbook_failed_runs",
  })) {
    const values = samples[newer] as Record<string, unknown>;
    expect([older, (await editing.call(older, values)).value]).toEqual([
      older,
      (await editing.call(newer, values)).value,
    ]);
  }
  expect((await editing.call("eval_template", samples["eval_template"] as never)).value).toEqual({ result: "pod-5!" });
  expect((await editing.call("eval_template", { gotemplate: "{{ .a }}", env: { a: 4 } })).value).toEqual({
    result: "4",
  });
});

test("clients accept all tool names, and the arguments of each tool are an object", async () => {
  const { tools } = await editing.client.listTools();
  expect(tools.length).toBeGreaterThan(30);
  for (const { name, inputSchema, description } of tools) {
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(inputSchema.type).toBe("object");
    expect(description).not.toBe("");
  }
});

test("each playbook is a tool for callers with playbook:run and mcp:run, and a deny rule overrides other rules", async () => {
  const namesFor = async (token: string) => {
    const { client } = await connectMcp(server, token);
    return (await client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith("Playbook_"));
  };
  expect(await namesFor(editor.token)).toHaveLength(12);
  expect(await namesFor(editor.token)).toContain("Playbook_1_default_Repairs");
  expect(await namesFor(viewer.token)).toEqual([]);
  const denied = await person({
    roles: ["editor"],
    rules: [{ action: "mcp:run", playbook_id: idOf("playbook", 2), deny: true }],
  });
  const names = await namesFor(denied.token);
  expect(names).toHaveLength(11);
  expect(names).not.toContain("Playbook_2_default_Repairs");
  const client = await connectMcp(server, denied.token);
  for (const [tool, values] of [
    ["Playbook_2_default_Repairs", {}],
    ["playbook_exec_run", { id: idOf("playbook", 2) }],
  ] as const)
    expect((await client.call(tool, values)).isError).toBe(true);
  const none = await person({ roles: ["editor"], rules: [{ object: "playbooks", action: "mcp:run", deny: true }] });
  expect(await namesFor(none.token)).toEqual([]);
});

test("clients can list and read resources and prompts", async () => {
  const { resourceTemplates } = await editing.client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
    expect.arrayContaining([
      "config_item://{id}",
      "connection://{namespace}/{name}",
      "playbook://{idOrName}",
      "view://{namespace}/{name}",
    ]),
  );
  const read = async (uri: string) => {
    const { contents } = await editing.client.readResource({ uri });
    return JSON.parse((contents[0] as { text: string }).text) as Record<string, unknown>;
  };
  expect(await read(`config_item://${idOf("config", 5)}`)).toMatchObject({ name: "pod-5" });
  const connection = await read("connection://default/connection%201");
  expect(connection).toMatchObject({ name: "connection 1", namespace: "default" });
  expect(JSON.stringify(connection)).not.toMatch(/enc:|password/);
  expect(await read("playbook://playbook-3")).toMatchObject({ id: idOf("playbook", 3) });
  await expect(viewing.client.readResource({ uri: "connection://default/connection%201" })).rejects.toThrow(
    /permission/,
  );
  await expect(editing.client.readResource({ uri: "file:///etc/passwd" })).rejects.toThrow(/no resource/);
  const { prompts } = await editing.client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["Unhealthy catalog items", "troubleshoot_kubernetes_resource"]);
  const { messages } = await editing.client.getPrompt({
    name: "troubleshoot_kubernetes_resource",
    arguments: { query: "pod-9" },
  });
  expect((messages[0]!.content as { text: string }).text).toContain('"pod-9"');
});

test("a disabled feature has no tools", async () => {
  await db.insertInto("properties").values({ name: "playbooks.disable", value: "true" }).execute();
  const names = async () => (await editing.client.listTools()).tools.map(({ name }) => name);
  await expect.poll(names, { timeout: 60_000 }).not.toContain("playbooks_list_all");
  expect((await names()).filter((name) => /playbook/i.test(name))).toEqual([]);
  expect((await editing.call("playbooks_list_all")).isError).toBe(true);
  await db.deleteFrom("properties").where("name", "=", "playbooks.disable").execute();
  await expect.poll(names, { timeout: 60_000 }).toContain("playbooks_list_all");
});
