// Tests applications in manifest files.
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { applicationManifests } from "./manifests.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db);
afterAll(() => system.stop());

const document = (name: string, description: string) =>
  `apiVersion: mission-control.flanksource.com/v1
kind: Application
metadata: { name: ${name}, namespace: harbour, labels: { tier: one } }
spec:
  description: ${description}
  mapping:
    environments:
      production: [{ labelSelector: app=${name}, purpose: primary }]
`;

async function apply(text: string, source = "file:apps.yaml") {
  const { items, faults } = applicationManifests.read(text, { defaultName: "x" });
  expect(faults).toEqual([]);
  return applicationManifests.apply(system, { source, items, isKept: () => false });
}

const rows = async () =>
  (
    await sql<{ id: string; name: string; source: string; description: string; labels: object; is_deleted: boolean }>`
      select id, name, source, spec ->> 'description' as description, labels, deleted_at is not null as is_deleted
      from   applications order by name`.execute(db.system)
  ).rows;

test("an application from a file is stored, updated and deleted, and its row is restored when a file contains it again", async () => {
  await apply(document("berths", "Sells berths"));
  const [first] = await rows();
  expect(first).toMatchObject({ name: "berths", source: "file:apps.yaml", labels: { tier: "one" }, is_deleted: false });
  await apply(document("berths", "Rents berths"));
  expect(await rows()).toEqual([{ ...first, description: "Rents berths" }]);
  expect(await applicationManifests.sources(system, "file:")).toEqual(["file:apps.yaml"]);
  expect(await apply("")).toMatchObject({ deleted: 1 });
  expect(await rows()).toEqual([{ ...first, description: "Rents berths", is_deleted: true }]);
  await apply(document("berths", "Is back"), "file:other.yaml");
  expect(await rows()).toEqual([{ ...first, source: "file:other.yaml", description: "Is back" }]);
});

test("two sources cannot define the same application", async () => {
  const { faults } = await apply(document("berths", "Second"), "file:second.yaml");
  expect(faults).toMatchObject([
    { message: expect.stringContaining("An application harbour/berths from file:other.yaml already exists") },
  ]);
});

test("a search that cannot be parsed is reported as an error of the file", () => {
  const { items, faults } = applicationManifests.read(
    document("quay", "x").replace("labelSelector: app=quay", `search: 'name="open'`),
    { defaultName: "x" },
  );
  expect(items).toEqual([]);
  expect(faults).toHaveLength(1);
});
