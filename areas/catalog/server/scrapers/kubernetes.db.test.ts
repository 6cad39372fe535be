// Tests scrapes of a stand-in that implements the documented API, and saves the cluster in a real database.
import { expect, test } from "vitest";
import { estate, event, host, object, pod, spec, uid } from "#tests/support/cluster-estate.ts";
import { testDatabase } from "#tests/support/database.ts";
import { openScrapedCluster } from "#tests/support/scraped-cluster.ts";
import { deckConfig, deckToken } from "#tests/services/cluster.ts";
import { json } from "#tests/services/stand-in.ts";
import { kubernetes } from "./kubernetes.ts";

const { databases } = await testDatabase();
const { ask, cluster, older, scraper, standIns } = await openScrapedCluster(databases);

test("saves every object with its parent, health and relationships, and an edit creates one change", async () => {
  const source = await scraper("whole");
  const first = await source.run();
  expect(first.errors).toEqual([]);
  const all = await source.items();
  expect(all.map(({ type, name, parent, health }) => [type, name, parent, health])).toEqual([
    ["Kubernetes::Cluster", "harbour", null, "healthy"],
    ["Kubernetes::ConfigMap", "settings", "Kubernetes::Namespace/shop", "unknown"],
    ["Kubernetes::Deployment", "web", "Kubernetes::Namespace/shop", expect.any(String)],
    ["Kubernetes::Ingress", "web", "Kubernetes::Namespace/shop", "healthy"],
    ["Kubernetes::Namespace", "shop", "Kubernetes::Cluster/harbour", "unknown"],
    ["Kubernetes::Node", "node-1", "Kubernetes::Cluster/harbour", "healthy"],
    ["Kubernetes::PersistentVolume", "disk", "Kubernetes::Cluster/harbour", expect.any(String)],
    ["Kubernetes::PersistentVolumeClaim", "data", "Kubernetes::Namespace/shop", "healthy"],
    ["Kubernetes::Pod", "web-1", "Kubernetes::ReplicaSet/web-abc12", "healthy"],
    ["Kubernetes::ReplicaSet", "web-abc12", "Kubernetes::Deployment/web", expect.any(String)],
    ["Kubernetes::Secret", "keys", "Kubernetes::Namespace/shop", "unknown"],
    ["Kubernetes::Service", "web", "Kubernetes::Namespace/shop", "healthy"],
    ["Kubernetes::Ship", "boat", "Kubernetes::Namespace/shop", "unknown"],
  ]);
  const itemOf = (type: string) => all.find((item) => item.type === `Kubernetes::${type}`)!;
  expect(itemOf("Pod")).toMatchObject({
    id: uid(6),
    config_class: "Pod",
    external_id: [uid(6), "Kubernetes/harbour/Pod/shop/web-1"],
    labels: { app: "web", cluster: "harbour", namespace: "shop" },
    tags: { cluster: "harbour", namespace: "shop" },
    status: "Running",
  });
  expect(itemOf("Pod")["labels"]).not.toHaveProperty("pod-template-hash");
  expect(itemOf("Pod").config["metadata"]).not.toHaveProperty("resourceVersion");
  expect(itemOf("ConfigMap")["tags"]).toEqual({ cluster: "harbour", namespace: "shop", team: "retail" });
  expect(itemOf("Cluster")).toMatchObject({
    external_id: ["Kubernetes/Cluster/harbour"],
    config: { version: "v1.34.1" },
  });
  expect(JSON.stringify(all)).not.toContain("aHVzaA==");
  expect(JSON.stringify(all)).not.toContain(deckToken);
  expect(itemOf("Secret").config["data"]).toEqual({ token: "(hidden)" });
  expect(JSON.stringify(itemOf("Node").config)).not.toMatch(/lastHeartbeatTime|images/);

  const ties = await ask<{ tie: string }>(
    `select r.relation || ': ' || a.name || ' > ' || b.name as tie from config_relationships r
     join config_items a on a.id = r.config_id join config_items b on b.id = r.related_id
     where a.scraper_id = $1 and r.deleted_at is null and r.relation not like 'Namespace%' and r.relation <> 'hard' order by 1`,
    [source.id],
  );
  expect(ties.map(({ tie }) => tie)).toEqual([
    "DeploymentReplicaSet: web > web-abc12",
    "DeploymentShip: web > boat",
    "IngressService: web > web",
    "LBServiceIngress: web > web",
    "NodePod: node-1 > web-1",
    "PersistentVolumeClaimPersistentVolume: data > disk",
    "PodConfigMap: web-1 > settings",
    "PodPersistentVolumeClaim: web-1 > data",
    "ReplicaSetPod: web-abc12 > web-1",
    "ServicePod: web > web-1",
  ]);
  const events = [
    {
      name: "web-1",
      change_type: "BackOff",
      severity: "high",
      source: "kubelet",
      summary: "Back-off restarting failed container",
      external_change_id: uid(20),
    },
    {
      name: "web-1",
      change_type: "Pulled",
      severity: "info",
      source: "kubelet",
      summary: "Container image already present",
      external_change_id: uid(21),
    },
  ];
  expect(await source.changes()).toEqual(events);

  // Heartbeats and resource versions are not changes.
  cluster.objects = estate().map((item) =>
    item.kind === "Node"
      ? {
          ...item,
          metadata: { ...item.metadata, resourceVersion: "99" },
          status: { conditions: [{ type: "Ready", status: "True", lastHeartbeatTime: "2026-11-09T00:00:00Z" }] },
        }
      : item,
  );
  const second = await source.run();
  expect(
    Object.values(second.summary.config_types).map(({ added, updated, changes }) => [added, updated, changes]),
  ).toEqual(all.map(() => [0, 0, 0]).slice(0, Object.keys(second.summary.config_types).length));
  expect(await source.changes()).toEqual(events);

  cluster.objects = estate().map((item) =>
    item.metadata.name === "settings" ? { ...item, data: { mode: "b" } } : item,
  );
  await source.run();
  expect((await source.changes()).filter((item) => item["change_type"] === "diff")).toMatchObject([
    { name: "settings", summary: "data.mode" },
  ]);
  // A removed object is marked as deleted.
  cluster.objects = estate().filter(({ kind }) => kind !== "Ship");
  await source.run();
  expect(await source.items("i.deleted_at is not null")).toMatchObject([{ name: "boat", delete_reason: "STALE" }]);
  await source.end();
});

test.each([
  ["one discovery document", spec],
  ["a discovery document per group", { ...spec, kubeconfig: deckConfig("kube-old.example") }],
])("scrapes kinds that only a non-preferred API version serves, with %s", async (_, clusterSpec) => {
  const source = await scraper("tugs");
  const tug = object("Tug", "hercules", { number: 60, apiVersion: "harbour.example/v1beta1" });
  [cluster.objects, older.objects] = [[tug], [tug]];
  await source.run(clusterSpec);
  expect(await source.items("i.type = 'Kubernetes::Tug'")).toMatchObject([{ name: "hercules" }]);
  expect(
    standIns.asked().filter(({ path }) => path.startsWith("/apis/harbour.example/v1beta1/") && path.endsWith("ships")),
  ).toEqual([]);
  [cluster.objects, older.objects] = [estate(), []];
  await source.end();
});

test("uses the deployment as parent of pods if ReplicaSets are excluded, and sends selectors to the cluster", async () => {
  const source = await scraper("narrow");
  await source.run({
    ...spec,
    namespace: "shop",
    selector: "app=web",
    exclusions: { kind: ["ReplicaSet", "Secret"], name: ["settings"], labels: { captain: "*" } },
    maxInFlight: 1,
  });
  expect((await source.items()).map(({ type, name }) => `${type} ${name}`)).toEqual([
    "Kubernetes::Cluster harbour",
    "Kubernetes::Pod web-1",
  ]);
  const paths = standIns.asked().map(({ path }) => path);
  expect(paths).not.toContain("/api/v1/namespaces/shop/secrets");
  expect(paths).not.toContain("/api/v1/nodes");
  await source.end();
  await source.run({ ...spec, namespace: "shop", fieldSelector: "metadata.name=web-1" });
  expect(standIns.asked().map(({ query }) => query.get("fieldSelector"))).toContain("metadata.name=web-1");
  await source.end();
  await source.run({ ...spec, exclusions: { kind: ["ReplicaSet"] } });
  expect((await source.items("i.name = 'web-1'"))[0]!["parent"]).toBe("Kubernetes::Deployment/web");
  await source.end();
});

test("scope limits a run to cluster-wide or namespaced objects and their events", async () => {
  const node = object("Node", "node-1", { number: 2, namespace: "" });
  cluster.objects = [...estate(), event("node-1.1", 23, node, { reason: "NodeNotReady", message: "gone" })];
  const scoped = async (scope: string) => {
    const source = await scraper(scope);
    const { errors, summary } = await source.run({ ...spec, scope });
    expect(errors).toEqual([]);
    // Events of excluded objects are not reported as orphaned.
    expect(summary.orphaned_changes).toEqual([]);
    expect(JSON.stringify(summary.config_types)).not.toContain("orphaned");
    const found = [
      (await source.items()).map(({ type }) => type.replace("Kubernetes::", "")).join(" "),
      (await source.changes()).map((item) => item["change_type"]).join(" "),
    ];
    await source.end();
    return found;
  };
  expect(await scoped("cluster")).toEqual(["Cluster Namespace Node PersistentVolume", "NodeNotReady"]);
  expect(await scoped("namespaced")).toEqual([
    "Cluster ConfigMap Deployment Ingress PersistentVolumeClaim Pod ReplicaSet Secret Service Ship",
    "BackOff Pulled",
  ]);
  const issuesOf = (more: object) =>
    kubernetes.spec.safeParse({ ...spec, ...more }).error?.issues.map(({ message }) => message);
  expect(issuesOf({ scope: "everything" })).toEqual(["must be cluster or namespaced"]);
  expect(issuesOf({ scope: "cluster", namespace: "shop" })).toEqual(["cluster cannot be combined with a namespace"]);
});

test("reads long lists in pages, even if a continue token expires or a page is too large", async () => {
  const source = await scraper("long");
  const many = Array.from({ length: 450 }, (_, index) =>
    object("ConfigMap", `map-${index}`, { number: 1_000 + index }),
  );
  cluster.objects = [...estate(), ...many];
  const steps = [
    () => cluster.forget(),
    () => json({ pad: "x".repeat(9 * 1024 * 1024) }),
    () => json({ kind: "Status" }, 429, { "retry-after": "0" }),
  ];
  // Responds to the requests of the second page.
  cluster.instead = ({ path, query }) =>
    path.endsWith("/configmaps") && query.get("continue")?.startsWith("200@")
      ? (steps.shift()?.() ?? undefined)
      : undefined;
  expect((await source.run()).errors).toEqual([]);
  expect(await source.items("i.type = 'Kubernetes::ConfigMap'")).toHaveLength(451);
  expect(steps).toEqual([]);
  await source.end();
});

test("keeps the items of kinds that the account cannot list, and scrapes a cluster without aggregated discovery", async () => {
  const source = await scraper("partly");
  await source.run();
  cluster.objects = estate().filter(({ kind }) => kind !== "Ship" && kind !== "Secret");
  cluster.instead = ({ path }) =>
    path.endsWith("/secrets")
      ? json(
          {
            kind: "Status",
            status: "Failure",
            message: 'secrets is forbidden: User "deck" cannot list resource "secrets"',
            code: 403,
          },
          403,
        )
      : undefined;
  const { errors } = await source.run();
  expect(errors).toEqual([
    'Objects of the kind Secret cannot be listed: Kubernetes accepts the credentials in the kubeconfig, but the right to do this in the cluster is missing: secrets is forbidden: User "deck" cannot list resource "secrets". Grant the right to do this in the cluster. Or leave them out with exclusions.kind.',
  ]);
  expect(await source.items("i.deleted_at is not null")).toEqual([]);
  await source.end();

  older.objects = estate();
  const other = await scraper("older");
  expect((await other.run({ ...spec, kubeconfig: deckConfig("kube-old.example") })).errors).toEqual([]);
  expect(await other.items()).toHaveLength(13);
  await other.end();
  await expect(other.run({ clusterName: "x", kubeconfig: "nothing" })).rejects.toThrow(
    /kubeconfig is not a kubeconfig/,
  );
  await expect(other.run({ ...spec, kubeconfig: deckConfig(host, "wrong") })).rejects.toThrow(
    /does not accept the credentials/,
  );
  expect(kubernetes.spec.safeParse({}).error?.issues[0]?.path).toEqual(["clusterName"]);
});

test("keeps the items of an API group whose server is down, and deletes removed objects even if events refer to them", async () => {
  const source = await scraper("stale group");
  await source.run();
  const names = async () => (await source.items("i.deleted_at is null")).map(({ type }) => type);
  expect(await names()).toContain("Kubernetes::Ship");
  cluster.objects = estate().filter(({ kind }) => kind !== "Ship");
  cluster.instead = ({ path }) =>
    path === "/apis"
      ? json({
          kind: "APIGroupDiscoveryList",
          items: [
            { metadata: { name: "harbour.example" }, versions: [{ version: "v1", freshness: "Stale", resources: [] }] },
          ],
        })
      : undefined;
  const { errors } = await source.run();
  expect(errors).toEqual([expect.stringContaining("The API server of the group harbour.example does not respond")]);
  expect(await names()).toContain("Kubernetes::Ship");
  cluster.instead = undefined;
  // The events of a deleted pod remain for an hour, so only the list of pods shows whether a pod exists.
  cluster.objects = [
    ...estate().filter(({ kind }) => kind !== "Pod"),
    event("late", 99, pod("web-1", 6), { reason: "Killing" }),
  ];
  expect((await source.run()).errors).toEqual([]);
  expect(await names()).not.toContain("Kubernetes::Pod");
  await source.end();
});

test("ignores changes that object annotations exclude, and sets the severity by the keywords of the scraper", async () => {
  const source = await scraper("quiet");
  const quiet = pod("web-2", 30, {
    annotations: {
      "config-db.flanksource.com/ignore-changes": "Back*",
      "config-db.flanksource.com/ignore-change-severity": "info",
    },
  });
  cluster.objects = [
    ...estate().filter(({ kind }) => kind !== "Event"),
    quiet,
    event("a", 31, quiet, { reason: "BackOff", message: "again" }),
    event("b", 32, quiet, { reason: "Pulled", message: "done", type: "Normal" }),
    event("c", 33, quiet, { reason: "Strange", message: "a panic" }),
    event("d", 34, quiet, { reason: "Odd", message: "x" }),
    event("e", 35, quiet, { reason: "Old", message: "x", lastTimestamp: "2020-01-01T00:00:00Z" }),
  ];
  await source.run({ ...spec, since: "1000h", event: { severityKeywords: { error: ["panic"], warn: ["Odd"] } } });
  expect((await source.changes()).map((item) => [item["change_type"], item["severity"]])).toEqual([
    ["Odd", "medium"],
    ["Strange", "high"],
  ]);
  await source.end();
});
