import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selects } from "#lib/selector/selector-match.ts";
import { parseSelector } from "#lib/selector/selector.ts";
import type { Claims } from "#server/db/pool.ts";
import { systemActor } from "#server/http/actor.ts";
import { chanceOf } from "#tests/support/chance.ts";
import { idOf } from "#tests/support/estate.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { FoundResource, SearchKindName } from "../contract.ts";
import type { Closeness } from "./closest.ts";
import { Statement } from "#server/selector/condition.ts";
import { searchStatement } from "./search.ts";

const estate = await openEstate(await startTestServer());
const { system } = estate.server;

let viewer: Someone;
beforeAll(async () => {
  await sql`select index_config_items(1000)`.execute(estate.db);
  viewer = await estate.person({ roles: ["viewer"] });
});

type Answer = Partial<Record<SearchKindName, FoundResource[]>>;

const ask = (body: unknown, who = viewer) => who.ask("/api/resources/search", { method: "POST", body });

async function found(kind: SearchKindName, selector: object, who = viewer): Promise<string[]> {
  const { body, text, status } = await ask({ [kind]: [selector] }, who);
  if (status !== 200) throw new Error(text);
  return ((body as Answer)[kind] ?? []).map(({ name }) => name);
}

const search = (kind: SearchKindName, text: string, who = viewer) => found(kind, { search: text }, who);

describe("configs are found", () => {
  test.each([
    ["cluster", ["cluster-1"]],
    ["POD-5", ["pod-5"]],
    ["C", ["cluster-1"]],
    ["pod", ["pod-10", "pod-11", "pod-5", "pod-6", "pod-7", "pod-8", "pod-9"]],
    ["*-1*", ["cluster-1", "pod-10", "pod-11"]],
    ["pod -pod-1", ["pod-5", "pod-6", "pod-7", "pod-8", "pod-9"]],
    ["name=pod-5,pod-6", ["pod-5", "pod-6"]],
    ["name=pod-1*,!pod-11", ["pod-10"]],
    ["type=namespace", ["namespace-2", "namespace-3", "namespace-4"]],
    ["type=Kubernetes::C*", ["cluster-1"]],
    ["type=name", []],
    ["health=unhealthy,Warning", ["pod-10", "pod-9"]],
    ["health!=healthy", ["pod-10", "pod-9"]],
    ["status=running cluster", ["cluster-1"]],
    ["labels.app=app-2 pod", ["pod-11", "pod-5", "pod-8"]],
    ["labels.app=*-2 pod", ["pod-11", "pod-5", "pod-8"]],
    ["labels.app!=app-2 pod-1", ["pod-10"]],
    ["labels=app-1 namespace", ["namespace-4"]],
    ["cluster labels.app", ["cluster-1"]],
    ["cluster !labels.app", []],
    ["cluster !labels.team", ["cluster-1"]],
    ["tags.cluster=north cluster", ["cluster-1"]],
    ["namespace=ns-0", ["cluster-1"]],
    ["external_id=k8s/7", ["pod-7"]],
    ["external_id=uid-7*", ["pod-7"]],
    ['properties.cpu="two cores" cluster', ["cluster-1"]],
    ["properties.memory>2000 cluster", ["cluster-1"]],
    ["properties.memory>3000 cluster", []],
    ["config.n=7", ["pod-7"]],
    ["text=uid-8 type=pod", ["pod-8"]],
    ["text=ns-4 cluster", []],
    ['text="k8s 7"', ["pod-7"]],
    ["text!=kubernetes", []],
    ["config.n<3", ["cluster-1", "namespace-2"]],
    ["cost_total_1d>=14.4 cluster", ["cluster-1"]],
    ["created>now-1h cluster", ["cluster-1"]],
    ["created_at<now-1h cluster", []],
    ["cluster | pod-5", ["cluster-1", "pod-5"]],
    ["(cluster | pod) health=warning", ["pod-10"]],
    ["cluster; pod-6", ["cluster-1", "pod-6"]],
    [`id=${idOf("config", 3)}`, ["namespace-3"]],
    ["id=nobody", []],
    ["agent=local cluster", ["cluster-1"]],
    ["agent=agent-1 cluster", []],
    ["100%_\\", []],
    ["pod limit=2", ["pod-10", "pod-11"]],
    ["pod limit=2 offset=1", ["pod-11", "pod-5"]],
    ["pod- sort=health limit=3 type=pod @order=-health", ["pod-10", "pod-9", "pod-11"]],
  ])("by the query %s", async (text, names) => {
    expect(await search("configs", text)).toEqual(names);
  });

  test("configs are found by all fields of a resource selector, and every field must match", async () => {
    expect(await found("configs", { types: ["Kubernetes::Pod"], health: "unhealthy" })).toEqual(["pod-9"]);
    expect(await found("configs", { name: "pod-5" })).toEqual(["pod-5"]);
    expect(await found("configs", { namespace: "ns-1", labelSelector: "app in (app-0,app-1)" })).toEqual([
      "namespace-3",
      "namespace-4",
    ]);
    expect(await found("configs", { tagSelector: "cluster=north,!account", search: "cluster" })).toEqual(["cluster-1"]);
    expect(await found("configs", { scope: "scraper 1", search: "cluster" })).toEqual(["cluster-1"]);
    expect(await found("configs", { scope: "default/scraper 2", search: "cluster" })).toEqual([]);
    expect(await found("configs", { fieldSelector: "config_class=Cluster" })).toEqual(["cluster-1"]);
  });
});

test("a selector returns the same result in SQL and in memory for random queries", async () => {
  const chance = chanceOf(31);
  const rows = await estate.db.selectFrom("config_items").selectAll().where("deleted_at", "is", null).execute();
  const clock = { now: Date.now(), timeZone: "UTC" };
  const terms = `
    pod -pod *-1* POD-5 c*r name=pod-5,cluster-1 name!=pod-* name=!*-1,*-1* name="" type=pod type!=pod
    type=Kubernetes::* type=*::C* health=healthy health!=WARNING health=un* labels.app=app-1 labels.app=APP-1
    labels.app!=app-1 labels.app=APP-* labels.team=* labels.team!=x labels.app !labels.app labels.team
    !labels.team labels=app-2 labels!=app-2 labels=a*1 tags.cluster=north namespace=ns-2 namespace!=ns-2
    external_id=uid-3 external_id=k8s/* ready=true properties.cpu=two* properties.memory>=2048
    properties.memory<1 properties.none properties.cpu config.n=3 config.n>4 config.n<=11 config.n=1*
    config.x.y=1 cost_total_1d>10 cost_total_1d<14.4 created>now-1d created<now-1d delete_reason=x
    delete_reason!=x delete_reason=!x status=running text=north text=NS-1 text=pod text!=app-0 text=!app-0 text=number-7
  `
    .trim()
    .split(/\s+/);
  const query = (depth: number): string =>
    depth === 0
      ? chance.pick(terms)
      : `(${chance.times(chance.between(1, 3), () => query(depth - 1)).join(chance.pick([" ", " | "]))})`;
  for (const text of [...terms, ...chance.times(150, () => query(2))]) {
    const selector = parseSelector(text);
    const inMemory = rows.filter((row) => selects(selector, row, clock)).map(({ name }) => name);
    expect({ text, names: await found("configs", { agent: "all", search: text }) }).toEqual({
      text,
      names: inMemory.sort((a, b) => (a < b ? -1 : 1)),
    });
  }
});

test("components, checks, canaries and playbooks are found in the same way", async () => {
  expect(await search("components", 'labels.tier=3 type=service "component"')).toEqual(["component 3"]);
  expect(await search("checks", "health=unhealthy")).toEqual(["check 12", "check 4", "check 8"]);
  expect(await search("checks", "labels.number=7")).toEqual(["check 7"]);
  expect(await search("canaries", '"canary 3"')).toEqual(["canary 3"]);
  expect(await search("playbooks", "category=repairs name=playbook-2")).toEqual(["playbook-2"]);
});

test("DA-104 one request can have several kinds and several selectors", async () => {
  const { body: united } = await ask({
    checks: [{ agent: "all", search: "health=unhealthy", name: "check 4" }],
    components: [{ agent: "all", search: "component", types: ["service"], labelSelector: "tier=3" }],
    configs: [{ agent: "all", search: "pod", health: "warning" }],
  });
  const names = Object.entries(united as Answer).map(([kind, hits]) => [kind, hits.map(({ name }) => name)]);
  expect(Object.fromEntries(names)).toEqual({
    checks: ["check 4"],
    components: ["component 3"],
    configs: ["pod-10"],
  });

  const { body } = await ask({
    limit: 2,
    configs: [{ search: "cluster" }, { name: "pod-5" }, { search: "pod" }],
    checks: [{ search: "nothing" }],
    components: [{}],
  });
  expect(Object.keys(body as Answer)).toEqual(["configs"]);
  expect((body as Answer).configs?.map(({ name }) => name)).toEqual(["cluster-1", "pod-10"]);
});

describe("with closest, the best matches come first", () => {
  const typed = async (kind: SearchKindName, search: string, limit = 5) =>
    ((await ask({ closest: true, limit, [kind]: [{ agent: "all", search }] })).body as Answer)[kind]?.map(
      ({ name }) => name,
    ) ?? [];

  beforeAll(async () => {
    const config = (name: string, type = "Service") => ({ name, type, config_class: "Service" });
    await estate.db
      .insertInto("config_items")
      .values([
        config("web"),
        config("Web-2"),
        config("a-web"),
        config("the-web-shop"),
        config("z-shop"),
        config("webhook", "Job"),
      ])
      .execute();
  });
  afterAll(() => estate.db.deleteFrom("config_items").where("name", "~*", "web|shop").execute());

  test.each([
    ["web", ["web", "Web-2", "webhook", "a-web", "the-web-shop"]],
    ["WEB", ["web", "Web-2", "webhook", "a-web", "the-web-shop"]],
    ["we", ["web", "Web-2", "webhook"]],
    ["web shop", ["the-web-shop"]],
    ["shop web", ["the-web-shop"]],
    ["web type=job", ["webhook"]],
    ["type=job", ["webhook"]],
    ["web -web", ["a-web", "the-web-shop"]],
    ["*eb", ["a-web", "web"]],
    ['"web"', ["web", "Web-2", "webhook", "a-web", "the-web-shop"]],
    ["webhook | z-shop", ["webhook", "z-shop"]],
    ["web sort=type", ["webhook", "Web-2", "web"]],
    ["web-like", []],
  ])("%s", async (text, names) => expect(await typed("configs", text)).toEqual(names));

  test("matches in the contents of config items come last", async () => {
    await sql`update config_items set config = '{"image": "registry/webcam:7"}' where name = 'z-shop'`.execute(
      estate.db,
    );
    await sql`select index_config_items(1000)`.execute(estate.db);
    expect(await typed("configs", "web", 10)).toEqual(["web", "Web-2", "webhook", "a-web", "the-web-shop", "z-shop"]);
    expect(await typed("configs", "webcam registry")).toEqual(["z-shop"]);
    expect(await typed("configs", "webcam type=job")).toEqual([]);
  });

  test("returns at most the limit, without duplicates", async () => {
    expect(await typed("configs", "web", 2)).toEqual(["web", "Web-2"]);
    expect(await typed("configs", "web", 4)).toEqual(["web", "Web-2", "webhook", "a-web"]);
    expect(await typed("checks", "check 1", 100)).toEqual([]);
  });
});

test("DA-105 a hit has the fields that lists need", async () => {
  const { body } = await ask({ configs: [{ name: "cluster-1" }], checks: [{ name: "check 4" }], timestamps: true });
  expect(body).toEqual({
    configs: [
      {
        id: idOf("config", 1),
        agent: "00000000-0000-0000-0000-000000000000",
        name: "cluster-1",
        namespace: "ns-0",
        type: "Kubernetes::Cluster",
        status: "Running",
        health: "healthy",
        tags: { cluster: "north", namespace: "ns-0" },
        labels: { app: "app-1" },
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ],
    checks: [
      expect.objectContaining({
        namespace: "default",
        type: "http",
        icon: "http",
        health: "unhealthy",
        tags: { team: "b", number: "4" },
      }),
    ],
  });
});

test("an empty selector finds nothing; resources of other agents are found only if the selector contains the agent", async () => {
  expect((await ask({ configs: [{}, { search: " ", limit: 5 }] })).body).toEqual({});
  expect((await ask({})).body).toEqual({});
  expect(await found("configs", { agent: "all" })).toHaveLength(12);
  await estate.db
    .insertInto("config_items")
    .values({ name: "far-away", type: "Host", config_class: "Node", agent_id: idOf("agent", 1) })
    .execute();
  expect(await search("configs", "far-away")).toEqual([]);
  for (const agent of ["all", "agent-1", idOf("agent", 1)])
    expect(await found("configs", { agent, search: "far" })).toEqual(["far-away"]);
  expect(await search("configs", "far agent=agent-1")).toEqual(["far-away"]);
  expect(await found("configs", { agent: "self", search: "far" })).toEqual([]);
});

test("deleted resources are found only if requested", async () => {
  await estate.db
    .insertInto("config_items")
    .values({ name: "gone-1", type: "Host", config_class: "Node", deleted_at: new Date().toISOString() })
    .execute();
  expect(await search("configs", "gone")).toEqual([]);
  expect(await found("configs", { search: "gone", includeDeleted: true })).toEqual(["gone-1"]);
  expect(await search("configs", "gone deleted>now-1h")).toEqual(["gone-1"]);
});

describe("an invalid request is refused with the reason", () => {
  test.each([
    [{ configs: [{ search: "type=" }] }, 'body.configs.0: A value is missing after "type=". (at 5)'],
    [{ configs: [{ labelSelector: "a b" }] }, "body.configs.0: Write a label selector like"],
    [{ configs: [{ search: "colour=red" }] }, "Unknown field colour."],
    [{ configs: [{ search: "created_at>soon" }] }, "is not a valid time."],
    [{ configs: [{ search: "cost_total_1d>much" }] }, 'cost_total_1d must be compared with a number, not with "much".'],
    [{ configs: [{ search: "name>5" }] }, "name is text: use = or !=."],
    [{ configs: [{ search: "name.first=a" }] }, "The field name has no nested fields"],
    [{ configs: [{ search: "a limit=many" }] }, 'limit must be a whole number of up to six digits, not "many". (at 2)'],
    [{ configs: [{ search: "a sort=labels" }] }, '"labels" is not a field to sort by.'],
    [{ limit: 1001 }, "body.limit"],
    [{ configs: [{ colour: "red" }] }, "body.configs.0.colour: unknown field"],
    [{ ships: [] }, "body.ships: unknown field"],
  ])("refuses %j", async (body, message) => {
    const answer = await ask(body);
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([400, expect.stringContaining(message)]);
  });

  test("kinds without a field of the selector return no results", async () => {
    const { status, body } = await ask({
      configs: [{ search: "health=warning" }],
      playbooks: [{ search: "health=warning" }],
    });
    expect([status, Object.keys(body as Answer)]).toEqual([200, ["configs"]]);
  });
});

test("random input gets the status 200 or 400, never a server error", async () => {
  const chance = chanceOf(41);
  const alphabet = [
    "a",
    "name",
    "labels",
    "config",
    "created_at",
    "id",
    "agent",
    ".",
    ":",
    "=",
    "!",
    ",",
    '"',
    "\\",
    " ",
    "|",
    "(",
  ].concat([
    ")",
    ";",
    "-",
    ">",
    "*",
    "%",
    "%00",
    "\u0000",
    "\ud800",
    "'",
    "$1",
    "sort=",
    "limit=",
    "9",
    "now",
    "/d",
    "{}",
    "->",
  ]);
  const statuses = new Set<number>();
  for (const search of chance.times(400, () => chance.text(alphabet, 9))) {
    const field = chance.pick([
      "search",
      "search",
      "search",
      "labelSelector",
      "fieldSelector",
      "name",
      "agent",
      "scope",
      "id",
    ]);
    const kind = chance.pick(["configs", "components", "checks", "connections"]);
    statuses.add((await ask({ [kind]: [{ [field]: search, includeDeleted: true }] })).status);
  }
  expect(statuses).toEqual(new Set([200, 400]));
});

describe("permissions", () => {
  test("a search requires a session", async () => {
    const answer = await estate.server.fetch("/api/resources/search", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(answer.status).toBe(401);
  });

  test("kinds that the caller is not allowed to read are omitted", async () => {
    const admin = await estate.person({ roles: ["admin"] });
    expect(await search("connections", '"connection 1"', admin)).toContain("connection 1");
    expect(await search("connections", '"connection 1"')).toEqual([]);
    expect(await search("configs", "pod", await estate.person())).toEqual([]);
  });

  test("rows that no rule allows are omitted", async () => {
    const limited = await estate.person({ rules: [{ action: "read", config_id: idOf("config", 5) }] });
    expect(await search("configs", "pod", limited)).toEqual(["pod-5"]);
  });

  test("secrets cannot be guessed by searching", async () => {
    const admin = await estate.person({ roles: ["admin"] });
    const { status, body } = await ask({ connections: [{ search: "password=enc*" }] }, admin);
    expect([status, (body as { error: string }).error]).toEqual([400, "Unknown field password."]);
  });

  test("kinds of a disabled feature have no hits", async () => {
    await estate.db.insertInto("properties").values({ name: "playbooks.disable", value: "true" }).execute();
    await expect.poll(() => search("playbooks", "playbook")).toEqual([]);
    await estate.db.deleteFrom("properties").where("name", "=", "playbooks.disable").execute();
    await expect.poll(() => search("playbooks", "playbook-2")).toEqual(["playbook-2"]);
  });
});

describe("searches use an index", () => {
  test.each<[SearchKindName, string, string, Closeness?]>([
    ["configs", "*rafan*", "config_lines_parts"],
    ["configs", "name=*rafan*,loki", "config_lines_parts"],
    ["configs", "Gr", "config_lines_beginning"],
    ["configs", "type=pod", "config_items_search"],
    ["configs", "labels.app=web", "config_items_labels"],
    ["configs", "health=unhealthy", "config_items_health"],
    ["components", "graf", "components_search"],
    ["checks", "name=*rafan*,loki", "checks_search"],
    ["configs", "grafana", "config_lines_parts", "anywhere"],
  ])("for %s by %s", async (kind, text, index, closeness) => {
    const selector = { agent: "all", search: text, includeDeleted: index !== "config_items_health" };
    const plan = await planOf({ kind, kinds: { [kind]: [selector] }, closeness }, "enable_indexscan");
    expect(plan).toContain(`on ${index}`);
    expect(plan).not.toContain("Seq Scan");
  });

  test.each<[SearchKindName, string]>([
    ["configs", "config_lines_beginning"],
    ["components", "components_beginning"],
    ["checks", "checks_beginning"],
  ])("the first %s that begin with a word are read in index order", async (kind, index) => {
    const wanted = { kind, kinds: { [kind]: [{ agent: "all", search: "grafana" }] }, closeness: "beginning" } as const;
    const plan = await planOf(wanted, "enable_bitmapscan");
    expect(plan).toContain(`Index Scan using ${index}`);
    expect(plan).toContain("Presorted Key: (lower(");
  });

  test.each<[string, string, Closeness?]>([
    ["Gr", "config_lines_beginning"],
    ["grafana", "config_lines_parts", "anywhere"],
    ["grafana", "config_search_words", "within"],
  ])(
    "for configs by %s, the index %s is used even if the caller may read only some of them",
    async (text, index, closeness) => {
      const wanted = { kind: "configs", kinds: { configs: [{ agent: "all", search: text }] }, closeness } as const;
      const read = { shape: "tags", all: false, tags: [{ cluster: "north" }] } as const;
      const claims: Claims = { person_id: idOf("person", 1), rows: { config: { read } } };
      const plan = await planOf(wanted, "enable_indexscan", claims);
      expect(plan).toContain(`on ${index}`);
      expect(plan).not.toContain("Seq Scan");
    },
  );

  /** Sequential scans are disabled, because PostgreSQL would prefer them for a dozen rows. */
  async function planOf(
    wanted: Pick<Parameters<typeof searchStatement>[2], "kind" | "kinds" | "closeness">,
    without: string,
    claims?: Claims,
  ): Promise<string> {
    const statement = new Statement();
    const sql = searchStatement(system, systemActor, { ...wanted, limit: 50, timestamps: false }, statement, []);
    const client = await system.db.pools[claims ? "scoped" : "plain"].connect();
    try {
      await client.query(`begin; set local enable_seqscan = off; set local ${without} = off`);
      if (claims) await client.query("select set_config('quarterdeck.claims', $1, true)", [JSON.stringify(claims)]);
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${sql}`, statement.values);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    } finally {
      await client.query("rollback");
      client.release();
    }
  }
});
