// Tests that a console forwards the calls of an organisation's members to the backend of the organisation.
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { secretKey, startHostedIdentity } from "../services/hosted-identity.ts";
import { startTestServer } from "../support/test-server.ts";

const service = await startHostedIdentity();
afterAll(() => service.stop());

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const received: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
const backend = createServer(async (asked, response) => {
  const body = await text(asked);
  received.push({ method: asked.method ?? "", url: asked.url ?? "", headers: asked.headers, body });
  answer(asked, response);
});
await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
const backendUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
afterAll(() => {
  backend.closeAllConnections();
  backend.close();
});

const server = await startTestServer({
  env: {
    CLERK_PUBLISHABLE_KEY: service.publishableKey,
    CLERK_SECRET_KEY: secretKey,
    CLERK_API_URL: service.issuer,
    CLERK_ORGANIZATION_ID: "org_acme",
  },
});
service.state.party = server.url;

beforeEach(() => {
  received.length = 0;
  answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}");
});

/** Each test has its own organisation, because the server remembers their backends. */
let count = 0;
function organization(public_metadata: Record<string, unknown> = { backend_url: `${backendUrl}/base/api/` }) {
  const id = `org_${(count += 1)}`;
  service.state.organizations.push({ id, name: id, role: "org:admin", public_metadata });
  return service.token({ org_id: id, org_role: "org:admin" });
}

const send = (token: string, path: string, { headers, ...init }: RequestInit = {}) =>
  server.fetch(path, { ...init, headers: { authorization: `Bearer ${token}`, ...headers } });

test("a call arrives at the backend without /api, with the token and without cookies", async () => {
  const token = organization();
  const headers = {
    cookie: "a=b",
    origin: server.url,
    "content-type": "application/json",
    prefer: "return=minimal",
    "cache-control": "max-age=1",
    forwarded: "for=192.0.2.1",
    "x-forwarded-for": "192.0.2.1",
    "x-real-ip": "192.0.2.1",
    "proxy-authorization": "Basic YTpi",
  };
  const path = "/api/db/checks?id=eq.1&select=a%2Cb";
  const sent = await send(token, path, { method: "PATCH", headers, body: '{"name":"ä"}' });
  expect(sent.status).toBe(200);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: "PATCH",
    url: "/base/api/db/checks?id=eq.1&select=a%2Cb",
    body: '{"name":"ä"}',
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      prefer: "return=minimal",
      "cache-control": "max-age=1",
      host: new URL(backendUrl).host,
      "x-forwarded-host": new URL(server.url).host,
      "x-forwarded-proto": "http",
      "x-forwarded-for": "127.0.0.1",
    },
  });
  for (const name of ["cookie", "origin", "forwarded", "x-real-ip", "proxy-authorization", "sec-fetch-site"])
    expect(received[0]!.headers).not.toHaveProperty(name);
});

test("a path with dots does not leave the address of the backend", async () => {
  const token = organization();
  const { hostname, port } = new URL(server.url);
  for (const path of ["/api/../../secret", "/api/%2e%2e/%2e%2e/secret"]) {
    // fetch would resolve the dots itself.
    const headers = { authorization: `Bearer ${token}` };
    const [response] = (await once(request({ hostname, port, path, headers }).end(), "response")) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(400);
  }
  expect(received).toEqual([]);
});

test("a response keeps its status, headers and body, except headers that would affect the console's origin", async () => {
  const refused = {
    "set-cookie": "__session=stolen",
    "access-control-allow-origin": "*",
    "clear-site-data": '"*"',
    refresh: "0; url=https://evil.example.org",
    "service-worker-allowed": "/",
    "www-authenticate": "Basic",
  };
  answer = (_, response) =>
    response
      .writeHead(206, {
        "content-type": "text/html",
        "content-range": "0-1/7",
        "content-security-policy": "script-src 'unsafe-inline'",
        vary: "accept-encoding",
        warning: '299 - "careful"',
        ...refused,
      })
      .end("two rows");
  const sent = await send(organization(), "/api/db/checks");
  expect([sent.status, await sent.text()]).toEqual([206, "two rows"]);
  expect(sent.headers.get("content-range")).toBe("0-1/7");
  expect(sent.headers.get("x-request-id")).not.toBeNull();
  expect(sent.headers.get("vary")).toBe("accept-encoding");
  expect(sent.headers.get("warning")).toBe('299 - "careful"');
  for (const name of Object.keys(refused)) expect([name, sent.headers.has(name)]).toEqual([name, false]);
  // A page of the backend must not run scripts on the console's origin.
  expect(sent.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(sent.headers.get("x-content-type-options")).toBe("nosniff");
});

test.each([
  ["HEAD", 200],
  ["DELETE", 204],
  ["GET", 304],
  ["GET", 401],
  ["POST", 503],
])("a %s response with the status %d is forwarded", async (method, status) => {
  answer = (_, response) => response.writeHead(status, { etag: '"1"' }).end();
  const sent = await send(organization(), "/api/anything", { method });
  expect([sent.status, sent.headers.get("etag"), await sent.text()]).toEqual([status, '"1"', ""]);
  expect(received.map((asked) => asked.method)).toEqual([method]);
});

test("a stream is forwarded while it is open, and ends when the client disconnects", async () => {
  let ended: Promise<unknown> | undefined;
  answer = (_, response) => {
    ended = once(response, "close");
    response.writeHead(200, { "content-type": "text/event-stream" }).write("event: change\ndata: {}\n\n");
  };
  const leave = new AbortController();
  const sent = await send(organization(), "/api/events", { signal: leave.signal });
  const { value } = await sent.body!.getReader().read();
  expect(new TextDecoder().decode(value as Uint8Array)).toBe("event: change\ndata: {}\n\n");
  leave.abort();
  await ended;
});

test("the session cookie is sent as a token, and changes are accepted only from this site", async () => {
  const token = organization();
  const withCookie = (method: string, origin: string) =>
    server.fetch("/api/artifacts/download/1", { method, headers: { cookie: `__session=${token}`, origin } });
  expect((await withCookie("GET", "https://evil.example.org")).status).toBe(200);
  expect((await withCookie("POST", server.url)).status).toBe(200);
  expect(received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
  // The backend can refuse a GET that changes something.
  expect(received.map(({ headers }) => headers["sec-fetch-site"])).toEqual(["cross-site", undefined]);
  expect((await withCookie("POST", "https://evil.example.org")).status).toBe(403);
  expect((await server.fetch("/api/x", { method: "POST", headers: { cookie: `__session=${token}` } })).status).toBe(
    403,
  );
  expect(received).toHaveLength(2);
});

test("an organisation without a backend gets 500 with the message Missing target", async () => {
  for (const metadata of [{}, { backend_url: "acme" }, { backend_url: "file:///etc/passwd" }]) {
    const sent = await send(organization(metadata), "/api/auth/whoami");
    expect(sent.status).toBe(500);
    expect(await sent.json()).toMatchObject({ error: "Missing target" });
  }
  expect((await send(service.token({ org_id: "org_unknown" }), "/api/auth/whoami")).status).toBe(500);
});

test("if a backend cannot be reached or closes the connection, the status is 503", async () => {
  const away = await send(organization({ backend_url: "http://127.0.0.1:9/api" }), "/api/auth/whoami");
  expect(away.status).toBe(503);
  expect(await away.text()).toContain("The backend of the organisation cannot be reached.");
  answer = (asked) => asked.socket.destroy();
  expect((await send(organization(), "/api/auth/whoami")).status).toBe(503);
});

test("the metadata service of a cloud cannot be a backend", async () => {
  const sent = await send(organization({ backend_url: "http://169.254.169.254/latest" }), "/api/auth/whoami");
  expect(sent.status).toBe(503);
});

test("invalid tokens, and calls without a token, are not forwarded", async () => {
  organization();
  const org_id = `org_${count}`;
  for (const token of [
    service.token({ org_id }, { isForged: true }),
    service.token({ org_id, azp: "https://evil.example.org" }),
    service.token({ org_id, exp: 1 }),
  ])
    expect((await send(token, "/api/auth/whoami")).status).toBe(401);
  expect((await server.fetch("/api/auth/whoami")).status).toBe(401);
  // Other credentials have priority over the cookie.
  const headers = { authorization: "Basic YTpi", cookie: `__session=${service.token({ org_id })}` };
  expect((await server.fetch("/api/auth/whoami", { headers })).status).toBe(401);
  expect((await server.fetch("/api/ready")).status).toBe(200);
  expect(received).toEqual([]);
});

test("the server handles the calls of its own organisation", async () => {
  const sent = await send(service.token({ org_id: "org_acme", org_role: "org:admin" }), "/api/auth/whoami");
  expect(sent.status).toBe(200);
  expect(received).toEqual([]);
});

test("a forwarded call is not forwarded again, and no call is forwarded to this server itself", async () => {
  const again = await send(organization(), "/api/auth/whoami", { headers: { via: "1.1 quarterdeck" } });
  expect(again.status).toBe(403);
  const itself = await send(organization({ backend_url: `${server.url}/api` }), "/api/auth/whoami");
  expect(itself.status).toBe(403);
  expect(received).toEqual([]);
});

test("headers of more than 16 KB are refused with 431", async () => {
  const headers = { prefer: "x".repeat(17 * 1024) };
  expect((await send(organization(), "/api/auth/whoami", { headers })).status).toBe(431);
  expect(received).toEqual([]);
});

test("a body of more than 4 MB is refused with 413", async () => {
  const body = "x".repeat(4 * 1024 * 1024 + 1);
  expect((await send(organization(), "/api/db/checks", { method: "POST", body })).status).toBe(413);
  expect(received).toEqual([]);
});
