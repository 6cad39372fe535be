// Simulates Dynatrace and Elasticsearch according to their documentation.
import { json, type StandIn } from "./stand-in.ts";

export const monitoringKeys = {
  dynatrace: "dt0c01.ST2EY72K.canaryI",
  dynatraceWithoutScope: "dt0c01.ST2EY72K.canaryO",
  dynatraceOff: "dt0c01.ST2EY72K.canaryP",
  elastic: "canaryA-elastic-password",
};

/** https://docs.dynatrace.com/docs/dynatrace-api/environment-api/tokens-v2/api-tokens/post-token-lookup */
const dynatrace: StandIn = ({ path, method, headers, body }) => {
  const refused = (code: number, message: string) => json({ error: { code, message } }, code);
  const token = headers["authorization"]?.replace("Api-Token ", "");
  const { dynatrace: known, dynatraceOff, dynatraceWithoutScope } = monitoringKeys;
  if (token === dynatraceWithoutScope)
    return refused(403, "Token is missing required scope. Use one of: apiTokens.read (Read API tokens)");
  if (token !== known && token !== dynatraceOff) return refused(401, "Token Authentication failed");
  if (method !== "POST" || path !== "/api/v2/apiTokens/lookup") return refused(404, "HTTP 404 Not Found");
  if ((JSON.parse(body) as { token: string }).token !== token) return refused(400, "Constraints violated.");
  return json({
    id: "dt0c01.ST2EY72K",
    name: "quarterdeck",
    enabled: token === known,
    owner: "john.smith",
    creationDate: "2026-11-05T08:15:30.144Z",
    expirationDate: "2027-11-12T00:00:00.000Z",
    scopes: ["metrics.read", "apiTokens.read"],
  });
};

const secured = (path: string) => {
  const reason = `unable to authenticate user [elastic] for REST request [${path}]`;
  const cause = { type: "security_exception", reason };
  return json({ error: { root_cause: [cause], ...cause }, status: 401 }, 401, {
    "www-authenticate": 'Basic realm="security" charset="UTF-8"',
  });
};

/** https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-cluster-health and …-security-authenticate */
const elastic =
  ({ isSecured }: { isSecured: boolean }): StandIn =>
  ({ path, headers }) => {
    const [user, password] = Buffer.from(headers["authorization"]?.replace("Basic ", "") ?? "", "base64")
      .toString()
      .split(":");
    if (isSecured && password !== monitoringKeys.elastic) return secured(path);
    if (path === "/_cluster/health" && user === "writer") {
      const reason = `action [cluster:monitor/health] is unauthorized for user [writer]`;
      return json({ error: { type: "security_exception", reason }, status: 403 }, 403);
    }
    if (path === "/_cluster/health")
      return json({ cluster_name: "orders", status: "green", timed_out: false, number_of_nodes: 3 });
    if (path === "/_security/_authenticate" && isSecured)
      return json({ username: user, roles: ["superuser"], enabled: true, authentication_type: "realm" });
    return json({ error: `no handler found for uri [${path}] and method [GET]` }, 400);
  };

export const monitoring = {
  "abc12345.live.dynatrace.com": dynatrace,
  "elastic.example": elastic({ isSecured: true }),
  "open-elastic.example": elastic({ isSecured: false }),
};
