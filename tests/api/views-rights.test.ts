// Tests attacks on views: reading shared results or the connections of other people without rights, filling the cache,
// and blocking other refreshes.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ViewAnswer } from "#areas/views/contract.ts";
import { endLease, storeResult, takeLease } from "#areas/views/server/refresh/stored-results.ts";
import { openEstate, type Asking, type Someone } from "../permissions/estate-server.ts";
import { testDatabase } from "../support/database.ts";
import { startTestServer } from "../support/test-server.ts";

const database = await testDatabase();
const server = await startTestServer({ database, env: { ROLE: "web", ALLOW_TARGETS: new URL(database.url).host } });
const { person, db } = await openEstate(server);
const [admin, editor, viewer] = [
  await person({ roles: ["admin"] }),
  await person({ roles: ["editor"] }),
  await person({ roles: ["viewer"] }),
];
const own = { name: "own", namespace: "default", type: "postgres", url: database.url };
await admin.ask("/connections", { method: "POST", body: own });

const table = (query: object, column: string, more: object = {}) => ({
  queries: { q: query },
  columns: [{ name: column, type: "string", primaryKey: true }],
  ...more,
});
const configs = table({ configs: { agent: "all" } }, "id");

let savedViews = 0;
async function save(spec: object, who: Someone = editor, name = `rights-${(savedViews += 1)}`) {
  const { status, text, body } = await who.ask("/views?select=id", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name, namespace: "default", spec },
  });
  if (status !== 201) throw new Error(text);
  return { name, id: (body as [{ id: string }])[0].id, path: `/api/view/default/${name}` };
}

async function read(who: Someone, path: string, asking: Asking = {}): Promise<ViewAnswer> {
  const headers = { "cache-control": "refresh-timeout=60", ...asking.headers };
  const { status, text, body } = await who.ask(path, { ...asking, headers });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body as ViewAnswer;
}

const stored = async (id: string) =>
  (await sql<{ lease: string | null }>`select lease from view_results where view_id = ${id}`.execute(db)).rows;

test("a view that reads another view does not share results with readers who may not read the underlying rows", async () => {
  const incidents = await save(table({ incidents: { agent: "all" } }, "id"));
  const outer = await save(table({ viewTableSelector: { name: incidents.name } }, "id"));
  const denied = await person({ roles: ["viewer"], rules: [{ action: "read", object: "incident", deny: true }] });
  const everything = await read(viewer, outer.path);
  expect(everything).toMatchObject({ errors: [] });
  expect(everything.rows.length).toBeGreaterThan(0);
  expect(await read(denied, outer.path)).toMatchObject({
    rows: [],
    errors: [{ query: "q", message: expect.stringContaining("You need permission to read") }],
  });
  expect((await read(viewer, outer.path)).rows).toEqual(everything.rows);
});

test("a variable value that is not an option neither refreshes the view nor adds a cached result", async () => {
  const { path, id } = await save({
    ...configs,
    templating: [
      { key: "fixed", values: ["a", "b"] },
      { key: "item", valueFrom: { config: { agent: "all" } } },
    ],
  });
  const { requestFingerprint, lastRefreshedAt } = await read(viewer, path);
  for (let number = 0; number < 5; number += 1) {
    const variables = { fixed: `x${number}`, item: `y${number}`, other: `z${number}` };
    expect(await read(viewer, path, { method: "POST", body: { variables } })).toMatchObject({
      requestFingerprint,
      lastRefreshedAt,
      responseSource: "cache",
    });
  }
  expect(await stored(id)).toHaveLength(1);
  const chosen = await read(viewer, path, { method: "POST", body: { variables: { fixed: "b", item: "pod-5" } } });
  expect(chosen.variables.map(({ default: value }) => value)).toEqual(["b", "pod-5"]);
  expect(chosen.requestFingerprint).not.toBe(requestFingerprint);
});

test("refreshes that stored nothing do not replace stored results, and leave no row", async () => {
  const { path, id } = await save(configs);
  await sql`
    insert into view_results (view_id, fingerprint, rights, version)
    select ${id}, 'refused ' || n, 'all', '' from generate_series(1, 60) n`.execute(db);
  await read(viewer, path);
  expect((await read(viewer, path)).responseSource).toBe("cache");
  const key = { viewId: id, fingerprint: "new", rights: "all" };
  const before = (await stored(id)).length;
  expect(await takeLease(server.system, key, "00000000-0000-4000-8000-000000000001")).toBe("taken");
  expect(await takeLease(server.system, key, "00000000-0000-4000-8000-000000000002")).toBe("busy");
  await endLease(server.system, key, "00000000-0000-4000-8000-000000000001");
  expect(await stored(id)).toHaveLength(before);
});

test("a refresh that lost its lease, or whose view was deleted, stores nothing", async () => {
  const { path, id } = await save(configs);
  const { lastRefreshedAt, requestFingerprint } = await read(viewer, path);
  const key = { viewId: id, fingerprint: requestFingerprint, rights: "all" };
  const late = { version: "x", isComplete: true, errors: [], head: "{}", rows: Buffer.from("[]") };
  await storeResult(server.system, key, "00000000-0000-4000-8000-000000000003", late);
  expect((await read(viewer, path)).lastRefreshedAt).toBe(lastRefreshedAt);
  await sql`update views set deleted_at = now() where id = ${id}`.execute(db);
  expect(await takeLease(server.system, key, "00000000-0000-4000-8000-000000000004")).toBe("gone");
  expect(await stored(id)).toEqual([]);
});

test("two views that read each other and are opened at the same time do not wait for each other", async () => {
  const [one, two] = ["circle-1", "circle-2"];
  await save(table({ viewTableSelector: { name: two } }, "id"), editor, one);
  await save(table({ viewTableSelector: { name: one } }, "id"), editor, two);
  const answers = await Promise.all([one, two].map((name) => read(viewer, `/api/view/default/${name}`)));
  for (const { errors } of answers)
    expect(errors).toEqual([{ query: "q", message: expect.stringContaining("reads itself") }]);
});

test("drafts that read other views do not block the refreshes of those views", async () => {
  const sources = await Promise.all(Array.from({ length: 5 }, () => save(configs)));
  const answers = await Promise.all(
    sources.map(async ({ name }) => {
      const spec = table({ viewTableSelector: { name } }, "id");
      return (await editor.ask("/api/view/preview", { method: "POST", body: { spec } })).body as ViewAnswer;
    }),
  );
  for (const { errors, rows } of answers) {
    expect(errors).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  }
});

test("a view with many queries leaves database connections for other requests", async () => {
  const { path } = await save({
    ...configs,
    queries: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`q${at}`, { configs: { agent: "all" } }])),
    merge: "select id from q0",
  });
  const { plain } = server.system.db.pools;
  let [used, most] = [0, 0];
  const [acquire, release] = [() => void (most = Math.max(most, (used += 1))), () => void (used -= 1)];
  plain.on("acquire", acquire).on("release", release);
  expect((await read(viewer, path)).errors).toEqual([]);
  plain.off("acquire", acquire).off("release", release);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(4);
});

test("a preview of a saved view uses the namespace of the saved view, not of the draft", async () => {
  const { id, name } = await save(configs);
  const body = { id, namespace: "payments", name: "other", spec: configs };
  const preview = await editor.ask("/api/view/preview", { method: "POST", body });
  expect([preview.status, preview.body]).toEqual([200, expect.objectContaining({ namespace: "default", name })]);
});

test("a person who only changes the labels or the display of a view does not become its author", async () => {
  const author = await person({ roles: ["viewer"], rules: [{ action: "*", object: "views" }] });
  const spec = table({ sql: { connection: "connection://default/own", query: "select 1 as n" } }, "n", {
    cache: { minAge: "1ms", maxAge: "1ms" },
  });
  const { id, path } = await save(spec, author);
  for (const body of [{ labels: { team: "ops" } }, { spec: { ...spec, display: { ordinal: 3, sidebar: true } } }]) {
    expect((await admin.ask(`/views?id=eq.${id}`, { method: "PATCH", body })).status).toBe(204);
    expect((await read(author, path)).errors[0]!.message).toContain(
      "needs permission to read connection://default/own",
    );
  }
  const changed = { ...spec, merge: "select n from q" };
  await admin.ask(`/views?id=eq.${id}`, { method: "PATCH", body: { spec: changed } });
  await expect.poll(async () => (await read(author, path)).rows, { timeout: 60_000 }).toEqual([[1]]);
});

test("a statement in PostgreSQL cannot end its read-only transaction", async () => {
  const statement = (query: string) => table({ sql: { connection: "connection://default/own", query } }, "n");
  for (const query of [
    "commit; insert into saved_query (query) values ('escaped'); select 1 as n",
    "set transaction read write; insert into saved_query (query) values ('escaped'); select 1 as n",
  ])
    expect((await read(viewer, (await save(statement(query), admin)).path)).errors).toEqual([
      { query: "q", message: expect.stringContaining("multiple commands") },
    ]);
  expect((await sql`select from saved_query where query = 'escaped'`.execute(db)).rows).toEqual([]);
});

test("a query can return 30 MB but not 60 MB, and the length of documents counts", async () => {
  const query = (text: string) =>
    table({ sql: { connection: "connection://default/own", query: text } }, "n", {
      merge: "select count(*) as n from q",
    });
  const wide = "select n, repeat('a', 500) as text from generate_series(1, 60000) n";
  expect(await read(viewer, (await save(query(wide), admin)).path)).toMatchObject({ errors: [], rows: [[60_000]] });
  const documents = "select n, jsonb_build_object('x', repeat('a', 1000000)) as d from generate_series(1, 60) n";
  expect((await read(viewer, (await save(query(documents), admin)).path)).errors).toEqual([
    { query: "q", message: "The query returns more than 50 MB. Add conditions, or select fewer columns." },
  ]);
});

test("a timeout that is too long for a timer is limited to a minute", async () => {
  const { path } = await save({ ...configs, cache: { refreshTimeout: "30d" } });
  const { status } = await viewer.ask(path);
  expect(status).toBe(200);
  expect((await viewer.ask(path, { headers: { "cache-control": "refresh-timeout=2592000" } })).status).toBe(200);
});

test("an ordinal that is too large is refused", async () => {
  const spec = { ...configs, display: { ordinal: 3_000_000_000 } };
  await expect(save(spec)).rejects.toThrow("spec.display.ordinal");
});
