// Tests the rules for generic writes, table by table: author, source, valid values and required permissions.
import { expect, test } from "vitest";
import { sql } from "kysely";
import { serverAreas } from "../../main/areas.server.ts";
import type { Event } from "#server/events.ts";
import type { Listener } from "#server/area.ts";
import { idOf } from "../support/estate.ts";
import { startTestServer } from "../support/test-server.ts";
import { openEstate, type Someone } from "./estate-server.ts";

const heard: Event[] = [];
const ear: Listener = { event: "*", name: "test-ear", run: (event) => void heard.push(event) };
const { db, person } = await openEstate(
  await startTestServer({ areas: [...serverAreas, { name: "ear", listeners: [ear] }] }),
);
const admin = await person({ roles: ["admin"] });
const editor = await person({ roles: ["editor"] });
const responder = await person({ roles: ["responder"] });

const full = { prefer: "return=representation" };
const post = (who: Someone, path: string, body: object, headers: Record<string, string> = full) =>
  who.ask(path, { method: "POST", body, headers });
const patch = (who: Someone, path: string, body: object, headers: Record<string, string> = full) =>
  who.ask(path, { method: "PATCH", body, headers });
const remove = (who: Someone, path: string) => who.ask(path, { method: "DELETE", headers: full });
const message = ({ body }: { body: unknown }) => (body as { message: string }).message;
const first = ({ body }: { body: unknown }) => (body as Record<string, unknown>[])[0]!;

test("the author of a row is the person who creates it, whatever author the request contains, and never changes", async () => {
  const created = await post(editor, "/canaries", { name: "mine", spec: {}, created_by: admin.id, source: "UI" });
  expect(first(created)).toMatchObject({ created_by: editor.id, source: "UI", namespace: "default" });
  const changed = await patch(admin, `/canaries?id=eq.${first(created)["id"] as string}`, {
    ...first(created),
    created_by: admin.id,
    spec: { interval: "1m" },
  });
  expect(first(changed)).toMatchObject({ created_by: editor.id, spec: { interval: "1m" } });
  for (const [relation, row] of Object.entries({
    incidents: { title: "down" },
    comments: { comment: "x", incident_id: idOf("incident", 1) },
    saved_query: { query: "x" },
  }))
    expect({ relation, ...first(await post(admin, `/${relation}`, { ...row, created_by: editor.id })) }).toMatchObject({
      relation,
      created_by: admin.id,
    });
});

test.each([
  ["canaries", "canary"],
  ["topologies", "topology"],
  ["config_scrapers", "scraper"],
  ["scrape_plugins", "plugin"],
  ["playbooks", "playbook"],
  ["notifications", "notification"],
  ["notification_silences", "silence"],
  ["teams", "team"],
  ["incident_rules", "rule"],
  ["logging_backends", "log backend"],
  ["applications", "application"],
  ["views", "view"],
  ["connections", "connection"],
  ["permissions", undefined],
  ["permission_groups", "group"],
])("%s from an external source cannot be edited here, and the error names the source", async (relation, kind) => {
  let id = kind && idOf(kind, 3);
  if (id === undefined) {
    const row = await db
      .insertInto("permissions")
      .values({ action: "read", object: "catalog", person_id: admin.id })
      .returning("id")
      .executeTakeFirstOrThrow();
    id = row.id;
  }
  await sql`update ${sql.table(relation)} set source = 'KubernetesCRD' where id = ${id}`.execute(db);
  const row = `/${relation}?id=eq.${id}`;
  for (const answer of [
    await patch(admin, row, { name: "other" }),
    await patch(admin, row, { deleted_at: "now()" }),
    await patch(admin, row, { source: "UI" }),
    await remove(admin, row),
  ])
    expect(answer).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("KubernetesCRD"), hint: expect.stringContaining("Kubernetes cluster") },
    });
  const stored = await admin.ask(row);
  const { created_by: _by, ...whole } = first(stored);
  const written = Object.fromEntries(Object.entries(whole).filter(([key]) => !key.startsWith("has_")));
  expect(
    await post(admin, `/${relation}`, { ...written, source: "UI" }, { prefer: "resolution=merge-duplicates" }),
  ).toMatchObject({ status: 409 });
  expect(await post(admin, `/${relation}`, { ...written, id: crypto.randomUUID() })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("source: must be UI") },
  });
});

test("the key of a row cannot be changed, and people cannot write rows of an agent", async () => {
  const path = `/config_items?id=eq.${idOf("config", 3)}`;
  expect(message(await patch(editor, path, { id: idOf("config", 99) }))).toContain("id: is the key of the row");
  expect((await patch(editor, path, { id: idOf("config", 3), description: "same" })).status).toBe(200);
  expect(message(await patch(editor, path, { agent_id: idOf("agent", 1) }))).toContain("agent_id");
  const row = { type: "a", config_class: "b", name: "c", agent_id: idOf("agent", 1) };
  expect((await post(editor, "/config_items", row)).status).toBe(400);
  // People may assign a canary to an agent.
  expect((await post(editor, "/canaries", { name: "far", spec: {}, agent_id: idOf("agent", 1) })).status).toBe(201);
  const agent = `/agents?id=eq.${idOf("agent", 2)}`;
  expect(message(await patch(editor, agent, { person_id: admin.id }))).toContain("person_id");
  expect((await patch(editor, agent, { properties: { zone: "a" } })).status).toBe(200);
  expect((await patch(editor, "/agents?name=eq.local", { deleted_at: "now()" })).status).toBe(409);
});

test.each<[string, object, string]>([
  ["/canaries", { name: " " }, "name: is required"],
  ["/canaries", { name: "a", spec: "x" }, "spec: must be an object"],
  ["/topologies", { name: "a", spec: [] }, "spec: must be an object"],
  ["/playbooks", { name: "a", spec: {} }, "spec.actions: needs a list of actions"],
  ["/playbooks", { name: "a" }, "spec: must be an object"],
  ["/notifications", { events: [] }, "events: must contain at least one event"],
  ["/notifications", { events: ["the moon"] }, "is not an event"],
  ["/notifications", { events: ["check.failed"] }, "needs a person, a team, a playbook or a service"],
  ["/notification_silences", { name: "a", until: null }, "A silence needs"],
  ["/maintenance_windows", { name: "" }, "name: is required"],
  [
    "/maintenance_windows",
    { name: "a", ends_at: "2999-01-01T00:00:00Z" },
    "exactly one of check_id, canary_id and label_selector",
  ],
  [
    "/maintenance_windows",
    { name: "a", label_selector: "a=b,,", ends_at: "2999-01-01" },
    "label_selector: Write a label selector",
  ],
  ["/maintenance_windows", { name: "a", label_selector: "a=b" }, "ends_at: is required"],
  ["/maintenance_windows", { name: "a", label_selector: "a=b", ends_at: "2020-01-01" }, "ends_at: is in the past"],
  [
    "/maintenance_windows",
    { name: "a", label_selector: "a=b", starts_at: "2999-01-02", ends_at: "2999-01-01" },
    "ends_at: must be after starts_at",
  ],
  ["/maintenance_windows", { name: "a", label_selector: "a=b", schedule: "often" }, "schedule: "],
  [
    "/maintenance_windows",
    { name: "a", label_selector: "a=b", schedule: "@every 5m", duration_minutes: 1 },
    "schedule: must be a cron schedule",
  ],
  ["/maintenance_windows", { name: "a", label_selector: "a=b", schedule: "@daily" }, "duration_minutes: is required"],
  [
    "/maintenance_windows",
    { name: "a", label_selector: "a=b", duration_minutes: 5, ends_at: "2999-01-01" },
    "duration_minutes: is only for windows with a schedule",
  ],
  ["/incidents", { title: "" }, "title: is required"],
  ["/comments", { comment: "", incident_id: idOf("incident", 1) }, "comment: is required"],
  ["/properties", { name: "two words", value: "x" }, "is one word"],
  ["/connections", { name: "x" }, "type: is required"],
  [
    "/permissions",
    { action: "fly", object: "catalog", person_id: idOf("person", 1) },
    "action: must be one or more of",
  ],
  [
    "/permissions",
    { action: "read", object: "moon", person_id: idOf("person", 1) },
    "is not an object that rules can refer to",
  ],
  ["/permissions", { action: "read", object: "catalog" }, "subject: is required"],
  ["/permissions", { action: "read", person_id: idOf("person", 1) }, "object: is required"],
  [
    "/permissions",
    { action: "read", person_id: idOf("person", 1), object: "catalog", config_id: idOf("config", 1) },
    "a rule has exactly one object",
  ],
  [
    "/permissions",
    { action: "read", person_id: idOf("person", 1), object_selector: { moons: [] } },
    "object_selector.moons",
  ],
  [
    "/permissions",
    { action: "read", person_id: idOf("person", 1), object_selector: { configs: [{ health: "x" }] } },
    "can only select by exact id",
  ],
  [
    "/permissions",
    { action: "read", person_id: idOf("person", 1), object: "incident", tags: { a: "b" } },
    "tags: cannot be combined",
  ],
])("POST %s %j fails with “%s”", async (path, body, reason) => {
  const answer = await post(admin, path, body);
  expect([answer.status, message(answer)]).toEqual([400, expect.stringContaining(reason)]);
});

test("the name and namespace of a resource cannot be changed", async () => {
  const canary = `/canaries?id=eq.${idOf("canary", 4)}`;
  expect(message(await patch(editor, canary, { name: "other" }))).toContain("name: cannot be changed");
  expect((await patch(editor, canary, { name: "canary 4", namespace: "default", labels: { a: "b" } })).status).toBe(
    200,
  );
});

test("runs, approvals, artifacts and histories cannot be written through the data API", async () => {
  for (const relation of [
    "playbook_runs",
    "playbook_run_actions",
    "playbook_approvals",
    "artifacts",
    "job_history",
    "processes",
    "notification_send_history",
    "incident_histories",
  ])
    expect({ relation, status: (await post(admin, `/${relation}`, {})).status }).toEqual({ relation, status: 405 });
  for (const relation of ["people", "person_roles"])
    expect({ relation, status: (await post(admin, `/${relation}`, {})).status }).toEqual({ relation, status: 405 });
});

test("a deleted link can be created again", async () => {
  const link = { component_id: idOf("component", 5), config_id: idOf("config", 5), selector_id: "manual" };
  const path = `/config_component_relationships?component_id=eq.${link.component_id}&config_id=eq.${link.config_id}&selector_id=eq.manual`;
  expect((await remove(editor, path)).status).toBe(200);
  expect((await post(editor, "/config_component_relationships", link)).status).toBe(201);
  expect(first(await editor.ask(path))["deleted_at"]).toBeNull();
  expect((await post(editor, "/config_component_relationships", link)).status).toBe(409);
});

const rule = (more: object) => ({ action: "read", person_id: idOf("person", 5), ...more });

test("AC-17 people cannot grant permissions they do not have", async () => {
  const ruling = await person({ roles: ["viewer"], rules: [{ action: "*", object: "permissions" }] });
  expect((await post(ruling, "/permissions", rule({ object: "catalog" }))).status).toBe(201);
  expect((await post(ruling, "/permissions", rule({ config_id: idOf("config", 1) }))).status).toBe(201);
  for (const more of [
    { action: "update", object: "catalog" },
    { action: "*", object: "catalog" },
    { action: "create,read,update,delete", object: "incident" },
    { action: "playbook:run", object: "playbooks" },
    { object: "*" },
    { object: "rbac" },
    { object: "permissions" },
    { object: "people" },
    { object: "connection" },
    { connection_id: idOf("connection", 1) },
    { object: "agent-push" },
    { object_selector: { connections: [{ name: "*" }] } },
    { config_id: idOf("config", 1), action: "delete" },
  ]) {
    const answer = await post(ruling, "/permissions", rule(more));
    expect({ more, status: answer.status }).toEqual({ more, status: 403 });
  }
  // An editor has more permissions, but not all of them.
  expect((await post(editor, "/permissions", rule({ action: "update", object: "catalog" }))).status).toBe(201);
  expect((await post(editor, "/permissions", rule({ object: "connection" }))).status).toBe(403);
  expect((await post(editor, "/permissions", rule({ action: "update", object: "rbac" }))).status).toBe(403);
  expect((await post(responder, "/permissions", rule({ object: "catalog" }))).status).toBe(403);
  expect((await post(admin, "/permissions", rule({ object: "rbac", action: "*" }))).status).toBe(201);
});

test("people cannot extend a rule beyond their own permissions, and cannot remove a rule that denies them access", async () => {
  const denied = await person({ roles: ["editor"], rules: [{ action: "update", object: "canaries", deny: true }] });
  const [deny] = (await admin.ask(`/permissions?person_id=eq.${denied.id}&select=id`)).body as { id: string }[];
  const path = `/permissions?id=eq.${deny!.id}`;
  expect(
    (await denied.ask("/canaries?id=eq.00000000-0000-0000-0000-000000000001", { method: "PATCH", body: {} })).status,
  ).toBe(403);
  expect((await remove(denied, path)).status).toBe(403);
  expect((await patch(denied, path, { deny: false })).status).toBe(403);
  expect((await patch(denied, path, { deleted_at: "now()" })).status).toBe(403);
  expect((await patch(denied, path, { until: "2001-01-01T00:00:00Z" })).status).toBe(403);
  const allowed = first(await post(editor, "/permissions", rule({ object: "catalog" })));
  const widen = { object: "connection" };
  expect((await patch(editor, `/permissions?id=eq.${allowed["id"] as string}`, widen)).status).toBe(403);
  expect(
    (await post(editor, "/permissions", { ...allowed, ...widen }, { prefer: "resolution=merge-duplicates" })).status,
  ).toBe(403);
  expect((await remove(admin, path)).status).toBe(200);
  await expect
    .poll(
      async () =>
        (await denied.ask(`/canaries?id=eq.${idOf("canary", 5)}`, { method: "PATCH", body: { labels: {} } })).status,
    )
    .toBe(204);
});

test("adding a member to a team requires the team's permissions", async () => {
  const [strong, strict] = [idOf("team", 6), idOf("team", 7)];
  await db.insertInto("permissions").values({ action: "*", object: "connection", team_id: strong }).execute();
  await db
    .insertInto("permissions")
    .values({ action: "read", object: "connection", deny: true, team_id: strict })
    .execute();
  const join = (who: Someone, team: string) => post(who, "/team_members", [{ team_id: team, person_id: editor.id }]);
  expect((await join(editor, strong)).status).toBe(403);
  expect((await join(editor, idOf("team", 8))).status).toBe(201);
  expect((await join(editor, strict)).status).toBe(201);
  expect((await remove(editor, `/team_members?person_id=eq.${editor.id}&team_id=eq.${strict}`)).status).toBe(403);
  expect((await remove(editor, `/teams?id=eq.${strict}`)).status).toBe(403);
  expect(
    (await patch(editor, `/team_members?person_id=eq.${editor.id}&team_id=eq.${idOf("team", 8)}`, { team_id: strong }))
      .status,
  ).toBe(400);
  expect((await join(admin, strong)).status).toBe(201);
  expect((await post(editor, "/permission_groups", { name: "mine", selectors: { people: ["*"] } })).status).toBe(403);
});

test("a person with a rule on one connection can write only that connection and sees its secrets masked", async () => {
  const keeper = await person({ rules: [{ action: "read,update", connection_id: idOf("connection", 2) }] });
  const body = { password: "x", username: "***" };
  const changed = await patch(
    keeper,
    `/connections?id=in.(${idOf("connection", 2)},${idOf("connection", 3)})&select=name,password`,
    body,
  );
  expect(changed.body).toEqual([{ name: "connection 2", password: "***" }]);
});

test("listeners receive events only for committed changes", async () => {
  const incident = first(await post(responder, "/incidents", { title: "disk full" }));
  const id = incident["id"] as string;
  expect(incident).toMatchObject({ commander_id: responder.id, communicator_id: responder.id, description: "" });
  await patch(responder, `/incidents?id=eq.${id}`, { status: "mitigated" });
  await patch(responder, `/incidents?id=eq.${id}`, { status: "closed" }, { prefer: "tx=rollback" });
  await post(responder, "/comments", { incident_id: id, comment: "on it" });
  const added = first(await post(responder, "/responders", { incident_id: id, type: "person", person_id: admin.id }));
  await patch(responder, `/responders?id=eq.${added["id"] as string}`, { deleted_at: "now()" });
  const hypothesis = first(await post(responder, "/hypotheses", { incident_id: id, title: "why", type: "root" }));
  const evidence = first(
    await post(responder, "/evidences", { hypothesis_id: hypothesis["id"], type: "comment", definition_of_done: true }),
  );
  await patch(responder, `/evidences?id=eq.${evidence["id"] as string}`, { done: true });
  await patch(editor, `/config_items?id=eq.${idOf("config", 4)}`, { health: "warning" });
  await patch(editor, `/playbooks?id=eq.${idOf("playbook", 4)}`, { spec: { actions: [], approval: { type: "any" } } });
  const names = () => heard.map(({ name }) => name).toSorted();
  const expected = [
    "incident.created",
    "incident.status.mitigated",
    "incident.comment.added",
    "incident.responder.added",
    "incident.responder.removed",
    "incident.dod.added",
    "incident.dod.passed",
    "config.warning",
    "playbook.spec.approval.updated",
  ];
  await expect.poll(names).toEqual(expect.arrayContaining(expected));
  expect(names()).not.toContain("incident.status.closed");
});

test("a token has its owner's rules, including the rules that deny", async () => {
  const owner = await person({ roles: ["admin"], rules: [{ action: "read", object: "canaries", deny: true }] });
  expect((await owner.ask("/canaries")).status).toBe(403);
  const reply = await owner.ask("/api/auth/create_token", { method: "POST", body: { name: "child", expiry: "7d" } });
  const { token } = (reply.body as { payload: { token: string } }).payload;
  const answer = await owner.ask("/canaries", { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(403);
  const me = await owner.ask("/api/auth/whoami");
  expect((me.body as { payload: { permissions: object[] } }).payload.permissions).toContainEqual(
    expect.objectContaining({ object: "canaries", action: "read", deny: true }),
  );
});
