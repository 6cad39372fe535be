// The callers that each route admits, written by hand from the role table of the specification and the purpose of
// each call. Nothing here is computed from the product's own declarations: if the two differ, this file is right. The
// test fails for a route that is missing here, and for a line without a route.
//
// Relations and functions of the data API have their own matrix (expected.ts); here they are represented by
// `properties`, which every role may read and only admin and editor may write.

export interface ExpectedRoute {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path as the server declares it. */
  path: string;
  /**
   * `anyone`: signed in or not. `session`: callers with a session of the identity service, not with an access token.
   * `signed-in`: every authenticated caller, with or without a role. `token`: callers with an access token and a role,
   * not with a session. `agent`: agents with their own token, which have no role. Any other value lists the roles.
   */
  open: "anyone" | "session" | "signed-in" | "token" | "agent" | (string & {});
  /** The path to request instead of the declared path. */
  as?: string;
  body?: unknown;
  /**
   * Whether a read-only token is rejected. Default: rejected for every method except GET. Some GET requests are as
   * sensitive as a write: a kubeconfig contains a new token, and a mail contains a link that gives access to an
   * account.
   */
  readOnly?: "refused" | "let in";
  /** Whether a signed-in browser is rejected if it does not send its CSRF token. */
  needsItsToken?: true;
}

const everybody = "admin editor commander responder viewer guest";
const id = "00000000-0000-4000-8000-000000000001";
const property = { name: "route.matrix", value: "1" };

const dataDoors = ["/api/db", "/api/config", "/api/canary"].flatMap((prefix): ExpectedRoute[] => [
  { method: "GET", path: prefix, open: "signed-in" },
  // These routes exist to return 405 in the format of the data API.
  { method: "POST", path: prefix, open: "signed-in" },
  { method: "PUT", path: prefix, open: "signed-in" },
  { method: "PATCH", path: prefix, open: "signed-in" },
  { method: "DELETE", path: prefix, open: "signed-in" },
  { method: "GET", path: `${prefix}/:relation`, as: `${prefix}/properties`, open: everybody },
  { method: "POST", path: `${prefix}/:relation`, as: `${prefix}/properties`, body: property, open: "admin editor" },
  {
    method: "PUT",
    path: `${prefix}/:relation`,
    as: `${prefix}/properties?name=eq.${property.name}`,
    body: property,
    open: "admin editor",
  },
  {
    method: "PATCH",
    path: `${prefix}/:relation`,
    as: `${prefix}/properties?name=eq.${property.name}`,
    body: { value: "2" },
    open: "admin editor",
  },
  {
    method: "DELETE",
    path: `${prefix}/:relation`,
    as: `${prefix}/properties?name=eq.${property.name}`,
    open: "admin editor",
  },
  // A read-only function can be called with either method.
  {
    method: "GET",
    path: `${prefix}/rpc/:name`,
    as: `${prefix}/rpc/related_configs_recursive?config_id=${id}`,
    open: everybody,
  },
  {
    method: "POST",
    path: `${prefix}/rpc/:name`,
    as: `${prefix}/rpc/related_configs_recursive`,
    body: { config_id: id },
    open: everybody,
    readOnly: "let in",
  },
  // This route returns 405 to every authenticated caller.
  { method: "PUT", path: `${prefix}/rpc/:name`, as: `${prefix}/rpc/x`, open: "signed-in", readOnly: "let in" },
  { method: "PATCH", path: `${prefix}/rpc/:name`, as: `${prefix}/rpc/x`, open: "signed-in", readOnly: "let in" },
  { method: "DELETE", path: `${prefix}/rpc/:name`, as: `${prefix}/rpc/x`, open: "signed-in", readOnly: "let in" },
]);

/** The forms of the identity service are for people who are not signed in; the form itself reports rejected input. */
const flowDoors = ["login", "registration", "recovery", "verification"].flatMap((kind): ExpectedRoute[] => [
  { method: "GET", path: `/api/.ory/self-service/${kind}/browser`, open: "anyone" },
  { method: "GET", path: `/api/.ory/self-service/${kind}/api`, open: "anyone" },
  { method: "GET", path: `/api/.ory/self-service/${kind}/flows`, open: "anyone" },
  { method: "POST", path: `/api/.ory/self-service/${kind}`, open: "anyone", readOnly: "let in" },
]);

export const expectedRoutes: readonly ExpectedRoute[] = [
  ...dataDoors,
  ...flowDoors,
  // A mail contains this link.
  { method: "GET", path: "/api/.ory/self-service/recovery", open: "anyone" },
  { method: "GET", path: "/api/.ory/self-service/verification", open: "anyone" },
  { method: "GET", path: "/api/.ory/self-service/settings/browser", open: "session" },
  { method: "GET", path: "/api/.ory/self-service/settings/api", open: "session" },
  { method: "GET", path: "/api/.ory/self-service/settings/flows", open: "anyone" },
  { method: "POST", path: "/api/.ory/self-service/settings", open: "anyone", readOnly: "let in" },
  { method: "GET", path: "/api/.ory/self-service/logout/browser", open: "session" },
  { method: "GET", path: "/api/.ory/self-service/logout", open: "anyone", needsItsToken: true },
  { method: "DELETE", path: "/api/.ory/self-service/logout/api", body: {}, open: "anyone", readOnly: "let in" },
  {
    method: "GET",
    path: "/api/.ory/self-service/methods/oidc/callback/:provider",
    as: "/api/.ory/self-service/methods/oidc/callback/none",
    open: "anyone",
  },
  { method: "GET", path: "/api/.ory/self-service/errors", open: "anyone" },
  { method: "GET", path: "/api/.ory/sessions/whoami", open: "session" },
  { method: "GET", path: "/api/.ory/sessions", open: "session" },
  { method: "DELETE", path: "/api/.ory/sessions", open: "session", readOnly: "refused" },
  { method: "DELETE", path: "/api/.ory/sessions/:id", as: `/api/.ory/sessions/${id}`, open: "session" },
  { method: "GET", path: "/api/.ory/.well-known/ory/webauthn.js", open: "anyone" },
  { method: "GET", path: "/api/.ory/schemas/:id", as: "/api/.ory/schemas/default", open: "anyone" },

  { method: "GET", path: "/api/auth/whoami", open: "signed-in" },
  { method: "POST", path: "/api/auth/create_token", body: { name: "", expiry: "7d" }, open: "signed-in" },
  { method: "GET", path: "/api/auth/tokens", open: "signed-in" },
  { method: "DELETE", path: "/api/auth/token/:id", as: `/api/auth/token/${id}`, open: "signed-in" },
  { method: "POST", path: "/api/auth/invite_user", body: {}, open: "admin" },
  { method: "GET", path: "/api/auth/mails/:id", as: `/api/auth/mails/${id}`, open: "admin", readOnly: "refused" },
  { method: "GET", path: "/api/auth/mailing", open: "admin editor" },

  { method: "GET", path: "/api/people", open: "admin editor" },
  { method: "POST", path: "/api/people/update", body: {}, open: "admin" },
  { method: "DELETE", path: "/api/people/:id", as: `/api/people/${id}`, open: "admin" },
  { method: "DELETE", path: "/api/people/invitations/:id", as: `/api/people/invitations/${id}`, open: "admin" },
  { method: "POST", path: "/api/rbac/:userId/update_role", as: `/api/rbac/${id}/update_role`, body: {}, open: "admin" },
  // This call explains the caller's own permissions; tests/api/rights-explained.test.ts tests explanations for other
  // people.
  { method: "POST", path: "/api/rbac/explain", body: {}, open: "signed-in", readOnly: "let in" },

  // The MCP endpoint ignores cookies. GET and DELETE exist to return 405.
  ...["/api/mcp", "/mcp"].flatMap((path): ExpectedRoute[] => [
    { method: "POST", path, body: { jsonrpc: "2.0", id: 1, method: "ping" }, open: "token", readOnly: "let in" },
    { method: "GET", path, open: "token" },
    { method: "DELETE", path, open: "token", readOnly: "let in" },
  ]),

  {
    method: "GET",
    path: "/api/integrations/charts/:name",
    as: "/api/integrations/charts/kubernetes",
    open: everybody,
  },
  { method: "GET", path: "/api/properties", open: "signed-in" },
  { method: "GET", path: "/api/kinds/:family", as: "/api/kinds/resource", open: "signed-in" },
  {
    method: "GET",
    path: "/api/schemas/:file",
    as: "/api/schemas/canary.spec.schema.json",
    open: "signed-in",
  },
  { method: "GET", path: "/api/unknown-fields/:table", as: "/api/unknown-fields/canaries", open: everybody },
  { method: "POST", path: "/api/connection/test/:id", as: `/api/connection/test/${id}`, body: {}, open: "admin" },
  { method: "POST", path: "/api/connection/test", body: { connection: {} }, open: "admin" },
  { method: "POST", path: "/api/notification/test", body: { rule: {} }, open: "admin editor" },
  ...[
    "/api/logs",
    "/api/apm/search",
    "/api/logs/tail",
    "/api/logs/labels",
    "/api/logs/fields",
    "/api/logs/histogram",
  ].map((path): ExpectedRoute => ({ method: "POST", path, body: {}, open: everybody, readOnly: "let in" })),
  { method: "GET", path: "/api/logs/backends", open: everybody },
  { method: "POST", path: "/api/logs/backends/test", body: { spec: {} }, open: "admin editor" },
  { method: "GET", path: "/api/playbook/list", open: everybody },
  { method: "GET", path: "/api/playbook/events", open: everybody },
  {
    method: "POST",
    path: "/api/playbook/:id/params",
    as: `/api/playbook/${id}/params`,
    body: { id },
    open: "admin editor",
  },
  {
    method: "POST",
    path: "/api/playbook/:id/plan",
    as: `/api/playbook/${id}/plan`,
    body: { id },
    open: "admin editor",
  },
  { method: "GET", path: "/api/view/:namespace/:name", as: "/api/view/default/none", open: everybody },
  {
    method: "POST",
    path: "/api/view/:namespace/:name",
    as: "/api/view/default/none",
    body: {},
    open: everybody,
    readOnly: "let in",
  },
  { method: "GET", path: "/api/view/list", open: everybody },
  { method: "GET", path: "/api/view/gallery", open: everybody },
  // A preview can do everything that a saved view can do.
  { method: "POST", path: "/api/view/preview", body: { spec: {} }, open: "admin editor" },
  { method: "GET", path: "/api/playbook/gallery", open: everybody },
  { method: "POST", path: "/api/playbook/plan", body: { spec: {} }, open: "admin editor" },
  { method: "POST", path: "/api/playbook/run", body: { id }, open: "admin editor" },
  { method: "GET", path: "/api/playbook/run/:id", as: `/api/playbook/run/${id}`, open: everybody },
  { method: "GET", path: "/api/playbook/run/:id/status", as: `/api/playbook/run/${id}/status`, open: everybody },
  ...["approve", "rerun"].map((action): ExpectedRoute => ({
    method: "POST",
    path: `/api/playbook/run/${action}/:run_id`,
    as: `/api/playbook/run/${action}/${id}`,
    body: {},
    open: "admin editor",
  })),
  // People may cancel the runs that they started.
  {
    method: "POST",
    path: "/api/playbook/run/cancel/:run_id",
    as: `/api/playbook/run/cancel/${id}`,
    body: {},
    open: everybody,
  },
  { method: "GET", path: "/api/playbook/action/:id/output", as: `/api/playbook/action/${id}/output`, open: everybody },
  ...(["GET", "POST"] as const).map((method): ExpectedRoute => ({
    method,
    path: "/api/playbook/webhook/:path",
    as: "/api/playbook/webhook/none",
    open: "anyone",
    readOnly: "let in",
  })),
  // Components, checks and config items are readable by every role.
  { method: "GET", path: "/api/why/:kind/:id", as: `/api/why/component/${id}`, open: everybody },
  { method: "POST", path: "/api/resources/search", body: {}, open: "signed-in", readOnly: "let in" },
  { method: "GET", path: "/api/kubeconfig/about", open: "signed-in" },
  { method: "GET", path: "/api/kubeconfig", open: "signed-in", readOnly: "refused" },
  { method: "GET", path: "/api/events", open: "signed-in" },
  // Every role that may read the database can call this route.
  {
    method: "GET",
    path: "/api/artifacts/download/:id",
    as: `/api/artifacts/download/${id}`,
    open: everybody,
  },

  { method: "GET", path: "/api/canary/api/topology", open: everybody },
  { method: "GET", path: "/api/canary/topology/:id", as: `/api/canary/topology/${id}`, open: everybody },
  { method: "GET", path: "/api/snapshot/topology/:id", as: `/api/snapshot/topology/${id}`, open: everybody },
  { method: "GET", path: "/api/snapshot/config/:id", as: `/api/snapshot/config/${id}`, open: everybody },
  { method: "GET", path: "/api/snapshot/incident/:id", as: `/api/snapshot/incident/${id}`, open: everybody },
  { method: "GET", path: "/api/incidents/:id/export.zip", as: `/api/incidents/${id}/export.zip`, open: everybody },
  { method: "GET", path: "/api/incidents/:id/export.html", as: `/api/incidents/${id}/export.html`, open: everybody },
  { method: "GET", path: "/api/incidents/:id/replay", as: `/api/incidents/${id}/replay`, open: everybody },
  { method: "GET", path: "/api/incidents/:id/suggestions", as: `/api/incidents/${id}/suggestions`, open: everybody },
  { method: "GET", path: "/api/incidents/:id/postmortem", as: `/api/incidents/${id}/postmortem`, open: everybody },
  {
    method: "PUT",
    path: "/api/incidents/:id/postmortem",
    as: `/api/incidents/${id}/postmortem`,
    body: { markdown: "# What happened", publish: false },
    open: "admin editor commander responder",
  },
  { method: "GET", path: "/api/incidents/figures", open: everybody },
  { method: "GET", path: "/api/incidents/mine", open: everybody },
  {
    method: "GET",
    path: "/api/application/:namespace/:name",
    as: "/api/application/default/none",
    open: everybody,
  },
  {
    method: "GET",
    path: "/api/application/:namespace/:name/export",
    as: "/api/application/default/none/export",
    open: everybody,
  },
  {
    method: "POST",
    path: "/api/incident_rules/preview",
    body: { spec: {} },
    open: everybody,
    readOnly: "let in",
  },
  { method: "GET", path: "/api/topology/proposals", open: "admin editor", readOnly: "refused" },
  { method: "GET", path: "/api/notification/events", open: everybody },
  {
    method: "POST",
    path: "/api/notification/preview",
    body: { rule: { events: ["check.failed"] }, resource: { kind: "check", id } },
    open: everybody,
    readOnly: "let in",
  },
  { method: "GET", path: "/api/notification/who/:kind/:id", as: `/api/notification/who/check/${id}`, open: everybody },
  {
    method: "POST",
    path: "/api/notification/send_history/:id/redeliver",
    as: `/api/notification/send_history/${id}/redeliver`,
    open: "admin editor",
  },
  { method: "POST", path: "/api/topology/dry-run", body: { name: "route matrix", spec: {} }, open: "admin editor" },
  { method: "POST", path: "/api/agent/generate", body: { name: "route matrix" }, open: "admin editor" },
  { method: "POST", path: "/api/agent/token", body: { id }, open: "admin editor" },
  // areas/agents/server/upstream/ tests the tokens of agents.
  ...["/upstream", "/api/upstream"].flatMap((prefix): ExpectedRoute[] => [
    { method: "GET", path: `${prefix}/ping`, open: "agent" },
    { method: "POST", path: `${prefix}/push`, body: {}, open: "agent" },
    { method: "DELETE", path: `${prefix}/push`, body: {}, open: "agent" },
    { method: "GET", path: `${prefix}/canary/pull`, open: "agent" },
    { method: "GET", path: `${prefix}/scrapeconfig/pull`, open: "agent" },
    { method: "GET", path: `${prefix}/topology/pull`, open: "agent" },
    { method: "POST", path: `${prefix}/connection/pull`, body: { stored: [] }, open: "agent" },
    { method: "GET", path: `${prefix}/playbook-action`, open: "agent" },
    {
      method: "POST",
      path: `${prefix}/playbook-action/:id/output`,
      as: `${prefix}/playbook-action/${id}/output`,
      body: { number: 0, content: "" },
      open: "agent",
    },
    { method: "POST", path: `${prefix}/artifacts/:id`, as: `${prefix}/artifacts/${id}`, body: {}, open: "agent" },
  ]),
  {
    method: "POST",
    path: "/api/canary/run/topology/:id",
    as: `/api/canary/run/topology/${id}`,
    body: {},
    open: "admin editor",
  },
  { method: "POST", path: "/api/push/topology", body: { topology_id: id, name: "route matrix" }, open: "admin editor" },
  { method: "GET", path: "/api/canary/api/summary", open: everybody },
  { method: "POST", path: "/api/canary/api/summary", body: {}, open: everybody, readOnly: "let in" },
  { method: "GET", path: "/api/canary/api/graph", as: `/api/canary/api/graph?check=${id}`, open: everybody },
  { method: "GET", path: "/api/canary/api", as: `/api/canary/api?check=${id}`, open: everybody },
  {
    method: "GET",
    path: "/api/canary/api/details",
    as: `/api/canary/api/details?key=${id}&time=2026-11-15T12:00:00Z`,
    open: everybody,
  },
  { method: "POST", path: "/api/canary/api/push", body: { id, status: true }, open: "admin editor" },
  { method: "POST", path: "/api/canary/api/checks/deletion", body: { checks: [id] }, open: "admin editor" },
  { method: "POST", path: "/api/canary/api/checks/delete", body: { checks: [id] }, open: "admin editor" },
  { method: "POST", path: "/api/canary/api/checks/restore", body: { checks: [id] }, open: "admin editor" },
  { method: "POST", path: "/api/canary/api/checks/pause", body: { checks: [id] }, open: "admin editor" },
  { method: "POST", path: "/api/canary/api/checks/resume", body: { checks: [id] }, open: "admin editor" },
  {
    method: "POST",
    path: "/api/canary/webhook/:name",
    as: "/api/canary/webhook/none",
    body: {},
    open: "anyone",
    readOnly: "let in",
  },
  {
    method: "POST",
    path: "/api/canary/run/check/:id",
    as: `/api/canary/run/check/${id}`,
    body: {},
    open: "admin editor commander responder",
  },
  {
    method: "POST",
    path: "/api/canary/try",
    body: { name: "route matrix", spec: { tcp: [{ name: "no port", endpoint: "nowhere" }] }, check: { type: "tcp" } },
    open: "admin editor",
  },

  { method: "POST", path: "/api/notification/summary", body: {}, open: everybody, readOnly: "let in" },
  {
    method: "GET",
    path: "/api/notification/send_history/:id",
    as: `/api/notification/send_history/${id}`,
    open: everybody,
  },
  { method: "GET", path: "/api/notification/unread", open: everybody },
  { method: "POST", path: "/api/notification/read", open: everybody },
  { method: "GET", path: "/api/notification/preferences", open: "signed-in" },
  { method: "PUT", path: "/api/notification/preferences", body: {}, open: "signed-in" },

  { method: "POST", path: "/api/catalog/summary", body: {}, open: everybody, readOnly: "let in" },
  { method: "POST", path: "/api/catalog/changes", body: {}, open: everybody, readOnly: "let in" },
  { method: "GET", path: "/api/catalog/changes", open: everybody },
  { method: "GET", path: "/api/catalog/:id/versions", as: `/api/catalog/${id}/versions`, open: everybody },
  { method: "GET", path: "/api/catalog/:id/at", as: `/api/catalog/${id}/at?time=now`, open: everybody },
  { method: "GET", path: "/api/catalog/:id/blame", as: `/api/catalog/${id}/blame`, open: everybody },
  { method: "POST", path: "/api/catalog/changes/histogram", body: {}, open: everybody, readOnly: "let in" },

  {
    method: "POST",
    path: "/api/config/run/:id",
    as: `/api/config/run/${id}`,
    body: {},
    open: "admin editor",
  },
  {
    method: "POST",
    path: "/api/catalog/scrapers/dry-run",
    body: { name: "route matrix", spec: {} },
    open: "admin editor",
  },

  { method: "GET", path: "/api/incidents/:id/timeline", as: `/api/incidents/${id}/timeline`, open: everybody },
  { method: "GET", path: "/api/incidents/:id/evidence", as: `/api/incidents/${id}/evidence`, open: everybody },
  {
    method: "GET",
    path: "/api/incidents/responders/choices",
    as: `/api/incidents/responders/choices?team_id=${id}&type=jira`,
    open: "admin editor commander responder",
    // The call sends requests with the credentials of the team.
    readOnly: "refused",
  },
  {
    method: "POST",
    path: "/api/incidents/redact",
    body: { table: "comments", id, reason: "route matrix" },
    open: "admin",
  },

  { method: "POST", path: "/api/notification/silence", body: { filter: "false" }, open: "admin editor" },
  {
    method: "GET",
    path: "/api/notification/silence_preview",
    as: "/api/notification/silence_preview?filter=false",
    open: everybody,
  },
  { method: "GET", path: "/api/notification/silences/unmatched", open: everybody },
  { method: "POST", path: "/api/v2/alerts", body: [], open: "admin editor" },
  { method: "GET", path: "/api/v2/alerts", open: everybody },
  { method: "GET", path: "/api/v2/alerts/groups", open: everybody },
  { method: "GET", path: "/api/v2/silences", open: everybody },
  {
    method: "POST",
    path: "/api/v2/silences",
    body: {
      matchers: [{ name: "alertname", value: "route matrix", isRegex: false }],
      startsAt: "2026-01-01T00:00:00Z",
      endsAt: "2099-01-01T00:00:00Z",
      createdBy: "route matrix",
      comment: "route matrix",
    },
    open: "admin editor",
  },
  { method: "GET", path: "/api/v2/silence/:silenceID", as: `/api/v2/silence/${id}`, open: everybody },
  { method: "DELETE", path: "/api/v2/silence/:silenceID", as: `/api/v2/silence/${id}`, open: "admin editor" },
  { method: "GET", path: "/api/v2/status", open: "signed-in" },
  { method: "GET", path: "/api/v2/receivers", open: "signed-in" },
  {
    method: "POST",
    path: "/api/alertmanager/webhook",
    as: "/api/alertmanager/webhook?source=route%20matrix",
    body: { version: "4", alerts: [] },
    open: "admin editor",
  },

  { method: "GET", path: "/api/about", open: "signed-in" },
  { method: "GET", path: "/api/canary/about", open: "signed-in" },
  { method: "GET", path: "/api/system", open: "admin editor" },
  {
    method: "POST",
    path: "/api/expressions/check",
    body: { notation: "cel", text: "1 +" },
    open: "signed-in",
    readOnly: "let in",
  },
  { method: "GET", path: "/api/expressions/functions", open: "signed-in" },
  { method: "GET", path: "/api/openapi.json", open: "signed-in" },
  { method: "GET", path: "/api/docs", open: "signed-in" },
  // The stylesheet contains no data.
  { method: "GET", path: "/api/docs/style.css", open: "anyone" },
  { method: "GET", path: "/metrics", open: "signed-in" },
  { method: "GET", path: "/api/_health", open: "anyone" },
  { method: "GET", path: "/api/ready", open: "anyone" },
];
