// Tests reading logs from simulated log systems.
import { expect, test } from "vitest";
import { faultsOf, planAction, runAction } from "#tests/support/actions.ts";
import { cloudKeys, logGroup, standInCloudWatch } from "#tests/services/cloudwatch.ts";
import { deckConfig, standInCluster } from "#tests/services/cluster.ts";
import { firstTime } from "#tests/services/log-lines.ts";
import { lokiKey, standInLoki } from "#tests/services/loki.ts";
import { standInStore, storeKey } from "#tests/services/search-store.ts";
import { startStandIns } from "#tests/services/stand-in.ts";

const loki = standInLoki();
const store = standInStore("opensearch");
const watch = standInCloudWatch();
const pod = (name: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop", labels: { app: name }, creationTimestamp: "2026-11-17T09:00:00Z" },
  spec: { containers: [{ name: "main" }] },
});
const cluster = standInCluster([pod("cart"), pod("quay")]);
cluster.instead = ({ path }) =>
  path.endsWith("/log")
    ? { body: `2026-11-17T10:00:0${path.includes("cart") ? 1 : 2}.000000001Z from ${path.split("/").at(-2)}\n` }
    : undefined;
const { outbound } = await startStandIns({
  "loki.example": (asked) => loki.answer(asked),
  "open.example": (asked) => store.answer(asked),
  "logs.eu-central-1.amazonaws.com": (asked) => watch.answer(asked),
  "deck.example": cluster.answer,
});

const range = { start: new Date(firstTime).toISOString(), end: new Date(firstTime + 100_000).toISOString() };
const systems = {
  loki: { url: "https://loki.example:3100", ...lokiKey, query: '{app="cart"}' },
  opensearch: {
    address: "https://open.example:9200",
    username: storeKey.username,
    password: { value: storeKey.password },
    query: "order",
  },
  cloudwatch: { region: "eu-central-1", accessKey: cloudKeys.access, secretKey: { value: cloudKeys.secret }, logGroup },
};
const run = (block: object) => runAction("logs", block, { outbound });

interface Line {
  message: string;
  labels: Record<string, string>;
  count: number;
}
const linesOf = (result: Readonly<Record<string, unknown>>) => result["logs"] as Line[];

test.each(Object.entries(systems))("PB-14: reads %s, and stores the lines as an artifact", async (system, block) => {
  const { outcome, artifacts } = await run({ [system]: { ...block, ...range, limit: "10" } });
  expect(outcome.result["metadata"]).toEqual({ source: system, ...range, count: 10 });
  expect(linesOf(outcome.result)).toHaveLength(10);
  expect(linesOf(outcome.result)[0]?.message).toMatch(/^order 9\d took/);
  expect(artifacts.map(({ path }) => path)).toEqual(["logs.json"]);
  expect(JSON.parse(artifacts[0]!.text)).toHaveLength(10);
});

test("reads pods by selectors and containers, in chronological order", async () => {
  const kubernetes = {
    kubeconfig: { value: deckConfig("deck.example") },
    namespace: "shop",
    pods: [{ name: "cart" }, { labelSelector: "app=quay" }],
    containers: ["ma*"],
    direction: "forward",
    ...range,
  };
  const { outcome } = await run({ kubernetes });
  expect(linesOf(outcome.result).map(({ message }) => message)).toEqual(["from cart", "from quay"]);
});

test("filters, merges and maps lines", async () => {
  const block = { ...systems.loki, ...range, limit: 100, query: '{app=~".+"}', direction: "forward" };
  const { outcome } = await run({ loki: { ...block, match: ["severity == 'error'"] } });
  expect(linesOf(outcome.result)).toHaveLength(10);
  const merged = await run({ loki: { ...block, dedupe: { window: "1h" }, parse: "autodetect" } });
  expect(linesOf(merged.outcome.result).map(({ count }) => count)).toEqual([100]);
});

test("fails with the error of the log system, without its password", async () => {
  const wrong = { ...systems.loki, ...range, password: "canary-loki-wrong" };
  const failure: unknown = await run({ loki: wrong }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(String(failure)).not.toContain("canary-loki-wrong");
  await expect(run({ loki: { ...systems.loki, ...range, query: "{app=}" } })).rejects.toThrow(/refuses the search/);
  const cancelled = AbortSignal.abort(new Error("cancelled by ada"));
  await expect(
    runAction("logs", { loki: { ...systems.loki, ...range } }, { outbound, signal: cancelled }),
  ).rejects.toThrow("cancelled by ada");
});

test("refuses invalid blocks", async () => {
  const only = "must be exactly one of loki, cloudwatch, opensearch and kubernetes";
  expect(faultsOf("logs", {})).toEqual([`loki ${only}`]);
  expect(faultsOf("logs", { loki: {}, kubernetes: {} })).toEqual([`kubernetes ${only}`]);
  expect(faultsOf("logs", { cloudwatch: {} })).toEqual(["cloudwatch.logGroup is required"]);
  await expect(run({ loki: { ...systems.loki, start: "yesterday" } })).rejects.toThrow('"yesterday" is not a time');
});

test("the plan shows the search", async () => {
  const plan = await planAction("logs", { loki: { ...systems.loki, since: "2h" } }, { outbound });
  expect(plan).toMatchObject({
    summary: "Read logs from loki",
    parts: [{ text: 'system: loki\nfrom: now-2h\nto: now\nlines: at most 500\nquery: {app="cart"}', isBinding: true }],
  });
});
