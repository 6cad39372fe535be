// Tests the HTTP calls of views: data, variables, cache, previews, tabs, gallery, and the rights of readers.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ListedView, ViewAnswer } from "#areas/views/contract.ts";
import { openEstate, type Asking, type Someone } from "../permissions/estate-server.ts";
import { idOf } from "../support/estate.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const server = await startTestServer();
const { person, db } = await openEstate(server);
const [editor, viewer] = [await person({ roles: ["editor"] }), await person({ roles: ["viewer"] })];

const pods = {
  display: { title: "Pods", icon: "pod", card: { columns: 3 }, table: { sort: "-name", size: 20 } },
  queries: { items: { configs: { agent: "all" } } },
  columns: [
    { name: "id", type: "string", primaryKey: true, hidden: true },
    { name: "name", type: "string", url: { config: "row.id" } },
    { name: "health", type: "health", filter: { type: "multiselect" } },
    { name: "cost", type: "gauge", gauge: { min: 0, max: 1_000, thresholds: [{ percent: 50, color: "red" }] } },
  ],
  mapping: { cost: "row.cost_total_30d" },
  panels: [
    { name: "Items", type: "number", query: "select count(*) as value from items" },
    { name: "Health", type: "piechart", query: "select health, count(*) from items group by 1 order by 1" },
  ],
};

let savedViews = 0;
async function save(spec: object, { who = editor, ...more }: { who?: Someone; labels?: object } = {}) {
  savedViews += 1;
  const name = `test-${savedViews}`;
  const { status, text, body } = await who.ask("/views?select=id", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name, namespace: "default", spec, ...more },
  });
  if (status !== 201) throw new Error(text);
  return { name, id: (body as [{ id: string }])[0].id, path: `/api/view/default/${name}` };
}

/** Waits for data, because a refresh on a busy machine can take longer than the timeout of the view. */
async function read(who: Someone, path: string, asking: Asking = {}): Promise<ViewAnswer> {
  const headers = { "cache-control": "refresh-timeout=60", ...asking.headers };
  const { status, text, body } = await who.ask(path, { ...asking, headers });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body as ViewAnswer;
}

const force = { headers: { "cache-control": "max-age=1, refresh-timeout=60" } };
const rowsIn = ({ columns, rows }: ViewAnswer) =>
  rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])));
const count = async () =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from config_items where deleted_at is null`.execute(db)).rows[0]!.n,
  );

test("DA-93 VW-05 the response of a view has rows, panels, columns, its refresh state and its display settings", async () => {
  const { path, id, name } = await save(pods);
  const answer = await read(viewer, path);
  expect(answer).toMatchObject({
    id,
    name,
    namespace: "default",
    title: "Pods",
    icon: "pod",
    refreshStatus: "fresh",
    responseSource: "fresh",
    refreshing: false,
    errors: [],
    warnings: [],
    variables: [],
    sections: [],
    card: { columns: 3 },
    table: { sort: "-name", size: 20 },
    requestFingerprint: expect.stringMatching(/^[\da-f]{32}$/),
    columnOptions: { health: { list: ["healthy", "unhealthy", "warning"] } },
  });
  expect(answer.columns.map(({ name: column, type }) => `${column} ${type}`)).toEqual([
    "id string",
    "name string",
    "health health",
    "cost gauge",
    "__row__attributes row_attributes",
  ]);
  expect(answer.columns[3]!.gauge).toEqual({
    min: 0,
    max: 1_000,
    thresholds: [{ percent: 50, value: 500, color: "red" }],
  });
  expect(answer.rows).toHaveLength(await count());
  expect(rowsIn(answer).find((row) => row["id"] === idOf("config", 9))).toMatchObject({
    health: "unhealthy",
    cost: 432,
    __row__attributes: { name: { url: `/catalog/${idOf("config", 9)}` } },
  });
  expect(answer.panels[0]).toEqual({ name: "Items", type: "number", rows: [{ value: await count() }] });
  expect(answer.panels[1]!.rows).toContainEqual(expect.objectContaining({ label: "unhealthy", value: 1, count: 1 }));
  const again = await read(viewer, path);
  expect(again).toEqual({ ...answer, refreshStatus: "cache", responseSource: "cache" });
  const [row] = (await viewer.ask(`/views_summary?id=eq.${id}&select=last_ran`)).body as [{ last_ran: string | null }];
  expect(row.last_ran).not.toBeNull();
});

test("a limit selects the first items by name; a limit above the number of items selects all", async () => {
  const names = (query: string) => ({
    name: query,
    type: "table",
    query: `select name as label, 1 as value from ${query}`,
  });
  const { path } = await save({
    queries: {
      few: { configs: { agent: "all", limit: 3 } },
      every: { configs: { agent: "all", limit: 100_000 } },
    },
    panels: [names("few"), names("every")],
  });
  const [few, every] = (await read(viewer, path)).panels.map(({ rows }) => rows.map(({ label }) => label));
  const { rows } = await sql<{ name: string }>`
    select name from config_items where deleted_at is null order by name, id limit 3`.execute(db);
  expect(new Set(few)).toEqual(new Set(rows.map(({ name }) => name)));
  expect(every).toHaveLength(await count());
});

test("VW-03 unknown views, invalid headers, unknown fields and readers without rights are refused", async () => {
  const { path, name } = await save(pods);
  expect((await viewer.ask("/api/view/default/none")).status).toBe(404);
  expect((await viewer.ask(`/api/view/other/${name}`)).status).toBe(404);
  expect((await (await person()).ask(path)).status).toBe(403);
  const other = await person({ rules: [{ action: "read", object_selector: { views: [{ name: "view-5" }] } }] });
  expect((await other.ask(path)).status).toBe(403);
  const bad = await viewer.ask(path, { headers: { "cache-control": "max-age=soon" } });
  expect([bad.status, bad.text]).toEqual([400, expect.stringContaining("max-age must be a number of seconds")]);
  const unknown = await viewer.ask(path, { method: "POST", body: { vars: {} } });
  expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining("body.vars: unknown field")]);
});

test("cached data are used until they are too old or the spec changes; concurrent requests cause only one refresh", async () => {
  const { path, id } = await save({ ...pods, cache: { minAge: "1ms", maxAge: "1h" } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => read(viewer, path)));
  expect(new Set(answers.map(({ lastRefreshedAt }) => lastRefreshedAt)).size).toBe(1);
  const first = answers[0]!.lastRefreshedAt;
  expect((await read(viewer, path)).lastRefreshedAt).toBe(first);
  expect(
    (await read(viewer, path, { headers: { "cache-control": "max-age=0, refresh-timeout=60" } })).lastRefreshedAt,
  ).not.toBe(first);
  const spec = { ...pods, display: { title: "Renamed" } };
  await editor.ask(`/views?id=eq.${id}`, { method: "PATCH", body: { spec } });
  expect((await read(viewer, path)).title).toBe("Renamed");
});

test("a view is not refreshed again before minAge has passed", async () => {
  const { path } = await save({ ...pods, cache: { minAge: "1h" } });
  const { lastRefreshedAt } = await read(viewer, path);
  expect(await read(viewer, path, force)).toMatchObject({ lastRefreshedAt, responseSource: "cache" });
});

test("a failed refresh returns the old data with its errors, and a later refresh can succeed", async () => {
  const spec = {
    queries: { items: { configs: { agent: "all" } }, old: { viewTableSelector: { name: "source-of-failure" } } },
    merge: "select i.id from items i join old o on o.id = i.id",
    columns: [{ name: "id", type: "string", primaryKey: true }],
    cache: { minAge: "1ms", maxAge: "1ms" },
  };
  const { path } = await save(spec);
  const without = await read(viewer, path);
  expect(without).toMatchObject({
    refreshStatus: "error",
    refreshError: 'old: There is no view "source-of-failure".',
    errors: [{ query: "old", message: 'There is no view "source-of-failure".' }],
    rows: [],
  });
  expect(without.lastRefreshedAt).toBeUndefined();
  const source = {
    name: "source-of-failure",
    namespace: "default",
    spec: { ...pods, cache: { maxAge: "1ms", minAge: "1ms" } },
  };
  await editor.ask("/views", { method: "POST", body: source });
  const fine = await until(
    () => read(viewer, path),
    ({ errors }) => errors.length === 0,
  );
  expect(fine.rows).toHaveLength(await count());
  await editor.ask("/views?name=eq.source-of-failure", { method: "DELETE" });
  const failed = await until(
    () => read(viewer, path),
    ({ errors }) => errors.length > 0,
  );
  expect(failed).toMatchObject({ refreshStatus: "error", rows: fine.rows, columns: fine.columns });
  expect(failed.errors[0]).toMatchObject({ query: "old" });
});

test("a refresh that exceeds the timeout continues; without old data the response is a timeout error", async () => {
  const { path } = await save(pods);
  const late = await viewer.ask(path, { headers: { "cache-control": "refresh-timeout=0" } });
  expect([late.status, late.text]).toEqual([504, expect.stringContaining("refresh timeout reached. try again")]);
  const { body } = await until(
    () => viewer.ask(path, { headers: { "cache-control": "refresh-timeout=0" } }),
    ({ status }) => status === 200,
  );
  expect(body).toMatchObject({ refreshStatus: "cache", refreshing: false });
});

test("readers with row rules get only their rows, and readers without the right to a source get an error", async () => {
  const { path } = await save(pods);
  const everything = await read(viewer, path);
  const oneItem = { action: "read", config_id: idOf("config", 5) };
  const views = { action: "read", object_selector: { views: [{ name: "*" }] } };
  const limited = await person({ rules: [oneItem, views] });
  const answer = await read(limited, path);
  expect(answer.rows.map(([id]) => id)).toEqual([idOf("config", 5)]);
  expect(answer.panels[0]!.rows).toEqual([{ value: 1 }]);
  const alike = await person({ rules: [oneItem, views] });
  expect((await read(alike, path)).lastRefreshedAt).toBe(answer.lastRefreshedAt);
  expect((await read(viewer, path)).rows).toEqual(everything.rows);
  const without = await person({ roles: ["viewer"], rules: [{ action: "read", object: "catalog", deny: true }] });
  expect(await read(without, path)).toMatchObject({
    rows: [],
    refreshStatus: "error",
    errors: [{ query: "items", message: expect.stringContaining("You need permission to read") }],
  });
});

test("variables filter the data, can depend on each other, and can have options from the catalog", async () => {
  const { path } = await save({
    ...pods,
    templating: [
      {
        key: "namespace",
        label: "Namespace",
        valueFrom: { config: { agent: "all" }, value: "config.tags.namespace", label: "'in ' + config.tags.namespace" },
      },
      {
        key: "name",
        dependsOn: ["namespace"],
        valueFrom: { config: { agent: "all", tagSelector: "namespace=$(var.namespace)" } },
      },
      { key: "health", values: ["healthy", "unhealthy"], default: "unhealthy" },
    ],
    queries: { items: { configs: { agent: "all", tagSelector: "namespace=$(var.namespace)" } } },
  });
  const first = await read(viewer, path);
  expect(first.variables[0]).toMatchObject({ key: "namespace", label: "Namespace", default: "ns-0", dependsOn: [] });
  expect(first.variables[0]!.optionItems).toContainEqual({ label: "in ns-2", value: "ns-2" });
  expect(first.variables[2]).toMatchObject({ options: ["healthy", "unhealthy"], default: "unhealthy" });
  const chosen = await read(viewer, path, {
    method: "POST",
    body: { variables: { namespace: "ns-2", health: "none" } },
  });
  const found = await sql<{ id: string; name: string }>`
    select id, name from config_items where tags ->> 'namespace' = 'ns-2' and deleted_at is null`.execute(db);
  expect(chosen.rows.map(([id]) => String(id)).sort()).toEqual(found.rows.map(({ id }) => id).sort());
  expect(chosen.variables[0]!.default).toBe("ns-2");
  expect(chosen.variables[1]!.options.toSorted()).toEqual(found.rows.map(({ name }) => name).sort());
  expect(chosen.variables[2]!.default).toBe("unhealthy");
  expect(chosen.requestFingerprint).not.toBe(first.requestFingerprint);
});

test("at most 50 results of a view are stored, and a deleted view has none", async () => {
  const { path, id } = await save(pods);
  await sql`
    insert into view_results (view_id, fingerprint, rights, version, attempted_at)
    select ${id}, 'old ' || n, 'all', 'old', now() - n * interval '1 hour' from generate_series(1, 60) n`.execute(db);
  await read(viewer, path);
  const stored = async () => {
    const { rows } = await sql<{ fingerprint: string }>`
      select fingerprint from view_results where view_id = ${id} order by attempted_at desc`.execute(db);
    return rows.map(({ fingerprint }) => fingerprint);
  };
  const kept = await stored();
  expect([kept.length, kept.at(-1)]).toEqual([50, "old 49"]);
  await sql`update views set deleted_at = now() where id = ${id}`.execute(db);
  expect(await stored()).toEqual([]);
  expect((await viewer.ask(path)).status).toBe(404);
});

test("a preview requires the right to save the view, returns the data of the draft and stores nothing", async () => {
  const before = await sql`select * from view_results`.execute(db);
  const preview = (who: Someone, body: object) => who.ask("/api/view/preview", { method: "POST", body });
  expect((await preview(viewer, { spec: pods })).status).toBe(403);
  const { status, body } = await preview(editor, { spec: { ...pods, templating: [{ key: "a", values: ["x"] }] } });
  expect([status, body]).toEqual([200, expect.objectContaining({ name: "draft", refreshStatus: "fresh" })]);
  expect((body as ViewAnswer).rows).toHaveLength(await count());
  const wrong = await preview(editor, { spec: { panels: pods.panels } });
  // The editor needs the path to mark the field.
  expect([wrong.status, wrong.body]).toEqual([
    400,
    expect.objectContaining({ fields: [{ path: "spec.queries", message: "must have at least one query" }] }),
  ]);
  const broken = await preview(editor, { spec: { ...pods, merge: "attach 'x' as y" } });
  expect((broken.body as ViewAnswer).errors).toEqual([
    { query: "merge", message: "A statement must begin with SELECT, WITH or VALUES, not with ATTACH." },
  ]);
  expect((await sql`select * from view_results`.execute(db)).rows).toHaveLength(before.rows.length);
});

test("a SQL query cannot read the database of Quarterdeck", async () => {
  const query = { sql: { url: server.database.url, query: "select id from people" } };
  const { path } = await save({
    queries: { q: query },
    panels: [{ ...pods.panels[0], query: "select count(*) from q" }],
  });
  const { errors, panels } = await read(viewer, path);
  expect(errors).toEqual([{ query: "q", message: expect.stringContaining("is Quarterdeck's own database") }]);
  expect(panels[0]).toMatchObject({ rows: [], error: "The query q failed." });
});

test("lists the views that are tabs of a config item, with the variable values that the tabs set", async () => {
  const tab = (configTab: object) => ({ plugins: [{ configTab, variables: { name: "$(config.name)" } }] });
  const fitting = await save({ ...pods, display: { ...tab({ name: "*-5" }), title: "Tab", icon: "tab" } });
  const other = await save({ ...pods, display: tab({ name: "*-6" }) });
  const { body } = await viewer.ask(`/api/view/list?config_id=${idOf("config", 5)}`);
  const { rows } = await sql<{ name: string }>`select name from config_items where id = ${idOf("config", 5)}`.execute(
    db,
  );
  expect(body).toEqual([
    {
      id: fitting.id,
      name: fitting.name,
      namespace: "default",
      title: "Tab",
      icon: "tab",
      variables: { name: rows[0]!.name },
    },
  ]);
  const all = (await viewer.ask("/api/view/list")).body as ListedView[];
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([fitting.id, other.id]));
  const limited = await person({ rules: [{ action: "read", object_selector: { views: [{ name: "*" }] } }] });
  expect((await limited.ask(`/api/view/list?config_id=${idOf("config", 5)}`)).status).toBe(403);
  expect((await viewer.ask(`/api/view/list?config_id=${idOf("nothing", 1)}`)).status).toBe(404);
});

test("each gallery view loads without errors", async () => {
  const { status, body } = await viewer.ask("/api/view/gallery");
  expect(status).toBe(200);
  const gallery = body as { name: string; spec: object }[];
  expect(gallery).toHaveLength(6);
  for (const { name, spec } of gallery) {
    const { path } = await save(spec);
    const { errors, warnings, panels } = await read(viewer, path);
    expect({ name, errors, warnings }).toEqual({ name, errors: [], warnings: [] });
    expect(panels.every(({ error }) => error === undefined)).toBe(true);
  }
});
