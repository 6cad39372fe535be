// Tests the authentication fields of checks, as existing manifests and forms write them. Servers and stand-ins verify
// the identity independently.
import { expect, test } from "vitest";
import { runOne } from "#tests/support/checks.ts";
import { look } from "#tests/servers/look.ts";
import { objectStorage, readerRole, roleKeys, storageKeys } from "#tests/services/object-storage.ts";
import { json, startStandIns, type StandIn } from "#tests/services/stand-in.ts";
import { isSignedWith } from "#tests/servers/aws-signature.ts";
import { tokenServer, watchedKeys } from "#tests/services/watched.ts";

const tenant = "tenant-canary";
const token = `Bearer granted-${watchedKeys.client}`;
const basic = `Basic ${Buffer.from("ada:word").toString("base64")}`;

const answers: Readonly<Record<string, object>> = {
  "/api/v1/query": { status: "success", data: { resultType: "vector", result: [] } },
  "/api/v2/alerts": [],
  "/orders/_search": { hits: { total: { value: 0 } } },
};

/**
 * Responds like Prometheus, Alertmanager and Elasticsearch if the request is authenticated in the way that the path
 * requires.
 */
const guarded: StandIn = ({ path, headers, shown }) => {
  const [, demand = "", asked = ""] = /^\/(\w+)(\/.*)?$/.exec(path) ?? [];
  const proven: Readonly<Record<string, boolean>> = {
    header: headers["x-scope-orgid"] === tenant,
    certificate: shown === "deck-operator",
    token: headers["authorization"] === token,
    basic: headers["authorization"] === basic,
  };
  return proven[demand] ? json(answers[asked] ?? {}) : { status: 401, body: "Unauthorized" };
};

const standIns = await startStandIns({
  "guarded.example": guarded,
  "tokens.example": tokenServer,
  "objects.example": objectStorage(new Map()),
  "signed.example": ({ method, url, headers, body }) => ({
    status:
      headers["x-amz-security-token"] === roleKeys.sessionToken &&
      isSignedWith(roleKeys.secretKey, { method, url, headers: { ...headers } }, body)
        ? 200
        : 403,
  }),
});
const { outbound } = standIns;
const { cert, key } = standIns.issue({ subject: "deck-operator" });

const grant = { tokenURL: "https://tokens.example/token", scope: ["metrics"] };
const client = { clientID: "deck", clientSecret: { value: watchedKeys.client } };

const ways: [what: string, demand: string, spec: object][] = [
  ["headers", "header", { headers: [{ name: "X-Scope-OrgID", value: tenant }] }],
  ["tlsConfig", "certificate", { tlsConfig: { cert, key } }],
  ["tls", "certificate", { tls: { cert, key } }],
  ["oauth with a client of its own", "token", { oauth: { ...grant, ...client } }],
  ["oauth with scopes", "token", { oauth: { tokenURL: grant.tokenURL, scopes: ["metrics"], ...client } }],
  ["oauth2 as user and password", "token", { oauth2: grant, username: "deck", password: watchedKeys.client }],
  ["a bearer token", "token", { bearer: token.replace("Bearer ", "") }],
  ["authentication", "basic", { basic: true, authentication: { username: { value: "ada" }, password: "word" } }],
  ["auth", "basic", { auth: { username: "ada", password: { value: "word" } } }],
];
const kinds: [type: string, spec: object][] = [
  ["prometheus", { query: "up" }],
  ["alertmanager", {}],
  ["elasticsearch", { index: "orders", query: "{}" }],
  ["opensearch", { index: "orders", query: "{}" }],
];

const proofs = kinds.flatMap(([type, own]) =>
  ways.map(
    ([what, demand, spec]) => [type, what, { url: `https://guarded.example/${demand}`, ...own, ...spec }] as const,
  ),
);

test.each(proofs)("authenticates a %s check with %s", async (type, _, spec) => {
  expect(await look(type, spec, { outbound })).toMatchObject({ pass: true });
});

test.each(kinds)("rejects a %s check without the required authentication", async (type, own) => {
  for (const demand of ["header", "certificate", "token", "basic"])
    expect(await look(type, { url: `https://guarded.example/${demand}`, ...own }, { outbound })).toMatchObject({
      pass: false,
    });
});

test.each(ways)("authenticates an http check with %s", async (_, demand, spec) => {
  const url = `https://guarded.example/${demand}/`;
  const around = { outbound: () => outbound };
  expect(await runOne("http", { url, ...spec }, { around })).toMatchObject({ verdict: "healthy" });
  expect(await runOne("http", { url }, { around })).toMatchObject({ verdict: "unhealthy" });
});

test.each([
  [
    "oauth",
    { oauth: grant, oauth2: grant, username: "a" },
    "oauth has the same meaning as oauth2: set only one of them.",
  ],
  ["tls", { tls: {}, tlsConfig: {} }, "tls has the same meaning as tlsConfig: set only one of them."],
])("a check is invalid if it sets both names of the field %s", async (_, spec, error) => {
  for (const [type, own] of [...kinds, ["http", {}] as const])
    expect(await runOne(type, { url: "https://guarded.example/", ...own, ...spec })).toMatchObject({
      isInvalid: true,
      error,
    });
});

test("signs requests for AWS with the keys of the assumed role", async () => {
  const awsSigV4 = { ...storageKeys, region: "eu-central-1", service: "execute-api" };
  const connections = { "connection://ops/aws": { url: "https://objects.example" } };
  const spec = (more: object) => ({
    url: "https://signed.example/orders",
    awsSigV4: { ...awsSigV4, connection: "connection://ops/aws", ...more },
  });
  expect(await look("http", spec({ assumeRole: readerRole }), { outbound, connections })).toMatchObject({ pass: true });
  expect(await look("http", spec({}), { outbound, connections })).toMatchObject({ pass: false });
});

test("passes the keys of the assumed role and the endpoint to a script", async () => {
  const aws = { ...storageKeys, assumeRole: readerRole, region: "eu-central-1", endpoint: "https://objects.example" };
  const script =
    'echo "$AWS_ACCESS_KEY_ID ${#AWS_SECRET_ACCESS_KEY} ${#AWS_SESSION_TOKEN} $AWS_REGION $AWS_ENDPOINT_URL"; echo "$AWS_SESSION_TOKEN" >&2';
  const { secretKey, sessionToken, accessKey } = roleKeys;
  const found = await look("exec", { script, connections: { aws } }, { outbound });
  expect(found).toMatchObject({
    pass: true,
    message: `${accessKey} ${secretKey.length} ${sessionToken.length} eu-central-1 https://objects.example`,
  });
  const run = await runOne("exec", { script, connections: { aws } }, { around: { outbound: () => outbound } });
  expect(run).toMatchObject({ verdict: "healthy", detail: { stderr: "***" } });
});
