import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Json } from "#language/columns.ts";
import { chanceOf } from "#tests/support/chance.ts";
import { idOf } from "#tests/support/estate.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { SummaryQuery, SummaryRow } from "../../contract.ts";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const viewer = await person({ roles: ["viewer"] });

const ask = (body: unknown, who: Someone = viewer) => who.ask("/api/catalog/summary", { method: "POST", body });

async function summary(body: SummaryQuery, who: Someone = viewer): Promise<SummaryRow[]> {
  const answer = await ask(body, who);
  expect({ body, status: answer.status, text: answer.text }).toMatchObject({ body, status: 200 });
  return answer.body as SummaryRow[];
}

/** Formats each group as a string such as `Pod 7`, in order. */
const counts = (rows: readonly SummaryRow[], ...keys: string[]) =>
  rows.map((row) => [...keys.map((key) => row[key]), row.count].join(" "));

beforeAll(async () => {
  await sql`select index_config_items(1000)`.execute(db);
  await sql`update config_items set deleted_at = now() where id = ${idOf("config", 11)}`.execute(db);
});

test("DA-101 the summary counts items by type, with health, changes, insights and costs", async () => {
  const rows = await summary({ changes: { since: "30d" }, analysis: { since: "30d" }, cost: "30d" });
  expect(counts(rows, "type")).toEqual(["Kubernetes::Cluster 1", "Kubernetes::Namespace 3", "Kubernetes::Pod 7"]);
  const pods = await db
    .selectFrom("configs")
    .select(["changes", "analysis", "cost_total_30d", "cost_total_1d", "cost_per_minute", "created_at", "updated_at"])
    .where("type", "=", "Kubernetes::Pod")
    .where("deleted_at", "is", null)
    .execute();
  const { rows: changes } = await sql<{ count: number }>`
    select count(*) from config_changes ch join config_items c on c.id = ch.config_id
    where c.type = 'Kubernetes::Pod' and c.deleted_at is null and ch.created_at > now() - interval '30 days'`.execute(
    db,
  );
  const insights: Record<string, number> = {};
  for (const { analysis } of pods)
    for (const [type, count] of Object.entries(analysis ?? {})) insights[type] = (insights[type] ?? 0) + count;
  const sum = (column: "cost_total_30d" | "cost_total_1d") =>
    pods.reduce((total, pod) => total + (pod[column] ?? 0), 0);
  const newest = (times: readonly (string | null)[]) =>
    times.reduce((a, b) => (Date.parse(a!) > Date.parse(b!) ? a : b));
  expect(rows[2]).toEqual({
    type: "Kubernetes::Pod",
    count: 7,
    health: { healthy: 5, unhealthy: 1, warning: 1 },
    changes: changes[0]!.count,
    analysis: insights,
    cost_per_minute: expect.any(Number),
    cost_total_1d: expect.closeTo(sum("cost_total_1d"), 3),
    cost_total_7d: expect.any(Number),
    cost_total_30d: expect.closeTo(sum("cost_total_30d"), 3),
    cost_30d: rows[2]!.cost_total_30d,
    created_at: newest(pods.map(({ created_at }) => created_at)),
    updated_at: newest(pods.map(({ updated_at }) => updated_at)),
  });
  expect(rows[2]!.changes).toBeGreaterThan(0);
  expect(Object.keys(insights).length).toBeGreaterThan(0);
});

test("only requested fields are returned", async () => {
  const [row] = await summary({});
  expect(Object.keys(row!).sort()).toEqual(["count", "created_at", "health", "type", "updated_at"]);
  expect(await summary({ type: "Nothing::Here" })).toEqual([]);
});

describe("items are grouped", () => {
  test.each<[SummaryQuery, string[], string[]]>([
    [{ groupBy: ["namespace"] }, ["namespace"], ["ns-0 1", "ns-1 3", "ns-2 3", "ns-3 2", "ns-4 2"]],
    [{ groupBy: ["tag:cluster"] }, ["tag:cluster"], ["north 11"]],
    [{ groupBy: ["config_class"] }, ["config_class"], ["Cluster 1", "Namespace 3", "Pod 7"]],
    [{ groupBy: ["status"] }, ["status"], ["Running 11"]],
    [{ groupBy: ["nobody-has-this"] }, ["nobody-has-this"], [" 11"]],
    [{ groupBy: ["label:app"] }, ["label:app"], ["app-0 4", "app-1 4", "app-2 3"]],
    [{ groupBy: ["changed"] }, ["changed"], ["1h 11"]],
    [{ groupBy: ["name"], type: "*::Namespace" }, ["name"], ["namespace-2 1", "namespace-3 1", "namespace-4 1"]],
    [
      { groupBy: ["type"], tags: ["cluster"] },
      ["type", "cluster"],
      ["Kubernetes::Cluster north 1", "Kubernetes::Namespace north 3", "Kubernetes::Pod north 7"],
    ],
    [{ groupBy: ["type", "namespace"], type: "*Namespace" }, ["type", "namespace"], ["Kubernetes::Namespace ns-1 3"]],
    [
      { groupBy: ["type", "type"] },
      ["type"],
      ["Kubernetes::Cluster 1", "Kubernetes::Namespace 3", "Kubernetes::Pod 7"],
    ],
  ])("groups for %j", async (query, keys, expected) => {
    expect(counts(await summary(query), ...keys)).toEqual(expected);
  });

  test("groups by agent, with the name of the agent", async () => {
    expect(await summary({ groupBy: ["agent"] })).toMatchObject([
      { agent: { id: "00000000-0000-0000-0000-000000000000", name: expect.any(String) }, count: 11 },
    ]);
  });

  test("returns the type as a string for every grouping, because clients parse it", async () => {
    expect((await summary({ groupBy: ["cluster"] }))[0]!.type).toBe("");
    expect((await summary({ groupBy: ["cluster"], type: "*Pod" }))[0]!.type).toBe("Kubernetes::Pod");
  });

  test("groups by arbitrary keys, which are passed as parameters and not as SQL", async () => {
    for (const key of ["' or 1=1 --", '"', "a->>b", "$1", "__proto__", "constructor", "tag:", "label:'"])
      expect(await summary({ groupBy: [key] })).toMatchObject([{ count: 11 }]);
  });
});

describe("items are filtered", () => {
  test.each<[SummaryQuery, string[]]>([
    [{ health: "unhealthy,warning" }, ["Kubernetes::Pod 2"]],
    [{ health: "!healthy" }, ["Kubernetes::Pod 2"]],
    [{ health: "un*" }, ["Kubernetes::Pod 1"]],
    [{ status: "running" }, ["Kubernetes::Cluster 1", "Kubernetes::Namespace 3", "Kubernetes::Pod 7"]],
    [{ status: "!Running" }, []],
    [{ filter: { app: "app-1" } }, ["Kubernetes::Cluster 1", "Kubernetes::Namespace 1", "Kubernetes::Pod 2"]],
    [{ filter: { app: "app-1,app-2" } }, ["Kubernetes::Cluster 1", "Kubernetes::Namespace 2", "Kubernetes::Pod 4"]],
    [{ filter: { app: "!app-1" } }, ["Kubernetes::Namespace 2", "Kubernetes::Pod 5"]],
    [{ filter: { app: "app-1", nobody: "has" } }, []],
    [{ filter: { nobody: "!has" }, type: "*Pod" }, ["Kubernetes::Pod 7"]],
    [{ filter: { "label:app": "app-1" }, type: "*Pod" }, ["Kubernetes::Pod 2"]],
    // Tags are columns of groups, labels are columns of items; tests each alone and both together.
    [{ filter: { "tag:namespace": "ns-1" } }, ["Kubernetes::Namespace 3"]],
    [{ filter: { "tag:cluster": "nobody" } }, []],
    [{ filter: { "tag:nobody": "!has" }, type: "*Pod" }, ["Kubernetes::Pod 7"]],
    [{ filter: { "tag:nobody": "!has", app: "app-1" }, type: "*Pod" }, ["Kubernetes::Pod 2"]],
    [{ deleted: true, type: "*Pod" }, ["Kubernetes::Pod 8"]],
    [{ agent_id: "local", type: "*Pod" }, ["Kubernetes::Pod 7"]],
    [{ agent_id: "!local" }, []],
    [{ agent_id: idOf("agent", 1), filter: { app: "app-1" } }, []],
    [{ search: "pod-9 uid" }, ["Kubernetes::Pod 1"]],
  ])("filters by %j", async (query, expected) => {
    expect(counts(await summary(query), "type")).toEqual(expected);
  });

  test("filters by health and status, and still returns the distribution of all health values", async () => {
    expect(await summary({ health: "unhealthy" })).toMatchObject([
      { count: 1, health: { healthy: 5, unhealthy: 1, warning: 1 } },
    ]);
  });
});

test("counts changes in arbitrary time ranges, and returns the cost per period", async () => {
  const [cluster] = await summary({ type: "*Cluster", changes: { since: "365d" }, cost: "1h" });
  const { count } = await db
    .selectFrom("config_changes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("config_id", "=", idOf("config", 1))
    .executeTakeFirstOrThrow();
  expect(cluster).toMatchObject({ changes: count, cost_1h: expect.any(Number) });
  expect(cluster!["cost_1h"]).toBeCloseTo((cluster!.cost_per_minute as number) * 60, 3);
  for (const cost of ["1d", "7d"])
    expect((await summary({ type: "*Cluster", cost }))[0]![`cost_${cost}`]).toBe(
      (await summary({ type: "*Cluster", cost }))[0]![`cost_total_${cost}`],
    );
});

describe("new writes are counted before and after the job has run", () => {
  const pods = async (query: SummaryQuery = {}) =>
    (await summary({ type: "*Pod", changes: { since: "3d" }, analysis: {}, cost: "1d", ...query }))[0]!;
  const expectBoth = async (expected: object) => {
    expect(await pods()).toMatchObject(expected);
    await sql`select refresh_config_groups()`.execute(db);
    expect(await pods()).toMatchObject(expected);
  };

  test("counts added, changed and deleted items", async () => {
    const before = await pods();
    await sql`insert into config_items (id, type, config_class, name, health, status, tags, cost_total_1d)
              values (${idOf("config", 90)}, 'Kubernetes::Pod', 'Pod', 'new', 'unhealthy', 'Odd', '{"cluster": "south"}', 5)`.execute(
      db,
    );
    const { unhealthy = 0, healthy = 0 } = before.health;
    const cost = before.cost_total_1d as number;
    await expectBoth({
      count: before.count + 1,
      health: { ...before.health, unhealthy: unhealthy + 1 },
      cost_total_1d: cost + 5,
    });
    await sql`update config_items set health = 'healthy', cost_total_1d = 6 where id = ${idOf("config", 90)}`.execute(
      db,
    );
    await expectBoth({
      count: before.count + 1,
      health: { ...before.health, healthy: healthy + 1 },
      cost_total_1d: cost + 6,
    });
    await sql`update config_items set deleted_at = now() where id = ${idOf("config", 90)}`.execute(db);
    await expectBoth({ count: before.count, health: before.health, cost_total_1d: cost });
    await sql`delete from config_items where id = ${idOf("config", 90)}`.execute(db);
    await expectBoth({ count: before.count });
    expect(await summary({ groupBy: ["cluster"], deleted: true })).toHaveLength(1);
  });

  test("counts changes and insights", async () => {
    const before = await pods();
    expect(before.count).toBe(7);
    await sql`insert into config_changes (id, config_id, change_type) values (${idOf("change", 90)}, ${idOf("config", 5)}, 'Odd')`.execute(
      db,
    );
    await expectBoth({ changes: before.changes! + 1 });
    await sql`delete from config_changes where id = ${idOf("change", 90)}`.execute(db);
    await expectBoth({ changes: before.changes! });
    await sql`insert into config_analysis (id, config_id, analyzer, analysis_type) values (${idOf("analysis", 90)}, ${idOf("config", 5)}, 'odd', 'technical_debt')`.execute(
      db,
    );
    const more = { ...before.analysis, technical_debt: (before.analysis!["technical_debt"] ?? 0) + 1 };
    await expectBoth({ analysis: more });
    await sql`update config_analysis set status = 'resolved' where id = ${idOf("analysis", 90)}`.execute(db);
    await expectBoth({ analysis: before.analysis! });
  });

  test("deletes empty groups and keeps the others", async () => {
    await sql`update config_items set status = 'Passing' where id = ${idOf("config", 5)}`.execute(db);
    await sql`update config_items set status = 'Running' where id = ${idOf("config", 5)}`.execute(db);
    await sql`select refresh_config_groups()`.execute(db);
    const groups = async () =>
      (await sql<{ status: string }>`select distinct status from config_groups`.execute(db)).rows.map(
        ({ status }) => status,
      );
    expect(await groups()).toContain("Passing");
    await sql`select sweep_config_groups()`.execute(db);
    expect(await groups()).toEqual(["Running"]);
    expect(counts(await summary({}), "type")).toHaveLength(3);
  });

  test("rebuilding all groups gives the same counts", async () => {
    const before = await summary({
      groupBy: ["type", "namespace", "health"],
      changes: { since: "7d" },
      analysis: {},
      cost: "7d",
    });
    await sql`delete from config_item_groups`.execute(db);
    await sql`delete from config_groups`.execute(db);
    await sql`select make_config_groups()`.execute(db);
    expect(
      await summary({ groupBy: ["type", "namespace", "health"], changes: { since: "7d" }, analysis: {}, cost: "7d" }),
    ).toEqual(before);
  });
});

describe("limited users get counts of visible items", () => {
  const rule = (object_selector: Readonly<Record<string, Json>>, deny = false) => ({
    action: "read",
    ...(deny ? { deny } : {}),
    object_selector,
  });
  const cases: [string, Parameters<typeof person>[0]][] = [
    ["by tags", { rules: [rule({ configs: [{ tagSelector: "namespace=ns-1" }] })] }],
    [
      "by two tags",
      { rules: [rule({ configs: [{ tagSelector: "namespace=ns-1" }, { tagSelector: "namespace=ns-2" }] })] },
    ],
    ["by type", { rules: [rule({ configs: [{ types: ["Kubernetes::Namespace"] }] })] }],
    ["by namespace and type", { rules: [rule({ configs: [{ namespace: "ns-1", types: ["Kubernetes::Pod"] }] })] }],
    ["by name", { rules: [rule({ configs: [{ name: "pod-5" }, { name: "pod-6" }] })] }],
    ["by label", { rules: [rule({ configs: [{ labelSelector: "app=app-1" }] })] }],
    ["by id", { rules: [{ action: "read", config_id: idOf("config", 7) }] }],
    ["all but a name", { roles: ["viewer"], rules: [rule({ configs: [{ name: "pod-5" }] }, true)] }],
    ["all but a tag", { roles: ["viewer"], rules: [rule({ configs: [{ tagSelector: "namespace=ns-1" }] }, true)] }],
    ["all but an id", { roles: ["viewer"], rules: [{ action: "read", deny: true, config_id: idOf("config", 7) }] }],
    ["of an agent that has none", { rules: [rule({ configs: [{ agent: idOf("agent", 1) }] })] }],
  ];
  test.each(cases)("counts visible items: %s", async (_, rights) => {
    const limited = await person(rights);
    const { body } = await limited.ask("/configs?select=type,health&deleted_at=is.null");
    const seen = new Map<string, number>();
    for (const { type } of body as { type: string }[]) seen.set(type, (seen.get(type) ?? 0) + 1);
    const expected = [...seen].map(([type, count]) => `${type} ${count}`).sort();
    for (const more of [{}, { groupBy: ["type", "nobody-has-this"] }, { filter: { nobody: "!has" } }])
      expect(counts(await summary(more, limited), "type")).toEqual(expected);
    expect((await summary({}, viewer)).reduce((sum, { count }) => sum + count, 0)).toBe(11);
  });

  test("a user without access is rejected", async () => {
    expect((await ask({}, await person())).status).toBe(403);
  });
});

describe("an invalid request returns the reason", () => {
  test.each([
    [{ changes: { since: "soon" } }, 'body.changes.since: "soon" is not a duration.'],
    [{ changes: { since: "0s" } }, "body.changes.since: must be between"],
    [{ cost: "2d" }, "body.cost: must be 1h, 1d, 7d or 30d"],
    [{ groupBy: "type" }, "body.groupBy"],
    [{ groupBy: [""] }, "body.groupBy.0: must not be empty"],
    [{ groupBy: ["a\0"] }, "body.groupBy.0: is not valid text"],
    [{ filter: { a: 1 } }, "body.filter.a: must be a string"],
    [{ colour: "red" }, "body.colour: unknown field"],
  ])("rejects %j", async (body, message) => {
    const answer = await ask(body);
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([400, expect.stringContaining(message)]);
  });

  test("random requests get a result or an error with a reason", async () => {
    const chance = chanceOf(51);
    const alphabet = [
      "a",
      "type",
      "*",
      "!",
      ",",
      "%",
      "%00",
      "\0",
      "\ud800",
      "'",
      '"',
      "$1",
      "(",
      "-1",
      "30d",
      "9",
      "label:",
      "tag:",
      "{}",
      "\\",
    ];
    const word = () => chance.text(alphabet, 5);
    const statuses = new Set<number>();
    for (let n = 0; n < 300; n += 1) {
      const body: Record<string, unknown> = {
        groupBy: chance.times(chance.between(0, 3), word),
        [chance.pick(["status", "health", "type", "cost", "search", "deleted"])]: chance.pick([
          word(),
          word(),
          null,
          7,
          true,
          [],
        ]),
        filter: { [word()]: word() },
        changes: chance.pick([{ since: word() }, {}, null, { since: chance.text(["9", "d", "h", "."], 8) }]),
        tags: chance.times(chance.between(0, 2), word),
      };
      delete body[chance.pick(Object.keys(body))];
      statuses.add((await ask(body)).status);
    }
    expect(statuses).toEqual(new Set([200, 400]));
  });
});
