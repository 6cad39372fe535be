import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Live } from "#server/live.ts";
import { systemActor, type PersonActor } from "#server/http/actor.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { readZip } from "#tests/support/read-zip.ts";
import { idOf } from "#tests/support/estate.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { TopologyAnswer } from "../../contract.ts";
import type { Topology } from "../../model.ts";
import { createTreeCopy } from "../forest/copy.ts";
import { createPastForests } from "../history/past-forests.ts";
import { Budget, collectConfigs } from "../snapshot/collect.ts";
import { createReaderTrees } from "./reader-trees.ts";

const path = "/api/canary/api/topology";
const { server, db, person } = await openEstate(await startTestServer({ env: { ROLE: "web", VIEWS_PUBLIC: "true" } }));
const viewer = await person({ roles: ["viewer"] });
const tree = componentTree(server.system.db);
const first = idOf("component", 1);

const get = async (query = "", who: Someone = viewer) => {
  const answer = await who.ask(`${path}${query}`);
  expect({ query, status: answer.status }).toEqual({ query, status: 200 });
  return answer.body as TopologyAnswer;
};
/** Waits until the server has been notified of all writes so far. */
const notified = async () => {
  const marker = await tree.component({ name: "marker" });
  await expect.poll(async () => (await get(`?id=${marker}`)).components.length, { timeout: 30_000 }).toBe(1);
  await sql`delete from components where id = ${marker}`.execute(db);
  await expect.poll(async () => (await get(`?id=${marker}`)).components.length, { timeout: 30_000 }).toBe(0);
};
const names = (components: readonly Topology[] | undefined): string[] => (components ?? []).map(({ name }) => name);

test("DA-80 returns the components without a parent, their children and the filter choices", async () => {
  const answer = await get();
  expect(names(answer.components)).toEqual(["component 1"]);
  const [root] = answer.components;
  expect(root).toMatchObject({
    id: first,
    topology_id: idOf("topology", 1),
    external_id: "ext-1",
    type: "Service",
    icon: "box",
    labels: { tier: "1" },
    status: "healthy",
    health: "healthy",
    hidden: false,
    is_leaf: false,
    logs: [{ name: "app logs" }],
    properties: [{ name: "version", text: "1.2" }],
    team_names: ["team 1"],
    checks: { healthy: 1 },
    incidents: { availability: { medium: 1 } },
    children: expect.arrayContaining([idOf("component", 2)]),
  });
  expect(names(root!.components)).toEqual(Array.from({ length: 11 }, (_, at) => `component ${at + 2}`));
  expect(answer).toMatchObject({
    healthStatuses: ["healthy"],
    types: ["Service"],
    teams: expect.arrayContaining(["team 3"]),
  });
  expect(answer.tags["tier"]).toHaveLength(12);
});

test("related components appear below each parent; deeper levels have fewer fields", async () => {
  const { components } = await get();
  const second = components[0]!.components!.find(({ name }) => name === "component 2")!;
  expect(second).toMatchObject({ parent_id: first, checks: { healthy: 1 } });
  expect(second.components).toHaveLength(10);
  const third = second.components!.find(({ name }) => name === "component 3")!;
  expect(third).not.toHaveProperty("parent_id");
  expect(third).not.toHaveProperty("checks");
  expect(third).not.toHaveProperty("parents");
  expect(components[0]!.components!.find(({ name }) => name === "component 3")).toMatchObject({
    parents: [first, idOf("component", 2)],
  });
});

test("id returns that component with its subtree; an unknown id returns no component", async () => {
  const { components } = await get(`?id=${idOf("component", 2)}`);
  expect(names(components)).toEqual(["component 2"]);
  expect(components[0]!.components).toHaveLength(10);
  expect((await get(`?id=${idOf("component", 99)}`)).components).toEqual([]);
  expect((await viewer.ask(`${path}?id=x`)).status).toBe(400);
});

test("depth limits the levels below the roots", async () => {
  expect((await get("?depth=0")).components[0]).not.toHaveProperty("components");
  const { components } = await get("?depth=1");
  expect(components[0]!.components).toHaveLength(11);
  expect(components[0]!.components!.every((child) => child.components === undefined)).toBe(true);
});

test("filters keep the branches that match: type, owner, labels, team, agent, status and hidden", async () => {
  const root = await tree.component({ name: "estate", type: "Estate" });
  const shop = await tree.component({
    name: "shop",
    type: "Shop",
    parent_id: root,
    owner: "sales",
    labels: { env: "prod", zone: "a, b%" },
  });
  const till = await tree.component({ name: "till", type: "Till", parent_id: shop, stated_health: "unhealthy" });
  await tree.component({ name: "store", type: "Store", parent_id: root, hidden: true });
  // Writes the row in the same way as the roll-up.
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('quarterdeck.rolling_up', 'on', true)`.execute(tx);
    await sql`update components set health = 'unhealthy', status = 'Broken' where id = ${till}`.execute(tx);
  });
  await notified();
  const shape = (components: readonly Topology[]): unknown =>
    components.map(({ name, components: below }) => (below ? { [name]: shape(below) } : name));
  const shapeOf = async (query: string) => shape((await get(`?${query}`)).components);
  const shopOnly = [{ estate: [{ shop: ["till"] }] }];
  expect(await shapeOf("type=Shop")).toEqual(shopOnly);
  expect(await shapeOf("owner=sales")).toEqual(shopOnly);
  expect(await shapeOf("labels=env=prod")).toEqual(shopOnly);
  // A comma in a value is percent-encoded, as in all lists; the query string encodes it a second time.
  expect(await shapeOf(`labels=${encodeURIComponent("zone=a%2C b%25,env=prod")}`)).toEqual(shopOnly);
  expect(await shapeOf(`labels=${encodeURIComponent("zone=a,env=prod")}`)).toEqual([]);
  expect(await shapeOf("status=unhealthy")).toEqual(shopOnly);
  expect(await shapeOf("status=Broken,Other")).toEqual(shopOnly);
  expect(await shapeOf("type=Till&flatten=true")).toEqual(["till"]);
  expect(await shapeOf("type=!Service,!Estate&flatten=true&hidden=false")).toEqual(["shop", "till"]);
  expect(await shapeOf(`id=${root}`)).toEqual([{ estate: [{ shop: ["till"] }, "store"] }]);
  expect(await shapeOf(`id=${root}&hidden=false`)).toEqual(shopOnly);
  expect(await shapeOf(`id=${root}&status=none`)).toEqual(["estate"]);
  expect(await shapeOf("agent_id=All&type=All&team=All&labels=All&status=All&depth=0")).toEqual([
    "component 1",
    "estate",
  ]);
  expect(await shapeOf(`agent_id=${idOf("agent", 1)}`)).toEqual([]);
  expect(await shapeOf("team=team 3&depth=1")).toEqual([{ "component 1": ["component 2", "component 3"] }]);
  await sql`update components set deleted_at = now() where id = ${root} or parent_id in (${root}, ${shop})`.execute(db);
  await notified();
});

test("sorts by name, field and property in both directions; components without a value are last", async () => {
  const root = await tree.component({ name: "sorted" });
  await tree.component({ name: "a", parent_id: root, type: "Z", properties: [{ name: "rate", value: 5 }] });
  await tree.component({ name: "b", parent_id: root, properties: [{ name: "rate", value: 30 }] });
  await tree.component({ name: "c", parent_id: root, type: "A" });
  await notified();
  const order = async (query: string) => names((await get(`?id=${root}&${query}`)).components[0]!.components);
  expect(await order("")).toEqual(["a", "b", "c"]);
  expect(await order("sortBy=name&sortOrder=desc")).toEqual(["c", "b", "a"]);
  expect(await order("sortBy=field:rate")).toEqual(["a", "b", "c"]);
  expect(await order("sortBy=field:rate&sortOrder=desc")).toEqual(["b", "a", "c"]);
  expect(await order("sortBy=type")).toEqual(["c", "a", "b"]);
  // The stated order applies only to equal values.
  await sql`update components set display_order = case name when 'c' then 1 else 2 end where parent_id = ${root} and name <> 'a'`.execute(
    db,
  );
  await notified();
  expect(await order("")).toEqual(["c", "b", "a"]);
  expect(await order("sortBy=status&sortOrder=desc")).toEqual(["c", "b", "a"]);
  expect(await order("sortBy=name")).toEqual(["a", "b", "c"]);
  expect(await order("sortBy=field:rate")).toEqual(["a", "b", "c"]);
});

test("the tree ends at a cycle of relationships", async () => {
  const [one, two] = [await tree.component({ name: "one" }), await tree.component({ name: "two" })];
  await tree.relate(one, two);
  await tree.relate(two, one);
  await notified();
  const { components } = await get(`?id=${one}`);
  expect(components[0]!.components).toMatchObject([{ name: "two" }]);
  expect(components[0]!.components![0]).not.toHaveProperty("components");
});

test("returns 304 until something changes", async () => {
  const etag = (await viewer.ask(path)).headers.get("etag")!;
  const again = () => viewer.ask(path, { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  expect((await viewer.ask(`${path}?noCache=true`, { headers: { "if-none-match": etag } })).status).toBe(200);
  await sql`update components set icon = 'cube' where id = ${first}`.execute(db);
  await expect.poll(async () => (await again()).status, { timeout: 30_000 }).toBe(200);
  expect((await get()).components[0]).toMatchObject({ name: "component 1", icon: "cube" });
});

test("a request that arrives during an update of the copy gets the updated components", async () => {
  const id = await tree.component({ name: "before" });
  let notify: Parameters<Live["on"]>[1] = () => {};
  const live = {
    connected: true,
    on: (_: unknown, onChange: typeof notify) => ((notify = onChange), () => {}),
  } as unknown as Live;
  const copy = createTreeCopy({ db: server.system.db, live });
  await copy.current();
  await sql`update components set name = 'after' where id = ${id}`.execute(db);
  notify({ relation: "components", ids: [id] });
  const states = await Promise.all([copy.current(), copy.current()]);
  expect(states.map(({ forest }) => forest.entries.get(id)?.name)).toEqual(["after", "after"]);
  await sql`delete from components where id = ${id}`.execute(db);
  await notified();
});

test("an actor with row limits gets only readable components, without counts of other rows", async () => {
  const limited = await person({ rules: [{ action: "read", component_id: idOf("component", 3) }] });
  const { components, tags } = await get("", limited);
  expect(names(components)).toEqual(["component 3"]);
  expect(components[0]).not.toHaveProperty("checks");
  expect(components[0]).not.toHaveProperty("parents");
  expect(tags).toEqual({ tier: ["3"] });
  expect((await get(`?id=${first}`, limited)).components).toEqual([]);
  expect((await (await person()).ask(path)).status).toBe(403);
});

test("fields of other resources are shown only to actors who may read them, while their features are enabled", async () => {
  const root = async (who: Someone) => (await get(`?id=${first}`, who)).components[0]!;
  const fields = { checks: "canaries", incidents: "incident", team_names: "database" } as const;
  for (const [field, object] of Object.entries(fields)) {
    const denied = await person({ roles: ["viewer"], rules: [{ object, action: "read", deny: true }] });
    const shown = await root(denied);
    const others = Object.keys(fields).filter((other) => other !== field);
    expect(Object.keys(fields).filter((name) => name in shown)).toEqual(others);
    expect((await get("", denied)).teams.length > 0).toBe(field !== "team_names");
  }
  await sql`insert into properties (name, value) values ('incidents.disable', 'true')`.execute(db);
  await expect.poll(async () => "incidents" in (await root(viewer)), { timeout: 30_000 }).toBe(false);
  await sql`delete from properties where name = 'incidents.disable'`.execute(db);
  await expect.poll(async () => "incidents" in (await root(viewer)), { timeout: 30_000 }).toBe(true);
});

test("the components that an actor with row limits may read are determined once per change", async () => {
  const { system } = server;
  let reads = 0;
  const counted = {
    ...system.db,
    reading: (...parameters: Parameters<typeof system.db.reading>) => {
      reads += 1;
      return system.db.reading(...parameters);
    },
  };
  const { forest } = await createTreeCopy(system).current();
  let version = "1";
  const readers = createReaderTrees(
    { db: counted, features: system.features, catalog: system.catalog },
    { current: async () => ({ version, forest }) },
  );
  const someone = (component: number): PersonActor => ({
    kind: "person",
    id: idOf("person", 1),
    name: "Ada",
    email: null,
    avatar: null,
    roles: [],
    rules: [
      {
        subject: idOf("person", 1),
        object: "topologies",
        action: "read",
        row: { kind: "component", id: idOf("component", component) },
      },
    ],
    session: null,
  });
  const shown = async (component: number) => [...(await readers.current(someone(component))).forest.entries.keys()];
  expect(await shown(3)).toEqual([idOf("component", 3)]);
  expect(await shown(3)).toEqual([idOf("component", 3)]);
  expect(reads).toBe(1);
  expect(await shown(4)).toEqual([idOf("component", 4)]);
  expect(reads).toBe(2);
  version = "2";
  await shown(3);
  expect(reads).toBe(3);
});

test("a past time is read once, and too many concurrent requests for different times are refused", async () => {
  const present = await createTreeCopy(server.system).current();
  const past = createPastForests(server.system);
  const times = Array.from({ length: 24 }, (_, minutes) => new Date(Date.now() - minutes * 60_000));
  const forests = times.map((time) => past.at(time, present));
  expect(past.at(times[23]!, present)).toBe(forests[23]);
  const results = await Promise.allSettled(forests);
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { id: "too_many_requests" } }, { reason: { id: "too_many_requests" } }]);
  // A time whose request was refused can be requested again later.
  expect((await past.at(times[23]!, present)).entries).toBeInstanceOf(Map);
});

test("callers without a session get the names, health and headlines of one card only", async () => {
  const root = await tree.component({
    name: "public",
    owner: "nobody",
    properties: [
      { name: "rate", value: 5, headline: true },
      { name: "quota", value: 9, headline: true, hidden: true },
      { name: "secret", text: "x" },
    ],
  });
  await tree.component({ name: "below", parent_id: root });
  const hidden = await tree.component({ name: "hidden", parent_id: root, hidden: true });
  const ask = (query: string) => fetch(`${server.url}${path}${query}`);
  expect((await ask("")).status).toBe(401);
  expect((await ask(`?id=${root}&at=1m`)).status).toBe(401);
  await expect
    .poll(async () => ((await (await ask(`?id=${root}&depth=5`)).json()) as TopologyAnswer).components, {
      timeout: 30_000,
    })
    .toEqual([
      {
        id: root,
        name: "public",
        properties: [{ name: "rate", value: 5, headline: true }],
        components: [{ id: expect.any(String), name: "below", properties: [] }],
      },
    ]);
  expect(((await (await ask(`?id=${hidden}`)).json()) as TopologyAnswer).components).toEqual([]);
});

test("the parameter at returns the tree at an earlier time, with the caller's present rights", async () => {
  const id = await tree.component({ name: "before" });
  const at = (await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)).rows[0]!.at;
  await sql`update components set name = 'after', deleted_at = now() where id = ${id}`.execute(db);
  const query = `?id=${id}&at=${encodeURIComponent(at)}`;
  await expect.poll(async () => names((await get(`?id=${id}`)).components), { timeout: 30_000 }).toEqual([]);
  expect(names((await get(query)).components)).toEqual(["before"]);
  const limited = await person({ rules: [{ action: "read", component_id: idOf("component", 3) }] });
  expect((await get(query, limited)).components).toEqual([]);
  expect((await viewer.ask(`${path}?at=yesterdayish`)).status).toBe(400);
});

test("DA-85 a snapshot is a zip with the tree, the config items with insights and the checks with results", async () => {
  const download = async (address: string, who: Someone = viewer) => {
    const answer = await server.fetch(address, { headers: { authorization: `Bearer ${who.token}` } });
    expect({ address, status: answer.status, type: answer.headers.get("content-type") }).toEqual({
      address,
      status: 200,
      type: "application/zip",
    });
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="snapshot-[\dT-]+\.zip"$/);
    const files = readZip(Buffer.from(await answer.arrayBuffer()));
    return new Map([...files].map(([name, text]) => [name, JSON.parse(text) as unknown]));
  };
  const id = idOf("component", 3);
  for (const address of [`/api/canary/topology/${id}`, `/api/snapshot/topology/${id}?start=1h&related=true`]) {
    const files = await download(address);
    expect([...files.keys()]).toEqual(["components.json", "configs.json", "checks.json", "log-notes.json"]);
    expect(files.get("components.json")).toMatchObject({ components: [{ name: "component 3" }] });
    expect(files.get("configs.json")).toMatchObject([{ id: idOf("config", 3), analysis: [{ severity: "critical" }] }]);
    expect(files.get("checks.json")).toMatchObject([
      { id: idOf("check", 3), last_result: { check_id: idOf("check", 3) } },
    ]);
  }
  const withRelated = await download(`/api/snapshot/topology/${idOf("component", 2)}?related=true`);
  expect((withRelated.get("components.json") as TopologyAnswer).components[0]!.components).toHaveLength(10);
  const config = await download(`/api/snapshot/config/${idOf("config", 3)}?related=false`);
  expect(config.get("configs.json")).toMatchObject([{ id: idOf("config", 3), analysis: [{ severity: "critical" }] }]);
  const limited = await person({ rules: [{ action: "read", component_id: id }] });
  expect([...(await download(`/api/snapshot/topology/${id}`, limited)).keys()]).toEqual(["components.json"]);
  expect((await limited.ask(`/api/snapshot/topology/${first}`)).status).toBe(404);
  expect((await limited.ask(`/api/snapshot/config/${idOf("config", 3)}`)).status).toBe(403);
});

test("a snapshot leaves out the parts of disabled features", async () => {
  const files = async () => {
    const answer = await server.fetch(`/api/snapshot/topology/${idOf("component", 3)}`, {
      headers: { authorization: `Bearer ${viewer.token}` },
    });
    return [...readZip(Buffer.from(await answer.arrayBuffer())).keys()];
  };
  for (const [feature, left] of [
    ["config", ["components.json", "checks.json", "log-notes.json"]],
    ["health", ["components.json", "configs.json", "log-notes.json"]],
    ["logs", ["components.json", "configs.json", "checks.json"]],
  ] as const) {
    await sql`insert into properties (name, value) values (${`${feature}.disable`}, 'true')`.execute(db);
    await expect.poll(files, { timeout: 30_000 }).toEqual(left);
    await sql`delete from properties where name = ${`${feature}.disable`}`.execute(db);
    await expect.poll(files, { timeout: 30_000 }).toHaveLength(4);
  }
});

test("a snapshot that becomes too large leaves out rows and counts them", async () => {
  const ids = [idOf("config", 3), ...Array.from({ length: 60 }, () => randomUUID())];
  const collected = await collectConfigs(server.system, systemActor, ids, new Budget(1));
  expect(collected).toMatchObject({ rows: [{ id: idOf("config", 3) }], leftOut: 11 });
  expect(await collectConfigs(server.system, systemActor, ids, new Budget(0))).toEqual({ rows: [], leftOut: 61 });
});

test("a long response is complete, with and without compression", async () => {
  const root = await tree.component({ name: "long" });
  await sql`insert into components (name, external_id, parent_id, tooltip)
            select 'leaf ' || n, 'leaf', ${root}, repeat('x', 800) from generate_series(1, 2000) n`.execute(db);
  await notified();
  for (const encoding of ["identity", "gzip"]) {
    const answer = await server.fetch(`${path}?id=${root}`, {
      headers: { authorization: `Bearer ${viewer.token}`, "accept-encoding": encoding },
    });
    expect(answer.headers.get("content-encoding")).toBe(encoding === "gzip" ? "gzip" : null);
    const { components, types } = (await answer.json()) as TopologyAnswer;
    expect(components[0]!.components).toHaveLength(2_000);
    expect(types).toContain("Service");
  }
  await sql`delete from components where parent_id = ${root}`.execute(db);
});
