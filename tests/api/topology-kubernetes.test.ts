// Tests a Kubernetes estate from its objects to its topology: the scraper reads the objects of a cluster, a proposal is
// saved unchanged, and the health of each level is derived from the pods. The same manifest in a file builds the same
// tree.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { TopologyAnswer } from "#areas/topology/contract.ts";
import type { Topology } from "#areas/topology/model.ts";
import { apps, estate, object, owner, pod } from "../support/cluster-estate.ts";
import { testDatabase } from "../support/database.ts";
import { testKey, until } from "../support/running-system.ts";
import { openScrapedCluster } from "../support/scraped-cluster.ts";
import { startTestServer } from "../support/test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "kubernetes-topology-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const database = await testDatabase();
const { scraper, cluster } = await openScrapedCluster(database.databases);
const server = await startTestServer({ database, env: { MANIFESTS_DIR: folder, SECRET_KEY: testKey } });
const cookie = await server.signIn();

async function ask<Body>(path: string, init: RequestInit = {}): Promise<Body> {
  const headers = { cookie, origin: server.url, "content-type": "application/json", prefer: "return=representation" };
  const answer = await server.fetch(path, { ...init, headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

const running = { replicas: 1, readyReplicas: 1, availableReplicas: 1, updatedReplicas: 1 };
const available = [{ type: "Available", status: "True" }];

/** A workload with its replica set and one pod. */
const workload = (name: string, namespace: string, number: number, podName: string, more: object = {}) => [
  object("Deployment", name, {
    number,
    namespace,
    ...apps,
    spec: { replicas: 1 },
    status: { ...running, conditions: available },
  }),
  object("ReplicaSet", `${name}-abc12`, {
    number: number + 1,
    namespace,
    ...apps,
    metadata: { ownerReferences: owner("Deployment", name, number) },
    spec: { replicas: 1 },
    status: running,
  }),
  {
    ...pod(podName, number + 2, { namespace, ownerReferences: owner("ReplicaSet", `${name}-abc12`, number + 1) }),
    ...more,
  },
];

const ownKinds = ["Deployment", "ReplicaSet", "Pod", "Event"];

/**
 * The test data with one workload in each of two namespaces. `more` replaces fields of the pod in the second namespace.
 */
const objects = (more: object = {}) => [
  ...estate().filter(({ kind }) => !ownKinds.includes(kind)),
  ...workload("web", "shop", 40, "web-1"),
  object("Namespace", "storage", { number: 30, namespace: "", status: { phase: "Active" } }),
  ...workload("orders", "storage", 50, "orders-1", more),
];

const crashing = {
  status: {
    phase: "Running",
    conditions: [{ type: "Ready", status: "False" }],
    containerStatuses: [
      { name: "main", ready: false, restartCount: 9, state: { waiting: { reason: "CrashLoopBackOff" } } },
    ],
  },
};

/** Returns `name (type, health)` for each component, indented by its level. */
const lines = (components: readonly Topology[], indent = ""): string[] =>
  components.flatMap(({ name, type, health, components: below = [] }) => [
    `${indent}${name} (${type}, ${health})`,
    ...lines(below, `${indent}  `),
  ]);

const treeOf = async (root: string) => {
  const { components } = await ask<TopologyAnswer>("/api/canary/api/topology?depth=5&sortBy=name");
  return lines(components.filter(({ name }) => name === root));
};

const expected = (root: string, [shop, storage, all]: readonly [shop: string, storage: string, all: string]) => [
  `${root} (KubernetesCluster, ${all})`,
  `  shop (Namespace, ${shop})`,
  `    web (Deployment, ${shop})`,
  `      web-1 (Pod, ${shop})`,
  `  storage (Namespace, ${storage})`,
  `    orders (Deployment, ${storage})`,
  `      orders-1 (Pod, ${storage})`,
];

const isTree = (root: string, health: readonly [string, string, string]) =>
  until(
    () => treeOf(root),
    (tree) => tree.join("\n") === expected(root, health).join("\n"),
    120_000,
  );

test("a proposal for the scraped objects becomes a topology in one step, with the right health at each level", async () => {
  const source = await scraper("harbour");
  cluster.objects = objects();
  await source.run();
  const { proposals } = await ask<{ proposals: { kind: string; name: string; spec: object }[] }>(
    "/api/topology/proposals",
  );
  const proposal = proposals.find(({ kind }) => kind === "kubernetes")!;
  const [saved] = await ask<{ id: string }[]>("/api/db/topologies", {
    method: "POST",
    body: JSON.stringify({ name: proposal.name, source: "UI", spec: proposal.spec }),
  });
  await isTree("kubernetes (harbour)", ["healthy", "healthy", "healthy"]);

  // The pod of one workload crashes: only its own branch becomes unhealthy.
  cluster.objects = objects(crashing);
  await source.run();
  await isTree("kubernetes (harbour)", ["healthy", "unhealthy", "unhealthy"]);
  cluster.objects = objects();
  await source.run();
  await isTree("kubernetes (harbour)", ["healthy", "healthy", "healthy"]);

  // The same manifest from a file.
  const manifest = {
    apiVersion: "canaries.flanksource.com/v1",
    kind: "Topology",
    metadata: { name: "filed" },
    spec: proposal.spec,
  };
  writeFileSync(join(folder, "estate.yaml"), JSON.stringify(manifest));
  await isTree("filed (harbour)", ["healthy", "healthy", "healthy"]);
  const { spec } = (await ask<{ spec: object }[]>("/api/db/topologies?name=eq.filed&select=spec"))[0]!;
  const stored = (await ask<{ spec: object }[]>(`/api/db/topologies?id=eq.${saved!.id}&select=spec`))[0]!;
  expect(spec).toEqual(stored.spec);
});
