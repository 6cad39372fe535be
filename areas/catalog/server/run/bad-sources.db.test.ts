// Tests sources that return invalid data, too much data or nothing: the run reports the error, and no items are
// deleted.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { readEnv } from "#server/env/env.ts";
import { createExec } from "#server/exec/run-command.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { testDatabase, testLog } from "#tests/support/database.ts";
import { startCountingServer } from "#tests/outbound/counting-server.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { scraperKinds } from "../scrapers/index.ts";
import { scrapingWith } from "../scraping.ts";

const { databases, url } = await testDatabase();
const { job } = scrapingWith(scraperKinds);
const folder = mkdtempSync("/tmp/quarterdeck-bad-sources-");
chmodSync(folder, 0o755);
const env = { ...readEnv({}), allowExec: true, allowDirectories: [folder] };
const system = await runSystem(databases, {
  jobs: [job],
  around: { env, exec: createExec({ env, log: testLog }), files: createFiles(env) },
});
const web = await startCountingServer();
const address = `http://127.0.0.1:${web.port}`;
afterAll(async () => {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async <Row extends object>(statement: string, values: unknown[] = []) =>
  (await databases.pools.system.query<Row & Record<string, unknown>>(statement, values)).rows;

interface RunResult {
  status: string;
  errors: string;
  summary: { config_types: Record<string, Record<string, unknown>>; warnings: { error: string }[] };
}

async function run(id: string, spec: object): Promise<RunResult> {
  await ask("update config_scrapers set spec = $2 where id = $1", [id, { schedule: "@never", ...spec }]);
  const runs = () =>
    ask<{ status: string; details: { errors?: unknown; scrape_summary: RunResult["summary"] } }>(
      "select status, details from job_history where resource_id = $1 order by time_start",
      [id],
    );
  const before = (await runs()).length;
  expect(await system.jobs.send(databases.system, job, { scraper_id: id })).not.toBeNull();
  const all = await until(
    runs,
    (found) => found.length > before && found.every(({ status }) => status !== "RUNNING"),
    30_000,
  );
  const { status, details } = all.at(-1)!;
  return { status, errors: JSON.stringify(details.errors ?? ""), summary: details.scrape_summary };
}

async function create(name: string): Promise<string> {
  const [row] = await ask<{ id: string }>(
    "insert into config_scrapers (name, spec, source) values ($1, '{}', 'UI') returning id",
    [name],
  );
  return row!.id;
}

/** Creates a scraper and runs it once, so that it has the known items. */
async function createAndRun(name: string, spec: object): Promise<string> {
  const id = await create(name);
  const { status, errors } = await run(id, spec);
  if (status !== "SUCCESS") throw new Error(`${name}: ${errors}`);
  return id;
}

const namesOf = async (id: string) =>
  (
    await ask<{ name: string }>(
      "select name from config_items where scraper_id = $1 and deleted_at is null order by name",
      [id],
    )
  ).map(({ name }) => name);

const mapping = { id: "$.id", name: "$.id", type: "Thing" };
const known = [{ id: "a" }, { id: "b" }];
const places = {
  http: { url: `${address}/things` },
  file: { url: `${folder}/things` },
  exec: { script: `echo '${JSON.stringify(known)}'` },
  sql: { connection: url },
};
const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const laughs = `a: &a [x, x, x, x, x, x, x, x, x, x]\n${"bcdefg"
  .split("")
  .map((name, at) => `${name}: &${name} [${`*${"abcdef"[at]}, `.repeat(10)}]\n`)
  .join("")}`;
const page = "<!doctype html>\n<title>Sign in</title>";
const binary = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xc3, 0x28, 0x22, 0x7d]);

type Serve = (request: IncomingMessage, response: ServerResponse) => void;
const answerWith =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Serve =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);

let sent = 0;
/** Sends a gigabyte as fast as the client reads it. */
const endless: Serve = (_, response) => {
  const piece = Buffer.alloc(1024 * 1024, " ");
  sent = 0;
  response.writeHead(200, { "content-type": "application/json" });
  const more = () => {
    while (sent < 1024 && !response.destroyed) {
      sent += 1;
      if (!response.write(piece)) return void response.once("drain", more);
    }
    response.end();
  };
  more();
};

web.answer = answerWith(JSON.stringify(known));
const http = { ...places.http, items: "$[*]", ...mapping };
const webScraper = await createAndRun("of the web", { http: [http] });

test.each<[string, Serve, object, RegExp]>([
  [
    "an HTML page instead of JSON",
    answerWith(page),
    {},
    /The document is HTML or XML, not JSON: <!doctype html> <title>Sign in/,
  ],
  ["an empty document", answerWith(""), {}, /The document is empty/],
  ["no content", answerWith("", {}, 204), {}, /The document is empty/],
  ["a text", answerWith("out of order"), {}, /The document contains no items: it is a string/],
  [
    "a truncated compressed answer",
    answerWith(gzipSync("[1]").subarray(0, 12), { "content-encoding": "gzip" }),
    {},
    /cannot be decompressed/,
  ],
  [
    "a compression bomb",
    answerWith(gzipSync(Buffer.alloc(100 * 1024 * 1024)), { "content-encoding": "gzip" }),
    {},
    /longer than 67108864 bytes/,
  ],
  ["a gigabyte", endless, {}, /longer than 67108864 bytes/],
  [
    "a truncated answer",
    (_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("[", () => response.destroy());
    },
    {},
    /closed the connection/,
  ],
  ["a redirect loop", answerWith("", { location: "/things" }, 302), {}, /More than 10 redirects/],
  [
    "endless pages",
    answerWith("[]"),
    { pagination: { nextPageExpr: "'/things?page=' + string(page)", perPage: true, maxPages: 5 } },
    /more than 5 pages, so the rest is not read/,
  ],
  [
    "a page loop",
    answerWith("[]"),
    { pagination: { nextPageExpr: "'/things'", perPage: true } },
    /leads to .*, which has already been read/,
  ],
  ["bytes that are not UTF-8", answerWith(binary), {}, /The text is not valid UTF-8/],
  [
    "an unknown encoding",
    answerWith("[]", { "content-type": "application/json; charset=klingon" }),
    {},
    /encoding klingon is not supported/,
  ],
  ["too deeply nested JSON", answerWith(deep), {}, /more than 200 levels deep/],
  ["too deeply nested pages", answerWith(deep), { pagination: { nextPageExpr: "response.body[0]" } }, /deep/],
  ["YAML that refers to itself", answerWith("a: &a\n  b: *a\n"), {}, /more than 200 levels deep/],
  ["YAML with an alias bomb", answerWith(laughs), {}, /Excessive alias count/],
  [
    "things without an id",
    answerWith('[{"id":"a"},{"id":"b"},{"x":1}]'),
    {},
    /The id is missing: \$\.id does not match anything/,
  ],
  [
    "an id of 100 kB",
    answerWith(JSON.stringify([{ id: "x".repeat(100_000) }])),
    {},
    /The id is longer than 1000 characters/,
  ],
  ["an error status", answerWith("out of order", {}, 500), {}, /responded with the status 500/],
])("http: %s is reported and deletes nothing", async (_, serve, more, expected) => {
  web.answer = serve;
  const { status, errors } = await run(webScraper, { http: [{ ...http, ...more }] });
  expect(errors).toMatch(expected);
  expect(["WARNING", "FAILED"]).toContain(status);
  expect(await namesOf(webScraper)).toEqual(["a", "b"]);
});

test("http: reading stops shortly after the size limit", async () => {
  web.answer = endless;
  await run(webScraper, { http: [{ ...places.http, ...mapping }] });
  expect(sent).toBeGreaterThan(63);
  expect(sent).toBeLessThan(300);
});

/** Restores the folder to the known files. */
function restore(): void {
  rmSync(join(folder, "things"), { recursive: true, force: true });
  mkdirSync(join(folder, "things"), { mode: 0o755 });
  for (const thing of known) writeFileSync(join(folder, "things", `${thing.id}.json`), JSON.stringify(thing));
}

restore();
const file = { ...places.file, ...mapping };
const fileScraper = await createAndRun("of files", { file: [file] });

test.each<[string, string, string | Buffer, object, RegExp]>([
  ["an HTML page", "x.json", page, {}, /x\.json: The document is HTML or XML/],
  ["an empty document", "x.yaml", "\n", {}, /x\.yaml: The document is empty/],
  ["bytes that are not UTF-8", "x.json", binary, {}, /x\.json cannot be read: The text is not valid UTF-8/],
  ["too deeply nested JSON", "x.json", deep, {}, /more than 200 levels deep/],
  [
    "YAML that refers to itself",
    "x.yaml",
    "a: &a\n  b: *a\n",
    {},
    /x\.yaml: The document is more than 200 levels deep/,
  ],
  ["YAML with an alias bomb", "x.yaml", laughs, {}, /Excessive alias count/],
  ["YAML that is broken", "x.yaml", "a: [1\nb: {", {}, /x\.yaml: The document cannot be read as YAML/],
  ["too deeply nested YAML", "x.yaml", "[".repeat(20_000), {}, /x\.yaml: The document cannot be read as YAML/],
  [
    "a file that is too large",
    "x.json",
    Buffer.alloc(11 * 1024 * 1024, " "),
    {},
    /x\.json cannot be read: .*10485760|larger|longer/,
  ],
  ["a missing folder", "a.json", '{"id":"a"}', { url: `${folder}/gone` }, /gone/],
  ["patterns of a missing folder", "a.json", '{"id":"a"}', { paths: ["gone/*.json"] }, /gone/],
  ["a folder that is not allowed", "a.json", '{"id":"a"}', { url: "/etc" }, /ALLOW_DIRECTORIES/],
])("file: %s is reported and deletes nothing", async (_, name, content, more, expected) => {
  restore();
  rmSync(join(folder, "things/b.json"));
  writeFileSync(join(folder, "things", name), content);
  const { status, errors } = await run(fileScraper, { file: [{ ...file, ...more }] });
  expect(errors).toMatch(expected);
  expect(["WARNING", "FAILED"]).toContain(status);
  expect(await namesOf(fileScraper)).toEqual(["a", "b"]);
});

const scriptScraper = await createAndRun("of scripts", { exec: [{ ...places.exec, ...mapping }] });

test.each<[string, string, RegExp]>([
  [
    "a script with a non-zero exit code",
    "echo '[]'; echo no such host >&2; exit 3",
    /The script exited with 3: no such host/,
  ],
  ["a killed script", "kill -9 $$", /The script was killed by SIGKILL/],
  ["a script with too much output", "head -c 40000000 /dev/zero | tr '\\0' ' '", /it wrote more than 32 MiB/],
  ["a script that takes too long", "sleep 600", /it ran longer than 1 s/],
  ["an HTML page", `echo '${page.replaceAll("\n", "")}'`, /The id is missing: \$\.id does not match anything/],
  ["too deeply nested JSON", "printf '[%.0s' {1..5000}; printf ']%.0s' {1..5000}", /more than 200 levels deep/],
  ["a text", "echo out of order", /The id is missing/],
])("exec: %s is reported and deletes nothing", async (_, script, expected) => {
  const { status, errors } = await run(scriptScraper, {
    exec: [{ script, timeout: script.includes("sleep") ? "1s" : "1m", ...mapping }],
  });
  expect(errors).toMatch(expected);
  expect(["WARNING", "FAILED"]).toContain(status);
  expect(await namesOf(scriptScraper)).toEqual(["a", "b"]);
});

const good = "select id, 1 as n from (values ('a'), ('b')) t (id)";
const sqlScraper = await createAndRun("of rows", { sql: [{ ...places.sql, ...mapping, query: good }] });

test.each<[string, string, RegExp]>([
  ["an invalid query", "selekt 1", /syntax error/],
  ["a missing table", "select * from wrecks", /relation \\"wrecks\\" does not exist/],
  [
    "rows that fail halfway",
    "select 'n' || n as id, 1 / (n - 1500) as x from generate_series(1, 2000) n",
    /division by zero/,
  ],
  ["a column with an HTML page", `select '${page}'`, /The document is HTML or XML/],
  ["rows without an id", "select 1 as x, 2 as y", /The id is missing/],
  ["an id of 100 kB", "select repeat('x', 100000) as id, 1 as x", /The id is longer than 1000 characters/],
])("sql: %s is reported and deletes nothing", async (_, query, expected) => {
  const { status, errors } = await run(sqlScraper, { sql: [{ ...places.sql, ...mapping, query }] });
  expect(errors).toMatch(expected);
  expect(["WARNING", "FAILED"]).toContain(status);
  expect(await namesOf(sqlScraper)).toEqual(expect.arrayContaining(["a", "b"]));
});

test("long strings are shortened or reported, NUL characters are removed, and duplicate ids are reported", async () => {
  const id = await create("odd ones");
  const long = "n".repeat(100_000);
  const things = [
    { id: "long", name: long, status: long, tag: long, label: long },
    { id: "zero", name: "ze\0ro", status: "\ud800 half", ["ke\0y"]: "va\0lue" },
    { id: "twice", n: 1 },
    ...Array.from({ length: 400 }, (_, n) => ({ id: `t${n}` })),
    { id: "twice", n: 2 },
  ];
  web.answer = answerWith(JSON.stringify(things));
  const entry = {
    ...http,
    name: { expr: "has(config.name) ? config.name : config.id" },
    status: { expr: "has(config.status) ? config.status : ''" },
    labels: { label: "$.label" },
    tags: [{ name: "tag", jsonpath: "$.tag" }],
  };
  const first = await run(id, { http: [entry] });
  expect(first.errors).toBe('["Thing twice was found more than once; the first one is used."]');
  expect([first.status, first.summary.config_types["Thing"]]).toMatchObject(["WARNING", { added: 403, changes: 0 }]);
  // In the next run, the duplicate does not change the item back and forth.
  const again = await run(id, { http: [entry] });
  expect(again.summary.config_types["Thing"]).toMatchObject({ updated: 0, unchanged: 403, changes: 0 });
  const rows = await ask(
    `select external_id[1] as id, name, status, tags ->> 'tag' as tag, labels ->> 'label' as label, config
     from   config_items where scraper_id = $1 and external_id[1] in ('long', 'zero', 'twice') order by 1`,
    [id],
  );
  const cut = (length: number) => `${"n".repeat(length - 1)}…`;
  expect(rows).toMatchObject([
    { id: "long", name: cut(500), status: cut(200), tag: cut(1_000), label: cut(1_000), config: { name: long } },
    { id: "twice", config: { n: 1 } },
    { id: "zero", name: "zero", status: "\ufffd half", config: { key: "value" } },
  ]);
});

test("the run reports unknown fields and unreadable times", async () => {
  writeFileSync(join(folder, "typed.json"), '[{"id": "a", "at": "last week"}]');
  const entry = {
    paths: [join(folder, "typed.json")],
    items: "$[*]",
    id: "$.id",
    type: "Typed",
    createFields: ["$.at"],
  };
  const { status, summary } = await run(await create("typed"), {
    retention: { staleItmeAge: "1h", changes: [{ name: "diff", agee: "1d" }] },
    file: [{ ...entry, lables: { a: "b" }, transform: { mask: [{ jsonpath: "$.id" }], exclusions: [] } }],
  });
  expect(status).toBe("SUCCESS");
  expect(summary.warnings.map(({ error }) => error).toSorted()).toEqual([
    'Rule 1 of mask has no selector and hides nothing. Write selector: "true" to always hide $.id.',
    "The value at $.at is not a valid time in RFC 3339. Set timestampFormat to its format.",
    'spec.file.0.lables: unknown field "lables"; did you mean "labels"?',
    'spec.file.0.transform.exclusions: unknown field "exclusions"',
    'spec.retention.changes.0.agee: unknown field "agee"; did you mean "age"?',
    'spec.retention.staleItmeAge: unknown field "staleItmeAge"; did you mean "staleItemAge"?',
  ]);
});
