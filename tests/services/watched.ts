// Simulates services that checks query and that cannot run in tests, according to their documentation: Alertmanager,
// Elasticsearch, OpenSearch, GitHub, and a Prometheus that requires a token.
import { json, type StandIn } from "./stand-in.ts";

export const watchedKeys = {
  search: "canaryL-search-password",
  github: "github_pat_canaryM",
  bearer: "canaryN-bearer",
  client: "canaryQ-client-secret",
};

const alert = (alertname: string, labels: object, annotations: object = {}) => ({
  labels: { alertname, ...labels },
  annotations,
  startsAt: "2026-11-15T10:00:00.000Z",
  endsAt: "2026-11-15T10:05:00.000Z",
  updatedAt: "2026-11-15T10:00:30.000Z",
  fingerprint: `f-${alertname}`,
  receivers: [{ name: "ops" }],
  status: { state: "active", silencedBy: [], inhibitedBy: [] },
});
const alerts = [
  alert(
    "PodDown",
    { namespace: "shop", pod: "cart-1", container: "main", severity: "critical" },
    { description: "cart is down" },
  ),
  alert("DiskFull", { node: "n1", severity: "warning" }, { summary: "n1 is full", message: "97 %" }),
];

/** https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml */
export const alertmanager: StandIn = ({ path, query }) => {
  if (path !== "/api/v2/alerts") return { status: 404, body: "404 page not found\n" };
  const filters = query.getAll("filter").map((text) => /^(\w+)(=~|!~|!=|=)"(.*)"$/.exec(text));
  const bad = filters.findIndex((read) => !read);
  if (bad >= 0) return json([`bad matcher format: ${query.getAll("filter")[bad]}`], 400);
  const holds = (value: string, sign: string, wanted: string) => {
    const isLike = sign.endsWith("~") ? new RegExp(`^(?:${wanted})$`).test(value) : value === wanted;
    return isLike !== sign.startsWith("!");
  };
  return json(
    alerts.filter(({ labels }) =>
      filters.every((read) => holds((labels as Record<string, string>)[read![1]!] ?? "", read![2]!, read![3]!)),
    ),
  );
};

/**
 * https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-search and
 * https://docs.opensearch.org/latest/api-reference/search-apis/search/
 */
export const searchEngine: StandIn = ({ path, method, headers, body }) => {
  const [, password] = Buffer.from(headers["authorization"]?.replace("Basic ", "") ?? "", "base64")
    .toString()
    .split(":");
  const refused = (status: number, type: string, reason: string) =>
    json({ error: { root_cause: [{ type, reason }], type, reason }, status }, status);
  if (password !== watchedKeys.search) return refused(401, "security_exception", "unable to authenticate user");
  const [, index] = /^\/([^/]+)\/_search$/.exec(path) ?? [];
  if (method !== "POST" || index === undefined) return refused(405, "method", "Incorrect HTTP method");
  if (index !== "orders" && index !== "old-orders")
    return refused(404, "index_not_found_exception", `no such index [${index}]`);
  const { query } = JSON.parse(body) as { query?: { match_all?: object; term?: { status?: string } } };
  if (!query?.match_all && !query?.term) return refused(400, "parsing_exception", "unknown query [shiver]");
  const hits = query.term
    ? []
    : [
        { _id: "1", _source: { total: 7 } },
        { _id: "2", _source: { total: 9 } },
      ];
  const total = index === "old-orders" ? hits.length : { value: hits.length, relation: "eq" };
  return json({ took: 3, timed_out: false, hits: { total, max_score: 1, hits } });
};

/** https://docs.github.com/en/rest/releases/releases and …/actions/workflow-runs */
export const repositories: StandIn = ({ path, query, headers }) => {
  if (headers["authorization"] !== undefined && headers["authorization"] !== `Bearer ${watchedKeys.github}`)
    return json({ message: "Bad credentials", status: "401" }, 401);
  const run = (conclusion: string, branch: string) => ({
    id: 30433642,
    name: "CI",
    head_branch: branch,
    status: "completed",
    conclusion,
    html_url: "https://github.com/harbour/ship/actions/runs/30433642",
    run_started_at: "2026-11-15T09:00:00Z",
    updated_at: "2026-11-15T09:05:00Z",
  });
  const missing = json({ message: "Not Found", status: "404" }, 404);
  if (path === "/repos/harbour/ship/releases/latest")
    return json({
      tag_name: "v1.2.0",
      name: "Spring",
      published_at: "2026-11-01T00:00:00Z",
      html_url: "https://github.com/harbour/ship/releases/v1.2.0",
    });
  if (path === "/repos/harbour/raft") return json({ full_name: "harbour/raft" });
  const [, workflow] = /^\/repos\/harbour\/ship\/actions\/workflows\/([^/]+)\/runs$/.exec(path) ?? [];
  if (workflow === undefined) return missing;
  const branch = query.get("branch") ?? "main";
  if (workflow === "ci.yaml")
    return json({ total_count: 1, workflow_runs: [run(branch === "storm" ? "failure" : "success", branch)] });
  return workflow === "never.yaml" ? json({ total_count: 0, workflow_runs: [] }) : missing;
};

/**
 * https://prometheus.io/docs/prometheus/latest/querying/api/#instant-queries, behind a proxy that requires a token
 * (RFC 6750).
 */
export const guardedPrometheus: StandIn = ({ path, method, headers, body }) => {
  const known = [watchedKeys.bearer, `granted-${watchedKeys.client}`].map((token) => `Bearer ${token}`);
  if (!known.includes(headers["authorization"] ?? "")) return { status: 401, body: "Unauthorized" };
  if (path !== "/api/v1/query" || method !== "POST") return { status: 404, body: "404 page not found" };
  const query = new URLSearchParams(body).get("query");
  return json({
    status: "success",
    data: { resultType: "vector", result: [{ metric: { query: query ?? "" }, value: [1_447_640_400, "1"] }] },
  });
};

/** https://www.rfc-editor.org/rfc/rfc6749#section-4.4 */
export const tokenServer: StandIn = ({ headers, body }) => {
  const form = new URLSearchParams(body);
  const pair = Buffer.from(headers["authorization"]?.replace("Basic ", "") ?? "", "base64").toString();
  if (pair !== `deck:${watchedKeys.client}`) return json({ error: "invalid_client" }, 401);
  if (form.get("grant_type") !== "client_credentials" || form.get("scope") !== "metrics")
    return json({ error: "invalid_scope" }, 400);
  return json({ access_token: `granted-${watchedKeys.client}`, token_type: "bearer", expires_in: 300 });
};
