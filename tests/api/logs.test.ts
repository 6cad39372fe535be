// Tests logs over HTTP: searches in components and backends, histograms, rights, and backend tests.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { LogsAnswer } from "#areas/logs/contract.ts";
import { openEstate, type Someone } from "../permissions/estate-server.ts";
import { idOf } from "../support/estate.ts";
import { startLocalServer } from "../support/local-server.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "quarterdeck-api-logs-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [logs, manifests, data] = ["logs", "manifests", "data"].map((name) => {
  mkdirSync(join(folder, name));
  return join(folder, name);
}) as [string, string, string];

const now = Date.now();
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1_000).toISOString();
writeFileSync(
  join(logs, "cart.log"),
  Array.from({ length: 100 }, (_, index) => {
    const seconds = 100 - index;
    return `{"time":"${at(seconds)}","level":"${index % 10 === 0 ? "error" : "info"}","msg":"order ${index} took ${index * 2} ms","app":"cart"}\n`;
  }).join(""),
);
writeFileSync(join(logs, "quay.log"), `${at(50)} INFO ship arrived\n`);
mkdirSync(join(data, "logs"));
writeFileSync(
  join(data, "logs/quarterdeck-1-20261117100000000000001.log"),
  `{"level":"info","time":"${at(5)}","req":"r-1","msg":"request"}\n`,
);

const server = await startTestServer({
  env: {
    ALLOW_DIRECTORIES: logs,
    MANIFESTS_DIR: manifests,
    DATA_DIR: data,
    WATCH_ITSELF: "true",
    TOPOLOGY_SELF: "false",
  },
});
const { db, person } = await openEstate(server);
const admin = await person({ roles: ["admin"] });
const editor = await person({ roles: ["editor"] });
const viewer = await person({ roles: ["viewer"] });

const post = (who: Someone, path: string, body: object) => who.ask(path, { method: "POST", body });
const search = async (who: Someone, body: object, path = "/api/logs") => {
  const { status, body: answer } = await post(who, path, body);
  return { status, answer: answer as LogsAnswer & { error?: string; message?: string } };
};
const save = async (who: Someone, row: object) => {
  const reply = await who.ask("/logging_backends", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: row,
  });
  return {
    status: reply.status,
    text: reply.text,
    row: (reply.body as Record<string, unknown>[] | undefined)?.[0] ?? {},
  };
};

const files = await save(admin, {
  name: "files",
  labels: { tier: "test" },
  spec: {
    backends: [
      { file: { path: [`${logs}/cart.log`], routes: [{ type: "Shop::Cart" }] } },
      { file: { path: [`${logs}/quay.log`], routes: [{ type: "Quay", id_prefix: "quay/" }] } },
    ],
  },
});

const component = idOf("component", 1);
await db
  .updateTable("components")
  .set({
    external_id: "cart",
    type: "Shop::Cart",
    log_selectors: JSON.stringify([
      { name: "app", labels: { app: "{{.external_id}}" } },
      { name: "other", type: "Unknown" },
    ]),
  })
  .where("id", "=", component)
  .execute();

describe("a search", () => {
  test("DA-90 POST /logs with name, id and query returns the lines of a component", async () => {
    const { status, answer } = await search(viewer, { id: component, name: "app", query: '"order 42"' });
    expect(status).toBe(200);
    expect(answer).toEqual({
      total: 1,
      results: [
        {
          id: expect.stringContaining("cart.log:"),
          timestamp: at(58),
          firstObserved: at(58),
          lastObserved: at(58),
          count: 1,
          message: "order 42 took 84 ms",
          hash: expect.any(String),
          severity: "info",
          source: "cart",
          labels: { file: join(logs, "cart.log"), tier: "test" },
        },
      ],
    });
    // Without a name, the first selector is used.
    expect((await search(viewer, { id: component, query: "order" })).answer.total).toBe(100);
  });

  test("a request without a component and a backend is rejected, and so are invalid fields", async () => {
    for (const [body, message] of [
      [{ query: "x" }, "body.id: is required, unless a backend is selected"],
      [{ id: "7" }, "body.id: is not the id of a component"],
      [{ backend: "files", limit: 10_001 }, "body.limit: must be between 1 and 10000"],
      [{ backend: "files", cursor: "?" }, "body.cursor: is not a cursor from an earlier response"],
      [{ backend: "files", start: "soon" }, "body.start: "],
      [{ backend: "files", start: "now", end: "now-1h" }, "body.start: must be before end"],
      [{ backend: "files", query: "/(/" }, "body.query: "],
      [{ backend: "files", language: "backend", query: "x" }, "body.language: must be words"],
      [{ backend: "files", match: ["severity =="] }, "The lines cannot be filtered"],
      [{ backend: "files", direction: "up" }, "body.direction: must be backward or forward"],
    ] as const) {
      const { status, answer } = await search(viewer, body);
      expect({ status, error: answer.error }).toEqual({ status: 400, error: expect.stringContaining(message) });
    }
  });

  test("lists the selectors of a component if the requested selector does not exist", async () => {
    expect(await search(viewer, { id: component, name: "none" })).toMatchObject({
      status: 404,
      answer: { error: 'There is no log selector "none".', message: "The component has app, other." },
    });
    expect(await search(viewer, { id: component, name: "other" })).toMatchObject({
      status: 404,
      answer: { error: expect.stringContaining("No log backend has a route for the component") },
    });
    await db.updateTable("components").set({ log_selectors: null }).where("id", "=", idOf("component", 3)).execute();
    expect(await search(viewer, { id: idOf("component", 3) })).toMatchObject({
      status: 400,
      answer: { error: expect.stringContaining("has no logs") },
    });
    expect(await search(viewer, { id: crypto.randomUUID() })).toMatchObject({ status: 404 });
    const other = await search(viewer, { id: component, labels: { app: "else" } });
    expect(other).toMatchObject({ status: 400, answer: { error: "body.labels.app: is cart for this selector" } });
  });

  test("a search in a backend by name or id merges its entries, and continues with a cursor", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 20; page += 1) {
      const { answer } = await search(viewer, { backend: files.row["id"], limit: 20, cursor });
      seen.push(...answer.results.map(({ message }) => message));
      cursor = answer.cursor;
      if (cursor === undefined) break;
    }
    expect(seen).toHaveLength(101);
    expect(new Set(seen).size).toBe(101);
    expect(seen[0]).toContain("order 99");
    const forward = await search(viewer, { backend: "files", direction: "forward", limit: 1 });
    expect(forward.answer.results[0]!.message).toContain("order 0");
    expect(await search(viewer, { backend: "none" })).toMatchObject({ status: 404 });
  });

  test("parses, maps, filters and merges lines according to the request", async () => {
    const errors = await search(viewer, { backend: "files", match: ["severity == 'error'"] });
    expect(errors.answer.total).toBe(10);
    const merged = await search(viewer, { id: component, dedupe: { window: "1h" } });
    expect(merged.answer.results).toMatchObject([{ count: 100, firstObserved: at(100), lastObserved: at(1) }]);
    const mapped = await search(viewer, { id: component, limit: 1, mapping: { message: ["app"], ignore: ["file"] } });
    expect(mapped.answer.results[0]).toMatchObject({ message: "cart", labels: { msg: "order 99 took 198 ms" } });
    const range = await search(viewer, { id: component, start: at(10), end: at(6) });
    expect(range.answer.total).toBe(5);
  });

  test("streams its progress to clients that accept JSON lines", async () => {
    const reply = await server.fetch("/api/logs", {
      method: "POST",
      headers: {
        accept: "application/x-ndjson",
        authorization: `Bearer ${viewer.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ id: component, query: "nothing-has-this" }),
    });
    expect(reply.headers.get("content-type")).toContain("application/x-ndjson");
    const lines = (await reply.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines[0]).toMatchObject({ progress: { searched: expect.any(Number), total: expect.any(Number) } });
    expect(lines.at(-1)).toEqual({ result: { total: 0, results: [] } });
  });

  test("DA-119 the endpoints of artifacts, rbac and the APM search exist; other APM paths do not", async () => {
    const body = { id: component, name: "app", query: '"order 42"' };
    expect(await search(viewer, body, "/api/apm/search")).toEqual(await search(viewer, body));
    expect((await search(viewer, { query: "x" }, "/api/apm/search")).status).toBe(400);
    for (const path of ["/api/apm", "/api/apm/query", "/api/apm/search/more"])
      expect((await post(viewer, path, {})).status).toBe(404);
    const artifact = await viewer.ask(`/api/artifacts/download/${crypto.randomUUID()}`);
    expect(artifact).toMatchObject({ status: 404, body: { error: expect.stringContaining("artifact") } });
    const explained = await post(viewer, "/api/rbac/explain", { object: "logs", action: "read" });
    expect(explained.status).toBe(200);
  });
});

describe("a selection", () => {
  test("a selection has labels, fields and a histogram", async () => {
    const labels = await post(viewer, "/api/logs/labels", { backend: "files" });
    expect(labels.body).toEqual({
      labels: [{ name: "file", values: [join(logs, "cart.log"), join(logs, "quay.log")] }],
    });
    const fields = await post(viewer, "/api/logs/fields", { id: component });
    expect(fields.body).toMatchObject({
      fields: expect.arrayContaining([
        expect.objectContaining({
          name: "level",
          values: [
            { value: "info", count: 90 },
            { value: "error", count: 10 },
          ],
        }),
      ]),
    });
    const histogram = await post(viewer, "/api/logs/histogram", {
      id: component,
      start: at(100),
      end: at(0),
      buckets: 2,
    });
    const { buckets, interval } = histogram.body as {
      interval: number;
      buckets: { severity: string; count: number }[];
    };
    expect(interval).toBe(50_000);
    expect(buckets.map(({ severity, count }) => [severity, count])).toEqual([
      ["info", 45],
      ["error", 5],
      ["info", 45],
      ["error", 5],
    ]);
    expect((await post(viewer, "/api/logs/histogram", {})).status).toBe(400);
  });
});

describe("rights", () => {
  test("reading logs needs the right to read logs and the right to read the component", async () => {
    const denied = await person({ roles: ["viewer"], rules: [{ action: "read", object: "logs", deny: true }] });
    const nobody = await person();
    for (const who of [denied, nobody])
      for (const path of ["/api/logs", "/api/apm/search", "/api/logs/tail", "/api/logs/labels", "/api/logs/histogram"])
        expect((await post(who, path, { backend: "files" })).status).toBe(403);
    const limited = await person({
      rules: [
        { action: "read", object: "logs" },
        { action: "read", component_id: idOf("component", 2) },
      ],
    });
    expect((await search(limited, { id: component })).status).toBe(404);
    const allowed = await person({
      rules: [
        { action: "read", object: "logs" },
        { action: "read", component_id: component },
      ],
    });
    expect((await search(allowed, { id: component })).status).toBe(200);
  });

  test("only administrators read the log of the server itself, which has a backend from the first start on", async () => {
    const found = await search(admin, { backend: "Quarterdeck" });
    expect(found.answer.results).toMatchObject([{ message: "request", severity: "info", labels: { req: "r-1" } }]);
    expect(await search(editor, { backend: "Quarterdeck" })).toMatchObject({
      status: 403,
      answer: { message: "Only administrators can read this backend." },
    });
    const names = async (who: Someone) =>
      ((await who.ask("/api/logs/backends")).body as { backends: { name: string }[] }).backends.map(({ name }) => name);
    expect(await names(admin)).toContain("Quarterdeck");
    expect(await names(editor)).not.toContain("Quarterdeck");
  });

  test("only administrators can save backends that read files or the journal", async () => {
    for (const spec of [{ backends: [{ file: { path: ["/x"] } }] }, { backends: [{ journald: {} }] }]) {
      expect((await save(editor, { name: "f", spec })).status).toBe(403);
      expect((await save(admin, { name: `own ${Object.keys(spec.backends[0]!)[0]}`, spec })).status).toBe(201);
      expect((await post(editor, "/api/logs/backends/test", { spec })).status).toBe(403);
    }
    // An editor cannot change an administrator's backend so that it reads something else.
    const change = { method: "PATCH", body: { spec: { backends: [] } } };
    expect((await editor.ask(`/logging_backends?id=eq.${files.row["id"] as string}`, change)).status).toBe(403);
    expect((await save(viewer, { name: "v", spec: {} })).status).toBe(403);
  });
});

describe("log backends", () => {
  test("LG-06 rows have id, name, labels, spec, source, created_by, created_at and updated_at", async () => {
    expect(files.row).toMatchObject({
      id: expect.any(String),
      name: "files",
      labels: { tier: "test" },
      spec: { backends: [{}, {}] },
      source: "UI",
      created_by: admin.id,
      created_at: expect.any(String),
    });
    expect(files.row).toHaveProperty("updated_at");
  });

  test("log backends have one log source per entry, and encrypt its credentials", async () => {
    expect(await save(editor, { name: "two", spec: { backends: [{ loki: {}, opensearch: {} }] } })).toMatchObject({
      status: 400,
      text: expect.stringContaining("must have exactly one of loki, elasticsearch"),
    });
    const target = await startLocalServer();
    const asked: string[] = [];
    target.answer = (request, response) => {
      asked.push(request.headers.authorization ?? "");
      response.writeHead(401).end("no");
    };
    const secret = "s3cr3t-of-loki";
    const spec = { backends: [{ loki: { url: target.url, username: "ada", password: secret } }] };
    const { row, text } = await save(editor, { name: "loki", spec });
    expect(text).not.toContain(secret);
    expect(row["spec"]).toMatchObject({ backends: [{ loki: { password: "***" } }] });
    const found = await search(viewer, { backend: "loki", query: "x" });
    expect(found).toMatchObject({
      status: 502,
      answer: {
        error: "loki: The server refused the username or the password",
        message: "Check username and password.",
      },
    });
    expect(asked[0]).toBe(`Basic ${Buffer.from(`ada:${secret}`).toString("base64")}`);
    // A test uses the stored password for ***, but only for people who may save the backend.
    asked.length = 0;
    const changed = { id: row["id"], spec: row["spec"] };
    expect((await post(editor, "/api/logs/backends/test", changed)).body).toEqual({
      message: "ok",
      payload: [
        {
          type: "loki",
          title: "Loki",
          error: "The server refused the username or the password",
          hint: "Check username and password.",
        },
      ],
    });
    expect(asked[0]).toContain("Basic ");
    expect((await post(viewer, "/api/logs/backends/test", changed)).status).toBe(403);
  });

  test("log backends cannot reach the metadata service of a cloud", async () => {
    for (const [type, field] of [
      ["loki", "url"],
      ["elasticsearch", "address"],
      ["opensearch", "address"],
    ] as const) {
      const spec = { backends: [{ [type]: { [field]: "http://169.254.169.254/latest" } }] };
      const { body } = await post(editor, "/api/logs/backends/test", { spec });
      expect(body).toMatchObject({ payload: [{ type, error: expect.stringContaining("metadata") }] });
    }
  });

  test("log backends are tested before and after they are saved", async () => {
    const spec = { backends: [{ file: { path: [`${logs}/*.log`] } }, { file: { path: ["/etc/passwd"] } }] };
    expect((await post(admin, "/api/logs/backends/test", { spec })).body).toEqual({
      message: "ok",
      payload: [
        { type: "file", title: "Files", reached: expect.stringMatching(/^2 files, /) },
        { type: "file", title: "Files", error: expect.stringContaining("not within the directories that may be read") },
      ],
    });
    const stored = await post(admin, "/api/logs/backends/test", { id: files.row["id"] });
    expect(stored.body).toMatchObject({ payload: [{ reached: expect.any(String) }, { reached: expect.any(String) }] });
    expect((await post(admin, "/api/logs/backends/test", {})).status).toBe(400);
    expect((await post(admin, "/api/logs/backends/test", { id: crypto.randomUUID() })).status).toBe(404);
  });

  test("backends that fail are reported together with the lines of the other backends", async () => {
    const spec = { backends: [{ file: { path: [`${logs}/cart.log`] } }, { file: { path: ["/etc/passwd"] } }] };
    await save(admin, { name: "half", spec });
    const { answer } = await search(viewer, { backend: "half", limit: 1 });
    expect(answer.total).toBe(1);
    expect(answer.warnings).toEqual([expect.stringContaining("half (Files): /etc is not within")]);
  });

  test("log backends can also come from manifests", async () => {
    const document = {
      apiVersion: "mission-control.flanksource.com/v1",
      kind: "LogBackend",
      metadata: { name: "from-file", namespace: "harbour", labels: { a: "b" } },
      spec: { backends: [{ file: { path: [`${logs}/quay.log`] } }] },
    };
    writeFileSync(join(manifests, "logs.yaml"), JSON.stringify(document));
    const read = async () =>
      (await admin.ask("/logging_backends?name=eq.from-file&deleted_at=is.null")).body as Record<string, unknown>[];
    const [row] = await until(read, (rows) => rows.length === 1, 60_000);
    expect(row).toMatchObject({ namespace: "harbour", labels: { a: "b" }, source: expect.stringMatching(/^file:/) });
    expect((await search(viewer, { backend: "from-file", query: "arrived" })).answer.total).toBe(1);
    rmSync(join(manifests, "logs.yaml"));
    await until(read, (rows) => rows.length === 0, 60_000);
  });
});
