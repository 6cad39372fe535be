// Tests dry runs over HTTP: they save nothing, stream their progress, and stop when the client disconnects.
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { startCountingServer } from "#tests/outbound/counting-server.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startLocalServer } from "#tests/support/local-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { areasWith, holdThings } from "#tests/support/things-scraper.ts";
import type { DryRun, DryRunProgress } from "../../scraping.contract.ts";
import * as schema from "../../scraping.contract.schema.ts";
import { exec } from "../scrapers/exec.ts";
import { http } from "../scrapers/http.ts";

const server = await startTestServer({ areas: areasWith(exec, http), env: { ALLOW_EXEC: "true" } });
const { person, db } = await openEstate(server);
const [admin, editor, viewer] = [
  await person({ roles: ["admin"] }),
  await person({ roles: ["editor"] }),
  await person({ roles: ["viewer"] }),
];

const send = (who: Someone, method: string, path: string, body: unknown) =>
  who.ask(path, { method, body, headers: { prefer: "return=representation" } });

const entry = (from: string, more: object = {}) => ({ from, id: "$.id", type: "Thing", ...more });

async function create(name: string, spec: object) {
  const { body } = await send(editor, "POST", "/config_scrapers", { name, source: "UI", spec });
  return { id: (body as { id: string }[])[0]!.id };
}

const itemsOf = async (id: string) => {
  const { body } = await editor.ask(`/config_items?scraper_id=eq.${id}&deleted_at=is.null&select=name,type&order=name`);
  return (body as { name: string }[]).map(({ name }) => name);
};

const dry = async (body: object, who = editor) => {
  const answer = await send(who, "POST", "/api/catalog/scrapers/dry-run", body);
  return { status: answer.status, ...(answer.body as DryRun & { error?: string }) };
};

test("a dry run returns the items, changes and relationships that a run would save, and saves nothing", async () => {
  const counts = async () => {
    const found = await db
      .selectFrom("config_items")
      .select(({ fn }) => [fn.countAll<number>().as("items")])
      .executeTakeFirstOrThrow();
    const scrapers = await db
      .selectFrom("config_scrapers")
      .select(({ fn }) => [fn.countAll<number>().as("scrapers")])
      .executeTakeFirstOrThrow();
    return { ...found, ...scrapers };
  };
  holdThings("dry", [{ id: "p", kind: "parent" }, { id: "c", of: "p", size: 1 }, { nothing: true }]);
  const relationship = [{ filter: "has(config.of)", external_id: { expr: "config.of" }, parent: true }];
  const spec = { things: [entry("dry", { transform: { relationship } })] };
  const before = await counts();
  const draft = await dry({ name: "draft", spec });
  expect(draft).toMatchObject({
    status: 200,
    items: [
      { action: "added", name: "p", config: { id: "p", kind: "parent" } },
      { action: "added", name: "c", type: "Thing" },
    ],
    relationships: [{ config_name: "p", related_name: "c", relation: "hard", is_new: true }],
    errors: ["The id is missing: $.id does not match anything."],
    is_cut: false,
  });
  expect(await counts()).toEqual(before);

  const { id } = await create("dry", { ...spec, schedule: "@never" });
  await send(editor, "POST", `/api/config/run/${id}`, {});
  holdThings("dry", [{ id: "c", of: "p", size: 2 }]);
  const saved = await counts();
  const changed = await dry({ id });
  expect(changed.items.map(({ action, name }) => [action, name])).toEqual([
    ["updated", "c"],
    ["deleted", "p"],
  ]);
  expect(changed.changes).toMatchObject([
    { action: "added", config_name: "c", change_type: "diff", diff: expect.stringContaining("+") },
  ]);
  expect(await counts()).toEqual(saved);
  expect(await itemsOf(id)).toEqual(["c", "p"]);
});

test("a dry run is limited in size, and reports invalid specs", async () => {
  holdThings("endless", async function* () {
    for (let n = 0; ; n += 1) yield { document: { id: String(n), big: n === 0 ? "x".repeat(300_000) : "" } };
  });
  const endless = await dry({ spec: { things: [entry("endless")] } });
  expect(endless).toMatchObject({ status: 200, is_cut: true });
  expect(endless.items).toHaveLength(500);
  expect(endless.items.find(({ name }) => name === "0")).toMatchObject({ config: null, is_config_cut: true });
  expect(await dry({ spec: { things: [{ from: "" }] } })).toMatchObject({
    status: 400,
    error: expect.stringContaining("spec.things.0.from"),
  });
  expect(await dry({ spec: { things: [entry("no such shelf")] } })).toMatchObject({
    status: 200,
    items: [],
    errors: [expect.stringContaining("There is no shelf no such shelf")],
  });
  expect((await dry({})).status).toBe(400);
  expect((await dry({ spec: {} }, viewer)).status).toBe(403);
  expect((await dry({ id: "00000000-0000-0000-0000-00000000abcd" })).status).toBe(404);
});

test("a changed spec under the id of a built-in scraper does not get the rights of the system", async () => {
  const stored = { http: [{ type: "Thing", url: `${server.url}/api/_health`, id: "health" }] };
  const { id } = await db
    .insertInto("config_scrapers")
    .values({ name: "built in", source: "System", spec: JSON.stringify(stored) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const changed = { http: [{ ...stored.http[0], url: `${server.url}/api/_health?changed` }] };
  expect(await dry({ id, spec: changed })).toMatchObject({
    status: 200,
    items: [],
    errors: [expect.stringContaining("is Quarterdeck itself")],
  });
  // The stored spec, if it is unchanged, still has the rights of the system.
  for (const body of [{ id }, { id, spec: stored }]) expect(await dry(body)).toMatchObject({ status: 200, errors: [] });
});

test("rules that let a named scraper use a connection do not apply to an unsaved scraper with that name", async () => {
  const target = await startLocalServer();
  target.answer = (_request, response) => response.end(JSON.stringify({ id: "hull" }));
  await db.insertInto("connections").values({ name: "hulls", type: "http", url: target.url }).execute();
  await db.insertInto("properties").values({ name: "permissions.connections", value: "strict" }).execute();
  const selectors = { scrapers: [{ name: "trusted" }] };
  await db.insertInto("permission_groups").values({ name: "yard", selectors, created_by: admin.id }).execute();
  await db
    .insertInto("permissions")
    .values({ action: "read", object: "connection", subject_type: "group", subject: "yard" })
    .execute();
  const spec = { http: [{ type: "Thing", id: "$.id", connection: "connection://default/hulls" }] };
  const { id } = await create("trusted", { ...spec, schedule: "@never" });
  expect(await dry({ id, spec })).toMatchObject({ errors: [], items: [{ name: "hull" }] });
  expect(await dry({ name: "trusted", spec })).toMatchObject({
    items: [],
    errors: [expect.stringContaining("needs permission to read")],
  });
  await db.deleteFrom("properties").where("name", "=", "permissions.connections").execute();
});

test("an id in upper case identifies the same scraper, so that the scraper does not run twice at the same time", () => {
  const id = "00000000-0000-4000-8000-00000000abcd";
  expect(schema.runScraper.params.parse({ id: id.toUpperCase() })).toEqual({ id });
  expect(schema.dryRun.body.parse({ id: id.toUpperCase() })).toMatchObject({ id });
});

interface Line {
  progress?: DryRunProgress;
  result?: DryRun;
  problem?: { status: number; body: { error: string } };
}

/** Requests NDJSON, like the console. */
const inLines = (body: object, { who = editor, signal }: { who?: Someone; signal?: AbortSignal } = {}) =>
  server.fetch("/api/catalog/scrapers/dry-run", {
    method: "POST",
    headers: {
      authorization: `Bearer ${who.token}`,
      accept: "application/x-ndjson",
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

async function* linesOf(answer: Response): AsyncGenerator<Line> {
  let held = "";
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
    const lines = `${held}${piece}`.split("\n");
    held = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as Line;
  }
}

test("streams the progress of each entry as lines, and the result last", async () => {
  const held = Promise.withResolvers<void>();
  holdThings("slow", async function* () {
    yield { document: { id: "a" } };
    yield { document: { nothing: true } };
    await held.promise;
    yield { document: { id: "b" } };
  });
  holdThings("after", [{ id: "c" }]);
  const answer = await inLines({ spec: { things: [entry("slow"), entry("after")] } });
  expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
  expect(answer.headers.get("x-accel-buffering")).toBe("no");
  const reports: DryRunProgress[] = [];
  let result: DryRun | undefined;
  for await (const line of linesOf(answer)) {
    if (line.progress) reports.push(line.progress);
    result = line.result;
    // The progress arrives while the source is still blocked.
    if (line.progress?.errors === 1) held.resolve();
  }
  expect(reports.find(({ errors }) => errors === 1)).toMatchObject({
    phase: "reading",
    items: 1,
    entries: [
      { type: "things", index: 0, state: "reading", items: 1, errors: 1 },
      { type: "things", index: 1, state: "waiting", items: 0 },
    ],
  });
  expect(result!.items.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  // A request that is rejected before the run starts gets an ordinary error response.
  expect((await inLines({ spec: { things: [{ from: "" }] } })).status).toBe(400);
  expect((await inLines({ spec: {} }, { who: viewer })).status).toBe(403);
});

test("aborts the request or script of the source when the client disconnects", async () => {
  const source = await startCountingServer();
  const received: IncomingMessage[] = [];
  source.answer = (request) => void received.push(request);
  const address = `http://127.0.0.1:${source.port}`;
  const script = `exec 3<>/dev/tcp/127.0.0.1/${source.port}; printf 'GET /script HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`;
  for (const [who, spec] of [
    [editor, { http: [{ url: address, id: "$.id", type: "Thing" }] }],
    [admin, { exec: [{ script, id: "$.id", type: "Thing" }] }],
  ] as const) {
    const known = received.length;
    const disconnect = new AbortController();
    const answer = await inLines({ spec }, { who, signal: disconnect.signal });
    await until(
      () => received.length,
      (count) => count > known,
    );
    const { socket } = received.at(-1)!;
    const isClosed = once(socket, "close");
    disconnect.abort();
    await isClosed;
    await expect(answer.text()).rejects.toThrow();
  }
  expect(received.map(({ url }) => url)).toEqual(["/", "/script"]);
});
