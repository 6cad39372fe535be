// Tests check kinds whose services cannot run in tests, against stand-ins that respond as documented.
import { expect, test } from "vitest";
import { look, type Looked } from "#tests/servers/look.ts";
import { startStandIns, type StandIns } from "#tests/services/stand-in.ts";
import {
  alertmanager,
  guardedPrometheus,
  repositories,
  searchEngine,
  tokenServer,
  watchedKeys,
} from "#tests/services/watched.ts";

const standIns: StandIns = await startStandIns({
  "alerts.example": alertmanager,
  "search.example": searchEngine,
  "api.github.com": repositories,
  "github.corp.example": repositories,
  "metrics.example": guardedPrometheus,
  "tokens.example": tokenServer,
});
const { outbound, down, instead, untrusted } = standIns;

const alerts = { url: "https://alerts.example" };
const search = {
  url: "https://search.example:9200",
  index: "orders",
  username: "deck",
  password: watchedKeys.search,
  query: '{"query": {"match_all": {}}}',
};
const ship = { repository: "harbour/ship" };
const metrics = { url: "https://metrics.example", query: "up" };
const granting = {
  username: "deck",
  password: watchedKeys.client,
  oauth2: { tokenURL: "https://tokens.example/token", scope: ["metrics"] },
};

const searches = (type: "elasticsearch" | "opensearch", seen: unknown): [string, string, object, Looked][] => [
  [type, "as many hits as expected", { ...search, results: 2 }, { pass: true, data: { results: seen } }],
  [type, "no number expected", search, { pass: true, detail: { hits: 2 } }],
  [type, "another number", { ...search, results: 3 }, { pass: false, error: "The search found 2, but 3 are expected" }],
  [
    type,
    "nothing with markFailOnEmpty",
    { ...search, query: '{"query": {"term": {"status": "lost"}}}', markFailOnEmpty: true },
    { pass: false, error: "The search found nothing" },
  ],
  [type, "a total in the format before version 7", { ...search, index: "old-orders", results: 2 }, { pass: true }],
  [
    type,
    "an unknown index",
    { ...search, index: "gone" },
    { pass: false, error: "The search failed: no such index [gone]" },
  ],
  [
    type,
    "an unknown query",
    { ...search, query: '{"query": {"shiver": {}}}' },
    { pass: false, error: "The search failed: unknown query [shiver]" },
  ],
  [type, "a query that is not JSON", { ...search, query: "{" }, { invalid: "The query is not JSON." }],
  [
    type,
    "a wrong password",
    { ...search, password: "wrong" },
    { pass: false, error: "The server refused the username or the password" },
  ],
];

test.each<[type: string, title: string, spec: object, found: Looked]>([
  [
    "alertmanager",
    "all active alerts, named by their subject",
    alerts,
    {
      pass: true,
      message: "2 alerts",
      data: {
        results: {
          alerts: [
            { name: "PodDown/shop/cart-1/main", message: "cart is down", fingerprint: "f-PodDown" },
            {
              name: "DiskFull/n1",
              message: "97 %",
              labels: { severity: "warning" },
              annotations: { summary: "n1 is full" },
            },
          ],
        },
      },
    },
  ],
  ["alertmanager", "by name", { ...alerts, alerts: ["Pod.*", "X"] }, { message: "1 alert" }],
  ["alertmanager", "all but some", { ...alerts, ignore: ["Pod.*"] }, { message: "1 alert" }],
  ["alertmanager", "by labels", { ...alerts, filters: { severity: "warning|info" } }, { message: "1 alert" }],
  [
    "alertmanager",
    "without labels",
    { ...alerts, exclude_filters: { severity: "warning|critical" } },
    { pass: true, message: "No alerts" },
  ],
  [
    "alertmanager",
    "another path",
    { url: "https://alerts.example/below" },
    { pass: false, error: "The server responded with the status 404" },
  ],
  [
    "alertmanager",
    "another server",
    { url: "https://metrics.example" },
    { pass: false, error: "The server requires a username and a password" },
  ],
  ...searches("elasticsearch", { took: 3, hits: { hits: [{ _source: { total: 7 } }, {}] } }),
  ...searches("opensearch", 2),
  [
    "github",
    "a release",
    ship,
    { pass: true, message: "Release v1.2.0", data: { results: { release: { tag_name: "v1.2.0" }, run: null } } },
  ],
  ["github", "no release", { repository: "harbour/raft" }, { pass: true, message: "No release" }],
  [
    "github",
    "a workflow that succeeded",
    { ...ship, workflow: "ci.yaml", token: watchedKeys.github },
    { pass: true, message: "The last run of ci.yaml succeeded", data: { results: { run: { head_branch: "main" } } } },
  ],
  [
    "github",
    "a workflow that failed on its branch",
    { ...ship, workflow: "ci.yaml", branch: "storm" },
    { pass: false, error: "The last run of ci.yaml ended with failure" },
  ],
  [
    "github",
    "a workflow that never ran",
    { ...ship, workflow: "never.yaml" },
    { pass: false, error: "never.yaml has no finished run" },
  ],
  ["github", "a self-hosted server", { ...ship, url: "https://github.corp.example" }, { pass: true }],
  [
    "github",
    "an unknown repository",
    { repository: "harbour/kraken" },
    { pass: false, error: "GitHub at api.github.com responded with “not found”: Not Found" },
  ],
  [
    "github",
    "an unknown token",
    { ...ship, token: "wrong" },
    { pass: false, error: "GitHub does not accept the token" },
  ],
  [
    "github",
    "an invalid repository name",
    { repository: "ship" },
    { invalid: '"ship" is not a repository name. Use owner/name.' },
  ],
  [
    "prometheus",
    "a token",
    { ...metrics, bearer: { value: watchedKeys.bearer } },
    { pass: true, data: { value: 1, firstResult: { query: "up" } } },
  ],
  [
    "prometheus",
    "a wrong token",
    { ...metrics, bearer: "wrong" },
    { pass: false, error: "The server refused the token" },
  ],
  ["prometheus", "a requested token", { ...metrics, ...granting }, { pass: true }],
  [
    "prometheus",
    "a client that gets no token",
    { ...metrics, ...granting, password: "wrong" },
    { pass: false, error: expect.stringMatching(/^tokens\.example did not issue a token: .*invalid_client/) as string },
  ],
])("checks %s: %s", async (type, _, spec, found) => {
  expect(await look(type, spec, { outbound })).toMatchObject(found);
});

test("without alerts, a check fails only with markFailOnEmpty", async () => {
  const none = { ...alerts, alerts: ["Mutiny"], filters: { alertname: "none" } };
  const quiet = instead(() => ({ body: [] }));
  expect(await look("alertmanager", none, { outbound: quiet })).toMatchObject({ pass: true, message: "No alerts" });
  expect(await look("alertmanager", { ...none, markFailOnEmpty: true }, { outbound: quiet })).toMatchObject({
    pass: false,
    error: "No alerts match",
  });
});

test("rejects the host field of alertmanager and prometheus, which existing forms use for the address", async () => {
  for (const type of ["alertmanager", "prometheus"])
    expect(await look(type, { host: "alerts.example", query: "up" }, { outbound })).toEqual({
      invalid: "host is not a field of this check: use url.",
    });
});

test.each([
  ["alertmanager", alerts, "The response is not from an Alertmanager. Check the URL."],
  ["elasticsearch", search, "The response is not from an Elasticsearch. Check the URL."],
  ["opensearch", search, "The response is not from an OpenSearch. Check the URL."],
  ["github", ship, "The response of api.github.com is not a valid GitHub response: it returned a web page"],
])(
  "reports for %s: no server, a different server, a failing server, an unknown certificate",
  async (type, spec, stranger) => {
    const web = instead(() => ({ body: "<html>Sign in</html>" }));
    const failing = instead(() => ({ status: 502, body: "<html>Bad gateway</html>" }));
    const errors: (string | undefined)[] = [];
    for (const way of [down, web, failing, untrusted]) errors.push((await look(type, spec, { outbound: way })).error);
    expect(errors).toEqual([
      expect.stringMatching(/nothing listens at this address/i),
      stranger,
      expect.stringMatching(/502/),
      expect.stringMatching(/signed by an unknown authority/),
    ]);
  },
);

const askedBy = async (type: string, spec: object) => {
  standIns.asked();
  await look(type, spec, { outbound });
  return standIns.asked();
};

test("sends the filters of Alertmanager's own API", async () => {
  const filters = { alerts: ["A", "B"], ignore: ["C"], filters: { env: 'a"b' }, exclude_filters: { team: "x" } };
  const [asked] = await askedBy("alertmanager", { ...alerts, ...filters });
  expect(asked!.path).toBe("/api/v2/alerts");
  expect(asked!.query.getAll("filter")).toEqual(['alertname=~"A|B"', 'alertname!~"C"', 'env=~"a\\"b"', 'team!~"x"']);
  expect([asked!.query.get("active"), asked!.query.get("silenced"), asked!.query.get("inhibited")]).toEqual([
    "true",
    "false",
    "false",
  ]);
});

const hits = (count: number) => Array.from({ length: count }, (_, n) => ({ _id: `${n}` }));
const counted = (value: number, relation = "eq") => ({ value, relation });

test.each<[title: string, body: object, isPartial: { elasticsearch: boolean; opensearch: boolean }, query?: string]>([
  ["all hits", { hits: { total: counted(2), hits: hits(2) } }, { elasticsearch: false, opensearch: false }],
  // The result of OpenSearch contains only the number of hits, which is complete.
  [
    "fewer hits than found",
    { hits: { total: counted(11), hits: hits(10) } },
    { elasticsearch: true, opensearch: false },
  ],
  [
    "fewer hits than found, before version 7",
    { hits: { total: 11, hits: hits(10) } },
    { elasticsearch: true, opensearch: false },
  ],
  [
    "more hits than were counted",
    { hits: { total: counted(10, "gte"), hits: hits(10) } },
    { elasticsearch: true, opensearch: false },
  ],
  [
    "no hits, because none are requested",
    { hits: { total: counted(11), hits: [] }, aggregations: {} },
    { elasticsearch: false, opensearch: false },
    '{"size": 0, "aggs": {}}',
  ],
  [
    "a search that took too long",
    { timed_out: true, hits: { total: counted(1), hits: hits(1) } },
    { elasticsearch: true, opensearch: true },
  ],
  [
    "a shard that failed",
    { _shards: { total: 2, failed: 1 }, hits: { total: counted(1), hits: hits(1) } },
    { elasticsearch: true, opensearch: true },
  ],
])(
  "a search reports whether it read only part of the hits: %s",
  async (_title, body, isPartial, query = search.query) => {
    for (const type of ["elasticsearch", "opensearch"] as const)
      expect(await look(type, { ...search, query }, { outbound: instead(() => ({ body })) })).toMatchObject({
        pass: true,
        isPartial: isPartial[type],
      });
  },
);

test("sends a search as written", async () => {
  const [asked] = await askedBy("opensearch", search);
  expect(asked).toMatchObject({ method: "POST", path: "/orders/_search", body: search.query });
  expect(asked!.headers["content-type"]).toBe("application/json");
});

test("requests the last finished run of the branch from GitHub", async () => {
  const connections = { "connection://ops/github": { password: watchedKeys.github } };
  standIns.asked();
  await look(
    "github",
    { ...ship, workflow: "ci.yaml", branch: "main", connection: "connection://ops/github" },
    { outbound, connections },
  );
  const [release, run] = standIns.asked();
  expect(release!.path).toBe("/repos/harbour/ship/releases/latest");
  expect(run!.path).toBe("/repos/harbour/ship/actions/workflows/ci.yaml/runs");
  expect(Object.fromEntries(run!.query)).toEqual({ status: "completed", per_page: "1", branch: "main" });
  expect(run!.headers).toMatchObject({
    authorization: `Bearer ${watchedKeys.github}`,
    accept: "application/vnd.github+json",
  });
});
