// Packages that the built server loads on demand are not part of the bundle (vite.server.config.ts,
// lib/load/on-demand.ts). These tests use each package once in a product that is started in the same way as by an
// operator; V8 coverage (NODE_V8_COVERAGE) lists the loaded files.
import { readFileSync, readdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { LoginFlow, SettingsFlow } from "#areas/identity/model.ts";
import { repository } from "#lib/load/repository.ts";
import { openBrowser } from "../api/browser.ts";
import { startMailSink } from "../api/mail-sink.ts";
import { optionsOf, softwareKey } from "../api/software-key.ts";
import { freePort } from "../support/free-port.ts";
import { json, startLocalServer } from "../support/local-server.ts";
import { client, issuerAt, startLooseProvider } from "../support/oidc-provider.ts";
import { installDriver } from "../servers/optional-driver.ts";
import { s3Keys, startS3 } from "../servers/s3.ts";
import { temporary } from "./accounts.ts";
import { Product } from "./product.ts";

const [port, providerPort] = [await freePort(), await freePort()];
const url = `http://localhost:${port}`;
const administrator = { email: "admin@example.org", password: "correct-horse-battery" };
const coverage = temporary();
installDriver("tedious");
const mail = await startMailSink();
const provider = await startLooseProvider(providerPort);
const s3 = await startS3("deck");
/** This server closes every connection: if a driver connects, it has been loaded. */
const rude = createServer((socket) => socket.destroy());
await new Promise<void>((resolve) => rude.listen(0, "127.0.0.1", resolve));
const rudePort = (rude.address() as AddressInfo).port;
afterAll(async () => {
  rude.close();
  await Promise.all([provider.stop(), s3.stop()]);
});

const product = new Product(port, {
  DATA_DIR: temporary(),
  PUBLIC_URL: url,
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  LOG_FORMAT: "pretty",
  SMTP_URL: mail.url,
  OIDC_PROVIDERS: JSON.stringify([{ id: "loose", label: "Loose", issuer: issuerAt(providerPort), ...client }]),
  ARTIFACTS_S3_URL: `http://${s3Keys.username}:${s3Keys.password}@127.0.0.1:${s3.port}/deck`,
  NODE_V8_COVERAGE: coverage,
});
await product.started();
const site = {
  url,
  administrator,
  fetch: (path: string, init?: RequestInit) => fetch(`${url}${path}`, { redirect: "manual", ...init }),
};
const browser = openBrowser(site);
await browser.signIn();

async function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json", prefer: "return=representation" };
  const answer = await browser.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? undefined : JSON.parse(text)) as never };
}

async function tested(row: { type: string }, { sends = false } = {}) {
  const [{ id }] = (await post("/api/db/connections", { name: `${row.type} ${Math.random()}`, ...row })).body as [
    { id: string },
  ];
  const { status, body } = await post(`/api/connection/test/${id}`, { send: sends });
  return { status, said: JSON.stringify(body) };
}

const signedIn = { username: "ada", password: "lovelace" };
test.each([
  { type: "ldap", url: `ldap://127.0.0.1:${rudePort}` },
  { type: "mongo", url: `mongodb://127.0.0.1:${rudePort}/?authSource=admin` },
  { type: "mysql", url: `mysql://127.0.0.1:${rudePort}/db` },
  { type: "redis", url: `redis://127.0.0.1:${rudePort}`, properties: { db: "0" } },
  { type: "sql_server", url: `sqlserver://127.0.0.1:${rudePort}?database=db` },
  { type: "sftp", url: "127.0.0.1", properties: { port: String(rudePort) } },
])("the driver of $type reports that the server closed the connection", async (row) => {
  const { status, said } = await tested({ ...row, ...signedIn });
  expect(status).toBe(400);
  expect(said).toMatch(/closed the connection|is not a valid|response is not from|does not use|did not reply/);
});

const letters = { host: "127.0.0.1", from: "deck@example.org", encryptionMethod: "None" };
const mailPort = new URL(mail.url).port;

test("a connection sends mail and supports authentication with a token", async () => {
  const properties = { ...letters, port: mailPort, fromName: "Deck", authMethod: "None" };
  expect(await tested({ type: "email", properties } as never, { sends: true })).toMatchObject({ status: 200 });
  expect((await mail.letterTo("deck@example.org")).subject).toBe("Quarterdeck can send mail");
  const byToken = { ...properties, authMethod: "OAuth2" };
  expect(await tested({ type: "email", ...signedIn, properties: byToken } as never)).toMatchObject({ status: 400 });
});

test("invitations are mailed", async () => {
  expect(await post("/api/auth/invite_user", { email: "zoe@example.org", role: "viewer" })).toMatchObject({
    status: 200,
  });
  expect((await mail.letterTo("zoe@example.org")).body).toContain(url);
});

test("the files of a bucket are listed", async () => {
  const properties = { bucket: "deck", region: "us-east-1" };
  const bucket = { type: "s3", url: `http://127.0.0.1:${s3.port}`, ...s3Keys, properties };
  expect(await tested(bucket as never)).toMatchObject({ status: 200 });
});

test("a weak password is rejected, and a strong password is accepted", async () => {
  const change = async (password: string) => {
    const flow = await browser.start<SettingsFlow>("settings");
    return (await browser.send("settings", flow, { method: "password", password })).status;
  };
  expect(await change("password123")).toBe(400);
  expect(await change(administrator.password)).toBe(200);
});

test("a passkey is registered and signs in", async () => {
  const key = softwareKey(url);
  const flow = await browser.start<SettingsFlow>("settings");
  const passkey_settings_register = key.register(optionsOf(flow, "passkey_create_data"));
  expect((await browser.send("settings", flow, { passkey_settings_register })).status).toBe(200);
  const next = openBrowser(site);
  const login = await next.startLogin();
  const passkey_login = key.sign(optionsOf(login, "passkey_challenge"));
  expect((await next.submit(login, { method: "passkey", passkey_login })).status).toBe(200);
  expect((await next.fetch("/api/auth/whoami")).status).toBe(200);
});

test("a user can link an account of another provider and sign in with it", async () => {
  const callback = "/api/.ory/self-service/methods/oidc/callback/loose";
  const html = { headers: { accept: "text/html" } };
  const placeIn = async (reply: Response) =>
    ((await reply.json()) as { redirect_browser_to: string }).redirect_browser_to;
  const claims = { sub: "admin-there" };
  const link = await browser.send("settings", await browser.start<SettingsFlow>("settings"), { link: "loose" });
  await browser.fetch(`${callback}${provider.back(await placeIn(link), { claims })}`, html);
  const next = openBrowser(site);
  const leave = await next.send("login", (await next.startLogin()) satisfies LoginFlow, { provider: "loose" });
  await next.fetch(`${callback}${provider.back(await placeIn(leave), { claims })}`, html);
  expect((await next.fetch("/api/auth/whoami")).status).toBe(200);
});

test("every expression notation has its complete library", async () => {
  const target = await startLocalServer();
  target.answer = json(200, {
    lines: "a,b\n1,2",
    toml: "x = 1",
    yaml: "y: [1, 2]",
    version: "1.2.3",
    xml: "<a><b>7</b></a>",
  });
  const expr = [
    "jmespath('version', json) == '1.2.3'",
    "jsonpath('$..version', json) == '1.2.3'",
    "jq('.version', json) == '1.2.3'",
    "CSV(json.lines)[1][0] == '1'",
    "TOML(json.toml).x == 1",
    "YAML(json.yaml).y[1] == 2",
    "xpath('/a/b', json.xml)[0] == '7'",
    "regexp.Match('^1[.]', json.version)",
    "Semver(json.version).minor == '2'",
  ].join(" && ");
  const display = { template: '{{ .json.version | replaceAll "." "-" }}' };
  const attempt = async (check: object) =>
    (
      await post("/api/canary/try", {
        name: "draft",
        spec: { http: [{ name: "tried", url: target.url, ...check }] },
        check: { type: "http" },
      })
    ).body;
  expect(await attempt({ test: { expr }, display })).toMatchObject({ error: "", pass: true, message: "1-2-3" });
  expect(await attempt({ test: { javascript: "_.size(json) === 5" } })).toMatchObject({ error: "", pass: true });
  expect(await attempt({ test: { javascript: "JSON.parse(json.lines.length).toFixed() === '7'" } })).toMatchObject({
    error: "",
    pass: true,
  });
});

test("a scraper reads files of a pod over a WebSocket", async () => {
  const cluster = await startLocalServer();
  const pod = {
    metadata: { name: "web", namespace: "default", uid: "u" },
    spec: { containers: [{ name: "main" }] },
    status: { phase: "Running" },
  };
  const pods = { name: "pods", kind: "Pod", namespaced: true, verbs: ["list", "get"] };
  cluster.answer = (request, ...rest) => {
    const path = request.url!.replace(/\?.*/, "");
    if (path === "/api/v1") return json(200, { resources: [pods] })(request, ...rest);
    if (path === "/api/v1/namespaces/default/pods") return json(200, { items: [pod] })(request, ...rest);
    return json(403, { status: "Failure", message: "no exec here" })(request, ...rest);
  };
  const kubeconfig = `{"clusters": [{"name": "c", "cluster": {"server": "${cluster.url}"}}], "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}], "users": [{"name": "u", "user": {"token": "t"}}], "current-context": "c"}`;
  const files = { kubeconfig: { value: kubeconfig }, selector: {}, files: [{ path: ["/etc/motd"] }] };
  const { body } = await post("/api/catalog/scrapers/dry-run", {
    name: "files",
    namespace: "default",
    spec: { kubernetesFile: [files] },
  });
  expect(JSON.stringify(body)).toContain("no exec here");
});

test("an artifact of a command is stored in S3", async () => {
  const exec = [{ name: "left", script: "echo kept", artifacts: [{ path: "/dev/stdout" }] }];
  const canary = { name: "leaving", namespace: "default", spec: { schedule: "@every 1s", exec }, source: "UI" };
  expect(await post("/api/db/canaries", canary)).toMatchObject({ status: 201 });
  await expect
    .poll(async () => browser.json<object[]>("/api/db/artifacts?select=filename,size"))
    .toContainEqual(expect.objectContaining({ size: 5 }));
});

test("the MCP endpoint lists its tools", async () => {
  const { email, password } = administrator;
  const answer = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  expect(await answer.text()).toContain("search_catalog");
});

test("the metrics are printed", async () => {
  const answer = await browser.fetch("/metrics");
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("nodejs_eventloop_lag_seconds");
});

test("every package that the built server imports was loaded by these tests", async () => {
  const code = readFileSync(join(repository, "dist/server/server.js"), "utf8");
  const named = [...code.matchAll(/\b(?:import|onDemand(?:\$\d+)?)\("([@a-z][^":]*)"\)/g)].map(([, name]) => name!);
  const packages = new Set(named.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0]));
  expect(packages.size).toBeGreaterThan(15);
  expect(await product.interrupt()).toBe(0);
  const loaded = new Set(
    readdirSync(coverage).flatMap((file) => {
      const { result } = JSON.parse(readFileSync(join(coverage, file), "utf8")) as { result: { url: string }[] };
      return result.flatMap(({ url: script }) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(script)?.[1] ?? []);
    }),
  );
  expect([...packages].filter((name) => !loaded.has(name))).toEqual([]);
});

test("at log level info, each request is logged in one line", () => {
  expect(product.child.lines).toContainEqual(expect.stringMatching(/INFO: request \{.*"url":"\/api\/canary\/try"/));
});
