// Tests that every response has the security headers, whichever part of the server sends it.
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";

const folder = await mkdtemp(join(tmpdir(), "quarterdeck-console-"));
await mkdir(join(folder, "assets"));
for (const page of ["index.html", "sign-in.html"])
  await writeFile(join(folder, page), "<!doctype html><title>Quarterdeck</title>");
await writeFile(join(folder, "assets/app-1234.js"), "export {}");
await writeFile(join(folder, "favicon.svg"), "<svg/>");
afterAll(() => rm(folder, { recursive: true }));

const server = await startTestServer({
  consoleFolder: folder,
  env: { PUBLIC_URL: "https://deck.example.org", KUBERNETES_URL: "https://cluster.example.org" },
});
const cookie = await server.signIn();
async function* content() {
  yield Buffer.from("<script>alert(1)</script>");
}
const about = { path: "runs/1/page.html", filename: "page.html", contentType: "text/html" };
const { id: artifact } = await server.system.artifacts.save(about, content());

const required = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "strict-transport-security": "max-age=31536000",
};

const none = /^default-src 'none'; frame-ancestors 'none'$/;
const page = /^default-src 'none'; script-src 'self'; /;

test.each<[string, number, string, RegExp, RequestInit?]>([
  ["/api/about", 200, "no-store", none],
  ["/api/docs", 200, "private, no-cache", /^default-src 'none'; style-src 'self'; frame-ancestors 'none'/],
  ["/api/docs/style.css", 200, "no-store", none],
  ["/api/openapi.json", 200, "private, no-cache", none],
  ["/api/kinds/check", 200, "private, no-cache", none],
  ["/api/db/", 200, "private, no-cache", none],
  ["/api/db/", 304, "private, no-cache", none, { headers: { "if-none-match": "*" } }],
  ["/api/db/people", 200, "no-store", none],
  ["/api/db/people", 200, "no-store", none, { headers: { accept: "text/csv" } }],
  ["/api/db/people", 200, "no-store", none, { method: "HEAD" }],
  ["/api/db/nothing", 404, "no-store", none],
  ["/api/nothing", 404, "no-store", none],
  ["/api/_health", 200, "no-store", none],
  ["/api/canary/api/summary", 200, "private, no-cache", none],
  ["/metrics", 200, "no-store", none],
  [`/api/artifacts/download/${artifact}`, 200, "no-store", none],
  ["/api/artifacts/download/00000000-0000-4000-8000-000000000001", 404, "no-store", none],
  ["/api/kubeconfig", 200, "no-store", none],
  ["/api/.ory/self-service/login/browser", 303, "no-store", none],
  [
    "/api/auth/create_token",
    403,
    "no-store",
    none,
    { method: "POST", headers: { "content-type": "image/png" }, body: "x" },
  ],
  ["/", 200, "no-cache", page],
  ["/health", 200, "no-cache", page],
  ["/assets/app-1234.js", 200, "public, max-age=31536000, immutable", page],
  ["/favicon.svg", 200, "public, max-age=300", page],
  ["/assets/gone.js", 404, "no-store", none],
])("%s returns %i with every security header", async (path, status, cache, policy, init = {}) => {
  const answer = await server.fetch(path, { ...init, headers: { cookie, ...(init.headers as object) } });
  await answer.arrayBuffer();
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(Object.keys(required).map((name) => [name, answer.headers.get(name)]))).toEqual(required);
  expect(answer.headers.get("cache-control")).toBe(cache);
  expect(answer.headers.get("content-security-policy")).toMatch(policy);
  expect(answer.headers.has("x-powered-by")).toBe(false);
});

test("the live stream has every security header", async () => {
  const over = new AbortController();
  const { status, headers } = await server.fetch("/api/events", { headers: { cookie }, signal: over.signal });
  over.abort();
  expect(status).toBe(200);
  for (const [name, value] of Object.entries(required)) expect(headers.get(name)).toBe(value);
});

test.each([
  ["a request that is not HTTP", "rubbish\r\n\r\n", 400],
  ["headers that are too long", `GET / HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, 431],
  ["a path that is too long", `GET /${"y".repeat(600_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 431],
  ["a method without a path", "GET HTTP/1.1\r\n\r\n", 400],
])("the error response for %s has every security header", async (_, text, status) => {
  const { hostname, port } = new URL(server.url);
  const answer = await new Promise<string>((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on("data", (data) => (received += data.toString()));
    socket.on("close", () => resolve(received));
    socket.on("error", (error) => (received === "" ? reject(error) : resolve(received)));
  });
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  for (const [name, value] of Object.entries(required))
    expect(answer.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase());
});
