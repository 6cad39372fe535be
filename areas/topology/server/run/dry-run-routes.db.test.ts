// Tests the dry run over HTTP: its result, its progress, and the rights of the dry-run spec.
import { expect, test } from "vitest";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { openTopologyServer } from "#tests/support/topology-server.ts";
import type { TopologyDryRun, TopologyDryRunProgress } from "../../building.contract.ts";

const server = await startTestServer();
const estate = await openEstate(server);
const { db } = estate;
const { admin, editor, viewer, source, documents, send, create, namesOf, runNow, dryRun } =
  await openTopologyServer(estate);

test("a dry run returns the components that a run would add, change and remove, streams its progress, and saves nothing", async () => {
  documents.set("/boats", [{ name: "ada" }, { name: "bea" }]);
  const spec = (more: object[] = []) => ({
    schedule: "@never",
    components: [
      {
        name: "boats",
        lookup: { http: [{ name: "boats", url: `${source.url}/boats`, display: { expr: "json.toJSON()" } }] },
      },
      ...more,
    ],
  });
  const draft = await send(editor, "POST", "/api/topology/dry-run", { name: "draft", spec: spec() });
  expect(draft).toMatchObject({ status: 200, body: { summary: "would add 4", added: 4, removed: 0, errors: [] } });
  const { id } = await create("boats", spec());
  await runNow(id);
  documents.set("/boats", [{ name: "ada", health: "unhealthy" }, { name: "cia" }]);
  const before = await namesOf(id);
  const answer = await server.fetch("/api/topology/dry-run", {
    method: "POST",
    headers: {
      authorization: `Bearer ${editor.token}`,
      accept: "application/x-ndjson",
      "content-type": "application/json",
    },
    body: JSON.stringify({ id, spec: spec([{ name: "crane" }]) }),
  });
  const lines = (await answer.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { progress?: TopologyDryRunProgress; result?: TopologyDryRun });
  expect(lines[0]!.progress).toMatchObject({ phase: expect.stringMatching(/waiting|building/) as string });
  const { result } = lines.at(-1)!;
  expect(result).toMatchObject({ summary: "would add 2, change 1, remove 1", unchanged: 2, is_cut: false });
  expect(result!.components.map(({ action, name }) => [action, name])).toEqual([
    ["unchanged", "boats"],
    ["unchanged", "boats"],
    ["added", "crane"],
    ["updated", "ada"],
    ["added", "cia"],
    ["deleted", "bea"],
  ]);
  expect(await namesOf(id)).toEqual(before);
  expect((await send(editor, "POST", "/api/topology/dry-run", {})).status).toBe(400);
  expect((await send(viewer, "POST", "/api/topology/dry-run", { spec: {} })).status).toBe(403);
  expect(
    (await send(editor, "POST", "/api/topology/dry-run", { spec: { components: [{ type: "nameless" }] } })).body,
  ).toMatchObject({ error: expect.stringContaining("spec.components.0.name") as string });
});

test("a changed spec with the id of the built-in topology does not get the rights of the system", async () => {
  const looking = (path: string) => ({
    schedule: "@never",
    components: [
      {
        name: "own",
        lookup: {
          http: [{ name: "own", url: `${server.url}${path}`, display: { expr: "[{'name': 'found'}].toJSON()" } }],
        },
      },
    ],
  });
  const stored = looking("/api/_health");
  const { id } = await db
    .insertInto("topologies")
    .values({ name: "built in", source: "System", spec: JSON.stringify(stored) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const refused = { status: 200, errors: [expect.stringContaining("is Quarterdeck itself") as string] };
  expect(await dryRun({ id, spec: looking("/api/_health?changed") })).toMatchObject(refused);
  expect(await dryRun({ id, spec: stored, labels: { changed: "yes" } })).toMatchObject(refused);
  // The stored spec itself keeps the rights of the system.
  for (const body of [{ id }, { id, spec: stored }, { id, labels: {} }])
    expect(await dryRun(body)).toMatchObject({ status: 200, added: 3, errors: [] });
});

test("rules that let a topology use a connection do not apply to a dry run of a different spec", async () => {
  documents.set("/hulls", [{ name: "hull" }]);
  await db
    .insertInto("connections")
    .values({ name: "hulls", type: "http", url: `${source.url}/hulls` })
    .execute();
  await db.insertInto("properties").values({ name: "permissions.connections", value: "strict" }).execute();
  const spec = (name: string) => ({
    schedule: "@never",
    components: [
      {
        name,
        lookup: {
          http: [{ name: "hulls", connection: "connection://default/hulls", display: { expr: "json.toJSON()" } }],
        },
      },
    ],
  });
  const { id } = await create("trusted", spec("hulls"));
  const filed = await db
    .insertInto("topologies")
    .values({ name: "trusted too", source: "file:trusted.yaml", spec: JSON.stringify(spec("hulls")) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const selectors = { topologies: [{ name: "trusted" }, { id: filed.id }, "trusted too"] };
  await db.insertInto("permission_groups").values({ name: "shipyard", selectors, created_by: admin.id }).execute();
  await db
    .insertInto("permissions")
    .values({ action: "read", object: "connection", subject_type: "group", subject: "shipyard" })
    .execute();
  const found = { status: 200, added: 3, errors: [] };
  const refused = { status: 200, errors: [expect.stringContaining("needs permission to read") as string] };
  expect(await dryRun({ id })).toMatchObject(found);
  // This dry run is allowed, because an editor could save this spec under the same name.
  expect(await dryRun({ id, spec: spec("edited") })).toMatchObject(found);
  expect(await dryRun({ id: filed.id })).toMatchObject(found);
  expect(await dryRun({ id: filed.id, spec: spec("edited") })).toMatchObject(refused);
  for (const name of ["trusted", "trusted too", id, filed.id])
    expect(await dryRun({ name, spec: spec("hulls") })).toMatchObject(refused);
  await db.deleteFrom("properties").where("name", "=", "permissions.connections").execute();
  expect(await dryRun({ name: "trusted", spec: spec("hulls") })).toMatchObject(found);
});
