// Tests plugins in the whole product: they are created over HTTP or from files, apply to every scraper, and never cause
// a run to fail.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { areasWithThings, holdThings } from "#tests/support/things-scraper.ts";
import type { DryRun } from "../../scraping.contract.ts";

const folder = mkdtempSync(join(tmpdir(), "plugin-manifests-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = await startTestServer({ areas: areasWithThings, env: { MANIFESTS_DIR: folder } });
const { person, db } = await openEstate(server);
const [editor, viewer] = [await person({ roles: ["editor"] }), await person({ roles: ["viewer"] })];
await db.updateTable("scrape_plugins").set({ deleted_at: new Date().toISOString() }).execute();

const send = (who: Someone, method: string, path: string, body?: unknown) =>
  who.ask(path, { method, body, headers: { prefer: "return=representation" } });

const createdIds: string[] = [];
afterEach(async () => {
  for (const id of createdIds.splice(0)) await send(editor, "DELETE", `/scrape_plugins?id=eq.${id}`);
});

async function plugin(name: string, spec: object): Promise<string> {
  const { status, body } = await send(editor, "POST", "/scrape_plugins", {
    name,
    namespace: "ops",
    source: "UI",
    spec,
  });
  expect([status, body]).toMatchObject([201, [{ name }]]);
  const { id } = (body as { id: string }[])[0]!;
  createdIds.push(id);
  return id;
}

const entry = (from: string, more: object = {}) => ({ from, id: "$.id", type: "Thing", ...more });

async function scraper(name: string, spec: object): Promise<string> {
  const { body } = await send(editor, "POST", "/config_scrapers", {
    name,
    namespace: "ops",
    source: "UI",
    spec: { schedule: "@never", ...spec },
  });
  return (body as { id: string }[])[0]!.id;
}

interface Run {
  job_status: string;
  job_details: { errors?: string[]; scrape_summary: { warnings: { error: string; count: number }[] } };
}

async function run(id: string): Promise<Run> {
  expect(await send(editor, "POST", `/api/config/run/${id}`, {})).toMatchObject({ status: 200 });
  const { body } = await editor.ask(`/config_scrapers_with_status?id=eq.${id}&select=job_status,job_details`);
  return (body as Run[])[0]!;
}
const warned = ({ job_details }: Run) => job_details.scrape_summary.warnings.map(({ error }) => error);

const itemsOf = async (id: string, columns: string) =>
  (await editor.ask(`/config_items?scraper_id=eq.${id}&deleted_at=is.null&select=name,${columns}&order=name`)).body;
const changesOf = async (id: string) =>
  (
    (
      await editor.ask(
        `/config_changes?select=change_type,severity,config_items!inner(scraper_id)&config_items.scraper_id=eq.${id}&order=created_at`,
      )
    ).body as { change_type: string; severity: string | null }[]
  ).map(({ change_type, severity }) => `${change_type} ${severity ?? ""}`.trim());

const statusOf = async (id: string) =>
  (
    (await editor.ask(`/scrape_plugins_with_status?id=eq.${id}&select=job_name,job_status,job_details`))
      .body as unknown[]
  )[0];

test("applies a plugin to every scraper from its next run on, and gives the rules of the scraper precedence", async () => {
  holdThings("ships", [
    { id: "argo", berth: 1 },
    { id: "pinta", berth: 2 },
  ]);
  const id = await scraper("ships", {
    things: [
      entry("ships", {
        properties: [{ name: "berth", text: "own {{.config.berth}}" }],
        transform: { changes: { mapping: [{ type: "Moved" }] }, mask: [{ selector: "true", jsonpath: "$.secret" }] },
      }),
    ],
  });
  await run(id);
  const before = await itemsOf(id, "external_id,properties");

  const rules = await plugin("harbour", {
    aliases: [{ type: "Thing", values: ["ship/{{.name}}"] }],
    properties: [
      { name: "berth", text: "of a plugin" },
      { name: "kind", filter: "config_type == 'Thing'", text: "{{.config_type}} with {{.config.secret}}" },
      { name: "none", filter: "config_type == 'Other'", text: "x" },
    ],
    relationship: [{ filter: "name == 'argo'", name: { value: "pinta" }, type: { value: "Thing" } }],
    changes: { mapping: [{ filter: "change_type == 'Moved'", severity: "high" }], exclude: ["summary == 'noise'"] },
  });
  holdThings("ships", [
    { id: "argo", berth: 3, secret: "s3cr3t" },
    { id: "pinta", berth: 2, noise: 1, secret: "s3cr3t" },
  ]);
  const dry = (await send(editor, "POST", "/api/catalog/scrapers/dry-run", { id })).body as DryRun;
  expect(dry.items.map(({ external_id }) => external_id)).toEqual([
    ["argo", "ship/argo"],
    ["pinta", "ship/pinta"],
  ]);
  expect(dry.changes.map(({ change_type, severity }) => [change_type, severity])).toEqual([
    ["Moved", "high"],
    ["Moved", "high"],
  ]);
  expect(await itemsOf(id, "external_id,properties")).toEqual(before);

  expect(warned(await run(id))).toEqual([]);
  expect(await itemsOf(id, "external_id,properties")).toEqual([
    {
      name: "argo",
      external_id: ["argo", "ship/argo"],
      // Plugins receive the saved document, in which secrets are masked.
      properties: [
        { name: "berth", text: "own 3" },
        { name: "kind", text: "Thing with ***" },
      ],
    },
    {
      name: "pinta",
      external_id: ["pinta", "ship/pinta"],
      properties: [
        { name: "berth", text: "own 2" },
        { name: "kind", text: "Thing with ***" },
      ],
    },
  ]);
  expect(await changesOf(id)).toEqual(["Moved high", "Moved high"]);
  const edges = await db
    .selectFrom("config_relationships")
    .select("relation")
    .where("scraper_id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
  expect(edges).toEqual([{ relation: "ThingThing" }]);

  // An edit takes effect with the next run.
  await send(editor, "PATCH", `/scrape_plugins?id=eq.${rules}`, { spec: { changes: { exclude: ["true"] } } });
  holdThings("ships", [
    { id: "argo", berth: 4 },
    { id: "pinta", berth: 2 },
  ]);
  await run(id);
  expect(await changesOf(id)).toHaveLength(2);
  expect(await itemsOf(id, "external_id")).toMatchObject([{ external_id: ["argo"] }, { external_id: ["pinta"] }]);
});

test("in full mode, a plugin gets the item and maps the changes in the same document", async () => {
  await plugin("full", {
    aliases: [{ values: ["full/{{.config.size}}"] }],
    changes: { mapping: [{ filter: "change_type == 'Sailed'", severity: "low" }] },
  });
  holdThings("whole", [
    { id: "a", config: { size: 5 }, changes: [{ change_type: "Sailed", external_change_id: "1", external_id: "a" }] },
  ]);
  const id = await scraper("whole", { full: true, things: [entry("whole")] });
  await run(id);
  expect(await itemsOf(id, "external_id")).toEqual([{ name: "a", external_id: ["a", "full/5"] }]);
  expect(await changesOf(id)).toEqual(["Sailed low"]);
});

test("a faulty plugin does not stop a scraper: the run and the plugin report the fault until it is fixed", async () => {
  holdThings("calm", [{ id: "a", size: 1 }]);
  holdThings("rough", [{ id: "b", sail: { area: 4 } }]);
  const [calm, rough] = [
    await scraper("calm", { things: [entry("calm")] }),
    await scraper("rough", { things: [entry("rough")] }),
  ];
  const failing = await plugin("failing", {
    aliases: [{ filter: "config.size + 'm' == ''", values: ["wide/{{.name}}"] }],
  });
  await plugin("good", { aliases: [{ values: ["all/{{.name}}"] }] });
  const calmRun = await run(calm);
  expect(calmRun.job_status).toBe("SUCCESS");
  expect(warned(calmRun)).toEqual([
    expect.stringMatching(/^The plugin ops\/failing: Rule 1 of aliases cannot be evaluated: /),
  ]);
  expect(await itemsOf(calm, "external_id")).toEqual([{ name: "a", external_id: ["a", "all/a"] }]);
  expect(await statusOf(failing)).toMatchObject({
    job_name: "Scrape plugin",
    job_status: "FAILED",
    job_details: {
      errors: [
        expect.stringMatching(/^Rule 1 of aliases cannot be evaluated: .+\(Noticed in the scraper ops\/calm\.\)$/),
      ],
    },
  });
  // A scraper without the fault, and a repeated run with the same fault, add no row.
  expect(warned(await run(rough))).toEqual([]);
  await run(calm);
  const recorded = () =>
    db.selectFrom("job_history").select("status").where("resource_id", "=", failing).orderBy("created_at").execute();
  expect(await recorded()).toEqual([{ status: "FAILED" }]);

  await send(editor, "PATCH", `/scrape_plugins?id=eq.${failing}`, {
    spec: { aliases: [{ filter: "has(config.sail)", values: ["wide/{{.name}}"] }] },
  });
  await run(rough);
  expect(await statusOf(failing)).toMatchObject({ job_status: "SUCCESS" });
  expect(await recorded()).toHaveLength(2);
});

test("runs and the plugin report unknown fields of a plugin", async () => {
  const typed = await plugin("typed", {
    alaises: [{ values: ["x"] }],
    aliases: [{ values: ["t/{{.name}}"], typ: "A" }],
  });
  holdThings("typed", [{ id: "a" }]);
  const warnings = warned(await run(await scraper("typed", { things: [entry("typed")] })));
  const words = [
    'spec.alaises: unknown field "alaises"; did you mean "aliases"?',
    'spec.aliases.0.typ: unknown field "typ"; did you mean "type"?',
  ];
  expect(warnings.toSorted()).toEqual(words.map((word) => `The plugin ops/typed: ${word}`));
  const errors = words.map((word) => `${word} (Noticed in the scraper ops/typed.)`);
  expect(await statusOf(typed)).toMatchObject({ job_status: "FAILED", job_details: { errors } });
  await send(editor, "DELETE", `/scrape_plugins?id=eq.${typed}`);
});

test("skips a plugin that cannot be read, and applies the other plugins", async () => {
  const broken = await plugin("broken", {});
  await plugin("sound", { aliases: [{ values: ["all/{{.name}}"] }] });
  await db
    .updateTable("scrape_plugins")
    .set({ spec: { aliases: [{ values: ["x"], filter: "name ==" }] } })
    .where("id", "=", broken)
    .execute();
  holdThings("left", [{ id: "a" }]);
  const spec = { things: [entry("left")] };
  const id = await scraper("left", spec);
  const message = /^The plugin ops\/broken: The plugin is ignored, because spec\.aliases\.0\.filter .+[^.]\.$/;
  const dry = (await send(editor, "POST", "/api/catalog/scrapers/dry-run", { spec })).body as DryRun;
  expect(dry.warnings).toEqual([{ error: expect.stringMatching(message), count: 1 }]);
  expect(await statusOf(broken)).toMatchObject({ job_status: null });
  expect(warned(await run(id))).toEqual([expect.stringMatching(message)]);
  expect(await itemsOf(id, "external_id")).toEqual([{ name: "a", external_id: ["a", "all/a"] }]);
  expect(await statusOf(broken)).toMatchObject({ job_status: "FAILED" });
});

test("uses the retention of a plugin for scrapers that do not set a retention", async () => {
  await plugin("keeping", { retention: { staleItemAge: "keep" } });
  const names = async (id: string) => ((await itemsOf(id, "type")) as { name: string }[]).map(({ name }) => name);
  holdThings("stale", [{ id: "a" }, { id: "b" }]);
  const plain = await scraper("stale", { things: [entry("stale")] });
  const own = await scraper("own", { retention: { staleItemAge: "0s" }, things: [entry("stale")] });
  for (const id of [plain, own]) await run(id);
  holdThings("stale", [{ id: "a" }]);
  for (const id of [plain, own]) await run(id);
  expect(await names(plain)).toEqual(["a", "b"]);
  expect(await names(own)).toEqual(["a"]);
});

test.each<[object, string]>([
  [{ aliases: [{ values: "x" }] }, "spec.aliases.0.values: must be a list"],
  [{ changes: { exclude: ["summary =="] } }, "spec.changes.exclude.0: "],
  [{ changes: { mapping: [{ action: "sink" }] } }, "spec.changes.mapping.0.action: must be one of"],
  [{ properties: [{}] }, "spec.properties.0.name: "],
  [{ retention: { staleItemAge: "soon" } }, "spec.retention.staleItemAge: "],
])("refuses %j and names the wrong field", async (spec, wanted) => {
  const { status, body } = await send(editor, "POST", "/scrape_plugins", { name: "wrong", source: "UI", spec });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(wanted);
});

test("only users with permission to write scrapers can write plugins, and a plugin cannot be renamed", async () => {
  const id = await plugin("named", {});
  expect((await send(viewer, "POST", "/scrape_plugins", { name: "mine", source: "UI", spec: {} })).status).toBe(403);
  expect((await viewer.ask(`/scrape_plugins?id=eq.${id}&select=name`)).body).toEqual([{ name: "named" }]);
  const renamed = await send(editor, "PATCH", `/scrape_plugins?id=eq.${id}`, { name: "other" });
  expect([renamed.status, JSON.stringify(renamed.body)]).toEqual([400, expect.stringContaining("cannot be changed")]);
});

test("applies and deletes plugins when their manifest file changes, and reports invalid plugins", async () => {
  const file = (values: string) =>
    writeFileSync(
      join(folder, "plugins.yaml"),
      `apiVersion: configs.flanksource.com/v1\nkind: ScrapePlugin\nmetadata: {name: filed, namespace: ops}\nspec:\n  aliases:\n    - values: ${values}\n`,
    );
  const stored = async () =>
    (await editor.ask("/scrape_plugins?name=eq.filed&deleted_at=is.null&select=id,namespace,source,spec")).body as {
      id: string;
    }[];
  holdThings("filed", [{ id: "a" }]);
  const id = await scraper("filed", { things: [entry("filed")] });
  file('["file/{{.name}}"]');
  const [row] = await until(stored, (rows) => rows.length === 1);
  expect(row).toMatchObject({ namespace: "ops", source: "file:plugins.yaml" });
  await run(id);
  expect(await itemsOf(id, "external_id")).toEqual([{ name: "a", external_id: ["a", "file/a"] }]);
  expect((await send(editor, "PATCH", `/scrape_plugins?id=eq.${row!.id}`, { spec: {} })).status).toBe(409);

  file("nothing");
  expect(
    await until(
      () => statusOf(row!.id),
      (status) => (status as { job_status: string | null }).job_status === "FAILED",
    ),
  ).toMatchObject({
    job_name: "Manifests",
    job_details: { errors: ["plugins.yaml:6: spec.aliases.0.values must be a list."] },
  });
  // Until the file is fixed, the previous plugin applies.
  await run(id);
  expect(await itemsOf(id, "external_id")).toEqual([{ name: "a", external_id: ["a", "file/a"] }]);
  rmSync(join(folder, "plugins.yaml"));
  writeFileSync(join(folder, "other.yaml"), "kind: Other\n");
  await until(stored, (rows) => rows.length === 0);
  await run(id);
  expect(await itemsOf(id, "external_id")).toEqual([{ name: "a", external_id: ["a"] }]);
});
