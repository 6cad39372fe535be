// Tests Kubernetes checks against a stand-in that implements the documented API.
import { expect, test } from "vitest";
import { deckConfig, deckToken, standInCluster, type StoredObject } from "#tests/services/cluster.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import { look, type Looked } from "#tests/servers/look.ts";
import { compile } from "#lib/expression/compile.ts";

const pod = (
  name: string,
  { namespace = "default", phase = "Running", labels = {}, isReady = true } = {},
): StoredObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name,
    namespace,
    labels,
    creationTimestamp: "2026-11-01T00:00:00Z",
    managedFields: [{ manager: "kubectl", operation: "Apply" }],
  },
  spec: { containers: [{ name: "main", image: "nginx" }] },
  status: {
    phase,
    conditions: [{ type: "Ready", status: isReady ? "True" : "False" }],
    containerStatuses: [
      {
        name: "main",
        ready: isReady,
        state: isReady
          ? { running: { startedAt: "2026-11-01T00:00:00Z" } }
          : { waiting: { reason: "CrashLoopBackOff", message: "back-off 5m0s restarting failed container" } },
      },
    ],
  },
});

const objects: StoredObject[] = [
  pod("web-1", { labels: { app: "web" } }),
  pod("web-2", { labels: { app: "web" } }),
  pod("web-test", { labels: { app: "web" }, phase: "Pending" }),
  pod("broken", { namespace: "shop", isReady: false }),
  pod("cart", { namespace: "shop", labels: { app: "cart" } }),
  ...Array.from({ length: 450 }, (_, index) => pod(`crew-${index}`, { namespace: "ship" })),
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "default" }, status: { phase: "Active" } },
  {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "shop", labels: { team: "retail" } },
    status: { phase: "Active" },
  },
  {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: "keys",
      namespace: "default",
      annotations: {
        "kubectl.kubernetes.io/last-applied-configuration": '{"data":{"token":"aHVzaA=="}}',
        note: "kept",
      },
    },
    data: { token: "aHVzaA==" },
  },
  { apiVersion: "harbour.example/v1", kind: "Ship", metadata: { name: "anna", namespace: "default" } },
];

const host = "kube-checks.example";
const old = "kube-old.example";
const { outbound, down, instead, untrusted, asked } = await startStandIns({
  [host]: standInCluster(objects).answer,
  [old]: standInCluster(objects, { isAggregated: false }).answer,
});
const kubeconfig = deckConfig(host);
const lookAt = (spec: object, circumstances: Parameters<typeof look>[2] = { outbound }) =>
  look("kubernetes", { kind: "Pod", kubeconfig, ...spec }, circumstances);

test.each<[title: string, spec: object, found: Looked]>([
  [
    "pods in the namespace of the canary",
    { resource: { name: "web-1" }, healthy: true, ready: true },
    { pass: true, message: "1 Pod" },
  ],
  ["several names, and all but one", { resource: { name: "web-*,!web-test" } }, { pass: true, message: "2 pods" }],
  ["ignored names", { resource: { labelSelector: "app=web" }, ignore: ["*-test"] }, { message: "2 pods" }],
  ["fields", { resource: { fieldSelector: "status.phase=Running" } }, { pass: true, message: "2 pods" }],
  ["a search", { resource: { search: "health=unhealthy" }, namespaceSelector: { name: "*" } }, { message: "2 pods" }],
  ["a namespace", { namespaceSelector: { name: "shop" } }, { message: "2 pods" }],
  ["two namespaces", { namespaceSelector: { name: "shop,default" } }, { message: "5 pods" }],
  ["all but some namespaces", { namespaceSelector: { name: "s*,!ship" } }, { message: "2 pods" }],
  ["namespaces with a label", { namespaceSelector: { labelSelector: "team=retail" } }, { message: "2 pods" }],
  ["namespaces by a field", { namespaceSelector: { fieldSelector: "metadata.name=shop" } }, { message: "2 pods" }],
  ["namespaces by a search", { namespaceSelector: { search: "name=shop" } }, { message: "2 pods" }],
  ["more than one page", { namespaceSelector: { name: "ship" } }, { message: "450 pods" }],
  ["a kind of another group", { kind: "Ship" }, { pass: true, message: "1 Ship" }],
  ["a kind by a short name", { kind: "po", resource: { name: "web-1" } }, { message: "1 Pod" }],
  ["objects without a namespace", { kind: "Namespace", ready: true }, { pass: true, message: "2 namespaces" }],
  [
    "an unhealthy object",
    { namespaceSelector: { name: "shop" }, healthy: true },
    {
      pass: false,
      error: expect.stringMatching(/^1 of 2 are not healthy: shop\/broken is CrashLoopBackOff/) as string,
    },
  ],
  [
    "an object that is not ready",
    { namespaceSelector: { name: "shop" }, ready: true },
    { pass: false, error: expect.stringMatching(/^1 of 2 are not ready: shop\/broken is CrashLoopBackOff/) as string },
  ],
  ["nothing", { resource: { name: "mutiny" } }, { pass: false, error: "No pods match" }],
  ["nothing, judged by a test", { resource: { name: "mutiny" }, test: { expr: "size(results) == 0" } }, { pass: true }],
  [
    "nothing with markFailOnEmpty",
    { resource: { name: "mutiny" }, test: { expr: "true" }, markFailOnEmpty: true },
    { pass: false, error: "No pods match" },
  ],
  ["no namespace with that label", { namespaceSelector: { labelSelector: "team=none" } }, { pass: false }],
  ["an unknown kind", { kind: "Kraken" }, { invalid: "The cluster has no objects of the kind Kraken." }],
  [
    "an unknown group",
    { kind: "Ship", apiVersion: "sea.example/v9" },
    { invalid: "The cluster has no objects of the kind Ship in sea.example/v9." },
  ],
  [
    "a search that cannot be read",
    { resource: { search: "(" } },
    { invalid: expect.stringMatching(/^The search cannot be read: /) as string },
  ],
  [
    "a forbidden namespace",
    { namespaceSelector: { name: "forbidden" } },
    {
      pass: false,
      error:
        'Kubernetes accepts the credentials in the kubeconfig, but the right to do this in the cluster is missing: pods is forbidden: User "deck" cannot list resource "pods"',
    },
  ],
  [
    "an unknown token",
    { kubeconfig: deckConfig(host, "another") },
    { pass: false, error: "Kubernetes does not accept the credentials in the kubeconfig" },
  ],
  [
    "no kubeconfig",
    { kubeconfig: "shiver: [" },
    { invalid: expect.stringMatching(/^kubeconfig is not a kubeconfig: /) as string },
  ],
  [
    "no cluster to run in",
    { kubeconfig: undefined },
    {
      invalid: expect.stringMatching(/Quarterdeck is not running in a cluster/) as string,
    },
  ],
])("checks %s", async (_, spec, found) => {
  expect(await lookAt(spec)).toMatchObject(found);
});

test.each([
  [{}, false],
  [{ test: { expr: "size(results) == 0" } }, true],
  // Without objects, a health check fails even if the test accepts an empty list.
  [{ healthy: true, test: { expr: "results.all(r, true)" } }, false],
  [{ ready: true, test: { expr: "results.all(r, true)" } }, false],
  [{ healthy: true, markFailOnEmpty: false }, true],
  [{ test: { expr: "true" }, markFailOnEmpty: true }, false],
])("without objects, a check with %j passes: %s", async (spec, pass) => {
  expect(await lookAt({ kind: "Pod", resource: { name: "mutiny" }, ...spec })).toMatchObject({ pass });
});

test.each(["eks", "gke", "cnrm"])(
  "rejects a cluster given by %s, and sends no request to a different cluster",
  async (field) => {
    expect(await lookAt({ kind: "Pod", [field]: { cluster: "prod" } })).toEqual({
      invalid: `${field} is not supported: set a kubeconfig or a connection with a token in it, and remove this field.`,
    });
  },
);

test("reads the cluster from a connection", async () => {
  const connections = { "connection://ops/cluster": { certificate: kubeconfig } };
  const spec = { kubeconfig: undefined, connection: "connection://ops/cluster", resource: { name: "web-1" } };
  expect(await lookAt(spec, { outbound, connections })).toMatchObject({ pass: true, message: "1 Pod" });
});

test("sends a single name, labels and fields to the cluster as selectors", async () => {
  asked();
  await lookAt({ resource: { name: "web-1", labelSelector: "app=web", fieldSelector: "status.phase=Running" } });
  const [discovery, list] = asked();
  expect(discovery!.path).toBe("/api/v1");
  expect(list!.path).toBe("/api/v1/namespaces/default/pods");
  expect(Object.fromEntries(list!.query)).toEqual({
    limit: "200",
    labelSelector: "app=web",
    fieldSelector: "status.phase=Running,metadata.name=web-1",
  });
  expect(list!.headers["authorization"]).toBe(`Bearer ${deckToken}`);
});

test("discovers resources group by group in clusters before 1.26", async () => {
  asked();
  expect(await lookAt({ kind: "Ship", kubeconfig: deckConfig(old) })).toMatchObject({ pass: true });
  expect(asked().map(({ path }) => path)).toEqual([
    "/api/v1",
    "/apis",
    "/apis/apps/v1",
    "/apis/harbour.example/v1",
    "/apis/harbour.example/v1/namespaces/default/ships",
  ]);
});

test("reports an unreachable cluster, a different server, a failing server and an unknown certificate", async () => {
  const errors = [
    await lookAt({}, { outbound: down }),
    await lookAt({}, { outbound: instead(() => ({ body: "<html>Sign in</html>" })) }),
    await lookAt({}, { outbound: untrusted }),
    await lookAt({}, { outbound: instead(() => ({ status: 503, body: { message: "etcd is away" } })) }),
  ].map(({ error }) => error);
  expect(errors).toEqual([
    `Kubernetes at ${host}:6443 cannot be reached: nothing listens at this address`,
    `The response of ${host}:6443 is not a valid Kubernetes response: it returned a web page`,
    expect.stringContaining("signed by an unknown authority"),
    `Kubernetes at ${host}:6443 failed with an internal error (503): etcd is away`,
  ]);
});

test("expressions get each object with its health, both directly and in the field Object, without managedFields", async () => {
  const { data } = await lookAt({ namespaceSelector: { name: "shop" } });
  const run = async (text: string) => (await compile("cel", text)).run({ ...data });
  expect(await run("results.filter(r, r.healthStatus.health == 'unhealthy').map(r, r.Object.metadata.name)")).toEqual([
    "broken",
  ]);
  expect(await run("results.map(r, r.metadata.name + ' ' + r.kind)")).toEqual(["broken Pod", "cart Pod"]);
  expect(await run("results.all(r, k8s.isHealthy(r.Object) == (r.healthStatus.health == 'healthy'))")).toBe(true);
  expect(JSON.stringify(data)).not.toContain("managedFields");
});

test("expressions get the keys of a secret, with masked values", async () => {
  const { data, detail } = await lookAt({ kind: "Secret" });
  expect(data!["results"]).toMatchObject([{ data: { token: "***" }, metadata: { annotations: { note: "kept" } } }]);
  expect(JSON.stringify([data, detail])).not.toContain("aHVzaA");
});
