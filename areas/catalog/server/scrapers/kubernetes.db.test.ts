// A cluster as the product scrapes it, saved on a real database: against a stand-in that speaks the documented API.
import { afterAll, beforeEach, expect, test } from "vitest";
import { testDatabase, testLog } from "../../../../tests/database.ts";
import { runSystem, until } from "../../../../tests/running-system.ts";
import { deckConfig, deckToken, standInCluster, type StoredObject } from "../../../../tests/services/cluster.ts";
import { json, startStandIns } from "../../../../tests/services/stand-in.ts";
import { createScrubber } from "#server/scrub.ts";
import { inBatches } from "../run/in-batches.ts";
import { save } from "../save/save.ts";
import type { ScrapeRun } from "../scraper-kind.ts";
import { scrape } from "../scrape/scrape.ts";
import type { Found, Scraped } from "../scrape/found.ts";
import { kubernetes } from "./kubernetes.ts";
import { kubernetesFile } from "./kubernetes-file.ts";
import { merged } from "./kubernetes/merged.ts";

const { databases } = await testDatabase();
const system = await runSystem(databases);
afterAll(() => system.stop());
const host = "kube-scrape.example";
const cluster = standInCluster([]);
const older = standInCluster([], { isAggregated: false });
const standIns = await startStandIns({ [host]: cluster.answer, "kube-old.example": older.answer });

const uid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const object = (
  kind: string,
  name: string,
  { apiVersion = "v1", namespace = "shop", number, ...more }: Record<string, unknown> & { number: number },
): StoredObject => {
  const { metadata = {}, ...rest } = more as { metadata?: object };
  return {
    apiVersion: apiVersion as string,
    kind,
    metadata: {
      name,
      ...(namespace !== "" && { namespace: namespace as string }),
      uid: uid(number),
      resourceVersion: "5",
      creationTimestamp: "2026-11-01T00:00:00Z",
      managedFields: [{ manager: "kubectl" }],
      ...metadata,
    },
    ...rest,
  };
};
const apps = { apiVersion: "apps/v1" };
const owner = (kind: string, name: string, number: number) => [{ kind, name, uid: uid(number), controller: true }];

const pod = (name: string, number: number, more: object = {}) =>
  object("Pod", name, {
    number,
    metadata: {
      labels: { app: "web", "pod-template-hash": "abc12" },
      ownerReferences: owner("ReplicaSet", "web-abc12", 4),
      ...more,
    },
    spec: {
      nodeName: "node-1",
      containers: [{ name: "main", image: "nginx", envFrom: [{ configMapRef: { name: "settings" } }] }],
      volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }],
    },
    status: {
      phase: "Running",
      conditions: [{ type: "Ready", status: "True" }],
      containerStatuses: [{ name: "main", ready: true, state: { running: { startedAt: "2026-11-01T00:00:00Z" } } }],
    },
  });

const event = (name: string, number: number, of: StoredObject, more: object): StoredObject =>
  object("Event", name, {
    number,
    involvedObject: {
      kind: of.kind,
      namespace: of.metadata.namespace,
      name: of.metadata.name,
      uid: of.metadata["uid"],
    },
    source: { component: "kubelet" },
    lastTimestamp: "2026-11-02T00:00:00Z",
    type: "Warning",
    ...more,
  });

const web = pod("web-1", 6);
const estate = (): StoredObject[] => [
  object("Namespace", "shop", { number: 1, namespace: "", status: { phase: "Active" } }),
  object("Node", "node-1", {
    number: 2,
    namespace: "",
    status: {
      images: [{ names: ["nginx"] }],
      conditions: [{ type: "Ready", status: "True", lastHeartbeatTime: "2026-11-01T00:00:00Z" }],
    },
  }),
  object("Deployment", "web", { number: 3, ...apps, spec: { replicas: 1 } }),
  object("ReplicaSet", "web-abc12", {
    number: 4,
    ...apps,
    metadata: { ownerReferences: owner("Deployment", "web", 3) },
  }),
  object("Secret", "keys", {
    number: 5,
    data: { token: "aHVzaA==" },
    metadata: { annotations: { "kubectl.kubernetes.io/last-applied-configuration": '{"data":{"token":"aHVzaA=="}}' } },
  }),
  web,
  object("Service", "web", {
    number: 7,
    spec: { type: "LoadBalancer" },
    status: { loadBalancer: { ingress: [{ ip: "10.0.0.1" }] } },
  }),
  object("EndpointSlice", "web-x", {
    number: 8,
    apiVersion: "discovery.k8s.io/v1",
    metadata: { labels: { "kubernetes.io/service-name": "web" } },
    endpoints: [{ targetRef: { kind: "Pod", name: "web-1", namespace: "shop", uid: uid(6) } }],
  }),
  object("Ingress", "web", {
    number: 9,
    apiVersion: "networking.k8s.io/v1",
    spec: { rules: [{ http: { paths: [{ backend: { service: { name: "web" } } }] } }] },
    status: { loadBalancer: { ingress: [{ ip: "10.0.0.1" }] } },
  }),
  object("ConfigMap", "settings", {
    number: 10,
    data: { mode: "a" },
    metadata: { annotations: { "config-db.flanksource.com/tags": "team=retail" } },
  }),
  object("PersistentVolumeClaim", "data", { number: 11, spec: { volumeName: "disk" }, status: { phase: "Bound" } }),
  object("PersistentVolume", "disk", { number: 12, namespace: "", status: { phase: "Bound" } }),
  object("Ship", "boat", { number: 13, apiVersion: "harbour.example/v1", metadata: { labels: { captain: "web" } } }),
  object("ConfigMap", "unseen", {
    number: 14,
    metadata: { annotations: { "config-db.flanksource.com/ignore": "true" } },
  }),
  object("Lease", "beat", { number: 15, apiVersion: "coordination.k8s.io/v1" }),
  object("Pod", "left-out", { number: 16, namespace: "kube-system" }),
  event("web-1.1", 20, web, { reason: "BackOff", message: "Back-off restarting failed container", count: 3 }),
  event("web-1.2", 21, web, { reason: "Pulled", message: "Container image already present", type: "Normal" }),
  event("web-1.3", 22, web, { reason: "Unwanted", message: "nobody cares" }),
];
const spec = {
  clusterName: "harbour",
  kubeconfig: deckConfig(host),
  exclusions: { namespace: ["kube-*"] },
  event: { exclusions: { reason: ["Unwanted"] } },
  relationships: [
    { kind: { value: "Deployment" }, name: { label: "captain" }, namespace: { expr: "metadata.namespace" } },
  ],
};

interface Told {
  errors: string[];
  warnings: string[];
}
const scrubber = createScrubber();
const runWith = (told: Told, signal = new AbortController().signal) =>
  ({
    scraper: { id: "x", name: "x", namespace: "shop", labels: {} },
    outbound: standIns.outbound,
    system,
    log: testLog,
    signal,
    scrubber,
    value: async (value: unknown) => value as string,
    fail: (error: string) => void told.errors.push(error),
    warn: (warning: string) => void told.warnings.push(warning),
  }) as unknown as ScrapeRun;

const ask = async <Row extends object>(statement: string, values: unknown[] = []) =>
  (await databases.pools.system.query<Row & Record<string, unknown>>(statement, values)).rows;
const agentId = "00000000-0000-0000-0000-000000000000";

async function scraper(name: string) {
  const [row] = await ask<{ id: string }>(
    "insert into config_scrapers (name, spec, source) values ($1, '{}', 'UI') returning id",
    [name],
  );
  const { id } = row!;
  const named = { id, name, namespace: "shop", labels: {} };
  const through = (found: AsyncIterable<Scraped>) => scrape(found, {}, { scraper: named, isFull: false, warn() {} });
  return {
    id,
    named,
    through,
    async run(given: object = spec) {
      const told: Told = { errors: [], warnings: [] };
      const found = through(kubernetes.scrape(kubernetes.spec.parse(given), runWith(told)));
      const noted = (async function* (): AsyncGenerator<Found> {
        for await (const one of found) {
          yield one;
          for (const error of told.errors.splice(0)) yield { kind: "error", error };
        }
        for (const error of told.errors.splice(0)) yield { kind: "error", error };
      })();
      const { summary, errors } = await save(system, noted, {
        scraper: { id, agentId },
        isWhole: true,
        signal: new AbortController().signal,
      });
      return { summary, errors, warnings: told.warnings };
    },
    items: (where = "true") =>
      ask<{ name: string; type: string; health: string; config: Record<string, unknown> }>(
        `select i.id, i.name, i.type, i.health, i.status, i.labels, i.tags, i.config, i.config_class, i.external_id, i.deleted_at, i.delete_reason, p.type || '/' || p.name as parent
         from config_items i left join config_items p on p.id = i.parent_id where i.scraper_id = $1 and ${where} order by i.type, i.name`,
        [id],
      ),
    changes: () =>
      ask(
        `select i.name, c.change_type, c.severity, c.source, c.summary, c.external_change_id from config_changes c join config_items i on i.id = c.config_id
         where i.scraper_id = $1 order by c.change_type`,
        [id],
      ),
    end: () => ask("delete from config_items where scraper_id = $1", [id]).catch(() => undefined),
  };
}

beforeEach(() => {
  cluster.objects = estate();
  cluster.instead = undefined;
  standIns.asked();
});

test("every object is an item with its place, health and ties; a second run changes nothing, an edit is one change", async () => {
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
  const of = (type: string) => all.find((one) => one.type === `Kubernetes::${type}`)!;
  expect(of("Pod")).toMatchObject({
    id: uid(6),
    config_class: "Pod",
    external_id: [uid(6), "Kubernetes/harbour/Pod/shop/web-1"],
    labels: { app: "web", cluster: "harbour", namespace: "shop" },
    tags: { cluster: "harbour", namespace: "shop" },
    status: "Running",
  });
  expect(of("Pod")["labels"]).not.toHaveProperty("pod-template-hash");
  expect(of("Pod").config["metadata"]).not.toHaveProperty("resourceVersion");
  expect(of("ConfigMap")["tags"]).toEqual({ cluster: "harbour", namespace: "shop", team: "retail" });
  expect(of("Cluster")).toMatchObject({ external_id: ["Kubernetes/Cluster/harbour"], config: { version: "v1.34.1" } });
  expect(JSON.stringify(all)).not.toContain("aHVzaA==");
  expect(JSON.stringify(all)).not.toContain(deckToken);
  expect(of("Secret").config["data"]).toEqual({ token: "(hidden)" });
  expect(JSON.stringify(of("Node").config)).not.toMatch(/lastHeartbeatTime|images/);

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

  // What moves all the time is no change.
  cluster.objects = estate().map((one) =>
    one.kind === "Node"
      ? {
          ...one,
          metadata: { ...one.metadata, resourceVersion: "99" },
          status: { conditions: [{ type: "Ready", status: "True", lastHeartbeatTime: "2026-11-09T00:00:00Z" }] },
        }
      : one,
  );
  const second = await source.run();
  expect(
    Object.values(second.summary.config_types).map(({ added, updated, changes }) => [added, updated, changes]),
  ).toEqual(all.map(() => [0, 0, 0]).slice(0, Object.keys(second.summary.config_types).length));
  expect(await source.changes()).toEqual(events);

  cluster.objects = estate().map((one) => (one.metadata.name === "settings" ? { ...one, data: { mode: "b" } } : one));
  await source.run();
  expect((await source.changes()).filter((one) => one["change_type"] === "diff")).toMatchObject([
    { name: "settings", summary: "data.mode" },
  ]);
  // What is gone ends.
  cluster.objects = estate().filter(({ kind }) => kind !== "Ship");
  await source.run();
  expect(await source.items("i.deleted_at is not null")).toMatchObject([{ name: "boat", delete_reason: "STALE" }]);
  await source.end();
});

test("pods of a deployment whose ReplicaSets are left out belong to the deployment; other limits are asked of the cluster", async () => {
  const source = await scraper("narrow");
  await source.run({
    ...spec,
    namespace: "shop",
    selector: "app=web",
    exclusions: { kind: ["ReplicaSet", "Secret"], name: ["settings"], labels: { captain: "*" } },
    maxInflight: 1,
  });
  expect((await source.items()).map(({ type, name }) => `${type} ${name}`)).toEqual([
    "Kubernetes::Cluster harbour",
    "Kubernetes::Pod web-1",
  ]);
  const paths = standIns.asked().map(({ path }) => path);
  expect(paths).not.toContain("/api/v1/namespaces/shop/secrets");
  expect(paths).not.toContain("/api/v1/nodes");
  await source.end();
  await source.run({ ...spec, exclusions: { kind: ["ReplicaSet"] } });
  expect((await source.items("i.name = 'web-1'"))[0]!["parent"]).toBe("Kubernetes::Deployment/web");
  await source.end();
});

test("long lists come in pages, also when the cluster forgets in between or its objects are large", async () => {
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
  // Each time that the second page is asked for.
  cluster.instead = ({ path, query }) =>
    path.endsWith("/configmaps") && query.get("continue")?.startsWith("200@")
      ? (steps.shift()?.() ?? undefined)
      : undefined;
  expect((await source.run()).errors).toEqual([]);
  expect(await source.items("i.type = 'Kubernetes::ConfigMap'")).toHaveLength(451);
  expect(steps).toEqual([]);
  await source.end();
});

test("what may not be listed is told, and nothing ends for it; a cluster that tells of groups one by one is the same", async () => {
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
    'Objects of the kind Secret cannot be listed: Kubernetes accepts the credentials in the kubeconfig, which may not do this in the cluster: secrets is forbidden: User "deck" cannot list resource "secrets". Give the right to do this in the cluster. Or leave them out with exclusions.kind.',
  ]);
  expect(await source.items("i.deleted_at is not null")).toEqual([]);
  await source.end();

  older.objects = estate();
  const other = await scraper("older");
  expect((await other.run({ ...spec, kubeconfig: deckConfig("kube-old.example") })).errors).toEqual([]);
  expect(await other.items()).toHaveLength(13);
  await other.end();
  await expect(other.run({ clusterName: "x", kubeconfig: "nothing" })).rejects.toThrow(/kubeconfig is no kubeconfig/);
  await expect(other.run({ ...spec, kubeconfig: deckConfig(host, "wrong") })).rejects.toThrow(
    /does not accept the credentials/,
  );
  expect(kubernetes.spec.safeParse({}).error?.issues[0]?.path).toEqual(["clusterName"]);
});

test("objects say which of their changes nobody needs; severity follows the scraper's own words", async () => {
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
  expect((await source.changes()).map((one) => [one["change_type"], one["severity"]])).toEqual([
    ["Odd", "medium"],
    ["Strange", "high"],
  ]);
  await source.end();
});

test("between two runs it hears what happens, goes on when the connection ends, and lists again when it was forgotten", async () => {
  const source = await scraper("watched");
  await source.run();
  const ending = new AbortController();
  const told: Told = { errors: [], warnings: [] };
  const watching = (async () => {
    const found = source.through(kubernetes.watch!(kubernetes.spec.parse(spec), runWith(told, ending.signal)));
    for await (const batch of inBatches(found, { most: 200, withinMs: 20 }))
      await save(
        system,
        (async function* () {
          yield* batch;
        })(),
        { scraper: { id: source.id, agentId }, isWhole: false, signal: ending.signal },
      );
  })().catch((error: unknown) => error);
  await until(
    () => cluster.watchers("Pod") + cluster.watchers("Event"),
    (count) => count === 2,
  );

  cluster.happen("ADDED", pod("web-9", 40));
  cluster.happen("MODIFIED", { ...estate()[2]!, spec: { replicas: 5 } });
  cluster.happen("ADDED", event("n", 41, web, { reason: "Killing", message: "Stopping container main" }));
  cluster.happen("ADDED", pod("far", 42, { namespace: "kube-system" }));
  await until(
    source.changes,
    (all) => all.some((one) => one["change_type"] === "Killing") && all.some((one) => one["change_type"] === "diff"),
  );
  await until(
    () => source.items("i.name = 'web-9'"),
    ([item]) => item?.["parent"] === "Kubernetes::ReplicaSet/web-abc12",
  );

  cluster.happen("DELETED", pod("web-9", 40));
  const gone = await until(
    () => source.items("i.deleted_at is not null"),
    (all) => all.length > 0,
  );
  expect(gone).toMatchObject([{ name: "web-9", delete_reason: "FROM_EVENT" }]);

  // A bookmark moves on without telling anything; a connection that ends is opened again from there.
  cluster.tell("Pod", { type: "BOOKMARK", object: { kind: "Pod", metadata: { name: "", resourceVersion: "500" } } });
  cluster.hangUp();
  await until(
    () =>
      standIns
        .asked()
        .some(
          ({ path, query }) =>
            path.endsWith("/pods") && query.get("watch") === "1" && query.get("resourceVersion") === "500",
        ),
    Boolean,
  );
  await until(() => cluster.watchers("Pod"), Boolean);
  // Forgotten: what came meanwhile is found by listing.
  cluster.objects = [...cluster.objects, pod("web-10", 43)];
  cluster.tell("Pod", {
    type: "ERROR",
    object: { kind: "Status", code: 410, reason: "Expired", message: "too old resource version" },
  });
  await until(
    () => source.items("i.name = 'web-10'"),
    (all) => all.length === 1,
  );
  expect(await source.items("i.name = 'far'")).toEqual([]);
  ending.abort();
  await watching;
  await until(
    () => cluster.watchers("Pod"),
    (count) => count === 0,
  );
  await source.end();
});

test("files in pods are read through their containers", async () => {
  const source = await scraper("files");
  const running = pod("web-1", 6);
  cluster.objects = [
    ...estate().filter((one) => one.kind !== "Deployment"),
    object("Deployment", "web", { number: 3, ...apps, spec: { selector: { matchLabels: { app: "web" } } } }),
    { ...pod("web-pending", 50), status: { phase: "Pending" } },
  ];
  const large = "y".repeat(300_000);
  cluster.containers = {
    "shop/web-1/main": {
      "/etc/app/a.yaml": "mode: fast\n",
      "/etc/app/with space.json": '{"port": 80}',
      "/etc/motd": large,
      "/etc/huge": Buffer.alloc(11 * 1024 * 1024, "z"),
    },
  };
  const told: Told = { errors: [], warnings: [] };
  const read = async (given: object) => {
    const all: Found[] = [];
    const entry = kubernetesFile.spec.parse({ kubeconfig: deckConfig(host), ...given });
    for await (const one of source.through(kubernetesFile.scrape(entry, runWith(told)))) all.push(one);
    return all.map((one) => (one.kind === "item" ? one.item : one));
  };
  const files = [{ path: ["/etc/app/*", "/etc/motd"] }];
  const found = await read({ selector: { kind: "Deployment", name: "web" }, files });
  expect(told.errors.splice(0)).toEqual(["shop/web-pending is not running yet: what is in it cannot be read."]);
  expect(told.warnings).toEqual([]);
  cluster.objects = cluster.objects.filter(({ metadata }) => metadata.name !== "web-pending");
  expect(found).toMatchObject([
    {
      id: "shop/web-1/main/etc/app/a.yaml",
      name: "a.yaml",
      type: "Kubernetes::File",
      config: { mode: "fast" },
      source: "shop/web-1/main:/etc/app/a.yaml",
      parents: [{ externalId: running.metadata["uid"], scraper: "all" }],
    },
    { id: "shop/web-1/main/etc/app/with space.json", config: { port: 80 } },
    { id: "shop/web-1/main/etc/motd", config: { format: "text", content: large } },
  ]);
  expect(
    await read({
      selector: { name: "web-1" },
      container: "main",
      files: [{ path: ["/etc/app/a.yaml"], format: "raw" }],
    }),
  ).toMatchObject([{ config: { format: "raw", content: "mode: fast\n" } }]);
  await read({ selector: { labelSelector: "app=web" }, files: [{ path: ["/etc/none", "/no/*", "/etc/huge"] }] });
  await read({ selector: { name: "web-1" }, container: "side", files: [{ path: ["/etc/motd"] }] });
  expect(told.warnings).toEqual(["No file of shop/web-1/main fits /no/*."]);
  expect(told.errors).toEqual([
    "shop/web-1/main:/etc/none cannot be read: The command failed: cat: /etc/none: No such file or directory.",
    "shop/web-1/main:/etc/huge cannot be read: It is longer than 10485760 bytes.",
    'shop/web-1/side:/etc/motd cannot be read: Kubernetes does not run the command (404): pods "web-1" not found.',
  ]);
  await expect(read({ selector: { kind: "Whale" }, files })).rejects.toThrow(
    "The cluster has no objects of the kind Whale.",
  );
});

test("sources are merged: never more at once than wanted, none ahead of who takes, and all end together", async () => {
  let now = 0;
  let peak = 0;
  let begun = 0;
  const ended: boolean[] = [];
  const source = (count: number) =>
    async function* (signal: AbortSignal) {
      begun += 1;
      now += 1;
      peak = Math.max(peak, now);
      try {
        for (let index = 0; index < count; index += 1) {
          await Promise.resolve();
          yield index;
        }
      } finally {
        now -= 1;
        ended.push(signal.aborted);
      }
    };
  const signal = new AbortController().signal;
  let sum = 0;
  for await (const one of merged(
    Array.from({ length: 10 }, () => source(5)),
    { most: 3, signal },
  ))
    sum += one;
  expect([sum, peak, begun]).toEqual([100, 3, 10]);
  for await (const one of merged([source(1_000), source(1_000)], { most: 2, signal })) if (one === 3) break;
  await until(
    () => now,
    (count) => count === 0,
  );
  expect(ended.slice(-2)).toEqual([true, true]);
  const failing = async function* (): AsyncGenerator<number> {
    yield 1;
    throw new Error("gone");
  };
  await expect(async () => {
    for await (const _ of merged([failing, source(1_000_000)], { most: 2, signal }));
  }).rejects.toThrow("gone");
});
