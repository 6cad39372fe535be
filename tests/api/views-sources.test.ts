// Tests view queries that read databases, web servers, Prometheus, logs and other views, and the rights of the author
// on connections.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ViewAnswer } from "#areas/views/contract.ts";
import { openEstate, type Someone } from "../permissions/estate-server.ts";
import { testDatabase } from "../support/database.ts";
import { json, startLocalServer } from "../support/local-server.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "quarterdeck-views-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const manifests = join(folder, "manifests");
mkdirSync(manifests);
writeFileSync(
  join(folder, "cart.log"),
  `{"time":"${new Date(Date.now() - 60_000).toISOString()}","level":"error","msg":"order 7 failed","app":"cart"}\n`,
);

const database = await testDatabase();
const server = await startTestServer({
  database,
  // The views read the database of the test server, because every test has it.
  env: { ALLOW_DIRECTORIES: folder, MANIFESTS_DIR: manifests, ALLOW_TARGETS: new URL(database.url).host },
});
const { person, db } = await openEstate(server);
const [admin, editor, viewer] = [
  await person({ roles: ["admin"] }),
  await person({ roles: ["editor"] }),
  await person({ roles: ["viewer"] }),
];
const service = await startLocalServer();

async function create(table: string, body: object, who: Someone = admin): Promise<string> {
  const {
    status,
    text,
    body: rows,
  } = await who.ask(`/${table}?select=id`, {
    method: "POST",
    headers: { prefer: "return=representation" },
    body,
  });
  if (status !== 201) throw new Error(text);
  return (rows as [{ id: string }])[0].id;
}

let savedViews = 0;
const secret = "a-very-secret-word-for-tests";
await create("connections", {
  name: "metrics",
  namespace: "default",
  type: "prometheus",
  url: service.url,
  password: secret,
  username: "ada",
});
await create("connections", { name: "own", namespace: "default", type: "postgres", url: server.database.url });

const table = (query: object, columns: readonly string[], more: object = {}) => ({
  queries: { q: query },
  columns: columns.map((name, at) => ({ name, type: "string", primaryKey: at === 0 })),
  cache: { minAge: "1ms", maxAge: "1ms" },
  ...more,
});

async function save(spec: object, who: Someone = editor) {
  savedViews += 1;
  const name = `source-${savedViews}`;
  const id = await create("views", { name, namespace: "default", spec }, who);
  return { id, name, path: `/api/view/default/${name}` };
}

async function read(path: string, who: Someone = viewer, variables?: object): Promise<ViewAnswer> {
  const { status, text, body } = await who.ask(path, {
    headers: { "cache-control": "refresh-timeout=60" },
    ...(variables && { method: "POST", body: { variables } }),
  });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body as ViewAnswer;
}

test("reads a database in a read-only transaction, and binds variable values as parameters", async () => {
  const statement =
    "select n::int as n, n * 1.5 as half, now() as at, '{\"a\": 1}'::jsonb as doc, $(var.word) as word from generate_series(1, 3) n";
  const spec = table({ sql: { connection: "connection://default/own", query: statement } }, ["n", "half", "word"], {
    templating: [{ key: "word", values: ["it's", "x'; drop table views; --"] }],
    panels: [{ name: "Sum", type: "number", query: "select sum(n) + json_extract(max(doc), '$.a') as value from q" }],
  });
  const { path } = await save(spec);
  const answer = await read(path, viewer, { word: "x'; drop table views; --" });
  expect(answer.errors).toEqual([]);
  expect(answer.rows).toEqual([1, 2, 3].map((n) => [n, n * 1.5, "x'; drop table views; --"]));
  expect(answer.panels[0]!.rows).toEqual([{ value: 7 }]);
  const writing = {
    sql: {
      connection: "connection://default/own",
      query: "insert into saved_query (query) values ('x') returning query",
    },
  };
  const { errors } = await read((await save(table(writing, ["query"]))).path);
  expect(errors).toEqual([{ query: "q", message: expect.stringContaining("read-only transaction") }]);
});

test("reads JSON from a web server, and sets column types even for an empty list", async () => {
  const spec = table(
    { http: { url: `${service.url}/hosts`, jsonpath: "$.hosts" }, columns: { cpu: "decimal", name: "string" } },
    ["name", "cpu"],
    { panels: [{ name: "CPU", type: "number", query: "select total(cpu) as value from q" }] },
  );
  const { path } = await save(spec);
  service.answer = json(200, {
    hosts: [
      { name: "a", cpu: "1.5" },
      { name: "b", cpu: 2, extra: [1] },
    ],
  });
  const answer = await read(path);
  expect(answer).toMatchObject({ errors: [], panels: [{ rows: [{ value: 3.5 }] }] });
  expect(answer.rows).toEqual([
    ["a", 1.5],
    ["b", 2],
  ]);
  service.answer = json(200, { hosts: [] });
  const empty = await until(
    () => read(path),
    ({ rows }) => rows.length === 0,
  );
  expect(empty).toMatchObject({ errors: [], panels: [{ rows: [{ value: 0 }] }] });
  service.answer = json(500, {});
  const failed = await until(
    () => read(path),
    ({ errors }) => errors.length > 0,
  );
  expect(failed.errors).toEqual([{ query: "q", message: "The server responded with the status 500." }]);
});

test("sends instant and range queries to Prometheus, and never shows a credential", async () => {
  service.answer = (request, response, body) => {
    const form = new URLSearchParams(body);
    const metric = { job: "api", instance: request.headers.authorization ?? "" };
    const data = request.url!.endsWith("query_range")
      ? {
          resultType: "matrix",
          result: [
            {
              metric,
              values: [
                [Number(form.get("start")), "1"],
                [Number(form.get("end")), "2"],
              ],
            },
          ],
        }
      : {
          resultType: "vector",
          result: [{ metric: { ...metric, query: form.get("query") }, value: [1_700_000_000, "42.5"] }],
        };
    json(200, { status: "success", data })(request, response, "");
  };
  const connection = "connection://default/metrics";
  const now = await read(
    (await save(table({ prometheus: { connection, query: "up" } }, ["query", "job", "value", "instance", "timestamp"])))
      .path,
  );
  expect(now.errors).toEqual([]);
  expect(now.rows[0]!.slice(0, 3)).toEqual(["up", "api", 42.5]);
  expect(now.rows[0]![4]).toBe("2023-11-14T22:13:20.000Z");
  expect(JSON.stringify(now)).not.toContain(Buffer.from(`ada:${secret}`).toString("base64"));
  const range = { start: "now-1h", end: "now", step: "5m" };
  const series = await read(
    (
      await save(
        table({ prometheus: { connection, query: "up", range, selectLabels: ["job"] } }, ["timestamp", "job", "value"]),
      )
    ).path,
  );
  expect(series.rows.map((row) => row.slice(1))).toEqual([
    ["api", 1],
    ["api", 2],
  ]);
  service.answer = json(400, { status: "error", error: "parse error" });
  const bad = await read((await save(table({ prometheus: { connection, query: "up{" } }, ["value"]))).path);
  expect(bad.errors).toEqual([{ query: "q", message: "The query failed: parse error" }]);
});

test("reads the lines of a log backend, but not the server's own log", async () => {
  await create("logging_backends", { name: "carts", spec: { backends: [{ file: { path: [`${folder}/cart.log`] } }] } });
  const { path } = await save(
    table({ logs: { backend: "carts", query: "failed", start: "now-1h" } }, ["message", "severity"]),
  );
  expect((await read(path)).rows).toEqual([["order 7 failed", "error"]]);
  const without = await person({ roles: ["viewer"], rules: [{ action: "read", object: "logs", deny: true }] });
  expect((await read(path, without)).errors).toEqual([
    { query: "q", message: expect.stringContaining("You need permission to read") },
  ]);
});

test("uses connections with the rights of the last author, and checks these rights at each refresh", async () => {
  const spec = table({ sql: { connection: "connection://default/own", query: "select 1 as n" } }, ["n"]);
  const author = await person({ roles: ["viewer"], rules: [{ action: "*", object: "views" }] });
  const { path, id } = await save(spec, author);
  const refused = await read(path, admin);
  expect(refused.errors).toEqual([
    {
      query: "q",
      message: expect.stringContaining("needs permission to read connection://default/own"),
      hint: expect.any(String),
    },
  ]);
  await db.insertInto("permissions").values({ action: "read", object: "connections", person_id: author.id }).execute();
  const allowed = await until(
    () => read(path),
    ({ errors }) => errors.length === 0,
  );
  expect(allowed.rows).toEqual([[1]]);
  // An editor with other rights changes the view and becomes its author.
  const other = await person({ roles: ["viewer"], rules: [{ action: "*", object: "views" }] });
  const { status } = await other.ask(`/views?id=eq.${id}`, {
    method: "PATCH",
    body: { spec: { ...spec, merge: "select n from q" } },
  });
  expect(status).toBe(204);
  const taken = await until(
    () => read(path),
    ({ errors }) => errors.length > 0,
  );
  expect(taken.errors[0]!.message).toContain("needs permission to read connection://default/own");
});

test("reads the tables of other views; a view that reads itself is an error", async () => {
  const numbers = await save(
    table({ sql: { connection: "connection://default/own", query: "select n from generate_series(1, 4) n" } }, ["n"]),
  );
  const other = { viewTableSelector: { name: numbers.name } };
  const sum = await save({
    queries: { numbers: other },
    panels: [{ name: "Sum", type: "number", query: "select sum(n) as value from numbers" }],
  });
  expect((await read(sum.path)).panels[0]!.rows).toEqual([{ value: 10 }]);
  const circle = `source-${savedViews + 1}`;
  const { path } = await save(table({ viewTableSelector: { name: circle } }, ["n"]));
  expect((await read(path)).errors).toEqual([{ query: "q", message: `The view default/${circle} reads itself.` }]);
});

test("too many rows are an error, and the old data stay", async () => {
  const many = (count: number) => json(200, { ids: Array.from({ length: count }, (_, id) => ({ id })) });
  const { path } = await save(
    table({ http: { url: `${service.url}/ids`, jsonpath: "$.ids" } }, ["id"], {
      panels: [{ name: "Ids", type: "number", query: "select count(*) as value from q" }],
    }),
  );
  const errors = [{ query: "q", message: "The query returns more than 100,000 rows. Add conditions or a limit." }];
  service.answer = many(100_001);
  const { lastRefreshedAt, ...first } = await read(path);
  // The panel shows an error instead of counting the rows of a table that could not be read.
  expect(first).toMatchObject({ errors, panels: [{ rows: [], error: "The query q failed." }] });
  expect(lastRefreshedAt).toBeUndefined();
  service.answer = many(3);
  const fine = await until(
    () => read(path),
    (answer) => answer.errors.length === 0,
  );
  expect(fine).toMatchObject({ rows: [[0], [1], [2]], panels: [{ rows: [{ value: 3 }] }] });
  service.answer = many(100_001);
  const failed = await until(
    () => read(path),
    (answer) => answer.errors.length > 0,
  );
  expect(failed).toMatchObject({ errors, rows: fine.rows, panels: fine.panels });
  expect(Date.parse(failed.lastRefreshedAt!)).toBeGreaterThanOrEqual(Date.parse(fine.lastRefreshedAt!));
});

test("a view from a file is stored, may use all connections, and is removed with its file", async () => {
  const file = join(manifests, "view.yaml");
  const manifest = {
    apiVersion: "mission-control.flanksource.com/v1",
    kind: "View",
    metadata: { name: "from-file", namespace: "ops", labels: { team: "ops" } },
    spec: table({ sql: { connection: "connection://default/own", query: "select 5 as n" } }, ["n"]),
  };
  writeFileSync(file, JSON.stringify(manifest));
  const path = "/api/view/ops/from-file";
  await until(
    () => viewer.ask(path, { headers: { "cache-control": "refresh-timeout=60" } }),
    ({ status }) => status === 200,
  );
  expect(await read(path)).toMatchObject({ errors: [], rows: [[5]] });
  rmSync(file);
  await until(
    () => viewer.ask(path),
    ({ status }) => status === 404,
  );
});
