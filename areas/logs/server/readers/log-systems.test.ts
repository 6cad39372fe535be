// Tests the readers of systems that cannot run here, against stand-ins that respond as documented.
import { describe, expect, test } from "vitest";
import { logQuery, messages, openReader, takeLines } from "#tests/support/log-reader.ts";
import { cloudKeys, logGroup, standInCloudWatch } from "#tests/services/cloudwatch.ts";
import { busy, cutOff, firstTime, type FaultyStandIn } from "#tests/services/log-lines.ts";
import { lokiKey, standInLoki } from "#tests/services/loki.ts";
import { standInStore, storeKey } from "#tests/services/search-store.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import type { LogPage, LogQuery, LogReader, LogSource } from "../source/reader.ts";
import { filtersOf } from "./cloudwatch/insights.ts";
import { logQl } from "./loki/log-ql.ts";
import { readers } from "./index.ts";

const systems = {
  loki: standInLoki(),
  elasticsearch: standInStore("elasticsearch"),
  opensearch: standInStore("opensearch"),
  cloudwatch: standInCloudWatch(),
};
type System = keyof typeof systems;
const standIns = await startStandIns({
  "loki.example": (asked) => systems.loki.answer(asked),
  "elastic.example": (asked) => systems.elasticsearch.answer(asked),
  "0a1b.cloud.example": (asked) => systems.elasticsearch.answer(asked),
  "open.example": (asked) => systems.opensearch.answer(asked),
  "logs.eu-central-1.amazonaws.com": (asked) => systems.cloudwatch.answer(asked),
});

const readerOf = (type: string): LogReader => readers.find((reader) => reader.type === type)!;
const specs: Record<System, Record<string, unknown>> = {
  loki: { url: "https://loki.example:3100", ...lokiKey },
  elasticsearch: { address: "https://elastic.example:9200", index: "logs-*", api_key: storeKey.apiKey },
  opensearch: {
    address: "https://open.example:9200",
    username: storeKey.username,
    password: { value: storeKey.password },
  },
  cloudwatch: {
    auth: { region: "eu-central-1", access_key: cloudKeys.access, secret_key: cloudKeys.secret },
    log_group: logGroup,
  },
};
const all = Object.keys(specs) as System[];
const open = (type: System, more: object = {}, parts: Parameters<typeof openReader>[2] = {}) =>
  openReader(readerOf(type), { ...specs[type], ...more }, { outbound: standIns.outbound, ...parts });

const range = { start: firstTime, end: firstTime + 100_000 };
/** The sequence number in each line. */
const orders = ({ lines }: Pick<LogPage, "lines">) =>
  messages(lines).map((text) => Number(/order (\d+)/.exec(text)![1]));

async function allPages(source: LogSource, query: LogQuery): Promise<number[]> {
  const found: number[] = [];
  for (let rest = query, pages = 0; pages < 50; pages += 1) {
    const page = await source.search(rest);
    found.push(...orders(page).filter((order) => !found.includes(order)));
    if (page.reached === undefined) break;
    rest = {
      ...query,
      ...(query.direction === "backward" ? { end: page.reached } : { start: page.reached }),
      limit: query.limit,
    };
  }
  return found;
}

describe.each(all)("%s", (type) => {
  const service: FaultyStandIn = systems[type];
  const hasAtLeast = (count: number) => ({ ...range, limit: count });

  test("returns all lines page by page, newest first", async () => {
    const source = await open(type);
    const first = await source.search(logQuery(hasAtLeast(10)));
    expect(orders(first)).toEqual([99, 98, 97, 96, 95, 94, 93, 92, 91, 90]);
    expect(first.reached).toBe(firstTime + 90_000);
    expect(first.lines[0]).toMatchObject({ time: firstTime + 99_000 });
    expect(new Set(first.lines.map(({ id }) => id)).size).toBe(10);
    expect(await allPages(source, logQuery(hasAtLeast(30)))).toEqual(
      Array.from({ length: 100 }, (_, index) => 99 - index),
    );
    const forward = await source.search(logQuery({ ...hasAtLeast(3), direction: "forward" }));
    expect(orders(forward)).toEqual([0, 1, 2]);
  });

  test("searches by words, exclusions, regular expressions and time", async () => {
    const source = await open(type);
    expect(orders(await source.search(logQuery({ ...range, search: '"order 42"' })))).toEqual([42]);
    expect(orders(await source.search(logQuery({ ...range, search: "/order 4[0-2] /" })))).toEqual([42, 41, 40]);
    expect(orders(await source.search(logQuery({ ...range, search: '/order 4[0-2] / -"order 41"' })))).toEqual([
      42, 40,
    ]);
    expect(orders(await source.search(logQuery({ ...range, search: "/order 4[0-2] /", limit: 2 })))).toEqual([42, 41]);
    const seconds = { start: firstTime + 5_000, end: firstTime + 7_000 };
    expect(orders(await source.search(logQuery(seconds)))).toEqual([7, 6, 5]);
    expect((await source.search(logQuery({ ...range, search: "absent" }))).lines).toEqual([]);
  });

  test("searches by labels, including wildcards", async () => {
    const source = await open(type);
    const cart = await source.search(logQuery({ ...range, labels: { app: "cart" }, limit: 2 }));
    expect(orders(cart)).toEqual([98, 96]);
    expect((await source.search(logQuery({ ...range, labels: { app: "none" } }))).lines).toEqual([]);
    expect(orders(await source.search(logQuery({ ...range, labels: { app: "ca*" }, limit: 2 })))).toEqual([98, 96]);
    const countOf = async (app: string) => (await source.search(logQuery({ ...range, labels: { app } }))).lines.length;
    expect([await countOf("!cart"), await countOf("cart,quay"), await countOf("*,!cart,!quay")]).toEqual([50, 100, 0]);
  });

  test("extends the template of the backend", async () => {
    const query = {
      loki: '{app="{{.labels.program}}"} |= "order"',
      elasticsearch: '{"query": {"term": {"app": "{{.labels.program}}"}}}',
      opensearch: '{"query": {"term": {"app": "{{.labels.program}}"}}}',
      cloudwatch: 'fields @timestamp, @message | filter app = "{{.labels.program}}"',
    }[type];
    const source = await open(type, { query });
    const found = await source.search(logQuery({ ...range, labels: { program: "quay" }, search: "/order 1\\d /" }));
    expect(orders(found)).toEqual([19, 17, 15, 13, 11]);
  });

  test("a search is limited by the template of the backend, whatever the request contains", async () => {
    const limits = {
      loki: '{app="quay", level="{{.labels.level}}"}',
      elasticsearch:
        '{"query": {"bool": {"filter": [{"term": {"app": "quay"}}, {"term": {"log.level": "{{.labels.level}}"}}]}}}',
      opensearch:
        '{"query": {"bool": {"filter": [{"term": {"app": "quay"}}, {"term": {"log.level": "{{.labels.level}}"}}]}}}',
      cloudwatch: 'fields @timestamp, @message | filter app = "quay" | filter level = "{{.labels.level}}"',
    }[type];
    const source = await open(type, { query: limits });
    const labels = { level: "info" };
    const own = {
      loki: '{level="info"} |~ "order 4[12] "',
      elasticsearch:
        '{"bool": {"should": [{"match_phrase": {"message": "order 41"}}, {"match_phrase": {"message": "order 42"}}]}}',
      opensearch:
        '{"bool": {"should": [{"match_phrase": {"message": "order 41"}}, {"match_phrase": {"message": "order 42"}}]}}',
      cloudwatch: "fields @timestamp, @message | filter @message like /order 4[12] /",
    }[type];
    expect(orders(await source.search(logQuery({ ...range, labels, native: own })))).toEqual([41]);
    const escape = 'x"}}]}},"query":{"match_all":{}},"z":{"a":{"b":[{"a":{"c":"';
    await expect(source.search(logQuery({ ...range, labels: { level: escape } }))).rejects.toMatchObject({
      name: "QueryRefused",
      message: expect.stringContaining("contains quotes"),
    });
  });

  test("accepts queries in the language of the log system, and reports why a query is invalid", async () => {
    const own = {
      loki: '{app="cart"} |= "order 42"',
      elasticsearch: '{"match_phrase": {"message": "order 42"}}',
      opensearch: '{"query": {"match_phrase": {"message": "order 42"}}}',
      cloudwatch: "fields @timestamp, @message | filter @message like /order 42 /",
    }[type];
    const reader = readerOf(type);
    expect(reader.isNative!(own)).toBe(true);
    expect(reader.isNative!("order 42")).toBe(false);
    const source = await open(type);
    expect(orders(await source.search(logQuery({ ...range, native: own })))).toEqual([42]);
    const bad = {
      loki: '{app="cart"} | nonsense ~',
      elasticsearch: '{"shiver": {}}',
      opensearch: '{"query": ',
      cloudwatch: "fields | fly",
    }[type];
    await expect(source.search(logQuery({ ...range, native: bad }))).rejects.toMatchObject({ name: "QueryRefused" });
  });

  test("counts lines by severity, and returns labels, fields and a description", async () => {
    const source = await open(type);
    const { buckets } = await source.histogram(logQuery(range), 100_000);
    const count = (severity: string) =>
      buckets.filter((bucket) => bucket.severity === severity).reduce((sum, bucket) => sum + bucket.count, 0);
    expect([count("error"), count("info"), count("unknown")]).toEqual([10, 90, 0]);
    const some = await source.histogram(
      logQuery({ ...range, search: "/order [12]\\d /", labels: { app: "c*" } }),
      100_000,
    );
    expect(some.buckets.map(({ severity, count: number }) => [severity, number])).toEqual([
      ["info", 8],
      ["error", 2],
    ]);
    const labels = await source.labels({ labels: {}, ...range });
    const name = type === "cloudwatch" ? "logStream" : "app";
    expect(labels.find((label) => label.name === name)?.values.toSorted()).toEqual(["cart", "quay"]);
    expect((await source.fields(logQuery(range))).find((field) => field.name === "app")).toMatchObject({ count: 100 });
    expect(await source.describe()).toMatch(/Loki 3\.5\.1|(?:Elasticsearch|OpenSearch) 9\.1\.0|\/shop\/orders/);
  });

  test("follows new lines, each once", async () => {
    const stop = new AbortController();
    const source = await open(type, {}, { signal: stop.signal });
    const fresh = { time: firstTime + 200_000, labels: { app: "cart", level: "info" } };
    service.lines.push({ ...fresh, message: "order 200 is new" });
    const first = await takeLines(source, logQuery({ start: firstTime + 150_000, end: Infinity, search: "new" }), {
      count: 1,
    });
    expect(orders({ lines: first })).toEqual([200]);
    stop.abort();
    service.lines.pop();
  });

  test("waits while the system is busy, and retries a request whose connection was cut", async () => {
    const source = await open(type);
    service.next.push(
      type === "cloudwatch"
        ? { status: 400, body: { __type: "ThrottlingException", message: "Rate exceeded" } }
        : busy(0),
    );
    service.next.push(cutOff);
    expect(orders(await source.search(logQuery(hasAtLeast(1))))).toEqual([99]);
    expect(service.next).toEqual([]);
  });

  test("reports wrong credentials, an unreachable system, and a failing system", async () => {
    const wrong = {
      loki: { password: "wrong" },
      elasticsearch: { api_key: "wrong" },
      opensearch: { password: "wrong" },
      cloudwatch: { auth: { ...(specs.cloudwatch["auth"] as object), secret_key: "wrong" } },
    }[type];
    await expect((await open(type, wrong)).search(logQuery(range))).rejects.toThrow(
      /refused the (?:username|token)|does not accept the secret key/,
    );
    const away = await open(type, {}, { outbound: standIns.down });
    await expect(away.search(logQuery(range))).rejects.toThrow(/ECONNREFUSED|Nothing listens|cannot be reached/i);
    const source = await open(type);
    service.next.push({ status: 500, body: "internal error" });
    await expect(source.search(logQuery(range))).rejects.toThrow(/500/);
  });

  test("stops when the caller cancels", async () => {
    const stop = new AbortController();
    const source = await open(type, {}, { signal: stop.signal });
    service.next.push({ stream: () => stop.abort() });
    await expect(source.search(logQuery(range))).rejects.toThrow();
  });
});

test("a CloudWatch query is stopped when its caller disconnects, because it costs money", async () => {
  const stop = new AbortController();
  const source = await open("cloudwatch", {}, { signal: stop.signal });
  systems.cloudwatch.next.push({ body: { queryId: "query-without-caller" } }, { stream: () => stop.abort() });
  await expect(source.search(logQuery(range))).rejects.toThrow();
  await expect.poll(() => systems.cloudwatch.stopped, { timeout: 60_000 }).toContain("query-without-caller");
});

test("failed shards and a search timeout are warnings", async () => {
  const source = await open("opensearch");
  systems.opensearch.next.push({
    body: {
      timed_out: true,
      _shards: { total: 5, failed: 2, failures: [{ reason: { type: "x", reason: "shard is gone" } }] },
      hits: { hits: [] },
    },
  });
  expect((await source.search(logQuery(range))).warnings).toEqual([
    "OpenSearch did not search everything in time.",
    "2 of 5 shards of OpenSearch failed: shard is gone",
  ]);
});

test("Elasticsearch can be selected by its Elastic Cloud id", async () => {
  const id = `shop:${Buffer.from("cloud.example$0a1b$kibana").toString("base64")}`;
  const source = await openReader(
    readerOf("elasticsearch"),
    { cloud_id: id, username: storeKey.username, password: storeKey.password },
    { outbound: standIns.outbound },
  );
  expect(orders(await source.search(logQuery({ ...range, limit: 1 })))).toEqual([99]);
  await expect(openReader(readerOf("elasticsearch"), { cloud_id: "shop:x" })).rejects.toThrow(
    "The cloud id is not valid",
  );
});

test("the error message contains the name of a missing index or log group", async () => {
  const index = await open("elasticsearch", { index: "none" });
  await expect(index.search(logQuery(range))).rejects.toThrow("no such index [none]");
  const group = await open("cloudwatch", { log_group: "/none" });
  await expect(group.search(logQuery(range))).rejects.toThrow("The specified log group does not exist");
});

test("values cannot change a LogQL query", () => {
  expect(
    logQl({ labels: { "k8s.app": 'a"} |= "x' }, terms: { all: [{ kind: "text", text: 'say "Hi" \\' }], none: [] } }),
  ).toBe('{k8s_app="a\\"} |= \\"x"} |= "say \\"Hi\\" \\\\"');
  expect(logQl({ labels: { b: "c" }, native: '{a="}"} | json', terms: { all: [], none: [] } })).toBe(
    '{a="}", b="c"} | json',
  );
  expect(logQl({ labels: {}, native: '{b="2"} | json', terms: { all: [], none: [] } }, '{a="1"} |= "x"')).toBe(
    '{a="1", b="2"} |= "x" | json',
  );
  expect(() => logQl({ labels: {}, native: "sum(x)", terms: { all: [], none: [] } })).toThrow("begins with a selector");
});

test("a value cannot close the Logs Insights expression that contains it", () => {
  const all = ["a/b", String.raw`a\/b`, String.raw`a\\/b`].map((pattern) => ({ kind: "pattern" as const, pattern }));
  expect(filtersOf({ terms: { all, none: [] } }, { "a`b": 'x" or 1 = 1' })).toEqual([
    String.raw`filter ${"`"}ab${"`"} = "x\" or 1 = 1"`,
    String.raw`filter @message like /a\/b/`,
    String.raw`filter @message like /a\/b/`,
    String.raw`filter @message like /a\\\/b/`,
  ]);
});
