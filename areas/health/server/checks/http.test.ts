// Tests HTTP checks against real servers: correct responses pass, and wrong responses fail with the right reason.
import { createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import type { OpenConnection } from "#areas/connections/server/index.ts";
import type { CheckRun } from "../check-kind.ts";
import { http } from "./http.ts";
import { makeAuthority } from "#tests/support/certificates.ts";
import { runOne } from "#tests/support/checks.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startCountingServer } from "#tests/outbound/counting-server.ts";

const day = 24 * 60 * 60 * 1000;
const authority = makeAuthority("Harbour authority");
const names = ["harbour.test", "localhost", "127.0.0.1"];
const issued = authority.issue({ names, validUntil: new Date(Date.now() + 30.5 * day) });
const [server, secure] = await Promise.all([startCountingServer(), startCountingServer(issued)]);
const outbound = { lookUp: async () => ["127.0.0.1"] };
const plainUrl = (path = "/") => `http://harbour.test:${server.port}${path}`;
const secureUrl = (path = "/") => `https://harbour.test:${secure.port}${path}`;
const ca = authority.certificate;
const run = (spec: Readonly<Record<string, unknown>>) => runOne("http", { url: plainUrl(), ...spec }, { outbound });

beforeEach(() => {
  for (const each of [server, secure]) {
    each.requests.length = 0;
    each.answer = (_, response) => response.end("reached");
  }
});

test("fails for JSON that is nested too deeply", async () => {
  const depth = 100_000;
  server.answer = (_, response) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end("[".repeat(depth) + "]".repeat(depth));
  const found = await run({ display: { expr: "toJSON(json)" } });
  expect(found).toMatchObject({ verdict: "unhealthy", isInvalid: false, data: {} });
  expect(found.error).toBe("the JSON of the response is nested too deeply");
});

test("passes for a correct response, and keeps its details for comparison", async () => {
  server.answer = (_, response) =>
    response
      .writeHead(200, {
        "Content-Type": "application/json",
        "X-Tide": "high",
        "Set-Cookie": "session=1",
        "X-Api-Key": "k",
      })
      .end('{"berths": 4}');
  const found = await run({ url: plainUrl("/ports?x=1&token=abc"), headers: [{ name: "X-Ship", value: "Ada" }] });
  expect(found).toMatchObject({ verdict: "healthy", error: "", isInvalid: false });
  expect(found.data).toMatchObject({ code: 200, json: { berths: 4 }, content: '{"berths": 4}' });
  expect(found.data).toMatchObject({ headers: { "Content-Type": "application/json", "X-Tide": "high" } });
  expect(found.detail).toMatchObject({
    url: plainUrl("/ports?x=1&token=***"),
    status: 200,
    address: "127.0.0.1",
    redirects: 0,
    headers: { "content-type": "application/json", "x-tide": "high", "x-api-key": "***" },
    body: '{"berths": 4}',
    bodyBytes: 13,
    certificate: null,
  });
  const { timings, headers } = found.detail as { timings: Record<string, number>; headers: object };
  expect(Object.keys(timings)).toEqual(["dns", "tcp", "tls", "ttfb", "body", "total"]);
  expect(timings["total"]).toBeGreaterThan(0);
  expect(timings["tls"]).toBe(0);
  expect(headers).not.toHaveProperty("set-cookie");
  expect(found.metrics).toEqual([
    {
      name: "response_code",
      type: "counter",
      labels: { code: "200", url: plainUrl("/ports?x=1&token=***") },
      value: 1,
    },
    {
      name: "canary_check_http_response_status",
      type: "counter",
      labels: { status: "200", statusClass: "2xx", url: plainUrl("/ports?x=1&token=***") },
      value: 1,
    },
  ]);
  const agent = expect.stringMatching(/^Quarterdeck\/\d/) as unknown;
  expect(server.requests).toMatchObject([
    { method: "GET", url: "/ports?x=1&token=abc", headers: { "user-agent": agent, "x-ship": "Ada" } },
  ]);
});

test("measures the total time with body and redirects, in parts that add up", async () => {
  const pauseMs = 150;
  server.answer = (request, response) => {
    if (request.url === "/slow")
      return void setTimeout(() => response.writeHead(302, { location: "/" }).end(), pauseMs);
    response.writeHead(200, { "content-type": "text/plain" }).write("started");
    setTimeout(() => response.end("done"), pauseMs);
  };
  const found = await run({ url: plainUrl("/slow"), test: { expr: `duration >= 250 && elapsed > duration('250ms')` } });
  expect(found).toMatchObject({ verdict: "healthy", error: "" });
  const { total, ...parts } = (found.detail as { timings: Record<string, number> }).timings;
  expect(Object.keys(parts)).toEqual(["before", "dns", "tcp", "tls", "ttfb", "body"]);
  expect(parts["before"]).toBeGreaterThan(pauseMs - 25);
  expect(parts["body"]).toBeGreaterThan(pauseMs - 25);
  expect(Object.values(parts).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(total!, 1);
  expect(Math.abs(found.durationMs - total!)).toBeLessThanOrEqual(1);
  // A limit also applies to the total time.
  expect(await run({ thresholdMillis: 100 })).toMatchObject({ error: "there was no response within 100 ms" });
});

test("finds headers regardless of letter case", async () => {
  server.answer = (_, response) => response.writeHead(200, { Link: "</2>", "X-Tide": "high" }).end("x");
  for (const expr of ["'Link' in headers", "'link' in headers && has(headers.link)", "headers['x-tide'] == 'high'"])
    expect(await run({ test: { expr } })).toMatchObject({ verdict: "healthy" });
  expect(await run({ test: { javascript: "headers.link === '</2>'" } })).toMatchObject({ verdict: "healthy" });
  expect(await run({ display: { template: '{{ index .headers "x-tide" }}' } })).toMatchObject({ message: "high" });
});

test("reports only a wrong status if the spec lists response codes, and all faults otherwise", async () => {
  server.answer = (_, response) => response.writeHead(503).end("low water");
  expect(await run({ responseCodes: [200, 201], responseContent: "high" })).toMatchObject({
    verdict: "unhealthy",
    error: "the status is 503 and not one of 200, 201",
  });
  expect(await run({ responseContent: "high", maxSSLExpiry: 1 })).toMatchObject({
    verdict: "unhealthy",
    error:
      'the status is 503 and not 200 to 299, the response does not contain "high", ' +
      "the maximum certificate age does not apply: the URL is not https",
  });
  expect(await run({ responseCodes: [503], responseContent: "low" })).toMatchObject({ verdict: "healthy" });
});

test("fails for invalid JSON unless a test evaluates the response", async () => {
  server.answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{");
  expect(await run({})).toMatchObject({ error: "the response is declared as JSON, but is not valid JSON" });
  expect(await run({ test: { expr: "code == 200" } })).toMatchObject({ verdict: "healthy" });
});

test("sends the body with the configured method, and follows redirects up to the limit", async () => {
  server.answer = (request, response) =>
    request.url === "/end" ? response.end("there") : response.writeHead(307, { location: "/end" }).end();
  expect(await run({ method: "POST", body: "cargo" })).toMatchObject({
    verdict: "healthy",
    data: { content: "there" },
    detail: { redirects: 1, url: plainUrl("/end") },
  });
  expect(server.requests.map(({ method, body }) => [method, body])).toEqual([
    ["POST", "cargo"],
    ["POST", "cargo"],
  ]);
  expect(await run({ maxRedirects: 0 })).toMatchObject({ error: "the status is 307 and not 200 to 299" });
  server.answer = (_, response) => response.writeHead(302, { location: "/" }).end();
  expect(await run({ maxRedirects: 2 })).toMatchObject({ error: "More than 2 redirects." });
});

test("sends HTTP methods that the form does not offer", async () => {
  server.answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}");
  for (const spec of [{ method: "HEAD" }, { method: "patch", body: "a" }, { method: "GET", body: "query" }])
    expect(await run(spec)).toMatchObject({ verdict: "healthy", error: "" });
  expect(server.requests.map(({ method, body }) => [method, body])).toEqual([
    ["HEAD", ""],
    ["PATCH", "a"],
    ["GET", "query"],
  ]);
});

test("fills templates in the body only with templateBody", async () => {
  const spec = { method: "POST", body: '{"of": "{{ .canary.name }}"}', env: [{ name: "tea", value: "oolong" }] };
  await run(spec);
  await run({ ...spec, templateBody: true });
  await run({ ...spec, body: "$(tea)", templateBody: true });
  expect(server.requests.map(({ body }) => body)).toEqual([spec.body, '{"of": "tests"}', "oolong"]);
});

test("distinguishes slow, silent, closed, unknown and non-HTTP servers", async () => {
  const open: Socket[] = [];
  const silent = createServer((socket) => void open.push(socket.on("error", () => {}))).listen(0, "127.0.0.1");
  await once(silent, "listening");
  afterAll(() => {
    for (const socket of open) socket.destroy();
    silent.close();
  });
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  expect(await run({ url, thresholdMillis: 60 })).toMatchObject({
    verdict: "unhealthy",
    error: "there was no response within 60 ms",
    durationMs: 60,
  });
  const secret = url.replace("http", "https");
  expect(await run({ url: secret, tlsConfig: { handshakeTimeout: "40ms" } })).toMatchObject({
    verdict: "unhealthy",
    isInvalid: false,
    error: "127.0.0.1 did not complete the TLS handshake within 40 ms",
  });
  const closedPort = await freePort();
  expect((await run({ url: `http://127.0.0.1:${closedPort}/` })).error).toMatch(
    /^Nothing listens at 127\.0\.0\.1:\d+\./,
  );
  const nameless = { lookUp: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })) };
  const lost = await runOne("http", { url: "http://nowhere.test/" }, { outbound: nameless });
  expect(lost.error).toMatch(/^There is no host named nowhere\.test\./);
  const talker = createServer((socket) => void socket.on("error", () => {}).end("220 mail.test ESMTP\r\n"));
  talker.listen(0, "127.0.0.1");
  await once(talker, "listening");
  afterAll(() => talker.close());
  const mail = await run({ url: `http://127.0.0.1:${(talker.address() as AddressInfo).port}/` });
  expect(mail.error).toBe("The server does not speak HTTP.");
});

test("stores the certificate, and requires it to be valid for the given number of days", async () => {
  const tlsConfig = { ca };
  const good = await run({ url: secureUrl(), tlsConfig, maxSSLExpiry: 30 });
  expect(good).toMatchObject({
    verdict: "healthy",
    detail: {
      certificate: {
        protocol: "TLSv1.3",
        subject: "CN=harbour.test",
        issuer: "CN=Harbour authority",
        names: ["DNS:harbour.test", "DNS:localhost", "IP Address:127.0.0.1"],
        fingerprint: expect.stringMatching(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      },
    },
  });
  expect(good.metrics).toContainEqual({
    name: "canary_check_http_ssl_expiry",
    type: "gauge",
    labels: { url: secureUrl() },
    value: 30,
  });
  expect(await run({ url: secureUrl(), tlsConfig, maxSSLExpiry: 31 })).toMatchObject({
    error: "the certificate expires in 30 days, and should be valid for 31 days",
  });
  expect((await run({ url: secureUrl() })).error).toMatch(
    /^The server's certificate is signed by an unknown authority/,
  );
  expect(await run({ url: secureUrl(), tlsConfig: { insecureSkipVerify: true } })).toMatchObject({
    verdict: "healthy",
  });
  const client = authority.issue({ subject: "Ada" });
  expect(secure.requests.at(-1)?.isKnown).toBe(false);
  await run({ url: secureUrl(), tlsConfig: { ca, ...client } });
  expect(secure.requests.at(-1)?.isKnown).toBe(true);
});

test("sends basic authentication from fields, references or the address, and never reports it", async () => {
  const authorized = `Basic ${Buffer.from("ada:s3cret-of-the-environment").toString("base64")}`;
  server.answer = (request, response) =>
    request.headers.authorization === authorized
      ? response.end(`hello ${request.headers.authorization} s3cret-of-the-environment`)
      : response.writeHead(401).end();
  const found = await run({ username: "ada", password: "env://CHECK_SECRET" });
  expect(found).toMatchObject({
    verdict: "healthy",
    detail: { body: expect.stringMatching(/^hello Basic .*\*\*\*$/) },
  });
  expect(JSON.stringify(found.detail)).not.toContain(authorized.slice(-20));
  expect(JSON.stringify(found.detail)).not.toContain("s3cret");
  const inUrl = plainUrl().replace("//", "//ada:s3cret-of-the-environment@");
  const byUrl = await run({ url: inUrl });
  expect(byUrl.verdict).toBe("healthy");
  expect(await run({ username: "ada", password: "wrong" })).toMatchObject({
    error: "the status is 401 and not 200 to 299",
  });
});

test("a check with an unusable URL is invalid and sends no request", async () => {
  for (const url of ["harbour.test", "ftp://harbour.test/", "https://"])
    expect(await run({ url })).toMatchObject({
      verdict: "unhealthy",
      isInvalid: true,
      error: "The URL is not valid. Use the form https://host/path.",
    });
  expect(server.requests).toEqual([]);
});

test("reads address, credentials and trusted authority from a connection", async () => {
  const open: OpenConnection = {
    id: null,
    name: "harbour",
    namespace: "default",
    type: "http",
    url: secureUrl("/by-connection"),
    username: "ada",
    password: "tar-and-feathers",
    certificate: ca,
    insecure_tls: false,
    properties: {},
  };
  const references: unknown[] = [];
  const run = {
    outbound: createOutbound(outbound),
    signal: new AbortController().signal,
    scrubber: createScrubber(),
    connection: async (reaching: unknown) => {
      references.push(reaching);
      return open;
    },
  };
  const spec = http.spec.parse({ name: "by connection", connection: "connection://harbour" });
  expect(await http.run(spec, run as unknown as CheckRun)).toMatchObject({ pass: true });
  expect(references).toMatchObject([{ connection: "connection://harbour" }]);
  const authorization = `Basic ${Buffer.from("ada:tar-and-feathers").toString("base64")}`;
  expect(secure.requests).toMatchObject([{ url: "/by-connection", headers: { authorization } }]);
});
