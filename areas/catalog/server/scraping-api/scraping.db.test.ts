// Tests scrapers over HTTP and from files, in the whole product, with test kinds whose sources the test controls.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { areasWithThings, holdThings } from "#tests/support/things-scraper.ts";
import type { ScraperRun } from "../../scraping.contract.ts";

const folder = mkdtempSync(join(tmpdir(), "scraping-manifests-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = await startTestServer({ areas: areasWithThings, env: { WATCH_ITSELF: "true", MANIFESTS_DIR: folder } });
const { person } = await openEstate(server);
const [admin, editor, viewer] = [
  await person({ roles: ["admin"] }),
  await person({ roles: ["editor"] }),
  await person({ roles: ["viewer"] }),
];

const send = (who: Someone, method: string, path: string, body: unknown) =>
  who.ask(path, { method, body, headers: { prefer: "return=representation" } });

const entry = (from: string, more: object = {}) => ({ from, id: "$.id", type: "Thing", ...more });

async function create(name: string, spec: object, who = editor) {
  const { status, body } = await send(who, "POST", "/config_scrapers", { name, source: "UI", spec });
  return { status, id: (body as { id: string }[])[0]?.id ?? "", body: body as { message?: string } };
}

const itemsOf = async (id: string) => {
  const { body } = await editor.ask(`/config_items?scraper_id=eq.${id}&deleted_at=is.null&select=name,type&order=name`);
  return (body as { name: string }[]).map(({ name }) => name);
};

test("DA-116 runs a created scraper immediately, and lists it with its last job", async () => {
  holdThings("shelf", [{ id: "a" }, { id: "b" }]);
  const { status, id } = await create("shelf", { schedule: "@every 1h", things: [entry("shelf")], aws: [{ any: 1 }] });
  expect(status).toBe(201);
  expect(
    await until(
      () => itemsOf(id),
      (names) => names.length === 2,
    ),
  ).toEqual(["a", "b"]);
  const { body } = await until(
    () => editor.ask(`/config_scrapers_with_status?id=eq.${id}&select=name,spec,job_name,job_status,job_details`),
    ({ body: rows }) => (rows as { job_status: string }[])[0]?.job_status === "WARNING",
  );
  // Entries of unsupported types are stored and reported.
  expect(body).toMatchObject([
    {
      name: "shelf",
      spec: { aws: [{ any: 1 }] },
      job_name: "Scraper",
      job_details: {
        errors: [expect.stringContaining("type aws")],
        scrape_summary: { config_types: { Thing: { added: 2 } } },
      },
    },
  ]);
});

test.each<[object, string]>([
  [{ things: [{ id: "$.id" }] }, "spec.things.0.from: "],
  [{ things: [entry("x", { id: "$.a[" })] }, "spec.things.0.id: This is not valid JSONPath"],
  [{ things: [entry("x", { transform: { expr: "[" } })] }, "spec.things.0.transform.expr: "],
  [{ things: {} }, "spec.things: must be a list"],
  [{ schedule: "often" }, "spec.schedule: "],
  [{ timeout: "long" }, "spec.timeout: "],
  [{ retention: { staleItemAge: "x" } }, "spec.retention.staleItemAge: "],
])("refuses %j and names the wrong field", async (spec, wanted) => {
  const { status, body } = await create("wrong", spec);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(wanted);
});

test("only administrators may create, change or dry run scrapers that run commands or read files on the server", async () => {
  holdThings("open", []);
  const spec = { schedule: "@never", cellar: [entry("locked")] };
  expect((await create("mine", spec)).status).toBe(403);
  expect((await create("open", { schedule: "@never", cellar: [entry("open")] })).status).toBe(201);
  const { id, status } = await create("theirs", spec, admin);
  expect(status).toBe(201);
  const harmless = { spec: { schedule: "@never" } };
  expect((await send(editor, "PATCH", `/config_scrapers?id=eq.${id}`, harmless)).status).toBe(403);
  expect((await send(editor, "POST", "/api/catalog/scrapers/dry-run", { spec })).status).toBe(403);
  expect((await send(editor, "POST", "/api/catalog/scrapers/dry-run", { id })).status).toBe(403);
  expect((await send(admin, "PATCH", `/config_scrapers?id=eq.${id}`, harmless)).status).toBe(200);
});

test("runs a scraper on request, and returns the run in progress for a second request", async () => {
  const { id } = await create("asked", { schedule: "@never", things: [entry("asked")] });
  holdThings("asked", [{ id: "a" }]);
  const run = (who: Someone, scraperId: string, body?: unknown) =>
    send(who, "POST", `/api/config/run/${scraperId}`, body);
  const whole = await run(editor, id, {});
  expect(whole).toMatchObject({ status: 200, body: { message: "success", payload: { status: "SUCCESS" } } });
  expect(await itemsOf(id)).toEqual(["a"]);
  const { job_history_id: history } = (whole.body as ScraperRun).payload;
  expect((await editor.ask(`/job_history?id=eq.${history}&select=resource_id,status`)).body).toEqual([
    { resource_id: id, status: "SUCCESS" },
  ]);

  const held = Promise.withResolvers<void>();
  holdThings("asked", async function* () {
    yield { document: { id: "b" } };
    await held.promise;
  });
  const started = await run(editor, id, { async: true, captureLogs: true });
  expect(started.body).toMatchObject({ payload: { status: "RUNNING" } });
  // A second request returns the run in progress.
  const second = await run(editor, id, { async: true });
  expect(second.body).toEqual(started.body);
  held.resolve();
  await until(
    () => itemsOf(id),
    (names) => names.join() === "b",
  );

  expect((await run(viewer, id)).status).toBe(403);
  expect((await run(editor, "00000000-0000-0000-0000-00000000abcd", {})).status).toBe(404);
  expect((await run(editor, "x", {})).status).toBe(400);
});

test("returns the schemas of the scraper resource and of each kind", async () => {
  const kinds = async (path: string) =>
    (await viewer.ask(path)).body as { type: string; schema: { properties?: object } }[];
  const [resource] = await kinds("/api/kinds/resource?type=config_scrapers");
  expect(Object.keys(resource!.schema.properties!)).toEqual(
    expect.arrayContaining(["schedule", "things", "retention", "full", "timeout"]),
  );
  const scrapers = await kinds("/api/kinds/scraper");
  expect(scrapers.map(({ type }) => type)).toEqual(["things", "cellar", "system"]);
  expect(Object.keys(scrapers[0]!.schema.properties!).slice(0, 3)).toEqual(["from", "id", "name"]);
});

test("creates, runs and deletes scrapers as their manifest files change", async () => {
  holdThings("filed", [{ id: "f" }]);
  const path = join(folder, "scrapers.yaml");
  const manifest = (from: string) => `apiVersion: configs.flanksource.com/v1
kind: ScrapeConfig
metadata: {name: filed, namespace: ops}
spec:
  schedule: "@every 1h"
  things: [{from: ${from}, id: $.id, type: Thing}]
`;
  writeFileSync(path, manifest("filed"));
  const rows = async () =>
    (await editor.ask("/config_scrapers?name=eq.filed&deleted_at=is.null&select=id,namespace,source")).body as {
      id: string;
    }[];
  const [row] = await until(rows, (found) => found.length === 1);
  expect(row).toMatchObject({ namespace: "ops", source: "file:scrapers.yaml" });
  await until(
    () => itemsOf(row!.id),
    (names) => names.join() === "f",
  );
  // A scraper from a file cannot be edited over the API.
  expect((await send(editor, "PATCH", `/config_scrapers?id=eq.${row!.id}`, { spec: {} })).status).toBe(409);

  writeFileSync(path, manifest('""'));
  const failed = await until(
    () => editor.ask(`/job_history?resource_id=eq.${row!.id}&name=eq.Manifests&select=status,details`),
    ({ body }) => (body as unknown[]).length > 0,
  );
  expect(failed.body).toMatchObject([
    { status: "FAILED", details: { errors: ["scrapers.yaml:6: spec.things.0.from is required."] } },
  ]);
  expect(await rows()).toHaveLength(1);
  writeFileSync(path, "");
  await until(rows, (found) => found.length === 0);
});

test("creates an ordinary scraper for the machine at the first start", async () => {
  const own = async () =>
    (await editor.ask("/config_scrapers?name=eq.quarterdeck&select=id,source,spec")).body as { id: string }[];
  const [row, ...more] = await until(own, (found) => found.length > 0);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ source: "UI", spec: { system: [{}] } });
  expect(
    await until(
      () => itemsOf(row!.id),
      (names) => names.length > 0,
    ),
  ).toEqual(["here"]);
});
