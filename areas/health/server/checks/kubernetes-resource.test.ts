// Tests whole runs of Kubernetes resource checks against a stand-in that implements the documented API.
import { beforeEach, expect, test } from "vitest";
import { neverLate } from "#tests/support/checks.ts";
import { deckConfig, standInCluster, type StoredObject } from "#tests/services/cluster.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import type { System } from "#server/area.ts";
import { createLog } from "#server/log.ts";
import { runCheck, type Surroundings } from "../run/run-check.ts";

const host = "kube-made.example";
const cluster = standInCluster([]);
let greetings: { status: number; body: string }[] = [];
const standIns = await startStandIns({
  [host]: cluster.answer,
  "web.harbour.example": () => greetings.shift() ?? { status: 200, body: "ahoy" },
});

const around: Surroundings = {
  env: { secretsDir: undefined, cluster: undefined, allowedVariables: new Map() } as never,
  log: await createLog({ logLevel: "silent", logFormat: "json" }),
  outbound: () => standIns.outbound,
  exec: undefined as unknown as System["exec"],
  files: undefined as unknown as System["files"],
  lateness: neverLate,
};

const running = (object: StoredObject) => {
  object["status"] = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
};

beforeEach(() => {
  cluster.objects = [];
  cluster.onApply = running;
  greetings = [];
  standIns.asked();
});

const pod = (name: string, more: object = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name },
  spec: { containers: [{ name: "main", image: "nginx" }] },
  ...more,
});

const ids = { check: "01941f29-7c00-7000-8000-000000000011", canary: "01941f29-7c00-7000-8000-000000000012" };
const quick = { timeout: "300ms", interval: "100ms" };

const run = (spec: object, { retries }: { retries?: object } = {}) =>
  runCheck(
    {
      id: ids.check,
      type: "kubernetesResource",
      name: "made",
      labels: {},
      spec: { name: "made", kubeconfig: deckConfig(host), ...spec },
      canary: {
        id: ids.canary,
        name: "tests",
        namespace: "default",
        labels: {},
        spec: { ...(retries && { retries }) },
        trust: "operator",
      },
    },
    around,
    { signal: AbortSignal.timeout(15_000) },
  );

const greeting = {
  http: [
    {
      name: "greets",
      url: "http://$((index .resources 0).metadata.name).harbour.example/",
      test: { expr: "content == 'ahoy' && size(staticResources) == 1" },
      display: { expr: "resources[0].Object.metadata.name + ' greets'" },
    },
  ],
};

test("adds labels to the applied objects, runs checks against the objects, and deletes all objects except static ones", async () => {
  const result = await run({
    staticResources: [pod("pier", { metadata: { name: "pier", labels: { app: "pier" } } })],
    resources: [pod("web")],
    checks: [greeting],
  });
  expect(result).toMatchObject({ verdict: "healthy", error: "", message: "2 resources, 1 check" });
  expect(result.data).toMatchObject({
    health: { "default/Pod/web": { ready: true }, "default/Pod/pier": { ready: true } },
    resources: { "default/Pod/web": { metadata: { name: "web" } } },
    display: { greets: "web greets" },
  });
  expect(cluster.objects.map(({ metadata }) => metadata)).toEqual([
    {
      name: "pier",
      namespace: "default",
      labels: {
        app: "pier",
        "canaries.flanksource.com/canary-id": ids.canary,
        "canaries.flanksource.com/check-id": ids.check,
        "canaries.flanksource.com/is-static": "true",
      },
    },
  ]);
  const patched = standIns.asked().filter(({ method }) => method === "PATCH");
  expect(patched.map(({ path }) => path)).toEqual([
    "/api/v1/namespaces/default/pods/pier",
    "/api/v1/namespaces/default/pods/web",
  ]);
  expect(Object.fromEntries(patched[0]!.query)).toEqual({ fieldManager: "quarterdeck", force: "true" });
});

test("fails with the error of its checks, and still deletes its objects", async () => {
  greetings = [{ status: 500, body: "mutiny" }];
  const result = await run({ staticResources: [pod("pier")], resources: [pod("web")], checks: [greeting] });
  expect(result).toMatchObject({ verdict: "unhealthy", isInvalid: false });
  expect(result.error).toMatch(/^greets: .*500/);
  expect(cluster.objects.map(({ metadata }) => metadata.name)).toEqual(["pier"]);
});

test("applies retries to its checks, and applies the objects once", async () => {
  greetings = [{ status: 500, body: "mutiny" }];
  const spec = { staticResources: [pod("pier")], resources: [pod("web")], checks: [greeting] };
  expect(await run({ ...spec, retries: { maxRetries: 1, interval: "1ms" } })).toMatchObject({ verdict: "healthy" });
  expect(standIns.asked().filter(({ method }) => method === "PATCH")).toHaveLength(2);
  greetings = [{ status: 500, body: "mutiny" }];
  expect(await run({ ...spec, checkRetries: { maxRetries: 1, interval: "1ms" } })).toMatchObject({
    verdict: "healthy",
  });
  greetings = [{ status: 500, body: "mutiny" }];
  expect(await run(spec, { retries: { maxRetries: 3, interval: "1ms" } })).toMatchObject({ verdict: "unhealthy" });
});

test("waits until all objects are ready, or until the expression is true", async () => {
  let looks = 0;
  cluster.onApply = (object) => {
    Object.defineProperty(object, "status", {
      enumerable: true,
      get: () => ({
        phase: (looks += 1) > 2 ? "Running" : "Pending",
        conditions: [{ type: "Ready", status: looks > 2 ? "True" : "False" }],
      }),
    });
  };
  expect(await run({ resources: [pod("web")], waitFor: { interval: "100ms" } })).toMatchObject({ verdict: "healthy" });
  cluster.onApply = running;
  const runUntil = (expr: string) => run({ resources: [pod("web")], waitFor: { ...quick, expr } });
  expect(await runUntil("dyn(resources).all(r, k8s.isReady(r))")).toMatchObject({ verdict: "healthy" });
  expect((await runUntil("size(resources) == 2")).error).toBe(
    "The objects did not become ready within 300ms: size(resources) == 2 is false",
  );
  expect((await runUntil("resources[0].status.podIP != ''")).error).toMatch(
    /^The objects did not become ready within 300ms: .*podIP/,
  );
});

test("reports objects that do not become ready, unless waiting is disabled", async () => {
  cluster.onApply = (object) => {
    object["status"] = { phase: "Pending", conditions: [{ type: "Ready", status: "False" }] };
  };
  const result = await run({ resources: [pod("web")], waitFor: quick });
  expect(result.error).toMatch(/^The objects did not become ready within 300ms: default\/web is Pending/);
  expect(cluster.objects).toEqual([]);
  expect(await run({ resources: [pod("web")], waitFor: { disable: true } })).toMatchObject({ verdict: "healthy" });
});

test("clearResources first deletes the objects that an earlier run of this check created, except static objects", async () => {
  const mark = (check: string, isStatic: string) => ({
    "canaries.flanksource.com/canary-id": ids.canary,
    "canaries.flanksource.com/check-id": check,
    "canaries.flanksource.com/is-static": isStatic,
  });
  const left = (name: string, labels: Record<string, string>) =>
    ({ ...pod(name), metadata: { name, namespace: "default", labels } }) as StoredObject;
  cluster.objects = [
    left("old", mark(ids.check, "false")),
    left("kept", mark(ids.check, "true")),
    left("other", mark("x", "false")),
  ];
  expect(await run({ resources: [pod("web")], clearResources: true, waitFor: { delete: true } })).toMatchObject({
    verdict: "healthy",
  });
  expect(cluster.objects.map(({ metadata }) => metadata.name)).toEqual(["kept", "other"]);
});

test.each<[title: string, spec: object, error: RegExp | string, isInvalid: boolean]>([
  ["nothing to apply", {}, "There is nothing to apply. List resources or staticResources.", true],
  [
    "too many",
    {
      resources: Array.from({ length: 6 }, (_, i) => pod(`a${i}`)),
      staticResources: Array.from({ length: 5 }, (_, i) => pod(`b${i}`)),
    },
    /^A check can apply at most 10 resources, but this check lists 11\./,
    true,
  ],
  ["no name", { resources: [{ ...pod("web"), metadata: {} }] }, /^resources\.0\.metadata\.name is required/, true],
  [
    "an unknown kind",
    { resources: [{ ...pod("web"), kind: "Kraken" }] },
    "The cluster has no objects of the kind Kraken in v1.",
    true,
  ],
  [
    "an object that the cluster refuses",
    { resources: [pod("web", { spec: "wrong" })] },
    'default/Pod/web cannot be applied: Kubernetes refuses the request (422): Pod "web" is invalid: spec',
    false,
  ],
  [
    "checks of its own type",
    { resources: [pod("web")], checks: [{ kubernetesResource: [{ name: "deep" }] }] },
    "A check of the type kubernetesResource cannot contain checks of the same type.",
    true,
  ],
  [
    "a check that cannot work",
    { resources: [pod("web")], checks: [{ tcp: [{ name: "nowhere", endpoint: "x" }] }] },
    /^nowhere: "x" is not an endpoint/,
    true,
  ],
])("refuses %s", async (_, spec, error, isInvalid) => {
  const result = await run(spec);
  expect(result).toMatchObject({ verdict: "unhealthy", isInvalid });
  expect(result.error).toMatch(error);
  expect(cluster.objects).toEqual([]);
});

test("creates objects without a namespace in the namespace of the check", async () => {
  for (const namespace of ["quay", { name: "quay" }]) {
    const result = await run({ namespace, resources: [pod("web")] });
    expect(result.data).toMatchObject({ resources: { "quay/Pod/web": { metadata: { name: "web" } } } });
  }
});
