// Tests rules on single objects: people with such rules can read, count, embed and change those rows only, through
// every endpoint.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ObjectSelector } from "#language/columns.ts";
import type { Resource } from "#language/roles.ts";
import { openEventStream } from "../support/event-stream.ts";
import { idOf } from "../support/estate.ts";
import { startTestServer } from "../support/test-server.ts";
import { openEstate, type Reply, type Rule, type Someone } from "./estate-server.ts";

const { server, db, person } = await openEstate(await startTestServer());

const config = (number: number) => idOf("config", number);
const ids = async (who: Someone, path: string) => {
  const { status, body } = await who.ask(path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return (body as { id: string }[]).map(({ id }) => id).sort();
};
const sorted = (...all: string[]) => all.sort();
/** Returns the permission that an error response names. */
const missing = ({ status, headers }: Reply) => [status, headers.get("x-rbac-action"), headers.get("x-rbac-object")];
const writing = (resource: Resource) => [403, "write", resource];

const everything = await person({ roles: ["viewer"] });
const limitedToOne = await person({ rules: [{ action: "read", config_id: config(5) }] });
const northern = await person({
  rules: [{ action: "read", object_selector: { configs: [{ tagSelector: "namespace=ns-2" }] } }],
});
const allButOne = await person({ roles: ["viewer"], rules: [{ action: "read", config_id: config(5), deny: true }] });

test("a rule on one config item gives access to that item only, in tables, views, counts and functions", async () => {
  for (const relation of ["config_items", "configs", "config_detail"])
    expect(await ids(limitedToOne, `/${relation}?select=id`)).toEqual([config(5)]);
  expect(await ids(limitedToOne, `/config_items?select=id&id=eq.${config(6)}`)).toEqual([]);
  const counted = await limitedToOne.ask("/configs?select=id&limit=1", { headers: { prefer: "count=exact" } });
  expect(counted.headers.get("content-range")).toBe("0-0/1");
  expect((await limitedToOne.ask("/config_items?select=count()")).body).toEqual([{ count: 1 }]);
  const related = `/rpc/related_configs_recursive?config_id=${config(5)}&type_filter=all&max_depth=5`;
  expect(await ids(limitedToOne, related)).toEqual([config(5)]);
  expect((await ids(everything, related)).length).toBeGreaterThan(1);
});

test("rows that belong to an object have its permissions; relations without a link to single objects stay forbidden", async () => {
  const changes = (await limitedToOne.ask("/config_changes?select=config_id")).body as { config_id: string }[];
  expect(new Set(changes.map(({ config_id }) => config_id))).toEqual(new Set([config(5)]));
  // Both ends of a relationship must be readable.
  expect((await limitedToOne.ask("/config_relationships?select=config_id")).body).toEqual([]);
  expect((await limitedToOne.ask("/config_scrapers?select=id")).body).toEqual([]);
  for (const relation of ["canaries", "components", "playbooks", "connections", "config_names", "incidents"])
    expect((await limitedToOne.ask(`/${relation}`)).status).toBe(403);
});

test("selectors choose rows by tags, names, types and agents, and by combinations of these", async () => {
  const byTag = await ids(everything, "/config_items?select=id&tags->>namespace=eq.ns-2");
  expect(byTag.length).toBeGreaterThan(1);
  expect(await ids(northern, "/config_items?select=id")).toEqual(byTag);
  const chosen = async (selector: ObjectSelector, more: Partial<Rule> = {}) =>
    ids(
      await person({ rules: [{ action: "read", object_selector: { configs: [selector] }, ...more }] }),
      "/config_items?select=id",
    );
  expect(await chosen({ name: "pod-5,pod-6" })).toEqual(sorted(config(5), config(6)));
  expect(await chosen({ types: ["Kubernetes::Cluster"] })).toEqual([config(1)]);
  expect(await chosen({ name: "pod-5,pod-6", labelSelector: "app=app-2" })).toEqual([config(5)]);
  expect(await chosen({ name: "*" })).toHaveLength(12);
  expect(await chosen({ name: "*", agent: idOf("agent", 1) })).toEqual([]);
  expect(await chosen({ name: "pod-5" }, { tags: { cluster: "south" } })).toEqual([]);
  expect(await chosen({ name: "pod-5" }, { agents: ["local"], tags: { cluster: "north" } })).toEqual([config(5)]);
  expect(await chosen({ name: "pod-5" }, { agents: ["nobody"] })).toEqual([]);
});

test("changes have the permissions of their config, even after its tags change", async () => {
  const about = async (who: Someone, path = "/config_changes?select=config_id&limit=1000") =>
    new Set(((await who.ask(path)).body as { config_id: string }[]).map(({ config_id }) => config_id));
  const choosing = (...configs: ObjectSelector[]) =>
    person({ rules: [{ action: "read", object_selector: { configs } }] });
  const all = await about(everything);
  const byTag = await ids(everything, "/config_items?select=id&tags->>namespace=eq.ns-2");
  expect(await about(northern)).toEqual(new Set(byTag.filter((id) => all.has(id))));
  expect(await about(await choosing({ name: "pod-5,pod-6" }))).toEqual(new Set([config(5), config(6)]));
  expect(await about(await choosing({ types: ["Kubernetes::Pod"] }, { labelSelector: "app=none" }))).not.toContain(
    config(1),
  );
  expect(await about(allButOne)).toEqual(all.difference(new Set([config(5)])));
  const joined =
    "/config_changes?select=config_id,configs!inner(id)&configs.tags->>cluster=eq.north&order=created_at.desc";
  expect(await about(northern, joined)).toEqual(await about(northern));

  const tag = (tags: Record<string, string>) =>
    db.updateTable("config_items").set({ tags }).where("id", "=", config(11)).execute();
  const { tags } = await db
    .selectFrom("config_items")
    .select("tags")
    .where("id", "=", config(11))
    .executeTakeFirstOrThrow();
  const western = await choosing({ tagSelector: "cluster=west" });
  expect(await about(western)).toEqual(new Set());
  await tag({ cluster: "west" });
  expect(await about(western)).toEqual(new Set([config(11)]));
  expect((await western.ask("/config_changes?select=config_tags")).status).toBe(400);
  await tag(tags!);
  expect(await about(western)).toEqual(new Set());
});

test("a selector with an unsupported condition grants no access in an allow rule, and denies all access in a deny rule", async () => {
  const selector = { configs: [{ health: "healthy" }] };
  const allowed = await person({ rules: [{ action: "read", object_selector: selector }] });
  expect((await allowed.ask("/config_items")).status).toBe(403);
  const denied = await person({
    roles: ["viewer"],
    rules: [{ action: "read", object_selector: selector, deny: true }],
  });
  expect(await ids(denied, "/config_items?select=id")).toEqual([]);
});

test("AC-35 a rule that denies one object hides it from people who can read all objects, even if another rule allows the object", async () => {
  expect(await ids(allButOne, "/config_items?select=id")).toHaveLength(11);
  expect(await ids(allButOne, `/config_items?select=id&id=eq.${config(5)}`)).toEqual([]);
  expect((await allButOne.ask(`/config_changes?config_id=eq.${config(5)}`)).body).toEqual([]);
  expect((await allButOne.ask(`/config_names?id=eq.${config(5)}`)).body).toEqual([]);
  const both = await person({
    rules: [
      { action: "read", config_id: config(5) },
      { action: "*", config_id: config(5), deny: true },
      { action: "read", config_id: config(6) },
    ],
  });
  expect(await ids(both, "/config_items?select=id")).toEqual([config(6)]);
});

test("embeds, filters on embeds and label lists do not reveal other rows", async () => {
  const path = `/config_items?select=id,changes:config_changes(id),parent:parent_id(id,name)&id=eq.${config(5)}`;
  const [row] = (await limitedToOne.ask(path)).body as { changes: unknown[]; parent: unknown }[];
  expect(row!.parent).toBeNull();
  expect(row!.changes.length).toBeGreaterThan(0);
  expect(
    (await limitedToOne.ask(`/config_items?select=id,parent:parent_id!inner(name)&parent.name=like.*`)).body,
  ).toEqual([]);
  // Labels are stored in separate small tables.
  const labels = await allButOne.ask("/config_labels");
  const guest = await person({
    roles: ["viewer"],
    rules: [{ action: "read", object_selector: { configs: [{ name: "*" }] }, deny: true }],
  });
  expect((labels.body as unknown[]).length).toBeGreaterThan(0);
  for (const relation of ["config_labels", "config_tags", "config_tags_labels_keys", "config_types", "change_types"])
    expect((await guest.ask(`/${relation}`)).body).toEqual([]);
});

test("checks inherit permissions from their canary, runs from their playbook, panels from their view, and messages from their resource", async () => {
  const rules = [
    { action: "read", canary_id: idOf("canary", 2) },
    { action: "read", playbook_id: idOf("playbook", 3) },
    { action: "read", component_id: idOf("component", 4) },
    { action: "read", object_selector: { views: [{ name: "view-5" }] } },
    { action: "read", connection_id: idOf("connection", 6) },
  ];
  const some = await person({ rules });
  for (const [relation, id] of Object.entries({
    canaries: idOf("canary", 2),
    checks: idOf("check", 2),
    check_summary: idOf("check", 2),
    canaries_with_status: idOf("canary", 2),
    playbooks: idOf("playbook", 3),
    components: idOf("component", 4),
    topology: idOf("component", 4),
    views: idOf("view", 5),
    connections: idOf("connection", 6),
    connections_list: idOf("connection", 6),
  }))
    expect(await ids(some, `/${relation}?select=id`)).toEqual([id]);
  const statuses = (await some.ask("/check_statuses?select=check_id")).body as { check_id: string }[];
  expect(new Set(statuses.map((row) => row.check_id))).toEqual(new Set([idOf("check", 2)]));
  expect((await some.ask("/view_panels?select=view_id")).body).toEqual([{ view_id: idOf("view", 5) }]);
  expect((await some.ask("/connection_uses?select=connection_id")).body).toEqual([
    { connection_id: idOf("connection", 6) },
  ]);
  // A run also refers to a config, which this person is not allowed to read.
  expect((await some.ask("/playbook_runs?select=id")).body).toEqual([]);
  const messages = await person({
    roles: ["viewer"],
    rules: [{ action: "read", object: "catalog", deny: true, tags: { cluster: "north" } }],
  });
  const about = (await messages.ask("/notification_send_history?select=source_event")).body as {
    source_event: string;
  }[];
  expect(about.length).toBeGreaterThan(0);
  expect(about.filter(({ source_event }) => source_event.startsWith("config"))).toEqual([]);
});

test("with rls.enable, a guest sees only the rows that rules select, in every process; without rls.enable, all rows", async () => {
  const guest = await person({ roles: ["guest"], rules: [{ action: "read", config_id: config(5) }] });
  expect(await ids(guest, "/config_items?select=id")).toHaveLength(12);
  await db.insertInto("properties").values({ name: "rls.enable", value: "true" }).execute();
  await expect.poll(() => ids(guest, "/config_names?select=id")).toEqual([config(5)]);
  expect((await guest.ask("/canaries")).status).toBe(403);
  expect((await guest.ask("/check_names")).body).toEqual([]);
  expect((await guest.ask("/incidents?select=id")).body).toHaveLength(12);
  expect(await ids(everything, "/config_items?select=id")).toHaveLength(12);
  await db.deleteFrom("properties").where("name", "=", "rls.enable").execute();
  await expect.poll(() => ids(guest, "/config_items?select=id")).toHaveLength(12);
});

test("AC-37 a rule ends at the time in its field until, even for people who are already authenticated", async () => {
  const until = new Date(Date.now() + 1_500).toISOString();
  const rules = [
    { action: "read", object: "catalog", until },
    { action: "read", object: "canaries", until: "2001-01-01T00:00:00Z" },
  ];
  const shortly = await person({ rules });
  expect((await shortly.ask("/canaries")).status).toBe(403);
  expect((await shortly.ask("/config_items")).status).toBe(200);
  await expect.poll(async () => (await shortly.ask("/config_items")).status).toBe(403);
});

test("rules apply to people through their teams, roles and groups", async () => {
  const rule = { action: "read", config_id: config(7) };
  const [member, grouped] = [await person(), await person()];
  expect((await member.ask("/config_items")).status).toBe(403);
  await db
    .insertInto("team_members")
    .values({ team_id: idOf("team", 1), person_id: member.id })
    .execute();
  await db
    .insertInto("permissions")
    .values({ ...rule, team_id: idOf("team", 1) })
    .execute();
  await expect.poll(async () => (await member.ask("/config_items?select=id")).body).toEqual([{ id: config(7) }]);
  await db
    .insertInto("permission_groups")
    .values({ name: "watchers", selectors: { people: [grouped.id] } })
    .execute();
  await db
    .insertInto("permissions")
    .values({ ...rule, subject_type: "group", subject: "watchers" })
    .execute();
  await expect.poll(async () => (await grouped.ask("/config_items?select=id")).body).toEqual([{ id: config(7) }]);
  await db.deleteFrom("team_members").where("person_id", "=", member.id).execute();
  await expect.poll(async () => (await member.ask("/config_items")).status).toBe(403);
});

test("AC-34 create, update and delete are granted separately, and per row", async () => {
  const writer = await person({ roles: ["viewer"], rules: [{ action: "update", config_id: config(5) }] });
  const rename = (number: number) => `/config_items?id=eq.${config(number)}&select=id,description`;
  const changed = await writer.ask(rename(5), {
    method: "PATCH",
    body: { description: "mine" },
    headers: { prefer: "return=representation" },
  });
  expect(changed.body).toEqual([{ id: config(5), description: "mine" }]);
  const other = await writer.ask(rename(6), {
    method: "PATCH",
    body: { description: "mine" },
    headers: { prefer: "return=representation" },
  });
  expect([other.status, other.body]).toEqual([200, []]);
  expect((await writer.ask(`/config_items?id=eq.${config(5)}`, { method: "DELETE" })).status).toBe(403);
  expect((await writer.ask(rename(5), { method: "PATCH", body: { deleted_at: "now()" } })).status).toBe(403);
  expect((await writer.ask("/config_items", { method: "POST", body: { type: "a", config_class: "a" } })).status).toBe(
    403,
  );

  const cleaner = await person({ roles: ["viewer"], rules: [{ action: "delete", config_id: config(8) }] });
  expect((await cleaner.ask(rename(8), { method: "PATCH", body: { description: "x" } })).status).toBe(403);
  const removed = await cleaner.ask(`/config_items?id=in.(${config(8)},${config(9)})&select=id`, {
    method: "DELETE",
    headers: { prefer: "return=representation, tx=rollback" },
  });
  expect(removed.body).toEqual([{ id: config(8) }]);
});

test("an upsert does not change rows that the person cannot update, and does not create rows outside their rules", async () => {
  const rules = [{ action: "create,update", object_selector: { configs: [{ tagSelector: "cluster=south" }] } }];
  const southern = await person({ roles: ["viewer"], rules });
  const row = { type: "Kubernetes::Pod", config_class: "Pod" };
  const insert = (body: object, prefer = "return=representation") =>
    southern.ask("/config_items?select=id,name", {
      method: "POST",
      body,
      headers: { prefer: `${prefer}, tx=rollback` },
    });
  expect((await insert({ ...row, name: "new", tags: { cluster: "south" } })).status).toBe(201);
  expect(missing(await insert({ ...row, name: "new", tags: { cluster: "north" } }))).toEqual(
    writing("config_scrapers"),
  );
  const onto = { ...row, id: config(5), name: "taken", tags: { cluster: "south" } };
  expect(missing(await insert(onto, "resolution=merge-duplicates"))).toEqual(writing("config_scrapers"));
  const creator = await person({ roles: ["viewer"], rules: [{ action: "create", object: "catalog" }] });
  const upsert = { method: "POST", body: onto, headers: { prefer: "resolution=merge-duplicates, tx=rollback" } };
  expect((await creator.ask("/config_items", upsert)).status).toBe(403);
  expect((await creator.ask("/config_items", { ...upsert, headers: { prefer: "tx=rollback" } })).status).toBe(409);
  // An update cannot move a row out of the scope of the person's rules, or into it.
  await db
    .updateTable("config_items")
    .set({ tags: { cluster: "south" } })
    .where("id", "=", config(10))
    .execute();
  const moved = await southern.ask(`/config_items?id=eq.${config(10)}`, {
    method: "PATCH",
    body: { tags: { cluster: "north" } },
  });
  expect(missing(moved)).toEqual(writing("config_scrapers"));
  expect(moved.body).toEqual({
    code: "42501",
    message: "You need permission to write config_scrapers.",
    details: "You do not have write access to this row, or to the row that it belongs to.",
    hint: null,
  });
});

test("writing a row about a config requires permission to write that config", async () => {
  const reader = await person({
    roles: ["viewer"],
    rules: [{ action: "create,update,delete", config_id: config(5) }],
  });
  const add = (number: number) =>
    reader.ask("/config_changes", {
      method: "POST",
      body: { config_id: config(number), change_type: "diff", summary: "by hand" },
      headers: { prefer: "tx=rollback" },
    });
  expect((await add(5)).status).toBe(201);
  expect(missing(await add(6))).toEqual(writing("config_scrapers"));
});

test("if access to a referenced object is denied, the error contains the missing permission", async () => {
  const responder = await person({
    roles: ["responder"],
    rules: [{ action: "update", config_id: config(5) }],
  });
  const add = (about: object) =>
    responder.ask("/evidences", {
      method: "POST",
      body: { hypothesis_id: idOf("hypothesis", 1), type: "config", ...about },
      headers: { prefer: "tx=rollback" },
    });
  expect((await add({ config_id: config(5) })).status).toBe(201);
  expect(missing(await add({ config_id: config(6) }))).toEqual(writing("config_scrapers"));
  expect(missing(await add({ config_id: config(5), check_id: idOf("check", 1) }))).toEqual(writing("canaries"));
  expect(missing(await add({ component_id: idOf("component", 1) }))).toEqual(writing("topologies"));
});

test("the live stream sends only the changed relation, without ids, to people who are limited to rows", async () => {
  const open = (who: Someone) => openEventStream(`${server.url}/api/events`, { authorization: `Bearer ${who.token}` });
  const [limited, all] = [await open(limitedToOne), await open(everything)];
  await db.updateTable("config_items").set({ description: "new" }).where("id", "=", config(6)).execute();
  await db
    .updateTable("canaries")
    .set({ annotations: { a: "b" } })
    .execute();
  const messagesOf = (stream: typeof all, relation: string) =>
    stream.messages.map(({ data }) => data as { relation?: string }).filter((data) => data.relation === relation);
  // The message may also contain ids from earlier changes.
  const withIt = { relation: "config_items", ids: expect.arrayContaining([config(6)]) };
  await expect.poll(() => messagesOf(all, "config_items")).toContainEqual(withIt);
  await expect.poll(() => messagesOf(limited, "config_items")).toContainEqual({ relation: "config_items", ids: null });
  await expect.poll(() => messagesOf(all, "canaries").length).toBeGreaterThan(0);
  expect(limited.messages.map(({ data }) => JSON.stringify(data)).join()).not.toContain(config(6));
  expect(messagesOf(limited, "canaries")).toEqual([]);
  limited.close();
  all.close();
});

test("without claims, every exposed table and view returns no rows", async () => {
  const relations = [...server.system.catalog.current.relations.values()].filter(({ exposed }) => exposed);
  expect(relations.length).toBeGreaterThan(100);
  const seen: string[] = [];
  const { scoped, gathered } = server.system.db.pools;
  for (const pool of [scoped, gathered]) {
    // This connection has no claims.
    const client = await pool.connect();
    await client.query("select set_config('quarterdeck.claims', '', false)");
    for (const { name, columns } of relations) {
      const column = [...columns.values()].find(({ secret, masked }) => !secret && !masked)!.name;
      const { rows } = await client.query(`select "${column}" from public."${name}" limit 1`);
      if (rows.length > 0) seen.push(name);
    }
    client.release(true);
  }
  expect(seen).toEqual([]);
});

test("every exposed table has row policies for all roles", async () => {
  const { rows } = await sql<{ name: string; policies: number }>`
    select c.relname as name, (select count(*) from pg_policy p where p.polrelid = c.oid) as policies
    from   pg_class c
    where  c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity`.execute(db);
  const tables = [...server.system.catalog.current.relations.values()].filter(
    ({ exposed, kind }) => exposed && kind === "table",
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
  expect(rows.filter(({ policies }) => policies !== 6)).toEqual([]);
});
