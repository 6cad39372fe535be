// Reads container logs from a simulated cluster.
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { logQuery, messages, openReader, takeLines } from "#tests/support/log-reader.ts";
import { deckConfig, standInCluster, type StoredObject } from "#tests/services/cluster.ts";
import { startStandIns, type Answer, type Asked } from "#tests/services/stand-in.ts";
import { kubernetes } from "./kubernetes.ts";
import { podSelection } from "./kubernetes/pods.ts";

const first = Date.parse("2026-11-17T10:00:00.000Z");
const at = (seconds: number) => new Date(first + seconds * 1_000).toISOString().replace("Z", "000001Z");
const pod = (name: string, app: string, containers: string[]): StoredObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop", labels: { app }, creationTimestamp: "2026-11-17T09:00:00Z" },
  spec: { nodeName: "n1", containers: containers.map((container) => ({ name: container })) },
});
const cluster = standInCluster([
  pod("cart-1", "cart", ["main", "proxy"]),
  pod("cart-2", "cart", ["main"]),
  pod("quay-1", "quay", ["main"]),
  pod("long-1", "long", ["main"]),
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "cart", namespace: "shop" },
    spec: { selector: { matchLabels: { app: "cart" } } },
  },
]);

const logs: Record<string, string[]> = {
  "shop/cart-1/main": Array.from({ length: 50 }, (_, index) => `${at(index * 2)} one ${index}`),
  "shop/cart-1/proxy": [`${at(1)} proxied`],
  "shop/cart-2/main": Array.from({ length: 50 }, (_, index) => `${at(index * 2 + 1)} two ${index}`),
  "shop/quay-1/main": [`${at(3)} quay`],
};
const previous: Record<string, string[]> = { "shop/cart-1/main": [`${at(0)} crashed`] };
const followers = new Set<{ key: string; response: ServerResponse }>();

/** https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#get-read-log-of-the-specified-pod */
cluster.instead = ({ path, query }: Asked): Answer | undefined => {
  const [, namespace, name] = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/log$/.exec(path) ?? [];
  if (namespace === undefined) return undefined;
  const key = `${namespace}/${name}/${query.get("container")}`;
  if (key === "shop/quay-1/main" && query.get("previous") === "true")
    return {
      status: 400,
      body: { kind: "Status", message: 'previous terminated container "main" in pod "quay-1" not found' },
    };
  const since = Date.parse(query.get("sinceTime") ?? "1970-01-01T00:00:00Z");
  const lines = ((query.get("previous") === "true" ? previous : logs)[key] ?? []).filter(
    (line) => Date.parse(line.slice(0, 30)) >= Math.floor(since / 1_000) * 1_000,
  );
  const text = lines
    .slice(-Number(query.get("tailLines") ?? lines.length))
    .map((line) => `${line}\n`)
    .join("");
  if (query.get("follow") !== "true") return { body: text };
  return {
    stream(response) {
      const follower = { key, response };
      followers.add(follower);
      response.on("close", () => followers.delete(follower));
      response.write(text);
    },
  };
};

const standIns = await startStandIns({ "kube.example": cluster.answer });
const reader = kubernetes as unknown as Parameters<typeof openReader>[0];
const open = (spec: object = {}, parts: Parameters<typeof openReader>[2] = {}) =>
  openReader(reader, { kubeconfig: deckConfig("kube.example"), ...spec }, { outbound: standIns.outbound, ...parts });
const cart = { labels: { namespace: "shop", app: "cart", container: "main" } };

test("the lines of all pods of a workload are merged by time, the newest first", async () => {
  const source = await open();
  const labels = { namespace: "shop", kind: "Deployment", name: "cart", container: "main" };
  const { lines, reached } = await source.search(logQuery({ labels, limit: 5 }));
  expect(messages(lines)).toEqual(["two 49", "one 49", "two 48", "one 48", "two 47"]);
  expect(lines[0]).toMatchObject({
    timestamp: at(99),
    labels: { namespace: "shop", pod: "cart-2", container: "main", node: "n1" },
    host: "n1",
  });
  expect(reached).toBe(lines[4]!.time);
  const byType = await source.search(
    logQuery({ id: "shop/cart", type: "Kubernetes::Deployment", labels: {}, limit: 500 }),
  );
  expect(byType.lines).toHaveLength(101);
});

test("containers are selected by labels, names and patterns", async () => {
  const source = await open({ namespace: "shop" });
  const found = async (labels: Record<string, string>) => (await source.search(logQuery({ labels }))).lines.length;
  expect(await found({ app: "cart" })).toBe(101);
  expect(await found({ pod: "cart-1" })).toBe(51);
  expect(await found({ pod: "cart-*", container: "!proxy" })).toBe(100);
  expect(await found({ kind: "Pod", name: "quay-1" })).toBe(1);
  expect(await found({})).toBe(102);
  expect(await found({ pod: "cart-1", container: "main", previous: "true" })).toBe(1);
  // A container that never restarted has no previous log.
  expect(await found({ pod: "quay-1", previous: "true" })).toBe(0);
});

test("lines are searched by words and time, page by page", async () => {
  const source = await open();
  expect(messages((await source.search(logQuery({ ...cart, search: "/one \\d$/ -9" }))).lines)).toHaveLength(9);
  const range = { start: first + 10_000, end: first + 14_500 };
  expect(messages((await source.search(logQuery({ ...cart, ...range }))).lines)).toEqual([
    "one 7",
    "two 6",
    "one 6",
    "two 5",
    "one 5",
  ]);
  const forward = await source.search(logQuery({ ...cart, direction: "forward", limit: 3 }));
  expect(messages(forward.lines)).toEqual(["one 0", "two 0", "one 1"]);
  const rest = await source.search(logQuery({ ...cart, end: first + 4_500, limit: 3 }));
  expect(messages(rest.lines)).toEqual(["one 2", "two 1", "one 1"]);
});

test("new lines of all containers are followed, even after the connection ends", async () => {
  const stop = new AbortController();
  const source = await open({}, { signal: stop.signal });
  const quay = { labels: { namespace: "shop", app: "quay" } };
  const write = (text: string) => {
    logs["shop/quay-1/main"]!.push(text);
    for (const { key, response } of followers) if (key === "shop/quay-1/main") response.write(`${text}\n`);
  };
  const taking = takeLines(source, logQuery({ ...quay, start: first + 60_000, search: "new" }), { count: 2 });
  await expect.poll(() => followers.size, { timeout: 60_000 }).toBe(1);
  write(`${at(70)} new ship`);
  for (const { response } of followers) response.end();
  await expect
    .poll(() => [...followers].some(({ response }) => !response.writableEnded), { timeout: 60_000 })
    .toBe(true);
  write(`${at(71)} other`);
  write(`${at(72)} new quay`);
  expect(messages(await taking)).toEqual(["new ship", "new quay"]);
  stop.abort();
});

test("a histogram, labels, fields and a description are available", async () => {
  const source = await open({ namespace: "shop" });
  const { buckets } = await source.histogram(logQuery({ ...cart, start: first, end: first + 100_000 }), 100_000);
  expect(buckets).toEqual([{ time: first, severity: "unknown", count: 100 }]);
  const labels = await source.labels({ labels: {}, start: 0, end: Date.now() });
  expect(labels.find(({ name }) => name === "pod")?.values).toEqual(["cart-1", "cart-2", "long-1", "quay-1"]);
  expect((await source.fields(logQuery(cart)))[0]).toMatchObject({ count: 100 });
  expect(await source.describe()).toBe("Kubernetes v1.34.1 at kube.example:6443");
});

test("wrong credentials, missing objects and a selection without limits have clear messages", async () => {
  const wrong = await open({ kubeconfig: deckConfig("kube.example", "wrong") });
  await expect(wrong.search(logQuery(cart))).rejects.toThrow("does not accept the credentials in the kubeconfig");
  const source = await open();
  await expect(source.search(logQuery())).rejects.toThrow("Choose a namespace, a workload or pod labels.");
  const missing = { namespace: "shop", kind: "Deployment", name: "none" };
  await expect(source.search(logQuery({ labels: missing }))).rejects.toThrow("There is no Deployment shop/none.");
  await expect(source.search(logQuery({ labels: { kind: "Fish", name: "x" } }))).rejects.toThrow(
    "no objects of the kind Fish",
  );
  await expect(source.search(logQuery({ labels: { app: "a=b" } }))).rejects.toThrow("is not a valid pod label");
  const away = await open({}, { outbound: standIns.down });
  await expect(away.search(logQuery(cart))).rejects.toThrow("cannot be reached");
});

test("the type and the id of a component select its pods, unless labels select them", () => {
  expect(podSelection({ labels: {}, id: "shop/cart", type: "Kubernetes::Deployment" }, undefined)).toMatchObject({
    namespace: "shop",
    workload: { kind: "Deployment", name: "cart" },
  });
  expect(podSelection({ labels: { app: "cart" }, id: "x", type: "Shop" }, "default")).toMatchObject({
    namespace: "default",
    workload: undefined,
    labelSelector: "app=cart",
  });
  const selectorOf = (app: string) => podSelection({ labels: { app } }, undefined).labelSelector;
  expect(selectorOf("web,api")).toBe("app in (web,api)");
  expect(selectorOf("!test,!demo")).toBe("app!=test,app!=demo");
  expect(() => selectorOf("web-*")).toThrow("is not a valid pod label");
});

test("the namespace of the backend limits every request", async () => {
  const source = await open({ namespace: "shop" });
  for (const selection of [
    { labels: { namespace: "kube-system" } },
    { labels: {}, id: "kube-system/dns", type: "Kubernetes::Deployment" },
  ])
    await expect(source.search(logQuery(selection))).rejects.toThrow("reads only the namespace shop");
  expect(
    (await source.search(logQuery({ labels: { namespace: "shop", pod: "quay-1" } }))).lines.length,
  ).toBeGreaterThan(0);
});

test("a long log is searched up to the limit of one request, and the next page continues", async () => {
  const source = await open();
  logs["shop/long-1/main"] = Array.from({ length: 100_500 }, (_, index) => `${at(index)} long ${index}`);
  const labels = { namespace: "shop", app: "long" };
  // The first line is outside the lines that one request returns.
  const first100 = await source.search(logQuery({ labels, search: "/long 7$/", end: first + 100_499_000 }));
  expect(first100.lines).toEqual([]);
  expect(first100.reached).toBe(Date.parse(at(500)));
  const forward = await source.search(logQuery({ labels, direction: "forward", limit: 2 }));
  expect(messages(forward.lines)).toEqual(["long 0", "long 1"]);
  expect(forward.reached).toBe(Date.parse(at(1)));
});
