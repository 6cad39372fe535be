// Tests how unknown fields are reported: in a folder of manifests, the API and the job history.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { placedUnknownField, type ResourceUnknownFields } from "#language/unknown-fields.ts";
import { noteStoredSpecs } from "#server/manifests/note-unknown-fields.ts";
import { json, startLocalServer } from "../support/local-server.ts";
import { misspelt, unnamed, writeMisspelt } from "../support/misspelt-manifests.ts";
import { startTestServer } from "../support/test-server.ts";

const shop = await startLocalServer();
shop.answer = json(200, { open: 7, services: [] });
const folder = mkdtempSync(join(tmpdir(), "quarterdeck-misspelt-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeMisspelt(folder, shop.url);
const server = await startTestServer({ env: { MANIFESTS_DIR: folder } });
const cookie = await server.signIn();

async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await server.fetch(path, { headers: { cookie } });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as Answer;
}

const send = (method: string, path: string, row: object) =>
  server.fetch(path, {
    method,
    headers: { cookie, origin: server.url, "content-type": "application/json", prefer: "return=representation" },
    body: JSON.stringify(row),
  });

interface Run {
  status: string;
  resource_type: string | null;
  resource_id: string | null;
  details: { errors?: string[] } | null;
}

const runs = (name: string, more = "") =>
  ask<Run[]>(`/api/db/job_history?name=eq.${encodeURIComponent(name)}${more}&order=created_at.desc`);

vi.setConfig({ testTimeout: 120_000 });
const eventually = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 100 });

test("all twenty misspelt fields of a folder are in the job history of the folder and of each resource", async () => {
  expect(misspelt).toHaveLength(20);
  const folderRuns = await eventually(async () => {
    const [run] = await runs("Manifests", "&resource_id=is.null");
    expect(unnamed(run?.details?.errors ?? [])).toEqual([]);
    return run!;
  });
  expect([folderRuns.status, folderRuns.details!.errors!.length]).toEqual(["WARNING", 20]);
  const resourceRuns = await runs("Manifests", "&resource_id=not.is.null");
  expect(resourceRuns.map(({ status }) => status)).toEqual(["WARNING", "WARNING", "WARNING", "WARNING"]);
  expect(resourceRuns.map(({ resource_type: type }) => String(type)).toSorted()).toEqual([
    "canary",
    "canary",
    "config_scraper",
    "scrape_plugin",
  ]);
  expect(unnamed(resourceRuns.flatMap(({ details }) => details?.errors ?? []))).toEqual([]);
});

test("the resources exist, and the call for each table lists the unknown fields of their specs", async () => {
  const [shopFound] = await ask<{ id: string }[]>("/api/db/canaries?name=eq.shop&select=id");
  const tables = ["canaries", "config_scrapers", "scrape_plugins"];
  const found = await Promise.all(tables.map((table) => ask<ResourceUnknownFields[]>(`/api/unknown-fields/${table}`)));
  const fields = found.flat().flatMap((resource) => resource.fields);
  // Two of the twenty are in the metadata of manifests, which is not stored.
  expect(fields).toHaveLength(18);
  expect(fields.map((field) => placedUnknownField(field))).toContain(
    'spec.http.0.thresholdMilis: unknown field "thresholdMilis"; did you mean "thresholdMillis"?',
  );
  expect(fields.find(({ path }) => path.join(".") === "http.1.tests")).toEqual({
    path: ["http", 1, "tests"],
    nearest: "test",
    entry: { type: "http", name: "only-assertion" },
  });
  const shopOnly = await ask<ResourceUnknownFields[]>(`/api/unknown-fields/canaries?id=${shopFound!.id}`);
  expect(shopOnly.map(({ name }) => name)).toEqual(["shop"]);
  expect((await server.fetch("/api/unknown-fields/people", { headers: { cookie } })).status).toBe(404);
});

test("saving returns a warning for each unknown field, which stays in the history of the resource until the field is fixed", async () => {
  const spec = { http: [{ name: "a", url: shop.url, thresholdMilis: 5, tests: { expr: "true" } }] };
  const reply = await send("POST", "/api/db/canaries", { name: "typed", spec });
  expect(reply.status).toBe(201);
  expect(reply.headers.get("warning")).toBe(
    [
      String.raw`299 - "spec.http.0.thresholdMilis: unknown field \"thresholdMilis\"; did you mean \"thresholdMillis\"?"`,
      String.raw`299 - "spec.http.0.tests: unknown field \"tests\"; did you mean \"test\"?"`,
    ].join(", "),
  );
  const [row] = (await reply.json()) as { id: string; spec: unknown }[];
  expect(row!.spec).toEqual(spec);
  const history = async () => {
    const found = await runs("Unknown fields", `&resource_type=eq.canary&resource_id=eq.${row!.id}`);
    return found.map(({ status, details }) => [status, details?.errors?.length ?? 0]);
  };
  expect(await history()).toEqual([["WARNING", 2]]);
  const at = `/api/db/canaries?id=eq.${row!.id}`;
  // The spec has not changed.
  expect((await send("PATCH", at, { labels: { team: "web" } })).headers.get("warning")).toBeNull();
  expect((await send("PATCH", at, { spec })).headers.get("warning")).not.toBeNull();
  expect(await history()).toEqual([["WARNING", 2]]);
  const mended = await send("PATCH", at, { spec: { http: [{ name: "a", url: shop.url }] } });
  expect([mended.status, mended.headers.get("warning")]).toEqual([200, null]);
  expect(await history()).toEqual([
    ["SUCCESS", 0],
    ["WARNING", 2],
  ]);
  expect(await ask(`/api/unknown-fields/canaries?id=${row!.id}`)).toEqual([]);
  // An unknown column is an error of the client.
  expect((await send("POST", "/api/db/canaries", { name: "b", spec: {}, lables: {} })).status).toBe(400);
});

test("specs that earlier versions stored, or that were written directly to the database, are checked at start", async () => {
  const { db, jobs } = server.system;
  const spec = { tcp: [{ name: "a", endpoint: "127.0.0.1:1", thresholdMilis: 5 }] };
  const { id } = await db.system
    .insertInto("canaries")
    .values({ name: "older", namespace: "default", spec, source: "UI" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await eventually(async () => expect(await jobs.send(db.system, noteStoredSpecs, {})).not.toBeNull());
  await eventually(async () => {
    const [run] = await runs("Unknown fields", `&resource_id=eq.${id}`);
    expect(run).toMatchObject({
      status: "WARNING",
      details: { errors: [expect.stringContaining('did you mean "thresholdMillis"?')] },
    });
  });
});

test("topologies, views and every other kind with a schema use the same mechanism", async () => {
  const reply = await send("POST", "/api/db/topologies", {
    name: "t",
    namespace: "default",
    spec: {
      components: [{ name: "c", checks: [{ inline: { http: [{ name: "x", url: "http://x", mehtod: "GET" }] } }] }],
    },
  });
  expect(reply.status).toBe(201);
  expect(reply.headers.get("warning")).toContain("spec.components.0.checks.0.inline.http.0.mehtod");
  expect(await ask<ResourceUnknownFields[]>("/api/unknown-fields/topologies")).toHaveLength(1);
});
