// Tests the row requests that the catalog pages of the console send.
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { idOf } from "#tests/support/estate.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const viewer = await person({ roles: ["viewer"] });
const config = (number: number) => idOf("config", number);

type Row = Record<string, unknown>;

async function rows(path: string, who: Someone = viewer): Promise<Row[]> {
  const answer = await who.ask(path, { headers: { prefer: "count=exact" } });
  expect({ path, text: answer.text.slice(0, 300), isGood: answer.status < 300 }).toMatchObject({ path, isGood: true });
  return answer.body as Row[];
}
const names = async (path: string, who?: Someone) => (await rows(path, who)).map(({ name }) => name);

const listed =
  "/configs?&select=id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis&select=agent:agents(id,name)";

/** A chain of twelve items. */
const link = (number: number) => idOf("link", number);
beforeAll(async () => {
  for (let n = 1; n <= 12; n += 1)
    await sql`insert into config_items (id, type, config_class, name) values (${link(n)}, 'Test::Link', 'Link', ${`link-${String(n).padStart(2, "0")}`})`.execute(
      db,
    );
  for (let n = 1; n < 12; n += 1)
    await sql`insert into config_relationships (config_id, related_id, relation) values (${link(n)}, ${link(n + 1)}, 'Leads')`.execute(
      db,
    );
  for (let n = 1; n <= 12; n += 1)
    await sql`insert into config_changes (config_id, change_type, summary) values (${link(n)}, 'Chained', ${String(n)})`.execute(
      db,
    );
  await sql`select index_config_items(1000)`.execute(db);
});

describe("items", () => {
  test("CA-15 the list returns every field of its columns", async () => {
    const [row] = await rows(
      `${listed}&type=eq.Kubernetes::Cluster&order=type,name.asc&deleted_at=is.null&limit=50&offset=0`,
    );
    expect(row).toEqual({
      id: config(1),
      type: "Kubernetes::Cluster",
      config_class: "Cluster",
      status: "Running",
      health: "healthy",
      labels: { app: "app-1" },
      name: "cluster-1",
      tags: { cluster: "north", namespace: "ns-0" },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
      cost_per_minute: 0.01,
      cost_total_1d: 14.4,
      cost_total_7d: 100.8,
      cost_total_30d: 432,
      changes: expect.any(Number),
      analysis: null,
      agent: { id: "00000000-0000-0000-0000-000000000000", name: expect.any(String) },
    });
  });

  test("items are filtered by status, health, labels and text", async () => {
    expect(await names(`${listed}&health.filter=unhealthy,warning&order=name.asc`)).toEqual(["pod-10", "pod-9"]);
    expect(await names(`${listed}&status.filter=!Running&type=like.Kube*`)).toEqual([]);
    expect(
      await names(`${listed}&or=(and(labels->>app.eq.app-1,labels->>app.neq.app-2))&type=eq.Kubernetes::Namespace`),
    ).toEqual(["namespace-4"]);
    expect(
      await names(
        `${listed}&or=(name.ilike.*luster*,type.ilike.*luster*,description.ilike.*luster*,namespace.ilike.*luster*)`,
      ),
    ).toEqual(["cluster-1"]);
  });

  test("items are found by words of their names, labels, tags and documents", async () => {
    await sql`update config_items set config = '{"spec": {"image": "registry.example.org/Checkout:v2", "ports": [8443]}}' where id = ${config(5)}`.execute(
      db,
    );
    await sql`select index_config_items(1000)`.execute(db);
    const found = (words: string, more = "") =>
      names(`/rpc/search_configs?search=${encodeURIComponent(words)}&order=name${more}`);
    expect(await found("checkout")).toEqual(["pod-5"]);
    expect(await found("REGISTRY.example.org check")).toEqual(["pod-5"]);
    expect(await found("8443")).toEqual(["pod-5"]);
    expect(await found("spec image")).toEqual(["pod-5"]);
    expect(await found("north cluster 1", "&type=eq.Kubernetes::Cluster")).toEqual(["cluster-1"]);
    expect(await found("heckout")).toEqual([]);
    expect(await found("app-0 uid", "&type=eq.Kubernetes::Namespace&select=name,changes")).toEqual(["namespace-3"]);
    expect(await found("")).toEqual([]);
    expect(await found("' & | ! :* \\ (")).toEqual([]);
    await sql`update config_items set name = 'renamed-pod' where id = ${config(5)}`.execute(db);
    await sql`select index_config_items(1000)`.execute(db);
    expect(await found("renamed")).toEqual(["renamed-pod"]);
    await sql`update config_items set name = 'pod-5' where id = ${config(5)}`.execute(db);
  });

  test("the search returns no invisible items", async () => {
    const limited = await person({
      rules: [{ action: "read", object_selector: { configs: [{ tagSelector: "namespace=ns-1" }] } }],
    });
    expect(await names("/rpc/search_configs?search=kubernetes&order=name", limited)).toEqual([
      "namespace-2",
      "namespace-3",
      "namespace-4",
    ]);
    expect((await limited.ask("/config_search?select=config_id")).status).toBe(404);
  });

  test("the list is searched by part of a name and by words of the document, in any order and page by page", async () => {
    await sql`update config_items set description = 'Carries 100% of_the load' where id = ${config(1)}`.execute(db);
    const mentioning = (text: string, more = "&order=name") =>
      names(`/rpc/configs_mentioning?search=${encodeURIComponent(text)}${more}`);
    expect(await mentioning("uster-1")).toEqual(["cluster-1"]);
    expect(await mentioning("USTER-1")).toEqual(["cluster-1"]);
    expect(await mentioning("registry.example.org check")).toEqual(["pod-5"]);
    expect(await mentioning("app-0 uid", "&type=eq.Kubernetes::Namespace")).toEqual(["namespace-3"]);
    expect(await mentioning(" 100% of_ ")).toEqual(["cluster-1"]);
    for (const pattern of ["100%%", "Carries%load", "100% of-the", "uster_1", "100\\%"])
      expect({ pattern, found: await mentioning(pattern) }).toEqual({ pattern, found: [] });
    expect(await mentioning("  ")).toEqual([]);
    expect(await mentioning("od-", "&order=name.desc&limit=2&offset=1")).toEqual(["pod-8", "pod-7"]);
  });

  test("the search by part of a name returns no invisible items", async () => {
    const limited = await person({
      rules: [{ action: "read", object_selector: { configs: [{ tagSelector: "namespace=ns-1" }] } }],
    });
    expect(await names("/rpc/configs_mentioning?search=espace&order=name", limited)).toEqual([
      "namespace-2",
      "namespace-3",
      "namespace-4",
    ]);
    expect(await names("/rpc/configs_mentioning?search=luster", limited)).toEqual([]);
  });

  test("a document with a long certificate and multi-line text is searchable", async () => {
    const certificate = `start${"A1b2".repeat(2_000)}`;
    await sql`update config_items set config = ${JSON.stringify({ certificate, script: "first\nsecond\tthird" })} where id = ${config(6)}`.execute(
      db,
    );
    await sql`select index_config_items(1000)`.execute(db);
    expect(await names("/rpc/search_configs?search=second%20third")).toEqual(["pod-6"]);
    expect(await names("/rpc/search_configs?search=startA1b2A1b2")).toEqual(["pod-6"]);
  });

  test("an item has a document, an agent, a scraper and the counts of its tabs", async () => {
    expect(await rows(`/config_detail?id=eq.${config(4)}&select=*`)).toMatchObject([
      {
        id: config(4),
        config: { n: 4 },
        agent_name: expect.any(String),
        scraper: { id: idOf("scraper", 1), name: "scraper 1" },
        summary: { relationships: 4, analysis: 1, changes: expect.any(Number), playbook_runs: 1, checks: 1 },
      },
    ]);
  });

  test("items are looked up for pickers and links", async () => {
    expect(await rows(`/configs?id=eq.${config(3)}&select=id,name,config_class,type`)).toEqual([
      { id: config(3), name: "namespace-3", config_class: "Namespace", type: "Kubernetes::Namespace" },
    ]);
    expect(await rows(`/config_names?id=eq.${config(3)}`)).toMatchObject([
      { name: "namespace-3", type: "Kubernetes::Namespace" },
    ]);
    expect(
      await rows("/config_items?select=id,name,type,config_class&type=in.(Kubernetes::Namespace,Kubernetes::Cluster)"),
    ).toHaveLength(4);
    expect(
      await names(
        "/configs?select=id,external_id,name,type,analysis,changes&type=ilike.kubernetes::pod&or=(name.ilike.*-7*,external_id.ilike.*uid-8*)&order=name",
      ),
    ).toEqual(["pod-7", "pod-8"]);
  });

  test("CA-20 deleted items are hidden in lists and marked elsewhere", async () => {
    await sql`update config_items set deleted_at = now() where id = ${config(11)}`.execute(db);
    expect(await names(`${listed}&type=eq.Kubernetes::Pod&deleted_at=is.null`)).not.toContain("pod-11");
    const [row] = await rows(`${listed}&name=eq.pod-11`);
    expect(row).toMatchObject({ deleted_at: expect.any(String) });
    const around = (more: string) =>
      names(`/rpc/related_configs_recursive?config_id=${config(4)}&type_filter=outgoing&outgoing_relation=hard${more}`);
    expect(await around("&include_deleted_configs=false")).not.toContain("pod-11");
    expect(await around("&include_deleted_configs=true")).toContain("pod-11");
    await sql`update config_items set deleted_at = null where id = ${config(11)}`.execute(db);
  });
});

describe("items around an item", () => {
  test("CA-18 items around an item are found up to ten steps away on request, each with its outgoing edges", async () => {
    const related = await rows(
      `/rpc/related_configs_recursive?config_id=${link(1)}&include_deleted_configs=false&max_depth=10&type_filter=outgoing&outgoing_relation=both`,
    );
    expect(related.map(({ name }) => name)).toEqual(
      Array.from({ length: 11 }, (_, n) => `link-${String(n + 1).padStart(2, "0")}`),
    );
    expect(related[0]!["related_ids"]).toEqual([link(2)]);
    expect(related.at(-1)!["related_ids"]).toBeNull();
    expect(Object.keys(related[0]!)).toEqual(
      "id name type related_ids tags changes analysis cost_per_minute cost_total_1d cost_total_7d cost_total_30d created_at updated_at deleted_at agent_id health ready status path".split(
        " ",
      ),
    );
  });

  test("items around an item are filtered by type and health", async () => {
    const all = `/rpc/related_configs_recursive?config_id=${config(4)}&max_depth=10&type_filter=all&incoming_relation=hard&outgoing_relation=hard`;
    expect(new Set(await names(`${all}&type.filter=Kubernetes::Pod`))).toEqual(new Set(["pod-11", "pod-5", "pod-8"]));
    expect(await names(`${all}&type.filter=!Kubernetes::Pod`)).toEqual(["namespace-4", "cluster-1"]);
    expect(await names(`${all}&health.filter=unhealthy`)).toEqual([]);
    expect(await names(`${all}&status.filter=Run*&limit=1`)).toEqual(["namespace-4"]);
  });

  test("items around an item are listed by edge, with both ends", async () => {
    const edges = await rows(
      `/config_relationships?or=(related_id.eq.${config(5)},config_id.eq.${config(5)})&configs.order=name&select=*,configs:configs!config_relationships_config_id_fkey(id, type, name, config_class, deleted_at),related:configs!config_relationships_related_id_fkey(id, type, name, config_class, deleted_at)&deleted_at=is.null`,
    );
    expect(edges).toHaveLength(3);
    expect(edges.map(({ configs, related }) => [configs, related])).toContainEqual([
      expect.objectContaining({ id: config(4) }),
      expect.objectContaining({ id: config(5) }),
    ]);
  });

  test("CA-19 changes of items around an item are found up to five steps away by default", async () => {
    const changes = async (body: object) =>
      (
        (
          await viewer.ask("/api/catalog/changes", {
            method: "POST",
            body: { id: link(1), recursive: "all", sort_by: "name", ...body },
          })
        ).body as { changes: { summary: string }[] }
      ).changes.map(({ summary }) => Number(summary));
    expect(await changes({})).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await changes({ depth: 2 })).toEqual([1, 2, 3]);
    expect(await changes({ depth: 10 })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});

test("CA-16 a change has the fields of its dialog", async () => {
  expect(
    await rows(
      `/config_changes?config_id=eq.${config(3)}&id=eq.${idOf("change", 2)}&select=id,config_id,change_type,created_at,external_created_by,source,diff,details,patches,created_by,severity,summary,config:configs(id,name,type,config_class)`,
    ),
  ).toEqual([
    {
      id: idOf("change", 2),
      config_id: config(3),
      change_type: "Scaling",
      created_at: expect.any(String),
      external_created_by: "kubectl",
      source: "kubernetes",
      diff: expect.any(String),
      details: { reason: "Scaled" },
      patches: { spec: { replicas: 2 } },
      created_by: null,
      severity: "info",
      summary: "Something moved",
      config: { id: config(3), name: "namespace-3", type: "Kubernetes::Namespace", config_class: "Namespace" },
    },
  ]);
});

describe("CA-17 insights", () => {
  test("insights are listed with their items, and filtered", async () => {
    const list =
      "/config_analysis_items?select=id,analysis_type,analyzer,severity,status,first_observed,last_observed,config:configs(id,name,config_class,type)&limit=50&offset=0";
    const open = await rows(`${list}&status=eq.open&order=first_observed.desc`);
    expect(open).toHaveLength(11);
    expect(Object.keys(open[0]!)).toEqual([
      "id",
      "analysis_type",
      "analyzer",
      "severity",
      "status",
      "first_observed",
      "last_observed",
      "config",
    ]);
    expect(
      await rows(
        `${list}&analysis_type=eq.cost&severity=eq.high&analyzer=eq.analyzer-1&config_type=eq.Kubernetes::Namespace`,
      ),
    ).toHaveLength(1);
    expect(await rows(`${list}&config_id=eq.${config(2)}`)).toHaveLength(1);
  });

  test("insights have a message and the details of the analyzer", async () => {
    expect(
      await rows(
        `/config_analysis?select=id,source,analyzer,analysis_type,message,severity,status,analysis,first_observed,last_observed,config:configs(id,name,config_class,type)&id=eq.${idOf("analysis", 1)}`,
      ),
    ).toEqual([
      {
        id: idOf("analysis", 1),
        source: null,
        analyzer: "analyzer-1",
        analysis_type: "cost",
        message: "A port is open",
        severity: "high",
        status: "open",
        analysis: { port: 22 },
        first_observed: expect.any(String),
        last_observed: expect.any(String),
        config: { id: config(2), name: "namespace-2", config_class: "Namespace", type: "Kubernetes::Namespace" },
      },
    ]);
  });

  test("insights are found for all items of a component", async () => {
    expect(await rows(`/rpc/lookup_analysis_by_component?id=${idOf("component", 2)}`)).toMatchObject([
      { config_id: config(2) },
    ]);
    expect(
      await rows(
        `/analysis_by_component?component_id=eq.${idOf("component", 2)}&limit=50&offset=0&select=analysis_id,config:configs(id,name,config_class,type,analysis:config_analysis(id,analyzer,analysis_type,message,severity,analysis,first_observed))`,
      ),
    ).toMatchObject([{ analysis_id: idOf("analysis", 1), config: { id: config(2) } }]);
    expect(
      await rows(
        `/changes_by_component?component_id=eq.${idOf("component", 3)}&select=id,type,config_id,name,change_type,config_class`,
      ),
    ).toMatchObject([{ config_id: config(3) }]);
  });
});

test("filters offer the existing values", async () => {
  const values = async (path: string) => (await rows(path)).map((row) => Object.values(row).join("="));
  expect(await values("/config_types")).toContain("Kubernetes::Pod");
  expect(await values("/change_types?change_type=not.eq.")).toContain("diff");
  expect(await values("/config_tags")).toContain("cluster=north");
  expect(await values("/config_labels")).toContain("app=app-1");
  expect(await values("/config_tags_labels_keys")).toEqual(expect.arrayContaining(["tag:cluster", "label:app"]));
  expect(await values("/config_statuses")).toEqual(["Running"]);
  expect(await values("/config_classes")).toContain("Pod");
  expect(await values("/config_analysis_analyzers?order=analyzer.asc")).toHaveLength(4);
  expect(await values("/analysis_types")).toEqual(["cost", "reliability", "security"]);
});

test("CA-26 a component and an item are linked and unlinked manually", async () => {
  const editor = await person({ roles: ["editor"] });
  const pair = { component_id: idOf("component", 1), config_id: config(7), selector_id: "manual" };
  const panel = `/config_component_relationships?component_id=eq.${pair.component_id}&configs.order=name&select=*,configs!config_component_relationships_config_id_fkey(id, type, name, config_class, deleted_at)&deleted_at=is.null`;
  const linked = async () => (await rows(panel)).map(({ configs }) => (configs as Row)["name"]);
  expect(await linked()).toEqual(["cluster-1"]);
  const created = await editor.ask("/config_component_relationships", { method: "POST", body: pair });
  expect(created.status).toBe(201);
  expect(new Set(await linked())).toEqual(new Set(["cluster-1", "pod-7"]));
  expect(
    await rows(
      `/config_component_relationships?config_id=eq.${config(7)}&select=components!config_component_relationships_component_id_fkey(id, icon, name)&component_id=eq.${pair.component_id}`,
    ),
  ).toMatchObject([{ components: { id: pair.component_id } }]);
  const path = `/config_component_relationships?component_id=eq.${pair.component_id}&config_id=eq.${pair.config_id}&selector_id=eq.manual`;
  expect((await editor.ask(path, { method: "DELETE" })).status).toBeLessThan(300);
  expect(await linked()).toEqual(["cluster-1"]);
});
