import { connect } from "node:net";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { call, type Shape } from "#language/call.ts";
import type { ServerArea } from "#server/area.ts";
import { Problem } from "#language/problem.ts";
import { handle } from "#server/http/handle.ts";
import { describeError } from "#server/log.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { startTestServer } from "../support/test-server.ts";

const echoSchema = {
  params: z.object({ id: z.string() }),
  query: z.object({ times: z.coerce.number().int().optional() }),
  body: z.strictObject({ name: z.string().min(1) }),
  answer: z.object({ id: z.string(), name: z.string() }),
};
const anyAnswer = { answer: z.unknown() };
/** Called when the slow probe has received its request. */
const slow = { started: () => {} };

const probes: ServerArea = {
  name: "probes",
  routes(app) {
    const access = "signed-in" as const;
    handle(
      app,
      call<Shape<typeof echoSchema>>("POST", "/api/probe/{id}"),
      echoSchema,
      { access, summary: "Echo" },
      ({ params, body }) => ({
        id: params.id,
        name: body.name,
      }),
    );
    handle(
      app,
      call<Shape<typeof anyAnswer>>("GET", "/api/probe/defect"),
      anyAnswer,
      { access, summary: "A defect" },
      () => {
        throw new Error("select password from credentials: secret-internal");
      },
    );
    handle(
      app,
      call<Shape<typeof anyAnswer>>("GET", "/api/probe/opens"),
      anyAnswer,
      { access, summary: "Opens a secret, and fails with it" },
      ({ scrubber, request }) => {
        scrubber.know("opened-for-this-call");
        const cause = new Error("login with opened-for-this-call failed");
        if (request.headers["x-defect"] !== undefined) throw cause;
        const details = "refused: b3BlbmVkLWZvci10aGlzLWNhbGw=";
        throw new Problem("bad_gateway", "opened-for-this-call is wrong", { details, cause });
      },
    );
    handle(
      app,
      call<Shape<typeof anyAnswer>>("GET", "/api/probe/large"),
      anyAnswer,
      { access, summary: "A large answer" },
      () => "x".repeat(10_000),
    );
    handle(
      app,
      call<Shape<typeof anyAnswer>>("GET", "/api/probe/guarded"),
      anyAnswer,
      { access: { action: "write", resource: "connections" }, summary: "Guarded" },
      () => "ok",
    );
    handle(
      app,
      call<Shape<typeof anyAnswer>>("GET", "/api/probe/slow"),
      anyAnswer,
      { access, summary: "Never answers" },
      ({ signal, request }) =>
        new Promise((_, reject) => {
          slow.started();
          signal.addEventListener("abort", () =>
            reject(request.headers["x-defect"] === undefined ? (signal.reason as Error) : new Error("a slow defect")),
          );
        }),
    );
    // This route declares no access rule, so only signed-in callers are admitted.
    app.get("/api/probe/silent", () => "never to a stranger");
  },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarterdeck-console-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Quarterdeck</title>");
  await writeFile(join(folder, "sign-in.html"), "<!doctype html><title>Quarterdeck</title><p>Sign in</p>");
  await writeFile(join(folder, "assets/app-1234.js"), "export {}");
  await writeFile(join(folder, "assets/app-1234.js.br"), brotliCompressSync("export {}"));
  await writeFile(join(folder, "favicon.svg"), "<svg/>");
});
afterAll(() => rm(folder, { recursive: true }));

const lines: string[] = [];
const log = pino(
  { level: "warn", serializers: { err: describeError } },
  { write: (line: string) => void lines.push(line) },
);
const server = await startTestServer({ areas: [...serverAreas, probes], log });
const cookie = await server.signIn();
const get = (path: string, headers: Record<string, string> = { cookie }) => server.fetch(path, { headers });
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  server.fetch(path, {
    method: "POST",
    body,
    headers: { cookie, origin: server.url, "content-type": "application/json", ...headers },
  });

describe("public routes", () => {
  test("health and readiness need no sign-in", async () => {
    const health = await get("/api/_health", {});
    expect([health.status, await health.json()]).toEqual([200, { health: "ok" }]);
    const ready = await get("/api/ready", {});
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true }]);
  });

  test.each([
    "/api/about",
    "/api/canary/about",
    "/api/system",
    "/api/openapi.json",
    "/api/docs",
    "/metrics",
    "/api/events",
    "/api/probe/silent",
    "/api/auth/whoami",
  ])("%s needs a session", async (path) => {
    const answer = await get(path, {});
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: "Sign in to continue.",
      id: "unauthorized",
      request_id: expect.any(String),
    });
  });
});

describe("responses", () => {
  test("/api/about returns the version in the fields that older and newer clients read", async () => {
    const answer = await get("/api/about");
    const body = (await answer.json()) as Record<string, string>;
    expect(body).toMatchObject({ backend: expect.any(String), chartVersion: "" });
    expect(body["Version"]).toBe(body["backend"]);
    expect(await (await get("/api/canary/about")).json()).toEqual(body);
  });

  test("the system overview matches its contract", async () => {
    const { systemOverview } = await import("#areas/system/contract.schema.ts");
    const answer = await get("/api/system");
    expect(answer.status).toBe(200);
    const overview = systemOverview.answer.parse(await answer.json());
    const own = overview.processes.find(({ pid }) => pid === process.pid);
    expect(Date.parse(own?.started_at ?? "")).toBe(Date.parse(overview.started_at));
    expect(overview.database).toMatchObject({ embedded: false });
    expect(overview.disk).toBeNull();
  });

  test("every response has its request id and the security headers", async () => {
    const { headers } = await get("/api/about");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{10}-\w+$/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.has("x-powered-by")).toBe(false);
  });

  test("large responses are compressed if the client accepts it", async () => {
    expect((await get("/api/probe/large", { cookie, "accept-encoding": "br" })).headers.get("content-encoding")).toBe(
      "br",
    );
    expect((await get("/api/about", { cookie, "accept-encoding": "br" })).headers.get("content-encoding")).toBeNull();
  });

  test("metrics cover requests by route, pools, jobs and the event loop", async () => {
    const text = await (await get("/metrics")).text();
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/about",status="200"}');
    expect(text).toMatch(/database_pool_connections\{pool="system",state="total"\} \d/);
    expect(text).toMatch(/^jobs\{queue=/m);
    expect(text).toContain("nodejs_eventloop_lag_seconds");
  });

  test("the API has an OpenAPI document and a documentation page", async () => {
    const document = (await (await get("/api/openapi.json")).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { parameters: unknown[]; requestBody?: unknown }>>;
    };
    expect(document.openapi).toBe("3.1.0");
    expect(document.paths["/api/probe/{id}"]?.["post"]).toMatchObject({
      parameters: [
        { name: "id", in: "path", required: true },
        { name: "times", in: "query", required: false },
      ],
      requestBody: {
        content: { "application/json": { schema: { properties: { name: { type: "string", minLength: 1 } } } } },
      },
    });
    const page = await get("/api/docs");
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("/api/probe/{id}");
  });
});

describe("errors", () => {
  test("an invalid body is rejected with the path of the invalid field, and unknown keys are listed", async () => {
    const missing = await post("/api/probe/1", "{}");
    expect(missing.status).toBe(400);
    expect(await missing.json()).toMatchObject({ id: "invalid", fields: [{ path: "body.name" }] });
    expect(await (await post("/api/probe/1", '{"name":"a","nmae":"b"}')).json()).toMatchObject({
      error: "body.nmae: unknown field",
    });
    expect((await post("/api/probe/1?times=many", '{"name":"a"}')).status).toBe(400);
    expect(await (await post("/api/probe/1", '{"name":"a"}')).json()).toEqual({ id: "1", name: "a" });
  });

  test.each([
    ["broken JSON", "{", "application/json", 400, "invalid"],
    ["an unsupported content type", "<a/>", "application/xml", 415, "unsupported_media_type"],
    ["a body with __proto__", '{"__proto__":{"admin":true},"name":"a"}', "application/json", 400, "invalid"],
    ["a body above the limit", `{"name":"${"x".repeat(5 * 1024 * 1024)}"}`, "application/json", 413, "too_large"],
  ])("%s is refused with a message", async (_, body, type, status, id) => {
    const answer = await post("/api/probe/1", body, { "content-type": type });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: expect.any(String), id, request_id: expect.any(String) });
  });

  test("an error for a missing permission contains the permission in the body and the headers", async () => {
    const person = { email: "vera@example.org", password: "a-viewer-of-things" };
    const { storePassword } = await import("#areas/identity/server/accounts.ts");
    const { hashPassword } = await import("#areas/identity/server/passwords.ts");
    const db = server.system.db.system;
    const { id } = await db
      .insertInto("people")
      .values({ name: "Vera", email: person.email })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("person_roles").values({ person_id: id, role: "viewer" }).execute();
    await storePassword(db, id, await hashPassword(person.password));
    const viewer = await server.signIn(person);
    const answer = await get("/api/probe/guarded", { cookie: viewer });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: "You need permission to write connections.",
      id: "forbidden",
      object: "connections",
    });
    expect(answer.headers.get("x-rbac-object")).toBe("connections");
    expect((await get("/api/system", { cookie: viewer })).status).toBe(403);
    expect((await get("/api/probe/guarded")).status).toBe(200);
  });

  test("an internal error reveals no details", async () => {
    const answer = await get("/api/probe/defect");
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).not.toMatch(/secret-internal|select|at /);
    expect(JSON.parse(text)).toMatchObject({ id: "internal", request_id: answer.headers.get("x-request-id") });
  });

  test("the response and the log of a failed call do not contain secrets that the call decrypted", async () => {
    const answer = await get("/api/probe/opens");
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ id: "bad_gateway", error: "*** is wrong", message: "refused: ***=" });
    expect((await get("/api/probe/opens", { cookie, "x-defect": "1" })).status).toBe(500);
    const failures = lines.filter((line) => line.includes("a request failed") && line.includes("probe/opens"));
    expect(failures).toHaveLength(2);
    expect(failures.join("")).toContain("login with *** failed");
    expect(failures.join("")).not.toMatch(/opened-for|b3BlbmVk/);
  });

  test("a request that its client aborted is logged as a failure only if a defect occurs afterwards", async () => {
    const giveUp = async (headers: Record<string, string>) => {
      const client = new AbortController();
      slow.started = () => client.abort();
      const answer = fetch(`${server.url}/api/probe/slow`, { headers: { cookie, ...headers }, signal: client.signal });
      await expect(answer).rejects.toThrow("aborted");
    };
    await giveUp({});
    await giveUp({ "x-defect": "1" });
    const failures = () => lines.filter((line) => line.includes("a request failed") && line.includes("probe/slow"));
    await expect.poll(failures, { timeout: 60_000 }).toEqual([expect.stringContaining("a slow defect")]);
  });

  test("an unknown path gets 404 in the error format of its API", async () => {
    expect(await (await get("/api/nothing")).json()).toMatchObject({ id: "not_found" });
    expect(await (await get("/api/.ory/nothing")).json()).toMatchObject({ error: { code: 404, id: "not_found" } });
    expect(await (await get("/api/db/nothing")).json()).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
    });
  });

  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      let answer = "";
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.on("data", (data) => (answer += data.toString()));
      socket.on("close", () => resolve(answer));
      socket.on("error", reject);
    });

  test("a client that does not send HTTP, or sends headers that are too large, gets an error and is disconnected", async () => {
    expect(await raw("rubbish\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 .*\r\n[\s\S]*not a valid HTTP request/);
    expect(await raw(`GET / HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe("the console's files", () => {
  test("the sign-in screens are served as a separate HTML page", async () => {
    const withConsole = await startTestServer({ consoleFolder: folder });
    const isSignIn = async (path: string) => (await (await withConsole.fetch(path)).text()).includes("Sign in");
    const screens = ["/login?return_to=%2F", "/login/", "/registration", "/recovery", "/verification", "/error?id=1"];
    expect(await Promise.all(screens.map(isSignIn))).toEqual(screens.map(() => true));
    const others = ["/", "/health", "/login/help", "/profile-settings", "/topology?a=/login"];
    expect(await Promise.all(others.map(isSignIn))).toEqual(others.map(() => false));
  });

  test("assets are immutable, pages are not cached, and every path returns the console's page", async () => {
    const withConsole = await startTestServer({ consoleFolder: folder });
    const asset = await withConsole.fetch("/assets/app-1234.js");
    expect(asset.status).toBe(200);
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(asset.headers.get("content-type")).toContain("javascript");
    for (const path of ["/", "/login", "/topology/a?b=c"]) {
      const page = await withConsole.fetch(path);
      expect(page.status).toBe(200);
      expect(page.headers.get("cache-control")).toBe("no-cache");
      const policy = page.headers.get("content-security-policy");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe-inline");
      expect(await page.text()).toContain("<title>Quarterdeck</title>");
    }
    expect((await withConsole.fetch("/assets/gone.js")).status).toBe(404);
    expect((await withConsole.fetch("/assets/..%2findex.html")).status).not.toBe(200);
    expect((await withConsole.fetch("/../../etc/passwd")).headers.get("content-type")).toContain("text/html");
  });
});

describe("the files of the console", () => {
  test("the files of the console are sent in the form that the build compressed, with the original content type", async () => {
    const withConsole = await startTestServer({ consoleFolder: folder });
    const path = "/assets/app-1234.js";
    const compressed = await withConsole.fetch(path, { headers: { "accept-encoding": "gzip;q=0.5, br" } });
    expect(compressed.headers.get("content-encoding")).toBe("br");
    expect(compressed.headers.get("content-type")).toBe("application/javascript; charset=utf-8");
    expect(compressed.headers.get("vary")).toBe("accept-encoding");
    expect(await compressed.text()).toBe("export {}");
    for (const accepted of ["identity", "gzip", "br;q=0"]) {
      const plain = await withConsole.fetch(path, { headers: { "accept-encoding": accepted } });
      expect(plain.headers.get("content-encoding")).toBeNull();
      expect(await plain.text()).toBe("export {}");
    }
    const head = await withConsole.fetch(path, { method: "HEAD", headers: { "accept-encoding": "identity" } });
    expect(head.headers.get("content-length")).toBe("9");
    const unchanged = {
      "accept-encoding": "br",
      "if-none-match": compressed.headers.get("etag")!,
      "cache-control": "max-age=0",
    };
    expect((await withConsole.fetch(path, { headers: unchanged })).status).toBe(304);
    expect((await withConsole.fetch("/favicon.svg")).headers.get("cache-control")).toBe("public, max-age=300");
  });
});

describe("operator settings", () => {
  test("METRICS_PUBLIC makes only the metrics public", async () => {
    const open = await startTestServer({ env: { METRICS_PUBLIC: "true" } });
    expect((await open.fetch("/metrics")).status).toBe(200);
    expect((await open.fetch("/api/about")).status).toBe(401);
  });

  test("a proxy's request id is used only with TRUST_PROXY", async () => {
    const headers = { "x-request-id": "from-the-proxy" };
    expect((await server.fetch("/api/_health", { headers })).headers.get("x-request-id")).not.toBe("from-the-proxy");
    const trusting = await startTestServer({ env: { TRUST_PROXY: "true" } });
    expect((await trusting.fetch("/api/_health", { headers })).headers.get("x-request-id")).toBe("from-the-proxy");
    expect(
      (await trusting.fetch("/api/_health", { headers: { "x-request-id": "bad id" } })).headers.get("x-request-id"),
    ).not.toContain(" ");
  });
});
