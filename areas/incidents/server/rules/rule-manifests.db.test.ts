// Tests rules in manifest files.
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { ruleManifests } from "./rule-manifests.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db);
afterAll(() => system.stop());

const manifest = (name: string, spec: string, namespace = "default") => `apiVersion: mission-control.flanksource.com/v1
kind: IncidentRule
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
${spec}`;

const source = "file:rules.yaml";
const apply = (text: string, from = source) => {
  const { items, faults } = ruleManifests.read(text, { defaultName: "rules" });
  expect(faults).toEqual([]);
  return ruleManifests.apply(system, { source: from, items, isKept: () => false });
};
const rows = async () =>
  (
    await sql<{ id: string; name: string; spec: object; source: string; namespace: string }>`
      select id, name, spec, source, namespace from incident_rules where deleted_at is null order by name`.execute(
      db.system,
    )
  ).rows;

const outage = manifest(
  "outage",
  "  components:\n    - types: [Quay]\n  responders:\n    slack: [{channel: ops}]\n",
  "ports",
);

test("a rule from a file is stored with its source, and responders without effect are reported", async () => {
  const { ids, warnings } = await apply(outage);
  expect(ids).toHaveLength(1);
  expect(warnings).toMatchObject([{ line: 1, message: expect.stringContaining("spec.responders.slack") }]);
  expect(await rows()).toMatchObject([
    { name: "outage", source, namespace: "ports", spec: { components: [{ types: ["Quay"] }] } },
  ]);
  expect(await ruleManifests.sources(system, "file:")).toEqual([source]);
});

test("a rule that is removed from its file is deleted, and its row is restored when the rule is added again", async () => {
  await apply(outage);
  const [before] = await rows();
  expect((await apply("")).deleted).toBe(1);
  expect(await rows()).toEqual([]);
  await apply(outage);
  expect((await rows())[0]!.id).toBe(before!.id);
});

test("a name that another source uses is refused", async () => {
  await apply(outage);
  const { faults } = await apply(manifest("outage", "  priority: 1"), "file:other.yaml");
  expect(faults).toMatchObject([{ message: expect.stringContaining("There is already an incident rule outage") }]);
  expect(await rows()).toHaveLength(1);
});

test("a wrong spec is reported with its line", () => {
  const { faults } = ruleManifests.read(manifest("wrong", "  filter:\n    age: old"), { defaultName: "rules" });
  expect(faults).toMatchObject([{ line: 8, message: expect.stringContaining("spec.filter.age") }]);
});
